#!/usr/bin/env python3
"""Checks that clang-format would change nothing.

usage: check_format.py <repository>
       check_format.py --self-test

Versions of clang-format disagree about the same style file, so only the version below is asked;
where it is not installed the test is skipped.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

VERSION = 14
FOLDERS = ["include", "tests", "examples", "benchmarks"]
SKIPPED = 77


def find_clang_format():
    for name in (f"clang-format-{VERSION}", "clang-format"):
        program = shutil.which(name)
        if program:
            shown = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
            if re.search(rf"version {VERSION}\.", shown):
                return program
    return None


def well_formatted(program, root):
    files = [file for folder in FOLDERS for pattern in ("*.hpp", "*.cpp") for file in (root / folder).rglob(pattern)]
    print(f"{len(files)} files")
    if not files:
        return True
    style = Path(__file__).resolve().parent.parent / ".clang-format"
    command = [program, f"--style=file:{style}", "--dry-run", "-Werror", *sorted(map(str, files))]
    return subprocess.run(command, check=False).returncode == 0


def self_test(program):
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory)
        (root / "include").mkdir()
        (root / "include" / "good.hpp").write_text("int f();\n")
        accepts_good = well_formatted(program, root)
        (root / "include" / "bad.hpp").write_text("int   g( ) ;\n")
        return accepts_good and not well_formatted(program, root)


def main():
    program = find_clang_format()
    if not program:
        print(f"skipped: clang-format {VERSION} is not installed")
        return SKIPPED
    passed = self_test(program) if sys.argv[1:] == ["--self-test"] else well_formatted(program, Path(sys.argv[1]))
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
