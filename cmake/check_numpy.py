#!/usr/bin/env python3
"""Checks that docs/numpy.md says of NumPy's names what the headers say.

usage: check_numpy.py <repository>
       check_numpy.py <repository> --write
       check_numpy.py --self-test

docs/numpy_names.txt lists NumPy's names: those that are here, under which name and what differs, and
those that are missing. Every name that is said to be here is looked for in the headers that users
call, and every one that is said to be missing as well; what the headers' comments call numpy.<name>
must be in the list. The page itself is made of the list, by --write.
"""

import re
import sys
import tempfile
from pathlib import Path

FOLDERS = "array expr function einsum linalg fft io random".split()
NAMESPACES = ("fft", "random")
# Names that mean something else here: placements, relations, and parts of relations.
OTHERWISE_USED = {"split", "tile"}
NO_FUNCTIONS = {"fft", "random", "random.Generator", "linalg", "float64", "str"}
ATTRIBUTE = re.compile(r"^\[\[[^]]*\]\] ", re.M)
DETAIL = re.compile(r"^namespace (?:\w+::)*detail \{.*?^\}  // namespace (?:\w+::)*detail$", re.M | re.S)
NAMES = [
    re.compile(r"^RELATILE_(?:FUNCTION\(\w+, |DISTRIBUTION\()(\w+)", re.M),
    re.compile(r"^class (\w+)[;:{ ]", re.M),
    re.compile(r"^inline constexpr [\w:<>, ]+? (\w+)(?:\{| =)", re.M),
    re.compile(r"^(?!template|static_assert|return|using|RELATILE)[A-Za-z][\w:<>,&*() ]*? (\w+)\(", re.M),
]
PAGE = """# NumPy's names, and what is here

What a NumPy user looks for, under NumPy's names: {here} of {all} names below are here, in namespace
`relatile` (`rt` below) unless a name says `random::` or `fft::`, with NumPy's argument order, axis rules and
promotion of element types. {missing} are missing. A C++ number beside an array counts by its kind alone, as in
NumPy 2, and one that the array's integers do not hold is an error, in comparisons too; the elements of `rt::arange(5)` and
`rt::array({{1, 2}})` are int, as the numbers. bool and integers of 8 bits give float where NumPy
gives float16, which C++20 does not have. Axes follow the operand, and after them, in any order, what else a
reduction is told: `rt::sum(x, rt::axis(0, 2), rt::keepdims, rt::only(mask), rt::initial(3.0), rt::dtype<float>)`.

This page is made by `python3 cmake/check_numpy.py . --write` of [numpy_names.txt](numpy_names.txt), and
a test compares both with the headers. `tests/python/numpy_test.py` compares values, shapes and element
types with NumPy itself.
"""


def entries(text):
    """(section, NumPy's name, name here or "", difference) of every name of the list."""
    section = ""
    for line in text.splitlines():
        if line.startswith("## "):
            section = line[3:]
        elif line.startswith("- "):
            yield from ((section, name, "", "") for name in line[2:].split())
        elif line and not line.startswith("#"):
            names, _, difference = line.partition(": ")
            if " = " in names:
                name, here = names.split(" = ")
                yield section, name, here, difference
            else:
                yield from ((section, name, name, difference) for name in names.split())


def names_of_headers(root):
    """What users can call, and what comments say that NumPy calls it."""
    defined, mentioned = set(), set()
    for folder in FOLDERS:
        for header in sorted((root / "include" / "relatile" / folder).rglob("*.hpp")):
            if "impl" in header.parts:
                continue
            text = header.read_text()
            mentioned |= set(re.findall(r"numpy\.((?:random\.|linalg\.|fft\.)?\w+)", text))
            public = ATTRIBUTE.sub("", DETAIL.sub("", text)).replace("\nauto\n", "\nauto ")
            prefix = folder + "::" if folder in NAMESPACES else ""
            for pattern in NAMES:
                defined |= {prefix + name for name in pattern.findall(public)}
    return defined, mentioned


def page(found):
    """The whole page, of the list."""
    here = sum(1 for entry in found if entry[2])
    lines = [PAGE.format(here=here, all=len(found), missing=len(found) - here)]
    for section in dict.fromkeys(entry[0] for entry in found):
        own = [entry for entry in found if entry[0] == section]
        lines.append(f"## {section}\n")
        lines.append("| NumPy | here | what differs |")
        lines.append("|---|---|---|")
        for _, name, there, difference in own:
            if there:
                lines.append(f"| `{name}` | `rt::{there}` | {difference} |".replace("|  |", "| |"))
        missing = [f"`{name}`" for _, name, there, _ in own if not there]
        if missing:
            lines.append(f"\nMissing: {', '.join(missing)}.")
        lines.append("")
    return "\n".join(lines)


def violations(root):
    found = list(entries((root / "docs" / "numpy_names.txt").read_text()))
    defined, mentioned = names_of_headers(root)
    listed = [entry[1] for entry in found]
    for name in sorted({name for name in listed if listed.count(name) > 1}):
        yield f"docs/numpy_names.txt: {name} is listed twice"
    for _, name, here, _ in found:
        if here and here not in defined:
            yield f"docs/numpy_names.txt: {name} is said to be rt::{here}, which no header has"
        if not here and name in defined - OTHERWISE_USED:
            yield f"docs/numpy_names.txt: {name} is said to be missing, but a header has it"
    for name in sorted(mentioned - set(listed) - NO_FUNCTIONS):
        yield f"docs/numpy_names.txt: a header says numpy.{name}, which is not listed"
    written = root / "docs" / "numpy.md"
    if not written.exists() or written.read_text() != page(found):
        yield "docs/numpy.md: not what docs/numpy_names.txt says; python3 cmake/check_numpy.py . --write"


def self_test():
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory)
        headers = root / "include" / "relatile" / "array"
        headers.mkdir(parents=True)
        (root / "docs").mkdir()
        (headers / "some.hpp").write_text(
            "/// numpy.sum and numpy.prod.\ninline constexpr Sum<int> sum{};\ntemplate <class X>\n"
            "auto sort(const X& x) {\n}\nnamespace detail {\nint hidden(int x);\n}  // namespace detail\n"
        )
        (root / "docs" / "numpy_names.txt").write_text("## All\nsum\nhid = hidden\n- sort median\n")
        found = "\n".join(violations(root))
    expected = ("hid is said", "sort is said to be missing", "numpy.prod, which", "numpy.md: not what")
    return all(words in found for words in expected) and len(found.splitlines()) == len(expected)


def main():
    if sys.argv[1:] == ["--self-test"]:
        return 0 if self_test() else 1
    root = Path(sys.argv[1])
    if sys.argv[2:] == ["--write"]:
        found = list(entries((root / "docs" / "numpy_names.txt").read_text()))
        (root / "docs" / "numpy.md").write_text(page(found))
    found = list(violations(root))
    print("\n".join(found) or "docs/numpy.md says what the headers say")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
