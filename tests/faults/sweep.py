#!/usr/bin/env python3
"""Injects faults into a program, one a run, and judges how each run ends.

usage: sweep.py PROGRAM MPIRUN [--ranks N] [--kinds KIND ...] [--modes MODE ...] [--timings TIMING ...]
                [--sample N] [--seed SEED] [--stride N] [--unwatched]

A run may end in three ways: nothing came of the fault; every rank that met an error met the same,
and the context was as good as new afterwards; or the job ended with a message, within five seconds
after it would have ended by itself. Everything else (a hang, an error on some ranks only, a wrong
value, a crash without a word) is a fault of the library, and is printed with the command that repeats
it. Without --sample all positions are tried, or every --stride-th one.
"""

import argparse
import collections
import itertools
import os
import random
import re
import subprocess
import sys
import time

SECONDS_TO_END = 5
ENDED_BY_RELATILE = r"relatile: rank \d+ of \d+: .*ending the job"
ENDED_BY_MPIRUN = r"exited on signal 9|noticed that process rank \d+"
ENDED_BY_CPP = r"terminate called after throwing"
ENDED_BY_AN_ERROR = r"what\(\):  relatile: "
CRASHED = r"signal 11|Segmentation fault"


def run(args, mode, environment, limit):
    """The exit status, what was printed, and the seconds."""
    begin = time.monotonic()
    process = subprocess.run(
        [args.mpirun, str(args.ranks), str(limit), *args.prefix, args.program, mode],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    return process.returncode, process.stdout, time.monotonic() - begin


def counts(args, timing, mode):
    """Per rank, how many calls and allocations a run has in which nothing is made to fail."""
    counting = "count_look" if mode == "look" else "count"
    status, out, seconds = run(args, counting, {"RELATILE_TIMING": timing}, 60)
    found = re.findall(r"^rank (\d+): (\d+) calls (\d+) allocations$", out, re.M)
    if status != 0 or len(found) != args.ranks or "wrong" in out:
        sys.exit(f"without faults the program fails with status {status}:\n{out}")
    return {int(rank): (int(calls), int(memory)) for rank, calls, memory in found}, seconds


def says_why(kind, mode, out):
    """Whether the end of a job was told, and is no crash."""
    if kind == "kill":
        return re.search(ENDED_BY_MPIRUN, out)
    if re.search(ENDED_BY_RELATILE, out):
        return True
    # A rank that catches what it alone was told goes on to what the others do not do; but of a look
    # at indices all ranks are told.
    if mode != "look" and re.search(ENDED_BY_AN_ERROR, out):
        return True
    return mode == "uncaught" and re.search(ENDED_BY_CPP, out)


def judge(args, kind, mode, status, out, seconds, usual):
    """How a run ended, in a word, or why it should not have ended like this."""
    if "wrong" in out:
        return None, "a wrong value"
    # What a run takes is measured once, and the machine may be busier now.
    if status in (110, 124) or seconds > 3 * usual + SECONDS_TO_END:
        return None, f"no end within {SECONDS_TO_END} s"
    errors = collections.defaultdict(list)
    for rank, text in re.findall(r"^rank (\d+): error (.*)$", out, re.M):
        errors[rank].append(text)
    if status == 0:
        if out.count(": usable") != args.ranks:
            return None, "not all ranks came to the end"
        if not errors:
            return ("nothing" if ": struck" in out else "not met"), None
        if len(errors) == args.ranks and len({tuple(texts) for texts in errors.values()}) == 1:
            return "same error", None
        return None, "an error on some ranks only, or not the same"
    if kind != "kill" and re.search(CRASHED, out):
        return None, "a crash"
    if says_why(kind, mode, out):
        return "job ended", None
    return None, f"status {status} without a message"


def positions(args, kind, count, generator, share):
    everything = range(1, count + 1)
    if args.sample:
        return sorted(generator.sample(everything, min(share, count)))
    return everything[:: args.stride]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("mpirun")
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--kinds", nargs="+", default=["error", "kill", "memory"])
    parser.add_argument("--modes", nargs="+", default=["inside", "outside", "uncaught"])
    parser.add_argument("--timings", nargs="+", default=["none"])
    parser.add_argument("--sample", type=int, default=0, help="runs of each kind of fault")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--stride", type=int, default=1)
    parser.add_argument("--unwatched", action="store_true", help="without RELATILE_TIMEOUT")
    args = parser.parse_args()
    args.prefix = ["env", "-u", "RELATILE_TIMEOUT"] if args.unwatched else []
    seed = args.seed if args.seed is not None else random.SystemRandom().randrange(10**6)
    generator = random.Random(seed)
    print(f"seed {seed}: repeat with --seed {seed}", flush=True)

    table = collections.Counter()
    wrong = []
    combinations = list(itertools.product(args.timings, args.modes, range(args.ranks)))
    share = -(-args.sample // len(combinations)) if args.sample else 0
    for timing in args.timings:
        usual_of = {mode: counts(args, timing, mode) for mode in args.modes}
        for kind, mode, rank in itertools.product(args.kinds, args.modes, range(args.ranks)):
            total, usual = usual_of[mode]
            count = total[rank][1 if kind == "memory" else 0]
            for at in positions(args, kind, count, generator, share):
                environment = {
                    "RELATILE_FAULT": kind,
                    "RELATILE_RANK": str(rank),
                    "RELATILE_AT": str(at),
                    "RELATILE_TIMING": timing,
                    "RELATILE_SEED": str(generator.randrange(10**6)),
                }
                status, out, seconds = run(args, mode, environment, int(3 * usual) + 15)
                ending, why = judge(args, kind, mode, status, out, seconds, usual)
                table[kind, mode, timing, ending or "WRONG"] += 1
                if ending is None:
                    settings = " ".join(f"{k}={v}" for k, v in environment.items())
                    wrong.append(f"{why}: {settings} {args.mpirun} {args.ranks} 20 {args.program} {mode}")
                    print(wrong[-1] + "\n" + out[-3000:], flush=True)
    endings = ["not met", "nothing", "same error", "job ended", "WRONG"]
    print(f"| fault | caught | timing | {' | '.join(endings)} |")
    print("|---" * (3 + len(endings)) + "|")
    for kind, mode, timing in itertools.product(args.kinds, args.modes, args.timings):
        row = [str(table[kind, mode, timing, ending]) for ending in endings]
        print(f"| {kind} | {mode} | {timing} | {' | '.join(row)} |")
    print(f"{sum(table.values())} runs, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
