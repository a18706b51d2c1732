#!/bin/sh
# smpirun.sh <ranks> <timeout in seconds> <program> [arguments...]
#
# Runs a program that smpicxx compiled on simulated ranks, one node each. smpirun returns 0 on a
# deadlock; this returns 110. Sends wait for their receivers whatever their size, so that no
# buffering hides a cycle of waits.
set -eu
ranks=$1
limit=$2
shift 2
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cat >"$directory/platform.xml" <<END
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="nodes" prefix="node" suffix="" radical="0-$((ranks - 1))" speed="10Gf" bw="1.25GBps" lat="5us"/>
</platform>
END
i=0
while [ $i -lt "$ranks" ]; do
  echo "node$i"
  i=$((i + 1))
done >"$directory/hosts"
# All ranks are one thread of one process.
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
# Nor does one that waits for another's memory give way to it.
export RELATILE_SHARED_MEMORY=0
# A look for a message takes a simulated millisecond, so that waits take few of them.
status=0
TMPDIR="$directory" timeout -k 5 "$limit" smpirun -np "$ranks" \
  -platform "$directory/platform.xml" -hostfile "$directory/hosts" \
  --cfg=smpi/privatization:dlopen --cfg=smpi/simulate-computation:no \
  --cfg=smpi/send-is-detached-thresh:0 --cfg=smpi/test:0.001 --cfg=smpi/iprobe:0.001 --log=root.thres:warning \
  "$@" >"$directory/output" 2>&1 || status=$?
cat "$directory/output"
if grep -qE 'Deadlock detected|Stalling SMPI' "$directory/output"; then
  exit 110
fi
exit $status
