#!/usr/bin/env python3
"""Seconds and memory that one file takes to compile, header-only and with RELATILE_COMPILED.

    python3 benchmarks/compile_time.py [build directory] [--out compile_time.json] [--rounds 3]

The flags are those of the build's examples, without ccache, -march=native and warnings. An empty
program that includes Eigen/Dense alone is compiled as well, for comparison.
"""

import argparse
import json
import os
import pathlib
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


def flags_of(build, source):
    """The compiler and what tells it where headers are, from the build's compile commands."""
    commands = json.loads((build / "compile_commands.json").read_text())
    entry = next(entry for entry in commands if entry["file"] == str(source))
    words = shlex.split(entry["command"])
    compiler = next(word for word in words if pathlib.Path(word).name.startswith(("c++", "g++", "clang++")))
    kept = []
    for at, word in enumerate(words):
        if word == "-isystem":
            kept += [word, words[at + 1]]
        elif word.startswith(("-I", "-D", "-std", "-fopenmp")):
            kept.append(word)
    return compiler, [word for word in kept if word != "-DRELATILE_COMPILED"]


def measure(compiler, flags, source):
    """Seconds of one compilation, and its peak memory in bytes."""
    with tempfile.TemporaryDirectory() as directory:
        command = [compiler, *flags, "-O2", "-c", str(source), "-o", os.path.join(directory, "a.o")]
        begin = time.perf_counter()
        process = subprocess.Popen(command)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
        if status != 0:
            sys.exit("compile_time.py: failed: " + shlex.join(command))
        return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", nargs="?", default="build-release", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    examples = ROOT / "examples"
    compiler, flags = flags_of(arguments.build.resolve(), examples / "00_hello.cpp")
    results = []
    with tempfile.TemporaryDirectory() as directory:
        eigen = pathlib.Path(directory) / "eigen.cpp"
        eigen.write_text("#include <Eigen/Dense>\nint main() {}\n")
        header = pathlib.Path(directory) / "header.cpp"
        header.write_text("#include <relatile/relatile.hpp>\nint main() {}\n")
        compiled = [*flags, "-DRELATILE_COMPILED"]
        cases = [("eigen_alone", eigen, flags)]
        for name, source in (("header_alone", header), ("00_hello", examples / "00_hello.cpp"),
                             ("01_matmul", examples / "01_matmul.cpp")):
            cases += [(name + "/header_only", source, flags), (name + "/compiled", source, compiled)]
        cases.append(("backend", ROOT / "src" / "relatile.cpp", compiled))
        for name, source, these in cases:
            runs = [measure(compiler, these, source) for _ in range(arguments.rounds)]
            seconds, processor, memory = (statistics.median(column) for column in zip(*runs))
            results.append({"name": "compile/" + name, "run_type": "iteration", "iterations": len(runs),
                            "real_time": seconds, "cpu_time": processor, "time_unit": "s",
                            "processor_seconds": processor, "peak_bytes": memory})
            print(f"{name:28} {seconds:6.2f} s  {processor:6.2f} s of processor  {memory / 1e6:6.0f} MB", flush=True)
    if arguments.out:
        arguments.out.write_text(json.dumps({"context": {"program": "compile_time.py"},
                                             "benchmarks": results}, indent=1))


if __name__ == "__main__":
    main()
