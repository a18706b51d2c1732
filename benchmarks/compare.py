#!/usr/bin/env python3
"""Joins files in Google Benchmark's format into the tables of README.md.

    python3 benchmarks/compare.py results/*.json

A table a program. Peers of the same benchmark on the same number of ranks from other files (NumPy,
Dask, mpi4py) become columns of its row; as they ran at another moment, their ratios are those of
medians. Losses are in bold.
"""

import json
import pathlib
import re
import sys

BYTES = {"bytes_measured": "MB sent", "bytes_bound": "best grid's MB", "most_loaded_bytes":
         "most loaded rank, MB", "peak_bytes": "peak, MB"}
NOT_SHOWN = {"bytes_predicted", "relatile_steps"}
STANDARD = {"name", "family_index", "per_family_instance_index", "run_name", "run_type", "repetitions",
            "repetition_index", "threads", "iterations", "real_time", "cpu_time", "time_unit", "label",
            "error_occurred", "error_message"}


class Row:
    def __init__(self, program, name, ranks, entry):
        self.program, self.name, self.ranks = program, name, ranks
        self.error = entry.get("error_message")
        self.is_time = entry.get("label") in ("ms", "us")
        self.counters = {key: value for key, value in entry.items() if key not in STANDARD}
        self.seconds = f"{entry.get('real_time', 0):.4g} {entry.get('time_unit', '')}"

    def add_peers(self, peers):
        ours = self.counters.get("relatile")
        for peer, figure in peers.items():
            self.counters[peer] = figure
            if ours:
                self.counters["vs_" + peer] = figure / ours if self.is_time else ours / figure


def rows_of(path):
    content = json.loads(path.read_text())
    context = content["context"]
    program = pathlib.Path(context.get("executable", context.get("program", path.stem))).name
    for entry in content["benchmarks"]:
        name = re.sub(r"/(iterations:\d+|manual_time)", "", entry["name"])
        yield Row(program, name, str(context.get("ranks", "")), entry)


def joined(paths):
    rows = [row for path in paths for row in rows_of(path)]
    ours = {(row.name, row.ranks): row for row in rows if "relatile" in row.counters}
    kept = []
    for row in rows:
        main = ours.get((row.name, row.ranks))
        if main is None or main is row:
            kept.append(row)
        else:
            main.add_peers(row.counters)
    return kept


def cell(key, value):
    if value is None:
        return ""
    if key in BYTES:
        return f"{value / 1e6:.4g}"
    if key.startswith("vs_"):
        return f"**{value:.2f}**" if round(value, 2) < 1 else f"{value:.2f}"
    return f"{value:.4g}"


def table(rows):
    keys = dict.fromkeys(key for row in rows for key in row.counters if key not in NOT_SHOWN)
    kinds = [[key for key in keys if key == "relatile"],
             [key for key in keys if key not in BYTES and key != "relatile" and not key.startswith("vs_")],
             [key for key in keys if key.startswith("vs_")],
             [key for key in BYTES if key in keys]]
    columns = [key for kind in kinds for key in kind]
    with_ranks = any(row.ranks for row in rows)
    alone = not any("relatile" in row.counters for row in rows)  # no rates: the time says it
    head = ["benchmark"] + (["ranks"] if with_ranks else []) + (["time"] if alone else [])
    head += [BYTES.get(key, key) for key in columns]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for row in rows:
        cells = [row.name] + ([row.ranks] if with_ranks else []) + ([row.seconds] if alone else [])
        cells += [cell(key, row.counters.get(key)) for key in columns]
        if row.error:
            cells = [row.name, "**" + row.error + "**"]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main():
    rows = joined([pathlib.Path(path) for path in sys.argv[1:]])
    for program in dict.fromkeys(row.program for row in rows):
        mine = [row for row in rows if row.program == program]
        print(f"\n### {program}\n\n{table(mine)}")


if __name__ == "__main__":
    main()
