#!/usr/bin/env python3
"""Joins files in Google Benchmark's format into the tables of README.md.

    python3 benchmarks/compare.py results/*.json

A table a program, and one of bytes and memory where peers count theirs. Peers of the same benchmark
on the same number of ranks from other files (NumPy, Dask, mpi4py) become columns of its row; as
they ran at another moment, their ratios are those of medians. Losses are in bold.
"""

import json
import pathlib
import re
import sys

# What a run costs: a peer's counters begin with its name.
COSTS = ("bytes_sent", "most_loaded_bytes", "peak_bytes")
RELATILE_COSTS = ("bytes_measured", "most_loaded_bytes", "peak_bytes")
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

    def costs(self):
        """What each contender costs in MB, as text."""
        peers = [key.removesuffix("_bytes_sent") for key in self.counters if key.endswith("_bytes_sent")]
        keys = {peer: [f"{peer}_{cost}" for cost in COSTS] for peer in peers}
        if keys:
            keys = {"relatile": RELATILE_COSTS} | keys
        return {name: [cell("bytes_measured", self.counters.get(key)) for key in keys[name]] for name in keys}

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


def is_cost(key):
    return key in BYTES or key.endswith(COSTS)


def with_losses(costs):
    """Relatile's figures, in bold where a peer has less."""
    peers = [figures for name, figures in costs.items() if name != "relatile"]
    least = [min((float(figure) for figure in column if figure), default=None) for column in zip(*peers)]
    return costs | {"relatile": [f"**{ours}**" if low is not None and float(ours) > low else ours
                                 for ours, low in zip(costs["relatile"], least)]}


def costs_table(rows):
    """MB sent / by the most loaded rank / peak memory."""
    rows = [row for row in rows if row.costs()]
    names = list(dict.fromkeys(name for row in rows for name in row.costs()))
    bound = any("bytes_bound" in row.counters for row in rows)
    head = ["benchmark", "ranks"] + (["best grid sends"] if bound else []) + names
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for row in rows:
        costs = with_losses(row.costs())
        cells = [row.name, row.ranks] + ([cell("bytes_bound", row.counters.get("bytes_bound"))] if bound else [])
        cells += [" / ".join(costs.get(name, [])) for name in names]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def table(rows):
    keys = dict.fromkeys(key for row in rows for key in row.counters if key not in NOT_SHOWN)
    if any(row.costs() for row in rows):  # they have a table of their own
        keys = dict.fromkeys(key for key in keys if not is_cost(key))
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
        if any(row.costs() for row in mine):
            print(f"\nMB sent / by the most loaded rank / peak memory:\n\n{costs_table(mine)}")


if __name__ == "__main__":
    main()
