#!/bin/sh
# expect.sh <exit status> <extended regex> <command> [arguments...]
#
# Runs a command that must end with the status, or with any but 0 where it is `failure`, and print a
# line that matches. A command that skips itself, by status 77, is skipped.
status=$1
regex=$2
shift 2
output=$("$@" 2>&1)
actual=$?
printf '%s\n' "$output"
[ "$actual" -ne 77 ] || exit 77
if [ "$status" = failure ] && [ "$actual" -ne 0 ]; then
  status=$actual
fi
if [ "$actual" != "$status" ]; then
  echo "expect.sh: the exit status is $actual, not $status"
  exit 1
fi
if ! printf '%s\n' "$output" | grep -Eq -e "$regex"; then
  echo "expect.sh: no line matches: $regex"
  exit 1
fi
