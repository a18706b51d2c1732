#!/bin/sh
# mpirun.sh <ranks> <timeout in seconds> <program> [arguments...]
#
# Runs a program on some ranks and always ends: after the timeout mpirun stops the ranks and returns
# 110. It has been seen to ignore SIGTERM itself, hence `timeout -k` around it.
set -eu
. "$(dirname "$0")/mpi_environment.sh"
ranks=$1
limit=$2
shift 2
export RELATILE_TEST_TIMEOUT="$limit" # mpi_main.cpp reports a hang before mpirun ends it
exec timeout -k 5 $((limit + 10)) mpirun --timeout "$limit" -np "$ranks" "$@"
