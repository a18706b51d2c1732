#!/bin/sh
# SPDX-FileCopyrightText: The Relatile authors
# SPDX-License-Identifier: BSL-1.0

# changed_header.sh <cmake> <generator> <folder of RelatileCcache.cmake> <folder to build in> [options...]
#
# Fails if ccache gives back what was precompiled of a header before a space was added to it, or nothing
# where nothing was. With -DPLAIN=ON headers are precompiled as CMake has it, and then it does.
set -eu
cmake=$1 generator=$2 modules=$3 folder=$4
shift 4

build() {  # <declaration in the header> <function that uses it> <options...>
  printf '#pragma once\n%s\n' "$1" > header.hpp
  printf '#include "header.hpp"\n%s\n' "$2" > user.cpp
  printf '// It has the header precompiled.\n' > owner.cpp
  touch -d '1 minute ago' ./*.?pp  # ccache does not trust files that have just changed
  shift 2
  rm -rf build
  "$cmake" -G "$generator" -S . -B build "-DCMAKE_MODULE_PATH=$modules" "$@"
  "$cmake" --build build
}

rm -rf "$folder"
mkdir -p "$folder"
cp "$(dirname "$0")/CMakeLists.txt" "$folder"
cd "$folder"
export CCACHE_DIR="$folder/cache"
unset CMAKE_CXX_COMPILER_LAUNCHER CCACHE_DISABLE CCACHE_DEPEND CCACHE_NODIRECT CCACHE_READONLY
build 'struct Pair { int first; };' 'int first(Pair p) { return p.first; }' "$@"
build 'struct  Pair { int first; };' 'int same(Pair p) { return p.first; }' "$@"

# What has not changed is not compiled again: neither the header nor what owns and uses it.
ccache --zero-stats > /dev/null
build 'struct  Pair { int first; };' 'int same(Pair p) { return p.first; }' "$@"
ccache --print-stats | grep '^direct_cache_hit[[:space:]]*3$'
