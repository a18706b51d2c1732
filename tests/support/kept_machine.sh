#!/bin/sh
# kept_machine.sh <mpirun.sh> <program>
#
# A machine is measured once for the same ranks, read from then on, and measured anew where its file
# is damaged; and a program that can't keep it goes on.
set -u
mpirun=$1
program=$2
export XDG_CACHE_HOME="$PWD/cache" RELATILE_CALIBRATE=1
rm -rf cache

fail() {
  echo "kept_machine.sh: $1"
  cat output errors
  exit 1
}
run() { # <ranks>: their one line goes to `machine`
  "$mpirun" "$1" 120 "$program" >output 2>errors || fail "the program failed"
  [ "$(sort -u output | wc -l)" -eq 1 ] || fail "ranks have different machines"
  grep -q '^measured' output || fail "its machine was not measured"
  sort -u output >machine
}
measured() { grep -q "measuring the machine of $1 ranks, once" errors; }

run 2
measured 2 || fail "it does not say that it measures"
[ "$(ls cache/relatile | wc -l)" -eq 1 ] || fail "there is not one file, complete"
cp machine before
cp cache/relatile/machine-2-ranks-*.json machine.json
run 2
measured 2 && fail "it measures twice"
cmp -s machine before || fail "what was kept is another machine"

for file in cache/relatile/*; do echo '{' >"$file"; done
run 2
measured 2 || fail "a damaged file was not replaced"
run 2
measured 2 && fail "the damaged file is still there"

rm -rf cache
echo "a file where the folder should be" >cache
run 2
grep -q "cannot keep the machine in" errors || fail "it does not say that nothing was kept"

RELATILE_MACHINE=machine.json
export RELATILE_MACHINE
run 3
cmp -s machine before || fail "it is not the machine that was named"
measured 3 && fail "RELATILE_MACHINE does not come first"
exit 0
