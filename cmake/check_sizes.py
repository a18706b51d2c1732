#!/usr/bin/env python3
"""Checks that no header has grown too long to be read in one sitting, and no folder too large to be known.

usage: check_sizes.py <folder>
       check_sizes.py --self-test
"""

import sys
import tempfile
from pathlib import Path

MAX_LINES = 400
MAX_LINES_OF_FOLDER = 4000  # with the definitions in its impl/, without other folders within it


def violations(root):
    folders = {}
    for header in sorted(root.rglob("*.hpp")):
        lines = len(header.read_text().splitlines())
        folder = header.parent.parent if header.parent.name == "impl" else header.parent
        folders[folder] = folders.get(folder, 0) + lines
        if lines > MAX_LINES:
            yield f"{header.relative_to(root)}: {lines} lines, at most {MAX_LINES}; give a part of it its own header"
    for folder, lines in folders.items():
        if lines > MAX_LINES_OF_FOLDER:
            yield f"{folder.relative_to(root)}/: {lines} lines, at most {MAX_LINES_OF_FOLDER}; give a part of it a folder within"


def self_test():
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory)
        (root / "folder").mkdir()
        (root / "just_right.hpp").write_text("\n" * MAX_LINES)
        (root / "folder" / "too_long.hpp").write_text("\n" * (MAX_LINES + 1))
        (root / "large" / "impl").mkdir(parents=True)
        for number in range(10):
            (root / "large" / f"{number}.hpp").write_text("\n" * (MAX_LINES_OF_FOLDER // 10 - 1))
        (root / "large" / "impl" / "0.hpp").write_text("\n" * 11)
        (root / "large" / "within").mkdir()
        (root / "large" / "within" / "0.hpp").write_text("\n")
        found = list(violations(root))
    return (
        len(found) == 2
        and found[0].startswith(f"folder/too_long.hpp: {MAX_LINES + 1} lines")
        and found[1].startswith(f"large/: {MAX_LINES_OF_FOLDER + 1} lines")
    )


def main():
    if sys.argv[1:] == ["--self-test"]:
        return 0 if self_test() else 1
    found = list(violations(Path(sys.argv[1])))
    print("\n".join(found) or f"no header has more than {MAX_LINES} lines, no folder more than {MAX_LINES_OF_FOLDER}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
