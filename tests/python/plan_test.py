#!/usr/bin/env python3
"""relatile-plan: programs in words, planned for sites that are not there.

Needs RELATILE_PLAN, the program; without it the test is skipped.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

from scratch import scratch_directory

SKIPPED = 77
PLAN = os.environ.get("RELATILE_PLAN", "")
if not PLAN:
    print("skipped: RELATILE_PLAN is not set")
    sys.exit(SKIPPED)

EXAMPLE = """\
A = input(40000, 40000) placed split(0)        # placed is optional: split(d[,d]), replicated
B = input(40000, 40000)
C = einsum("ik,kj->ij", A, B)                  # any number of operands
D = map("relu", C)
E = zip("add", C, D)
F = sum(E, axis=0)
G = transpose(F)
H = A[0:1000, :]
output E, F
"""
PLANNER_KEYS = ["name", "total", "optimal", "planning_seconds", "peak_memory_per_site", "nodes"]
NODE_KEYS = ["name", "partition", "placement", "bytes", "max_bytes_per_site", "flops"]


class PlanTest(unittest.TestCase):
    def setUp(self):
        directory = scratch_directory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)

    def program(self, text, name="program.txt"):
        path = self.directory / name
        path.write_text(text)
        return path

    def run_tool(self, *words):
        result = subprocess.run([PLAN, *map(str, words)], capture_output=True, text=True, check=False)
        return result.returncode, result.stdout, result.stderr

    def plan(self, text, sites, *options):
        """The report, by JSON; its parts are checked for what always holds."""
        status, out, err = self.run_tool(self.program(text), "--sites", sites, "--json", *options)
        self.assertEqual((status, err), (0, ""))
        report = json.loads(out)
        self.assertEqual(list(report), ["objective", "sites", "planners"])
        self.assertEqual(report["sites"], sites)
        for planner in report["planners"]:
            self.assertEqual(list(planner), PLANNER_KEYS)
            self.assertIsInstance(planner["optimal"], bool)
            self.assertGreaterEqual(planner["planning_seconds"], 0)
            for node in planner["nodes"]:
                self.assertEqual(list(node), NODE_KEYS)
                parts = 1
                for count in node["partition"].values():
                    parts *= count
                self.assertLessEqual(parts, sites)
                self.assertLessEqual(node["max_bytes_per_site"], node["bytes"])
                self.assertLessEqual(node["bytes"], sites * node["max_bytes_per_site"])
            if report["objective"] == "bytes":
                self.assertEqual(planner["total"], sum(node["bytes"] for node in planner["nodes"]))
        return report

    def only_planner(self, text, sites, *options):
        (planner,) = self.plan(text, sites, *options)["planners"]
        return planner, {node["name"]: node for node in planner["nodes"]}

    # ---- Programs -------------------------------------------------------------------------------

    def test_the_nodes_are_the_statements_that_outputs_need(self):
        planner, nodes = self.only_planner(EXAMPLE, 16)
        self.assertEqual(list(nodes), ["A", "B", "C", "D", "E", "F"])
        self.assertEqual(planner["name"], "optimal")
        self.assertTrue(planner["optimal"])
        self.assertEqual(nodes["C"]["flops"], 2 * 40000**3)
        self.assertEqual(set(nodes["C"]["partition"]), {"i", "j", "k"})
        self.assertEqual(nodes["A"]["partition"], {"i": 16, "j": 1})
        self.assertEqual(nodes["A"]["placement"], "split(0:16)")
        self.assertEqual(nodes["D"]["partition"], {})  # it is part of E
        self.assertGreater(planner["peak_memory_per_site"], 40000**2 * 8 // 16)

    def test_one_site_sends_nothing(self):
        for planner in self.plan(EXAMPLE, 1, "--planner", "all", "--objective", "bytes")["planners"]:
            self.assertEqual(planner["total"], 0)

    def test_a_product_with_a_copy_everywhere_moves_nothing(self):
        text = """
            A = input(4000, 4000) placed split(0)
            B = input(4000, 4000) placed replicated
            C = einsum("ik,kj->ij", A, B)
            output C"""
        planner, nodes = self.only_planner(text, 4, "--objective", "bytes")
        self.assertEqual(planner["total"], 0)
        self.assertEqual(nodes["C"]["partition"], {"i": 4, "j": 1, "k": 1})

    def test_sums_along_a_split_axis_send_what_they_must(self):
        text = "A = input(100000, 1000) placed split(0)\nB = sum(A, axis=0)\noutput B"
        for sites in (2, 4, 7):
            planner, nodes = self.only_planner(text, sites, "--objective", "bytes")
            self.assertEqual(planner["total"], (sites - 1) * 1000 * 8)
            self.assertEqual(nodes["B"]["partition"], {"i": sites, "j": 1})

    def test_what_may_be_anywhere_costs_nothing(self):
        text = '{0} = {1}(9000, 9000)\nB = einsum("ij,kj->ik", {0}, {0})\noutput B'
        free, _ = self.only_planner(text.format("A", "source"), 6, "--objective", "bytes")
        self.assertEqual(free["total"], 0)
        stored, _ = self.only_planner(text.format("A", "input"), 6, "--objective", "bytes")
        self.assertGreater(stored["total"], 0)

    def test_many_operands_and_other_semirings(self):
        text = """
            A = input(3000, 20)
            B = input(20, 3000)
            C = input(3000, 20)
            D = einsum("ab,bc,cd->ad", A, B, C)
            E = einsum("ab,bc->ac", A, B, combine="add", reduce="min")
            output D, E"""
        planner, nodes = self.only_planner(text, 4)
        self.assertTrue(planner["optimal"])
        # (A (B C)), not ((A B) C)
        self.assertEqual(nodes["D"]["flops"], 2 * (20 * 3000 * 20 + 3000 * 20 * 20))
        self.assertEqual(nodes["E"]["flops"], 2 * 3000 * 20 * 3000)

    def test_empty_operands_cost_nothing_however_many_they_are(self):
        for objective in ("time", "bytes", "eindecomp"):
            for rows, columns in ((0, 3), (3, 0), (0, 0)):
                for count in (2, 5, 6, 7, 12, 13, 14):
                    text = f"""
                        A = input({rows}, {columns})
                        B = einsum("{",".join(["ab"] * count)}->ab", {", ".join("A" * count)})
                        output B"""
                    with self.subTest(objective=objective, rows=rows, columns=columns, count=count):
                        planner, _ = self.only_planner(text, 4, "--objective", objective)
                        self.assertEqual(planner["total"], 0)

    def test_no_planner_is_better_than_the_optimum(self):
        for objective in ("time", "bytes"):
            planners = self.plan(EXAMPLE, 12, "--planner", "all", "--objective", objective)["planners"]
            self.assertGreater(len(planners), 5)
            self.assertEqual(len({planner["name"] for planner in planners}), len(planners))
            best = next(planner for planner in planners if planner["name"] == "optimal")
            for planner in planners:
                self.assertGreaterEqual(planner["total"], best["total"] * (1 - 1e-12), planner["name"])

    def test_planners_are_listed_as_asked(self):
        report = self.plan(EXAMPLE, 8, "--planner", "spartan,optimal", "--objective", "bytes")
        self.assertEqual([planner["name"] for planner in report["planners"]], ["spartan", "optimal"])
        self.assertEqual(report["objective"], "bytes")

    def test_einsums_are_cut_along_the_labels_that_a_planner_names(self):
        text = "A = input(600, 500)\nB = input(500, 400)\nC = einsum(\"mk,kn->mn\", A, B)\noutput C\n"
        moved = {"m": 500 * 400, "k": 600 * 400, "n": 600 * 500}
        names = [f"along {label}" for label in moved] + ["along q k"]
        report = self.plan(text, 4, "--planner", ",".join(names), "--objective", "bytes")
        sent = [planner["total"] for planner in report["planners"]]
        self.assertEqual(sent, [3 * 8 * n for n in moved.values()] + [3 * 8 * moved["k"]])

    def test_the_same_program_gets_the_same_plan(self):
        def without_times(report):
            for planner in report["planners"]:
                del planner["planning_seconds"]
            return report

        first = without_times(self.plan(EXAMPLE, 24))
        self.assertEqual(without_times(self.plan(EXAMPLE, 24)), first)
        windows = EXAMPLE.replace("\n", "\r\n")
        self.assertEqual(without_times(self.plan(windows, 24)), first)

    # ---- Ways to write --------------------------------------------------------------------------

    def test_text_is_a_table(self):
        status, out, err = self.run_tool(self.program(EXAMPLE), "--sites", 4, "--objective", "bytes")
        self.assertEqual((status, err), (0, ""))
        self.assertRegex(out, r"^objective bytes, 4 sites\n\noptimal: [\d ]+ bytes, optimal, peak memory ")
        self.assertRegex(out, r"\n  node +partition +placement +bytes +busiest site +flops\n")
        self.assertRegex(out, r"\n  C +i:2 j:2 +split\(i:2,j:2\) +[\d ]+128 000 000 000 000\n")
        self.assertRegex(out, r"\n  total ")

    def test_dot_is_a_graph(self):
        words = ["--sites", 4, "--dot", "--planner", "optimal,row"]
        status, out, err = self.run_tool(self.program(EXAMPLE), *words)
        self.assertEqual((status, err), (0, ""))
        self.assertTrue(out.startswith("digraph plans {"))
        for planner in ("optimal", "row"):
            self.assertIn(f'"{planner} C" -> "{planner} D";', out)
        self.assertNotIn('"optimal G"', out)
        if shutil.which("dot"):
            subprocess.run(["dot", "-Tsvg", "-o", os.devnull], input=out, text=True, check=True)

    def test_help(self):
        status, out, err = self.run_tool("--help")
        self.assertEqual((status, err), (0, ""))
        for option in "--sites --nodes --planner --objective --memory-per-site --machine --simulate --json --dot".split():
            self.assertIn(option, out)

    # ---- Mistakes -------------------------------------------------------------------------------

    def complaint(self, *words):
        """What the tool says on standard error, one line, and nothing else."""
        status, out, err = self.run_tool(*words)
        self.assertEqual((status, out), (2, ""), err)
        self.assertEqual(err.count("\n"), 1, err)
        return err.rstrip("\n")

    def test_mistakes_in_programs_are_named_with_their_place(self):
        mistakes = [
            ("A = input(3, 4", 1, 15, "expected ',' or '\\)', but found the end of the line"),
            ("A = input(3)\n\nB = sum(C)\noutput B", 3, 9, "expected the name of an earlier statement, .* 'C'"),
            ("A = input(3)\nA = sum(A)\noutput A", 2, 1, "expected a new name, .* which line 1 defines"),
            ("A = input(3)\nB = map(\"rellu\", A)\noutput B", 2, 9, "expected a function of one operand, .*\"rellu\""),
            ("A = input(3, 4)\nB = einsum(\"ij,jk->ik\", A, A)\noutput B", 2, 28, "expected extent 4 for label 'j'"),
            ("A = input(3, 4)\nB = einsum(\"ij,j->k\", A, A)\noutput B", 2, 19, "an output label that no operand has"),
            ("A = input(3) [float16]\noutput A", 1, 15, "expected an element type .*, but found 'float16'"),
            ("A = input(3)\nB = A[3]\noutput B", 2, 7, "index 3 is out of bounds"),
            ("A = input(3)\nB = A[\x07]\noutput B", 2, 7, "a byte of value 7"),
            ("A = input(3)\nB = map(\"\x07\", A)\noutput B", 2, 9, "but found \"\\?\""),
            ("A = input(3)\n", 2, 1, "expected a line 'output'"),
            ("", 1, 1, "expected a line 'output'"),
        ]  # fmt: skip
        for text, line, column, message in mistakes:
            with self.subTest(text):
                path = self.program(text)
                complaint = self.complaint(path, "--sites", 4)
                self.assertRegex(complaint, f"^{re.escape(str(path))}:{line}:{column}: .*{message}")

    def test_mistakes_on_the_command_line(self):
        path = self.program(EXAMPLE)
        no_machine = self.directory / "machine.json"
        machine = self.program('{"nodes": "many"}', "bad.json")
        mistakes = [
            ([], "PROGRAM is required"),
            ([path], "--sites is required"),
            ([path, "--sites"], "--sites"),
            ([path, "--sites", 0], "--sites"),
            ([path, "--sites", "many"], "--sites"),
            ([path, "--sites", 4, "--nodes", 0], "--nodes: expected a number from 1 to that of the sites"),
            ([path, "--sites", 4, "--nodes", 5], "--nodes: expected a number from 1 to that of the sites"),
            ([path, "--sites", 4, "--planner", "optimum"], "no planner called 'optimum'; there are optimal, "),
            ([path, "--sites", 4, "--planner", "row,fast"], "no planner called 'fast'"),
            ([path, "--sites", 4, "--objective", "money"], "no objective called 'money'; there are time, bytes"),
            ([path, "--sites", 4, "--memory-per-site", "much"], "--memory-per-site"),
            ([path, "--sites", 4, "--memory-per-site", -1], "--memory-per-site"),
            ([path, "--sites", 4, "--memory-per-site", "1MB"], "[0-9 ]+ bytes are missing; the smallest that does is [0-9 ]+"),
            ([path, "--sites", 4, "--machine", no_machine], "machine.json"),
            ([path, "--sites", 4, "--machine", machine], "bad.json"),
            ([path, "--sites", 4, "--json", "--dot"], "excludes"),
            ([path, "--sites", 4, "--fast"], "--fast"),
            ([path, path, "--sites", 4], "program.txt"),
            ([self.directory / "missing.txt", "--sites", 4], "cannot read .*missing.txt: No such file"),
            ([self.directory, "--sites", 4], "cannot read .*: Is a directory"),
        ]  # fmt: skip
        for words, message in mistakes:
            with self.subTest(words=words):
                self.assertRegex(self.complaint(*words), f"^relatile-plan: .*{message}")


if __name__ == "__main__":
    unittest.main(verbosity=2)
