"""Measures contenders in turn, and writes what Google Benchmark would."""

import json
import os
import pathlib
import statistics
import sys
import time


def quick():
    """True if all that is asked is whether everything runs."""
    return "RELATILE_BENCHMARKS_QUICK" in os.environ


def rounds(count):
    return 1 if quick() else count


def seconds_of(work):
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


class Results:
    """Benchmarks of one program: name, median seconds, and counters such as a rate."""

    def __init__(self, context):
        self.context = context
        self.benchmarks = []

    def measure(self, name, contenders, work, count, seconds_of_round=seconds_of):
        """`contenders`: by name, what to run; `work`: what a second is divided into."""
        times = {contender: [] for contender in contenders}
        for number in range(rounds(count) + 1):
            for contender, run in contenders.items():
                seconds = seconds_of_round(run)
                if number > 0:  # the first round does not count
                    times[contender].append(seconds)
        medians = {contender: statistics.median(values) for contender, values in times.items()}
        first = next(iter(medians.values()))
        self.benchmarks.append({
            "name": name, "run_type": "iteration", "iterations": rounds(count),
            "real_time": 1e3 * first, "cpu_time": 1e3 * first, "time_unit": "ms",
            **{contender: work / seconds for contender, seconds in medians.items()}})

    def write(self, path):
        text = json.dumps({"context": self.context, "benchmarks": self.benchmarks}, indent=1)
        if path:
            pathlib.Path(path).write_text(text + "\n")
        else:
            sys.stdout.write(text + "\n")
