#!/bin/sh
# run.sh <program> <target> <seconds> [libFuzzer options...]
#
# Runs a target on its kept corpus, then on what libFuzzer makes of it. What it finds on the way goes
# to found/<target>/ of the directory it is started in; so do, as crash-*, timeout-* and oom-*, the
# bytes that break the target.
set -eu
program=$1
target=$2
seconds=$3
shift 3
corpus=$(cd "$(dirname "$0")" && pwd)/corpus/$target
mkdir -p "found/$target" "$corpus"
# 64 KB may take 64 MB at a time, and 5 s, which the program checks: the time limit here is for what
# never ends. Freed memory that ASan keeps back must not count as used.
ASAN_OPTIONS=quarantine_size_mb=16 UBSAN_OPTIONS=print_stacktrace=1 RELATILE_FUZZ=$target \
  exec "$program" -max_total_time="$seconds" -timeout=60 -malloc_limit_mb=64 -rss_limit_mb=768 \
  -error_exitcode=1 -max_len=65536 -timeout_exitcode=1 -print_final_stats=1 -artifact_prefix="found/$target/" \
  "$@" "found/$target" "$corpus"
