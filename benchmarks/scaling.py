#!/usr/bin/env python3
"""Strong and weak scaling: measured on the ranks there are cores for, predicted and simulated beyond.

    python3 benchmarks/scaling.py [build directory] [--machine machine.json] [--measured 1,2]

Prints a table in milliseconds. The machine is what `machine_benchmark machine.json` measured (all
ranks on one node of it), or else the generic cluster of docs/planners.md, four ranks a node.
Simulating needs SimGrid, and is left out where it takes longer than a minute.
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SITES = (1, 2, 4, 16, 64, 256, 1024, 4096)


def side(sites):
    """As scaling_benchmark.cpp has it."""
    return round(2048 * sites ** (1 / 3) / 16) * 16


def square(n):
    return f'A = input({n}, {n})\nB = input({n}, {n})\nC = einsum("ik,kj->ij", A, B)\noutput C\n'


def gram(rows):
    return f'X = input({rows}, 64)\nG = einsum("ki,kj->ij", X, X)\noutput G\n'


PROGRAMS = {
    "strong/square": lambda sites: square(4096),
    "weak/square": lambda sites: square(side(sites)),
    "strong/gram": lambda sites: gram(1_000_000),
    "weak/gram": lambda sites: gram(500_000 * sites),
}


def measured(build, ranks):
    """Milliseconds by program."""
    with tempfile.TemporaryDirectory() as directory:
        out = pathlib.Path(directory) / "scaling.json"
        subprocess.run([ROOT / "tests/support/mpirun.sh", str(ranks), "300",
                        build / "benchmarks/scaling_benchmark", f"--benchmark_out={out}",
                        "--benchmark_out_format=json"], check=True, stdout=subprocess.DEVNULL)
        benchmarks = json.loads(out.read_text())["benchmarks"]
    return {"/".join(one["name"].split("/")[:2]): one["relatile"] for one in benchmarks}


def planned(build, text, sites, machine, simulate):
    """What relatile-plan says, or nothing if it takes too long."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as program:
        program.write(text)
        program.flush()
        command = [build / "examples/relatile-plan", program.name, "--sites", str(sites), "--json"]
        command += ["--machine", machine] if machine else ["--nodes", str(max(1, sites // 4))]
        command += ["--simulate"] if simulate else []
        try:
            run = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60)
        except (subprocess.TimeoutExpired, subprocess.CalledProcessError):
            return None
    return json.loads(run.stdout)["planners"][0]


def milliseconds(seconds):
    return "-" if seconds is None else f"{1e3 * seconds:.4g}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", nargs="?", default="build-release", type=pathlib.Path)
    parser.add_argument("--machine", type=pathlib.Path)
    parser.add_argument("--measured", default="1,2", help="numbers of ranks, apart by commas")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    times = {ranks: measured(build, ranks) for ranks in map(int, arguments.measured.split(","))}
    sites_to_plan = SITES[:3] if "RELATILE_BENCHMARKS_QUICK" in os.environ else SITES
    print("| program | ranks | measured, ms | predicted, ms | simulated, ms | MB sent |")
    print("|---|---|---|---|---|---|")
    for name, program in PROGRAMS.items():
        simulates = True
        for sites in sites_to_plan:
            plan = planned(build, program(sites), sites, arguments.machine, False)
            longer = planned(build, program(sites), sites, arguments.machine, True) if simulates else None
            simulated = longer["simulated"]["seconds"] if longer and "simulated" in longer else None
            simulates = simulated is not None  # more sites take longer still
            measurement = times.get(sites, {}).get(name)
            cells = [name, str(sites), "-" if measurement is None else f"{measurement:.4g}",
                     milliseconds(plan["total"]), milliseconds(simulated),
                     f"{sum(node['bytes'] for node in plan['nodes']) / 1e6:.4g}"]
            print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
