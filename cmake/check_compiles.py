#!/usr/bin/env python3
"""Calls the compiler for the tests about what compiles and what must not.

usage: check_compiles.py headers <compile_commands.json> <probe> <include folder>
           Every header in the folder compiles alone, and twice; impl/x.hpp, which defines what x.hpp
           declares, after it. What a header surely includes, itself or through others, may stand before
           it: a header's includes stand before all else in it, so it sees nothing that it would not see
           alone. So headers of which each includes the one before are compiled in one go, in as few
           goes as there can be, and what most begin with, headers of ours or of others, is precompiled:
           both for time.
       check_compiles.py fails <compile_commands.json> <probe> <source>...
           The sources do not compile, and a line of each diagnosis matches the regular expression of
           the source's first line: // expect: <regex>
           All of the diagnosis has at most 15 lines, so that a user sees it at a glance, or as many as
           the second line says: // lines: <number>
       check_compiles.py fails-with <compiler> <compile_commands.json> <probe> <source>...
           The same with another compiler, which gets the include paths, definitions and the standard.
       check_compiles.py self-test <compile_commands.json> <probe>

The probe is a source file of the build. Its compile command is repeated with another input, so that
include paths, definitions and warnings are those of the real build.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

JOBS = 2
HDF5 = "relatile/io/hdf5/impl/library.hpp"  # not every build has it
COST_OF_BASE = 3.5  # in compilations of it: to make a precompiled header takes time and space
# How long headers of others take, beside what most of them include as well, in headers of ours: about 12 ms.
WEIGHTS = {
    "Eigen/": 150, "boost/": 80, "fast_float/": 60, "filesystem": 60, "thread": 40, "random": 40, "string": 40,
    "memory": 35, "complex": 30, "mutex": 30, "chrono": 30, "algorithm": 25, "sstream": 25, "iomanip": 25,
    "iostream": 25, "ostream": 25, "istream": 25, "fstream": 25, "locale": 25, "functional": 20, "atomic": 20,
    "iterator": 20, "stdexcept": 10, "system_error": 10, "vector": 10, "unordered_": 10, "cmath": 10, "map": 6,
}
MOST_LINES = 15


class Compiler:
    def __init__(self, database, probe):
        entries = json.loads(Path(database).read_text())
        entry = next(entry for entry in entries if os.path.samefile(entry["file"], probe))
        self.directory = entry["directory"]
        self.command = self.without_input_and_output(shlex.split(entry["command"]))

    @staticmethod
    def without_input_and_output(words):
        words = iter(words)
        kept = []
        for word in words:
            if word in ("-o", "-c"):
                next(words)
            else:
                kept.append(word)
        return kept + ["-fsyntax-only"]

    def without_precompiled_header(self):
        """It would hide that a header forgets an include."""
        words = iter(self.command)
        kept = []
        for word in words:
            if word == "-include":
                next(words)
            else:
                kept.append(word)
        return kept

    def diagnosis_of(self, source):
        """What the compiler says of a source, without warnings; None if it is content."""
        result = self.run(self.command + ["-w", str(source)])
        return result.stderr if result.returncode != 0 else None

    def diagnosis_without_precompiled_header(self, source):
        """The same as users see it: a precompiled header is one more of the files that include."""
        return self.run(self.without_precompiled_header() + ["-w", str(source)]).stderr

    def run(self, command, **arguments):
        return subprocess.run(
            command,
            cwd=self.directory,
            env={**os.environ, "LC_ALL": "C"},  # the diagnosis is matched: no translations
            capture_output=True,
            text=True,
            check=False,
            **arguments,
        )

    def precompile(self, include_folder, headers, base):
        """Makes a header `base` with nothing but these, and precompiles it."""
        base.write_text("".join(f"#include <{header}>\n" for header in headers))
        words = [word for word in self.without_precompiled_header() if word != "-fsyntax-only"]
        made = ["-I", str(include_folder), "-x", "c++-header", str(base), "-o", f"{base}.gch"]
        return self.run([*words, *made]).returncode == 0

    def diagnosis_of_headers(self, include_folder, headers, base=None):
        """What the compiler says of headers one after another, after a precompiled one; empty if it is content."""
        after = ["-include", str(base)] if base else []
        command = [*self.without_precompiled_header(), *after, "-I", str(include_folder), "-x", "c++", "-"]
        includes = "".join(f"#include <{header}>\n" for header in headers)
        result = self.run(command, input=includes + includes)
        return result.stderr if result.returncode != 0 else ""


class OtherCompiler(Compiler):
    """Another one than that of the build, with a precompiled header of its own."""

    def __init__(self, program, database, probe, directory):
        super().__init__(database, probe)
        words = iter(self.without_precompiled_header())
        self.command = [program]
        for word in words:
            if word == "-isystem":
                self.command += [word, next(words)]
            elif re.match(r"-[DUI].|-std=|-fsyntax-only", word):
                self.command.append(word)
        self.plain = list(self.command)
        header = Path(directory, "precompiled.pch")
        made = [word for word in self.command if word != "-fsyntax-only"]
        self.run([*made, "-w", "-x", "c++-header", str(probe), "-o", str(header)])
        if header.exists():
            self.command += ["-include-pch", str(header)]

    def without_precompiled_header(self):
        return self.plain if hasattr(self, "plain") else super().without_precompiled_header()


class Includes:
    """What every header includes for certain: outside of #if."""

    def __init__(self, include_folder):
        headers = sorted(Path(include_folder).rglob("*.hpp"))
        self.direct = {str(h.relative_to(include_folder)): self.of(h.read_text()) for h in headers}
        self.of_all = {}
        self.sizes = {}
        for header in self.direct:
            self.all_of(header)

    @staticmethod
    def of(text):
        depth = 0
        found = []
        for line in text.splitlines():
            directive = re.match(r'\s*#\s*(if|endif|include)\w*\s*(?:[<"]([^">]+)[">])?', line)
            if directive and directive[1] == "include":
                found += [directive[2]] if depth == 0 and directive[2] else []
            elif directive:
                depth += 1 if directive[1] == "if" else -1
        return found

    def declarations_of(self, header):
        """x.hpp, if the header is impl/x.hpp and there is one."""
        path = Path(header)
        declarations = str(path.parent.parent / path.name)
        return declarations if path.parent.name == "impl" and declarations in self.direct else None

    def all_of(self, header):
        """The header itself and all that it includes, the standard library's and others' headers too."""
        if header not in self.of_all:
            self.of_all[header] = {header}  # also ends the search where headers include each other
            self.of_all[header] = {header}.union(*map(self.all_of, self.direct.get(header, [])))
        return self.of_all[header]

    def size(self, header):
        """How much there is to compile, in headers."""
        if header not in self.sizes:
            self.sizes[header] = self.weight_of(self.all_of(header))
        return self.sizes[header]

    @staticmethod
    def weight(header):
        return next((weight for start, weight in WEIGHTS.items() if header.startswith(start)), 1)

    def weight_of(self, headers):
        return sum(map(self.weight, headers))

    def seen_by(self, header):
        """What may stand before a header: all that it includes, of impl/x.hpp also what x.hpp does."""
        declarations = self.declarations_of(header)
        return self.all_of(header) | (self.all_of(declarations) if declarations else set())


class Base:
    """Headers that are precompiled together: one of ours with all that it includes, or others' alone."""

    def __init__(self, includes, headers):
        self.headers = headers
        self.name = ""  # once it is chosen
        self.parts = set().union(*map(includes.all_of, headers))
        self.size = includes.weight_of(self.parts)

    def file_in(self, directory):
        return Path(directory, f"{self.name}.hpp")


class Bases:
    """Those that are worth being precompiled: that takes as long as to compile some headers."""

    def __init__(self, includes):
        self.chosen = []
        declared = {includes.declarations_of(header) for header in includes.direct}
        last = [header for header in includes.direct if header not in declared]  # of what compiles in one go
        candidates = list(self.candidates(includes))
        seen = [includes.seen_by(header) for header in last]
        self.number = {part: 1 << i for i, part in enumerate(set().union(*seen))}
        masks = [self.mask(base.parts) for base in candidates]
        fitting = [
            [b for b, mask in enumerate(masks) if mask & ~of_header == 0] for of_header in map(self.mask, seen)
        ]
        spared = [0.0] * len(last)
        while True:
            gains = [-COST_OF_BASE * base.size for base in candidates]
            for at, bases in enumerate(fitting):
                for b in bases:
                    gains[b] += max(0.0, candidates[b].size - spared[at])
            best = max(range(len(gains)), key=gains.__getitem__, default=None)
            if best is None or gains[best] <= 0:
                return
            candidates[best].name = f"base_{len(self.chosen)}"
            self.chosen.append(candidates[best])
            for at, bases in enumerate(fitting):
                if best in bases:
                    spared[at] = max(spared[at], candidates[best].size)

    @staticmethod
    def candidates(includes):
        known = set()
        for header in sorted(includes.direct):
            if "/impl/" not in header:
                yield Base(includes, [header])
            others = tuple(sorted(includes.all_of(header) - includes.direct.keys()))
            if others and others not in known:
                known.add(others)
                yield Base(includes, list(others))

    def mask(self, parts):
        """As bits, whose comparison is quick."""
        return sum(self.number.get(part, 0) for part in parts)

    def keep(self, good):
        self.chosen = [base for base, is_good in zip(self.chosen, good) if is_good]

    def largest(self, seen):
        """Which one spares most, of those all of whose parts are seen, if any are."""
        return max((base for base in self.chosen if base.parts <= seen), key=lambda base: base.size, default=None)


class Goes:
    """Headers to compile in one go: each sees what those before it include, which it includes as well."""

    def __init__(self, includes, headers, bases):
        self.declarations = {header: includes.declarations_of(header) for header in headers}
        self.seen = {}
        self.base = {}
        for header in headers:
            self.seen[header] = includes.seen_by(header)
            self.base[header] = bases.largest(self.seen[header])
        self.size = includes.size
        self.followers = {}

    def may_follow(self, header, other):
        return self.seen[other] < self.seen[header] and self.base[other] == self.base[header]

    def give_place(self, header, tried):
        """Puts a header after one that none follows yet, or whose follower finds another place."""
        for other in sorted(self.seen[header] & self.seen.keys(), key=self.size, reverse=True):
            if other in tried or not self.may_follow(header, other):
                continue
            tried.add(other)
            if other not in self.followers or self.give_place(self.followers[other], tried):
                self.followers[other] = header
                return True
        return False

    def all(self):
        """As few as there can be, by matching each header with one before it: the largest ones first."""
        for header in sorted(self.seen, key=lambda header: len(self.seen[header])):
            self.give_place(header, set())
        goes = []
        for header in self.seen.keys() - set(self.followers.values()):
            goes.append([header])
            while goes[-1][-1] in self.followers:
                goes[-1].append(self.followers[goes[-1][-1]])
        return sorted(goes, key=lambda go: self.size(go[-1]), reverse=True)

    def with_declarations(self, go):
        """impl/x.hpp need not include x.hpp."""
        return [each for header in go for each in (self.declarations[header], header) if each]


def headers_compile(compiler, include_folder):
    includes = Includes(include_folder)
    headers = list(includes.direct)
    if "-DRELATILE_HAS_HDF5" not in compiler.command:  # definitions that are not included then
        headers = [h for h in headers if not includes.declarations_of(h) or HDF5 not in includes.all_of(h)]
    with tempfile.TemporaryDirectory(dir=".") as directory, ThreadPoolExecutor(JOBS) as pool:
        directory = Path(directory).resolve()
        bases = Bases(includes)
        # What is wrong with one that cannot be precompiled, it says itself below.
        def precompiles(base):
            return compiler.precompile(include_folder, base.headers, base.file_in(directory))

        bases.keep(list(pool.map(precompiles, bases.chosen)))
        goes = Goes(includes, headers, bases)
        in_one_go = goes.all()

        def diagnosis(go):
            base = goes.base[go[-1]]
            after = base.file_in(directory) if base else None
            return compiler.diagnosis_of_headers(include_folder, goes.with_declarations(go), after)

        diagnoses = list(pool.map(diagnosis, in_one_go))
    for go, words in zip(in_one_go, diagnoses):
        if words:
            print(f"one of these does not compile alone, or twice: {' '.join(go)}\n{words}")
    print(f"{len(headers)} headers in {len(in_one_go)} goes, after {len(bases.chosen)} precompiled ones")
    return not any(diagnoses)


def compile_fails(compiler, source):
    first_line, second_line = (Path(source).read_text() + "\n").split("\n", 2)[:2]
    expected = re.fullmatch(r"// expect: (.+)", first_line)
    if not expected:
        print(f"{source}:1: the first line must be `// expect: <regex>`")
        return False
    more_lines = re.fullmatch(r"// lines: (\d+)", second_line)
    most_lines = int(more_lines[1]) if more_lines else MOST_LINES
    diagnosis = compiler.diagnosis_of(source)
    if diagnosis is None:
        print(f"{source} compiles, and must not")
        return False
    matching = [line for line in diagnosis.splitlines() if re.search(expected[1], line)]
    if not matching:
        print(f"{source} fails to compile, but no line matches `{expected[1]}`:\n{diagnosis}")
        return False
    if len(diagnosis.splitlines()) > most_lines:
        diagnosis = compiler.diagnosis_without_precompiled_header(source)
    if len(diagnosis.splitlines()) > most_lines:
        print(f"{source}: the diagnosis has {len(diagnosis.splitlines())} lines, more than {most_lines}:\n{diagnosis}")
        return False
    print(matching[0])
    return True


def all_fail(compiler, *sources):
    with ThreadPoolExecutor(JOBS) as pool:
        return all(list(pool.map(lambda source: compile_fails(compiler, source), sources)))


def all_fail_with(program, database, probe, *sources):
    with tempfile.TemporaryDirectory() as directory:
        return all_fail(OtherCompiler(program, database, probe, directory), *sources)


def self_test(compiler):
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory)

        def fails(text):
            source = root / "bad_planted.cpp"
            source.write_text(text)
            return compile_fails(compiler, source)

        def headers(text, definitions="#pragma once\n", others=0):
            folder = root / "include" / "relatile"
            shutil.rmtree(folder, ignore_errors=True)
            (folder / "impl").mkdir(parents=True)
            (folder / "planted.hpp").write_text(text)
            (folder / "impl" / "planted.hpp").write_text(definitions)
            (folder / "base.hpp").write_text("#pragma once\n#include <vector>\n")
            for i in range(others):  # so many that their base is precompiled
                (folder / f"other_{i}.hpp").write_text(
                    "#pragma once\n#include <relatile/base.hpp>\nextern std::vector<int> x;\n"
                )
            return headers_compile(compiler, root / "include")

        after_base = "#pragma once\n#include <relatile/base.hpp>\n"
        return (
            fails('// expect: advice 1\nstatic_assert(false, "advice 1");\n')
            and not fails('// expect: advice 1\nstatic_assert(false, "advice 2");\n')
            and not fails("// expect: advice 1\nint x;\n")
            and not fails('static_assert(false, "advice 1");\n')
            and not fails('// expect: advice 1\n' + 20 * 'static_assert(false, "advice 1");\n')
            and fails('// expect: advice 1\n// lines: 99\n' + 20 * 'static_assert(false, "advice 1");\n')
            and not fails('// expect: advice 1\n// lines: 2\nstatic_assert(false, "advice 1");\n')
            and headers("#pragma once\n#include <vector>\nextern std::vector<int> x;\n")
            and not headers("#pragma once\nextern std::vector<int> x;\n")
            and not headers("#include <vector>\nstruct IncludedTwice {};\n")
            and headers("#pragma once\nint f();\n", "#pragma once\ninline int f() { return 1; }\n")
            and not headers("#pragma once\nint f();\n", "#pragma once\nstd::vector<int> x;\n")
            and headers(after_base + "extern std::vector<int> x;\n", others=10)
            and not headers("#pragma once\nextern std::vector<int> x;\n", others=10)
            and not headers("#pragma once\n#if 0\n" + after_base + "#endif\nextern std::vector<int> x;\n", others=10)
            # Its includes go with those of what comes before, but it does not see them.
            and not headers(after_base + "extern std::vector<int> x;\n", "#pragma once\nstd::map<int, int> y;\n")
        )


def main():
    task, *rest = sys.argv[1:]
    if task == "fails-with":
        return 0 if all_fail_with(*rest) else 1
    database, probe, *rest = rest
    compiler = Compiler(database, probe)
    tasks = {"headers": headers_compile, "fails": all_fail, "self-test": self_test}
    return 0 if tasks[task](compiler, *rest) else 1


if __name__ == "__main__":
    sys.exit(main())
