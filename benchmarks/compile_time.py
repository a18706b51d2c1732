#!/usr/bin/env python3
"""What programs cost to compile: seconds, memory, preprocessed lines and instantiated templates.

    python3 benchmarks/compile_time.py [build directory] [--out compile_time.json] [--rounds 3]
    python3 benchmarks/compile_time.py [build directory] --check benchmarks/compile_time/ceilings.json
    python3 benchmarks/compile_time.py [build directory] --record benchmarks/compile_time/ceilings.json
    python3 benchmarks/compile_time.py --self-test

The flags are those of the build's own programs, without ccache, -march=native and warnings, and with
the BLAS as other projects have it. Programs link to relatile::relatile where a name does not say
header_only. Seconds and memory are those of g++ -O2 (clang++ -O2 where a name says clang), and of a
program that includes Eigen/Dense alone for comparison.

Preprocessed lines are those of g++ -E -P. Instantiated templates are the specialisations of class
templates in g++ -fdump-lang-class and those of function templates, and of the members of class
templates, that got a body, in -fdump-tree-original. Both are exact: they do not depend on the machine
or its load, only on the compiler, the dependencies and our headers. So --check compares them with
what --record wrote, and fails if one is more than `slack_percent` higher. Whoever means to raise them,
or has lowered them, records them again.
"""

import argparse
import json
import math
import os
import pathlib
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
HELLO = ROOT / "examples" / "00_hello.cpp"
OPERATIONS = ROOT / "benchmarks" / "compile_time" / "twenty_five_operations.cpp"
CHANGED_LINE = ("error < 0.3 ", "error < 0.25 ")
HEADER = "#include <relatile/relatile.hpp>\nint main() {}\n"
SKIPPED = 77
SLACK_PERCENT = 3
COMPILED = ["-DRELATILE_COMPILED"]
FOR_CLANG = ["-mllvm", "-openmp-opt-disable"]  # as the targets have it
WITH_TEMPLATE_ARGUMENTS = re.compile(r"<(?!lambda|unnamed|anonymous)")


def fail(message):
    sys.exit(f"compile_time.py: {message}")


def flags_of(build):
    """The compiler and what tells it where headers are, from the build's compile commands."""
    probe = str(ROOT / "tests" / "support" / "probe.cpp")
    commands = json.loads((build / "compile_commands.json").read_text())
    words = next((shlex.split(entry["command"]) for entry in commands if entry["file"] == probe), None)
    if words is None:
        fail(f"{build} has neither tests nor examples; configure with -DRELATILE_BUILD_TESTS=ON")
    compiler = next(word for word in words if pathlib.Path(word).name.startswith(("c++", "g++", "clang++")))
    kept = []
    for at, word in enumerate(words):
        if word == "-isystem":
            kept += [word, words[at + 1]]
        elif word.startswith(("-I", "-D", "-std", "-fopenmp")) and not word.startswith("-D_GLIBCXX"):
            kept.append(word)
    kept = [word for word in kept if word not in (*COMPILED, "-DRELATILE_OWN_PRODUCTS", "-DEIGEN_USE_BLAS")]
    return compiler, kept + ["-DEIGEN_USE_BLAS" if "-DRELATILE_HAS_BLAS" in kept else "-DRELATILE_OWN_PRODUCTS"]


def run(command, **options):
    """The command's output; what it says of itself is shown where it fails."""
    result = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if result.returncode != 0:
        fail(f"failed: {shlex.join(map(str, command))}\n{result.stderr}")
    return result.stdout


# ---- What is measured ------------------------------------------------------------------------------


def measure_time(compiler, flags, source):
    """Seconds of one compilation, those of the processor, and its peak memory in bytes."""
    with tempfile.TemporaryDirectory() as directory:
        command = [compiler, *flags, "-O2", "-c", str(source), "-o", os.path.join(directory, "a.o")]
        begin = time.perf_counter()
        process = subprocess.Popen(command)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
        if status != 0:
            fail("failed: " + shlex.join(command))
        return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def count(compiler, flags, source):
    """What g++ makes of a source, as exact numbers."""
    lines = run([compiler, *flags, "-E", "-P", str(source)]).count("\n")
    with tempfile.TemporaryDirectory() as directory:
        run([compiler, *flags, "-fsyntax-only", "-fdump-lang-class=classes", "-fdump-tree-original=functions",
             str(source)], cwd=directory)
        with open(os.path.join(directory, "classes"), errors="replace") as dump:
            classes = sum(1 for line in dump if line.startswith("Class ") and WITH_TEMPLATE_ARGUMENTS.search(line))
        with open(os.path.join(directory, "functions"), errors="replace") as dump:
            functions = sum(1 for line in dump if line.startswith(";; Function ") and " [with " in line)
    return {"preprocessed_lines": lines, "instantiated_templates": classes + functions}


def is_gcc(compiler):
    return "Free Software Foundation" in run([compiler, "--version"])


# ---- Ceilings --------------------------------------------------------------------------------------


def version_of(compiler):
    return "g++ " + run([compiler, "-dumpversion"]).strip().split(".")[0]


def counted_programs(directory):
    """The programs whose counts have ceilings: few, so that checking them takes seconds."""
    header = pathlib.Path(directory) / "header.cpp"
    header.write_text(HEADER)
    return {"header_alone": header, "00_hello": HELLO, "twenty_five_operations": OPERATIONS}


def count_all(compiler, flags):
    with tempfile.TemporaryDirectory() as directory:
        return {name: count(compiler, flags + COMPILED, source) for name, source in counted_programs(directory).items()}


def record(path, compiler, counts):
    path.write_text(json.dumps({
        "how_to_update": f"python3 benchmarks/compile_time.py <build directory> --record {path.name}, beside this file",
        "compiler": version_of(compiler),
        "slack_percent": SLACK_PERCENT,
        "recorded": counts,
    }, indent=2) + "\n")
    print("recorded", path)


def violations(ceilings, counts):
    """What has grown by more than the slack, and what is missing: a program that is not counted, or not recorded."""
    recorded = ceilings["recorded"]
    for name in sorted(recorded.keys() ^ counts.keys()):
        yield f"{name}: recorded or counted, but not both; record the ceilings again"
    for name in sorted(recorded.keys() & counts.keys()):
        for what, before in recorded[name].items():
            ceiling = math.floor(before * (100 + ceilings["slack_percent"]) / 100)
            if counts[name][what] > ceiling:
                yield (f"{name}: {counts[name][what]:,} {what.replace('_', ' ')}, at most {ceiling:,}"
                       f" (recorded: {before:,}); include and instantiate less, or record the ceilings again")


def check(path, compiler, flags):
    ceilings = json.loads(path.read_text())
    if not is_gcc(compiler) or version_of(compiler) != ceilings["compiler"]:
        print(f"skipped: the ceilings are those of {ceilings['compiler']}, not of {compiler}")
        return SKIPPED
    counts = count_all(compiler, flags)
    for name, counted in counts.items():
        print(f"{name:28}", ", ".join(f"{number:,} {what.replace('_', ' ')}" for what, number in counted.items()))
    found = list(violations(ceilings, counts))
    print("\n".join(found) or "nothing is above its ceiling")
    return 1 if found else 0


PLANTED = """
struct Plain { int x; };
template <class T> struct Box { T x; T twice() const { return x + x; } };
template <class T> T half(T x) { return x / 2; }
template <class T> T never(T x) { return x; }
int main() { const auto lambda = [](int x) { return x; }; return lambda(half(Box<int>{2}.twice())) + Plain{-2}.x; }
"""
MORE = "template <class T> struct More { T x; };\nMore<long> more{half(2L)};\n"


def self_test():
    """Counts of a program that are known, and ceilings that it keeps and breaks."""
    compiler = shutil.which("g++")
    if not compiler:
        print("skipped: there is no g++")
        return SKIPPED
    with tempfile.TemporaryDirectory() as directory:
        source = pathlib.Path(directory) / "planted.cpp"
        ceilings_path = pathlib.Path(directory) / "ceilings.json"
        source.write_text(PLANTED)
        counts = {"planted": count(compiler, ["-std=c++20"], source)}
        expected = {"preprocessed_lines": 5, "instantiated_templates": 3}  # Box<int>, its twice, half<int>
        record(ceilings_path, compiler, counts)
        ceilings = json.loads(ceilings_path.read_text())
        source.write_text(PLANTED + MORE)
        grown = {"planted": count(compiler, ["-std=c++20"], source)}
        found = list(violations(ceilings, grown))
        slightly = {"planted": {"preprocessed_lines": 1030, "instantiated_templates": 1031}}
        ceilings["recorded"] = {"planted": {"preprocessed_lines": 1000, "instantiated_templates": 1000}}
        by_slack = list(violations(ceilings, slightly))
        right = {
            "counts": counts["planted"] == expected,
            "keeps": not list(violations({**ceilings, "recorded": counts}, counts)),
            "lines": any("preprocessed lines" in line for line in found),
            "templates": any("5 instantiated templates" in line for line in found),
            "slack": len(by_slack) == 1 and "1,031 instantiated templates" in by_slack[0],
            "missing": len(list(violations(ceilings, {}))) == 1,
        }
    for name, is_right in right.items():
        if not is_right:
            print("not as planted:", name, counts, grown, found, by_slack)
    return 0 if all(right.values()) else 1


# ---- The whole table -------------------------------------------------------------------------------


def timed_programs(directory, compiler, flags):
    """Rows of (name, compiler, flags, source)."""
    directory = pathlib.Path(directory)
    texts = {"eigen_alone": "#include <Eigen/Dense>\nint main() {}\n", "header_alone": HEADER}
    sources = {"00_hello": HELLO, "twenty_five_operations": OPERATIONS}
    for name, text in texts.items():
        sources[name] = directory / f"{name}.cpp"
        sources[name].write_text(text)
    text = OPERATIONS.read_text()
    if CHANGED_LINE[0] not in text:
        fail(f"{OPERATIONS} has no line with `{CHANGED_LINE[0]}` to change")
    changed = directory / OPERATIONS.name
    changed.write_text(text.replace(*CHANGED_LINE))
    compiled = flags + COMPILED
    yield "eigen_alone", compiler, flags, sources["eigen_alone"]
    for name in ("header_alone", "00_hello", "twenty_five_operations"):
        yield name, compiler, compiled, sources[name]
    yield "twenty_five_operations/one_line_changed", compiler, compiled, changed
    yield "header_alone/header_only", compiler, flags, sources["header_alone"]
    yield "00_hello/header_only", compiler, flags, HELLO
    clang = shutil.which("clang++")
    if clang:
        yield "00_hello/header_only_clang", clang, flags + FOR_CLANG, HELLO
    for source in sorted((ROOT / "src").glob("*/*.cpp")):
        yield f"library/{source.parent.name}/{source.name}", compiler, compiled, source


def row_of(name, compiler, flags, source, rounds):
    runs = [measure_time(compiler, flags, source) for _ in range(rounds)]
    seconds, processor, memory = (statistics.median(column) for column in zip(*runs))
    counts = count(compiler, flags, source) if is_gcc(compiler) else {}
    return {"name": "compile/" + name, "run_type": "iteration", "iterations": rounds, "real_time": seconds,
            "cpu_time": processor, "time_unit": "s", "processor_seconds": processor, "peak_bytes": memory, **counts}


def sum_of(name, rows):
    """The library, or a part of it, as one row: its sources one after another, and the largest memory."""
    total = {**rows[0], "name": name}
    for key in ("real_time", "cpu_time", "processor_seconds", "preprocessed_lines", "instantiated_templates"):
        if key in total:
            total[key] = sum(row[key] for row in rows)
    total["peak_bytes"] = max(row["peak_bytes"] for row in rows)
    return total


def show(row):
    counts = "".join(f"{row.get(what, 0) or '-':>11}" for what in ("preprocessed_lines", "instantiated_templates"))
    print(f"{row['name'].removeprefix('compile/'):40}{row['real_time']:8.2f}{row['cpu_time']:11.2f}"
          f"{row['peak_bytes'] / 1e6:9.0f}{counts}", flush=True)


def measure_all(compiler, flags, rounds):
    print(f"{'':40}{'seconds':>8}{'processor':>11}{'MB':>9}{'lines':>11}{'templates':>11}")
    rows = []
    with tempfile.TemporaryDirectory() as directory:
        for program in timed_programs(directory, compiler, flags):
            rows.append(row_of(*program, rounds))
            show(rows[-1])
    library = [row for row in rows if row["name"].startswith("compile/library/")]
    for part in sorted({row["name"].rsplit("/", 1)[0] for row in library}):
        rows.append(sum_of(part, [row for row in library if row["name"].startswith(part + "/")]))
        show(rows[-1])
    rows.append(sum_of("compile/library", library))
    show(rows[-1])
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", nargs="?", default="build-release", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--check", type=pathlib.Path, metavar="CEILINGS")
    parser.add_argument("--record", type=pathlib.Path, metavar="CEILINGS")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        return self_test()
    compiler, flags = flags_of(arguments.build.resolve())
    if arguments.check:
        return check(arguments.check, compiler, flags)
    if arguments.record:
        if not is_gcc(compiler):
            fail("only g++ counts templates")
        record(arguments.record, compiler, count_all(compiler, flags))
        return 0
    rows = measure_all(compiler, flags, arguments.rounds)
    if arguments.out:
        arguments.out.write_text(json.dumps({"context": {"program": "compile_time.py"}, "benchmarks": rows}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
