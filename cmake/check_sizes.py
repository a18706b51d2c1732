#!/usr/bin/env python3
"""Checks that no header has grown too long to be read in one sitting.

usage: check_sizes.py <folder>
       check_sizes.py --self-test
"""

import sys
import tempfile
from pathlib import Path

MAX_LINES = 400


def violations(root):
    for header in sorted(root.rglob("*.hpp")):
        lines = len(header.read_text().splitlines())
        if lines > MAX_LINES:
            yield f"{header.relative_to(root)}: {lines} lines, at most {MAX_LINES}; give a part of it its own header"


def self_test():
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory)
        (root / "folder").mkdir()
        (root / "just_right.hpp").write_text("\n" * MAX_LINES)
        (root / "folder" / "too_long.hpp").write_text("\n" * (MAX_LINES + 1))
        found = list(violations(root))
    return len(found) == 1 and found[0].startswith(f"folder/too_long.hpp: {MAX_LINES + 1} lines")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return 0 if self_test() else 1
    found = list(violations(Path(sys.argv[1])))
    print("\n".join(found) or f"no header has more than {MAX_LINES} lines")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
