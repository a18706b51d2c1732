#!/bin/sh
# pkg_config.sh <pkg-config> <directory of relatile.pc> <mpirun.sh> <compiler words...>
#
# The README's lines for those who build without CMake: a program from headers alone, and one with the
# library's sources compiled by hand. Without optimisation, for time.
set -eu
pkg_config=$1
export PKG_CONFIG_PATH="$2"
mpirun=$3
shift 3
programs=$(dirname "$0")

cflags=$("$pkg_config" --cflags relatile)
libs=$("$pkg_config" --libs relatile)
sources=$("$pkg_config" --variable=sources relatile)
set -x

# shellcheck disable=SC2086  # flags are words
"$@" $cflags -c "$programs/hello.cpp" -o hello.o
"$@" hello.o $libs -o hello
"$mpirun" 2 60 ./hello

rm -f lib/*
mkdir -p lib
(cd lib && "$@" $cflags -DRELATILE_COMPILED -c $sources)
ar rcs lib/librelatile.a lib/*.o
"$@" $cflags -DRELATILE_COMPILED -c "$programs/small.cpp" -o small.o
"$@" small.o lib/librelatile.a $libs -o small
"$mpirun" 2 60 ./small
