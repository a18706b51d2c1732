#!/usr/bin/env python3
"""Checks that what is compiled once is compiled, and once.

usage: check_sources.py <top folder of the project>
       check_sources.py --self-test

A header folder/x.hpp whose definitions don't depend on a user's types includes folder/impl/x.hpp where
RELATILE_DEFINITIONS is set (include/relatile/core/definitions.hpp). Of these, each one that defines
RELATILE_INLINE functions is included by exactly one file of src/; a second one would define them twice,
and with none a program that needs them would not link. Where they are virtual, their declarations have
the word as well, lest every file from headers alone compile the whole class.
Macros of src/ have a name each, since CMake's unity builds compile several of its files as one.
"""

import re
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

MACRO = re.compile(r"^#define (\w+)", re.MULTILINE)
OVERRIDE = re.compile(r"^  (?! )([^;{}]*?\boverride);", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"](relatile/[^">]+)[">]', re.MULTILINE)


def violations(top):
    include = top / "include"
    sources = {source: INCLUDE.findall(source.read_text()) for source in sorted((top / "src").glob("*/*.cpp"))}
    definers = defaultdict(list)
    for source in sources:
        for macro in MACRO.findall(source.read_text()):
            definers[macro].append(source.name)
    for macro, names in definers.items():
        if len(names) > 1:
            yield f"{macro}: defined by {', '.join(names)} of src/, each needs a name of its own"
    for definitions in sorted(include.glob("relatile/**/impl/*.hpp")):
        name = str(definitions.relative_to(include))
        text = definitions.read_text()
        declarations = definitions.parent.parent / definitions.name
        if "RELATILE_INLINE" not in text:
            continue
        if not declarations.is_file() or name not in INCLUDE.findall(declarations.read_text()):
            yield f"{name}: relatile/{declarations.relative_to(include / 'relatile')} does not include it"
        elif any("RELATILE_INLINE" not in found for found in OVERRIDE.findall(declarations.read_text())):
            yield f"{name}: a virtual function that it defines is declared without RELATILE_INLINE"
        holders = [source.name for source in sources if name in sources[source]]
        if len(holders) != 1:
            yield f"{name}: included by {', '.join(holders) or 'no file'} of src/, must be by one"


def report(top):
    found = list(violations(top))
    print("\n".join(found) if found else "all definitions are compiled once")
    return not found


def self_test():
    good = {
        "include/relatile/a/x.hpp": '#include "relatile/a/impl/x.hpp"\n',
        "include/relatile/a/impl/x.hpp": "RELATILE_INLINE void f() {}\n",
        "src/part/a.cpp": "#include <relatile/a/impl/x.hpp>\n",
    }
    planted = [
        {"src/part/b.cpp": "#include <relatile/a/impl/x.hpp>\n"},
        {"src/part/b.cpp": "#define M(T)\n", "src/part/c.cpp": "#define M(T)\n"},
        {"src/part/a.cpp": ""},
        {"include/relatile/a/x.hpp": ""},
        {"include/relatile/a/x.hpp": '#include "relatile/a/impl/x.hpp"\nstruct A : B {\n  int f(int,\n        int) override;\n};\n'},
    ]
    for changes in [{}, *planted]:
        with tempfile.TemporaryDirectory() as directory:
            for path, text in {**good, **changes}.items():
                file = Path(directory, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            if report(Path(directory)) != (not changes):
                return False
    return True


def main():
    arguments = sys.argv[1:]
    if arguments == ["--self-test"]:
        return 0 if self_test() else 1
    if len(arguments) != 1:
        sys.exit(__doc__)
    return 0 if report(Path(arguments[0])) else 1


if __name__ == "__main__":
    sys.exit(main())
