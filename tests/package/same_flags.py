#!/usr/bin/env python3
"""Checks that CMake compiles the library, or a program, as pkg-config says.

usage: same_flags.py <compile_commands.json> <target> <its sources, spaces between> <flags...>

The build that the first argument belongs to must compile each of the target's sources with just these flags, apart
from their order, warnings, whether headers are the system's, GNU's extensions, which of its OpenMPs a
compiler is told to use, and that CMake's library may also be linked into shared ones (-fPIC).
"""

import json
import os
import re
import shlex
import sys
from pathlib import Path


def compiled_files(file):
    """The file, or those that CMake's unity builds have it include."""
    if "/Unity/unity_" not in file:
        return [file]
    return re.findall(r'^#include "(.*)"', Path(file).read_text(), re.MULTILINE)


def essential(words):
    words = iter(words)
    found = set()
    for word in words:
        if word in ("-o", "-c"):
            next(words)
        elif word in ("-isystem", "-I"):
            found.add("-I" + os.path.realpath(next(words)))
        elif word.startswith("-I"):
            found.add("-I" + os.path.realpath(word[2:]))
        elif word != "-fPIC" and not word.startswith("-W"):
            found.add(word.replace("gnu++", "c++").replace("-fopenmp=libomp", "-fopenmp"))
    return found


def main():
    database, target, sources, *flags = sys.argv[1:]
    commands = {
        os.path.realpath(file): entry["command"]
        for entry in json.load(open(database))
        if f"/{target}.dir/" in entry["command"]
        for file in compiled_files(entry["file"])
    }
    sources = [os.path.realpath(source) for source in sources.split()]
    said = essential(flags)
    faults = []
    for source in sources:
        done = essential(shlex.split(commands[source])[1:]) if source in commands else set()
        if done != said:
            faults.append(f"{source}: only CMake has {done - said}, only pkg-config {said - done}")
    folder = os.path.dirname(sources[0])
    for file in commands.keys() - set(sources):
        if os.path.dirname(file) == folder:
            faults.append(f"{file}: only CMake compiles it")
    print("\n".join(faults) if faults else f"{len(sources)} sources are compiled with the same flags")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
