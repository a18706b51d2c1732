#!/usr/bin/env python3
"""Calls the compiler for the tests about what compiles and what must not.

usage: check_compiles.py headers <compile_commands.json> <probe> <include folder> <folder>
           Every header in include/relatile/<folder> compiles alone, and twice. The folder "." stands
           for the headers outside folders.
       check_compiles.py fails <compile_commands.json> <probe> <source>
           The source does not compile, and a line of the diagnosis matches the regular expression of
           the source's first line: // expect: <regex>
       check_compiles.py self-test <compile_commands.json> <probe>

The probe is a source file of the build. Its compile command is repeated with another input, so that
include paths, definitions and warnings are those of the real build.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

JOBS = 2


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

    def diagnosis_of_header(self, include_folder, header):
        """What the compiler says of a header by itself; empty if it is content."""
        command = self.without_precompiled_header() + ["-I", str(include_folder), "-x", "c++", "-"]
        result = self.run(command, input=f"#include <{header}>\n#include <{header}>\n")
        return result.stderr if result.returncode != 0 else ""


def headers_compile(compiler, include_folder, folder):
    root = Path(include_folder, "relatile", folder)
    found = root.glob("*.hpp") if folder == "." else root.rglob("*.hpp")
    headers = sorted(str(header.relative_to(include_folder)) for header in found)
    with ThreadPoolExecutor(JOBS) as pool:
        diagnoses = list(pool.map(lambda header: compiler.diagnosis_of_header(include_folder, header), headers))
    for header, diagnosis in zip(headers, diagnoses):
        if diagnosis:
            print(f"{header} does not compile alone:\n{diagnosis}")
    print(f"{len(headers)} headers in {root}")
    return not any(diagnoses)


def compile_fails(compiler, source):
    first_line = Path(source).read_text().split("\n", 1)[0]
    expected = re.fullmatch(r"// expect: (.+)", first_line)
    if not expected:
        print(f"{source}:1: the first line must be `// expect: <regex>`")
        return False
    result = compiler.run(compiler.command + [str(source)])
    if result.returncode == 0:
        print(f"{source} compiles, and must not")
        return False
    for line in result.stderr.splitlines():
        if re.search(expected[1], line):
            print(line)
            return True
    print(f"{source} fails to compile, but no line matches `{expected[1]}`:\n{result.stderr}")
    return False


def self_test(compiler):
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory)

        def fails(text):
            source = root / "bad_planted.cpp"
            source.write_text(text)
            return compile_fails(compiler, source)

        def headers(text):
            header = root / "include" / "relatile" / "folder" / "planted.hpp"
            header.parent.mkdir(parents=True, exist_ok=True)
            header.write_text(text)
            return headers_compile(compiler, root / "include", "folder")

        return (
            fails('// expect: advice 1\nstatic_assert(false, "advice 1");\n')
            and not fails('// expect: advice 1\nstatic_assert(false, "advice 2");\n')
            and not fails("// expect: advice 1\nint x;\n")
            and not fails('static_assert(false, "advice 1");\n')
            and headers("#pragma once\n#include <vector>\nextern std::vector<int> x;\n")
            and not headers("#pragma once\nextern std::vector<int> x;\n")
            and not headers("#include <vector>\nstruct IncludedTwice {};\n")
        )


def main():
    task, database, probe, *rest = sys.argv[1:]
    compiler = Compiler(database, probe)
    tasks = {"headers": headers_compile, "fails": compile_fails, "self-test": self_test}
    return 0 if tasks[task](compiler, *rest) else 1


if __name__ == "__main__":
    sys.exit(main())
