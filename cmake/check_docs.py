#!/usr/bin/env python3
"""Checks that Doxygen has no warning, and that what users call has a comment.

usage: check_docs.py <repository>
       check_docs.py --self-test

docs/Doxyfile says what is read; nothing is written to the repository. Of the namespaces and folders
below, every class, function, object and type needs a comment, of overloads at least one. A namespace
needs its line in docs/namespaces.dox, without which Doxygen leaves out its functions. Classes of models,
and their options, are named in docs/models.md. The code of docs/relations.md stands in a test, so that
it compiles and does what the page says.

Versions of Doxygen warn of different things, so only the version below is asked; where it is not
installed the test is skipped.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

VERSION = "1.9.4"
NAMESPACES = ["relatile", "relatile::ia", "relatile::io", "relatile::random"]
FOLDERS = ["", "array", "expr", "einsum", "function", "io", "linalg", "random", "context", "machine"]
MODELS = "relatile::models"
SKIPPED = 77


def find_doxygen():
    program = shutil.which("doxygen")
    if program:
        shown = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
        if shown.split()[:1] == [VERSION]:
            return program
    return None


def has_comment(definition):
    return any("".join(text.itertext()).strip() for text in definition if text.tag.endswith("description"))


def place(definition):
    """Header and line of a definition, if the header is for users; else nothing."""
    location = definition.find("location")
    header = Path("" if location is None else location.get("file"))  # as programs include it
    if header.parts[:1] != ("relatile",) or "/".join(header.parts[1:-1]) not in FOLDERS:
        return None
    return f"{header}:{location.get('line')}"


def without_comment(compound):
    """What a class or a namespace, as Doxygen's XML has it, lacks."""
    kind, name = compound.get("kind"), compound.findtext("compoundname")
    if kind == "namespace":
        if not has_comment(compound) and "detail" not in name and name.startswith("relatile"):
            yield f"docs/namespaces.dox: {name} has no line"
        if name not in NAMESPACES:
            return
        overloads = {}
        for member in compound.iter("memberdef"):
            if place(member):
                overloads.setdefault(member.findtext("name"), []).append(member)
        for member, definitions in overloads.items():
            if not any(map(has_comment, definitions)):
                yield f"{place(definitions[0])}: {member} has no comment"
    elif kind in ("class", "struct", "union", "concept") and name.rpartition("::")[0] in NAMESPACES:
        if place(compound) and not has_comment(compound):
            yield f"{place(compound)}: {name} has no comment"


def models_of(compound):
    """The models, and the options of some, that a class as Doxygen's XML has it stands for."""
    namespace, _, name = compound.findtext("compoundname").rpartition("::")
    if namespace != MODELS or compound.get("kind") not in ("class", "struct"):
        return
    if name.endswith("Options"):
        for member in compound.iter("memberdef"):
            if member.get("kind") == "variable":
                yield member.findtext("name")
    elif any(member.findtext("name") == "fit" for member in compound.iter("memberdef")):
        yield name


def missing_models(compounds, page):
    for name in sorted({name for compound in compounds for name in models_of(compound)}):
        if f"`{name}`" not in page and f".{name}`" not in page:
            yield f"docs/models.md: {name} is missing"


def code_without_test(root):
    """Blocks of code of a page that do not stand in the test of that page, but for indentation."""
    page, test = root / "docs" / "relations.md", root / "tests" / "unit" / "expr" / "relations_page_test.cpp"
    if not page.exists():
        return
    tested = "\n".join(line.strip() for line in test.read_text().splitlines()) if test.exists() else ""
    for block in re.findall(r"^```cpp\n(.*?)^```$", page.read_text(), re.M | re.S):
        lines = [line.strip() for line in block.splitlines()]
        if "\n".join(lines) not in tested:
            yield f"docs/relations.md: code that {test.name} lacks: {lines[0]}"


def violations(program, root):
    with tempfile.TemporaryDirectory() as directory:
        settings = (root / "docs" / "Doxyfile").read_text()
        settings += f"\nOUTPUT_DIRECTORY = {directory}\nGENERATE_XML = YES\n"
        result = subprocess.run([program, "-"], input=settings, cwd=root, capture_output=True, text=True, check=False)
        found = (result.stdout + result.stderr).splitlines()
        if result.returncode != 0 and not found:
            found.append(f"{program} failed")
        files = sorted(Path(directory, "xml").glob("*.xml"))
        compounds = [one for file in files for one in ElementTree.parse(file).getroot().iter("compounddef")]
        for compound in compounds:
            found += without_comment(compound)
        page = root / "docs" / "models.md"
        found += missing_models(compounds, page.read_text() if page.exists() else "")
        found += code_without_test(root)
    return found


def self_test(program):
    header = "include/relatile/a.hpp"
    good = {
        "docs/Doxyfile": (Path(__file__).resolve().parent.parent / "docs" / "Doxyfile").read_text(),
        "docs/namespaces.dox": "/// \\namespace relatile\n/// All.\n",
        "README.md": "# A\n",
        "benchmarks/README.md": "# B\n",
        "examples/simulation/README.md": "# C\n",
        header: "namespace relatile {\n/// One.\nint f(int);\nint f();\nnamespace detail {\nint g();\n}\n}\n",
    }
    planted = {
        "unknown command": {header: "namespace relatile {\n/// Of \\nothing.\nint f();\n}\n"},
        "f has no comment": {header: "namespace relatile {\nint f();\n}\n"},
        "relatile::S has no comment": {header: "namespace relatile {\nstruct S {};\n}\n"},
        "models.md: K is missing": {
            header: "namespace relatile::models {\n/// One.\nclass K { public: void fit(); };\n}\n",
            "docs/namespaces.dox": "/// \\namespace relatile::models\n/// All.\n",
        },
        "models.md: tol is missing": {
            header: "namespace relatile::models {\n/// One.\nstruct KOptions { double tol = 1; };\n}\n",
            "docs/namespaces.dox": "/// \\namespace relatile::models\n/// All.\n",
        },
        "test.cpp lacks: f();": {"docs/relations.md": "```cpp\nf();\n```\n"},
        "relatile::tra has no line": {header: "namespace relatile::tra {\n/// One.\nint f();\n}\n"},
    }
    for expected, changes in {"": {}, **planted}.items():
        with tempfile.TemporaryDirectory() as directory:
            for path, text in {**good, **changes}.items():
                file = Path(directory, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            found = violations(program, Path(directory))
        if any(expected in line for line in found) if expected else not found:
            continue
        print(f"expected: {expected or 'nothing'}", *found, sep="\n")
        return False
    return True


def main():
    program = find_doxygen()
    if not program:
        print(f"skipped: Doxygen {VERSION} is not installed")
        return SKIPPED
    if sys.argv[1:] == ["--self-test"]:
        return 0 if self_test(program) else 1
    found = violations(program, Path(sys.argv[1]).resolve())
    print("\n".join(found) or "Doxygen has no warning, and what users call has comments")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
