#!/bin/sh
# pkg_config.sh <pkg-config> <directory of relatile.pc> <mpirun.sh> <build of a found package> <its compiler>
#               <part of the library>...
#
# The README's lines for those who build without CMake: a program from headers alone, and one with the
# library's sources. These need not all be compiled by hand, for time: CMake has compiled the same files
# with the same flags, which is asserted, and one of them shows it. Without optimisation, for time.
set -eu
pkg_config=$1
export PKG_CONFIG_PATH="$2"
mpirun=$3
found=$4
finder=$5
shift 5
programs=$(cd "$(dirname "$0")" && pwd)

cflags=$("$pkg_config" --cflags relatile)
libs=$("$pkg_config" --libs relatile)
arrays=$("$pkg_config" --variable=arrays relatile)
library=$(find "$found" -name librelatile_arrays.a)
set -x

# shellcheck disable=SC2086  # flags are words
same="python3 -B $programs/same_flags.py $found/compile_commands.json"
$same small_header_only "$programs/small.cpp" $cflags
"$finder" $(find "$found" -path "*small_header_only.dir*" -name "*.o") $libs -o small_header_only
"$mpirun" 2 300 ./small_header_only

flags="$cflags -DRELATILE_COMPILED"
for part in "$@"; do
  $same "relatile_$part" "$("$pkg_config" --variable="$part" relatile)" $flags
done
if $same relatile_arrays "$arrays" $flags -DPLANTED >planted; then
  exit 1  # a check that finds nothing proves nothing
fi
if $same relatile_arrays "${arrays% *}" $flags >planted; then
  exit 1
fi
cp "$library" librelatile.a
"$finder" $flags -c ${arrays%% *} -o source.o
ar rs librelatile.a source.o
"$finder" $flags -c "$programs/small.cpp" -o small.o
"$finder" small.o librelatile.a $libs -o small
"$mpirun" 2 300 ./small
