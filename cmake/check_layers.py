#!/usr/bin/env python3
"""Checks which folder of include/relatile includes which.

usage: check_layers.py <path of include/relatile>
       check_layers.py --self-test

The table below is the architecture. A folder may include itself, what the table allows, and the
standard library; headers outside folders (relatile.hpp, papers.hpp, ...) may include every folder.
A folder's definitions, in its impl/, follow its rules.
Eigen, MPI, HDF5 and threads each have one folder that may use them; `omp simd` starts no threads.
"""

import re
import sys
import tempfile
from pathlib import Path

FACE = "array einsum linalg fft random io sparse"
BELOW = f"core function tra placement transport runtime plan rules program kernel strategy schedule cost passes planner engine expr grad {FACE}"
MAY_INCLUDE = {
    "core": "",
    "function": "core",
    "tra": "core",
    "placement": "core",
    "transport": "core",
    "runtime": "core",
    "plan": "core tra placement",
    "rules": "core tra placement plan",
    "reference": "core tra",
    "program": "core function tra placement",
    "kernel": "core function",
    "strategy": "core tra placement plan",
    "schedule": "core tra placement plan",
    "cost": "core tra placement plan schedule",
    "passes": "core tra placement plan strategy schedule cost",
    "planner": "core tra rules placement plan strategy schedule cost passes",
    "papers": "core tra rules placement plan strategy schedule cost planner",
    "engine": "core tra placement plan schedule kernel transport runtime",
    "expr": "core function tra placement kernel",
    "context": BELOW,
    "machine": f"context {BELOW}",
    "optim": f"core tra expr {FACE}",
    "models": f"core tra expr kernel transport optim {FACE}",
    **{folder: f"expr core function tra placement kernel transport {FACE}" for folder in FACE.split()},
    "grad": f"expr core function tra kernel {FACE}",
}

# Of folders that have folders within: which parts of the same folder each part may include beside itself.
PARTS_MAY_INCLUDE = {
    "core": "",
    "core/text": "core",
    "plan": "",
    "plan/algebra": "",
    "plan/text": "plan",
    "planner/space": "",
    "planner/search": "planner/space",
    "planner": "planner/space planner/search",
    "kernel": "kernel/functions",
    "kernel/functions": "",
    "kernel/products": "kernel kernel/functions",
    "kernel/blocks": "kernel kernel/products",
    "kernel/sparse": "kernel kernel/functions kernel/products",
    "kernel/factorizations": "kernel kernel/functions kernel/products",
    "kernel/spectral": "kernel kernel/products kernel/factorizations",
    "kernel/models": "kernel kernel/functions kernel/products",
    "array": "",
    "array/text": "array",
    "array/shapes": "array",
    "array/reductions": "array array/shapes",
    "array/relations": "array",
    "array/parts": "array array/shapes array/lines",
    "array/lines": "array array/shapes",
    "array/guests": "array",
    "array/names": "array array/lines array/shapes",
    "linalg": "",
    "linalg/dense": "linalg",
    "linalg/iterative": "linalg",
    "linalg/spectral": "linalg linalg/dense linalg/iterative",
    "linalg/tensors": "linalg linalg/dense linalg/iterative linalg/spectral",
    "sparse/advice": "",
    "sparse/structure": "",
    "sparse": "sparse/advice sparse/structure",
    "sparse/entrywise": "sparse sparse/structure",
    "sparse/shapes": "sparse sparse/structure sparse/entrywise",
    "sparse/reductions": "sparse sparse/structure sparse/entrywise",
    "sparse/einsum": "sparse sparse/structure sparse/entrywise sparse/estimates",
    "sparse/files": "sparse sparse/structure sparse/tensors",
    "sparse/estimates": "sparse sparse/structure",
    "sparse/generators": "sparse sparse/structure",
    "sparse/graphs": "sparse sparse/structure",
    "sparse/tensors": "sparse sparse/structure sparse/entrywise sparse/shapes sparse/reductions sparse/einsum",
    "models": "",
    "models/linear": "models",
    "models/metrics": "models",
    "io": "io/zip",
    "io/zip": "",
    "io/hdf5": "io",
    "io/entries": "io",
}
WITH_PARTS = {part.split("/")[0] for part in PARTS_MAY_INCLUDE}

# What only one folder may use: (pattern of a line, its name, the folder).
RESERVED = [
    (re.compile(r'^\s*#\s*include\s*[<"](unsupported/)?Eigen/'), "Eigen", "kernel"),
    (re.compile(r'^\s*#\s*include\s*[<"](mpi\.h|boost/mpi)'), "MPI", "transport"),
    (re.compile(r'^\s*#\s*include\s*[<"]hdf5'), "HDF5", "io"),
    (re.compile(r'^\s*#\s*include\s*[<"]omp\.h|#\s*pragma\s+omp\b(?!\s+simd\b)|_Pragma\("omp\b(?!\s+simd\b)'), "OpenMP", "runtime"),
    (re.compile(r"\bstd::j?thread\b"), "threads", "runtime"),
]

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
COMMENT_OR_LITERAL = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])'""", re.VERBOSE | re.DOTALL
)


def without_comments(text):
    """Blanks comments and keeps the line numbers."""

    def blank(match):
        token = match.group()
        return "\n" * token.count("\n") if token.startswith("/") else token

    return COMMENT_OR_LITERAL.sub(blank, text)


def included_parts(root, header, quote, path):
    """The names on the way to what an include leads to; None for another library."""
    if path.startswith("relatile/"):
        return Path(path).relative_to("relatile").parts
    if quote == '"' and (header.parent / path).is_file():
        return (header.parent / path).resolve().relative_to(root).parts
    return None


def folder_of(parts):
    """"" outside folders, where impl/ has the definitions of what is declared there."""
    return parts[0] if len(parts) > 1 and parts[0] != "impl" else ""


def part_of(parts):
    """The folder, with the one within it if there is one; definitions follow the rules of their declarations."""
    return "/".join([name for name in parts[:-1] if name != "impl"][:2])


def violations(root):
    root = root.resolve()
    for header in sorted(root.rglob("*.hpp")):
        parts = header.relative_to(root).parts
        folder = folder_of(parts)
        who = f"{folder}/" if folder else "a header outside folders"
        shown = Path(root.parent.name, root.name, *parts)
        if folder in WITH_PARTS and part_of(parts) not in PARTS_MAY_INCLUDE:
            yield f"{shown}:1: {part_of(parts)}/ is not in the table of check_layers.py"
            continue
        if folder and folder not in MAY_INCLUDE:
            yield f"{shown}:1: {folder}/ is not in the table of check_layers.py"
            continue
        for number, line in enumerate(without_comments(header.read_text()).split("\n"), start=1):
            for pattern, name, owner in RESERVED:
                if folder != owner and pattern.search(line):
                    yield f"{shown}:{number}: {who} may not use {name}, only {owner}/ may"
            include = INCLUDE.search(line)
            there = included_parts(root, header, *include.groups()) if include else None
            if there is None or not folder:
                continue
            target = folder_of(there)
            part, other = part_of(parts), part_of(there)
            if target == folder and part != other and other not in PARTS_MAY_INCLUDE.get(part, other).split():
                yield f"{shown}:{number}: {part}/ may not include {other}/"
            if target == folder or target in MAY_INCLUDE[folder].split():
                continue
            whom = f"{target}/" if target else "headers outside folders"
            yield f"{shown}:{number}: {who} may not include {whom}"


def self_test():
    planted = {
        "core/a.hpp": '#include <vector>\n// std::thread and #pragma omp in a comment are fine\n#pragma omp simd\n#include "b.hpp"\n',
        "core/b.hpp": '#include "../tra/fwd.hpp"\n',
        "tra/fwd.hpp": "/* two\nlines */\n\n#include <relatile/rules/rule.hpp>\n#include <relatile/core/a.hpp>\n",
        "rules/rule.hpp": '#include "relatile/context.hpp"\n',
        "plan/p.hpp": "#include <Eigen/Core>\n#include <mpi.h>\n",
        "array/a.hpp": "#pragma omp parallel for\nstd::thread worker;\n#include <relatile/io/npy.hpp>\n",
        "io/npy.hpp": "#include <boost/mpi/communicator.hpp>\n",
        "kernel/k.hpp": "#include <Eigen/Core>\n",
        "transport/t.hpp": "#include <mpi.h>\n#include <hdf5.h>\n",
        "io/h.hpp": "#include <hdf5.h>\n",
        "runtime/r.hpp": "#include <omp.h>\n#pragma omp parallel\nstd::thread worker;\n",
        "misc/m.hpp": "\n",
        "tra/impl/t.hpp": "#include <relatile/rules/rule.hpp>\n",
        "impl/context.hpp": "#include <relatile/planner/p.hpp>\n#include <relatile/tra/impl/t.hpp>\n",
        "planner/space/impl/s.hpp": "#include <relatile/planner/space/s.hpp>\n#include <relatile/planner/search/s.hpp>\n",
        "planner/new/n.hpp": "\n",
        "planner/p.hpp": "#include <relatile/planner/search/s.hpp>\n",
        "context.hpp": "#include <relatile/planner/p.hpp>\n#include <relatile/engine/e.hpp>\n",
    }
    expected = {
        "core/b.hpp:1: core/ may not include tra/",
        "tra/fwd.hpp:4: tra/ may not include rules/",
        "tra/impl/t.hpp:1: tra/ may not include rules/",
        "rules/rule.hpp:1: rules/ may not include headers outside folders",
        "plan/p.hpp:1: plan/ may not use Eigen, only kernel/ may",
        "plan/p.hpp:2: plan/ may not use MPI, only transport/ may",
        "array/a.hpp:1: array/ may not use OpenMP, only runtime/ may",
        "array/a.hpp:2: array/ may not use threads, only runtime/ may",
        "io/npy.hpp:1: io/ may not use MPI, only transport/ may",
        "transport/t.hpp:2: transport/ may not use HDF5, only io/ may",
        "planner/space/impl/s.hpp:2: planner/space/ may not include planner/search/",
        "planner/new/n.hpp:1: planner/new/ is not in the table of check_layers.py",
        "misc/m.hpp:1: misc/ is not in the table of check_layers.py",
    }
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory, "include", "relatile")
        for name, text in planted.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        found = {line.removeprefix("include/relatile/") for line in violations(root)}
    for line in sorted(expected - found):
        print("not reported:", line)
    for line in sorted(found - expected):
        print("reported, but no violation:", line)
    return expected == found


def main():
    if sys.argv[1:] == ["--self-test"]:
        return 0 if self_test() else 1
    found = list(violations(Path(sys.argv[1])))
    print("\n".join(found) or "every include follows the table")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
