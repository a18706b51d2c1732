#!/usr/bin/env python3
"""numpy.linalg and scipy.linalg as the oracles of the functions that have their names.

Needs RELATILE_LINALG_FACE, the program of tests/support/linalg_face.cpp, and RELATILE_MPIRUN,
tests/support/mpirun.sh; without them, or without NumPy and SciPy, the test is skipped.
"""

import os
import subprocess
import sys
import unittest
import warnings
from pathlib import Path

from scratch import scratch_directory

SKIPPED = 77
try:
    import numpy as np
    from scipy import linalg
except ModuleNotFoundError:
    print("skipped: this Python has no NumPy or no SciPy")
    sys.exit(SKIPPED)

PROGRAM = os.environ.get("RELATILE_LINALG_FACE", "")
MPIRUN = os.environ.get("RELATILE_MPIRUN", "")
if not (PROGRAM and MPIRUN):
    print("skipped: RELATILE_LINALG_FACE and RELATILE_MPIRUN are not set")
    sys.exit(SKIPPED)

RANKS = (1, 3)
SECONDS = 120

# What both compute, of a square matrix a, and of a right-hand side b where there is one.
SQUARE = {
    "lu": lambda a: np.matmul(*linalg.lu(a)[1:]),
    "piv": lambda a: linalg.lu_factor(a)[1],
    "r": lambda a: abs(np.linalg.qr(a, "r")),
    "inv": np.linalg.inv,
    "det": np.linalg.det,
    "sign": lambda a: np.linalg.slogdet(a)[0],
    "logabsdet": lambda a: np.linalg.slogdet(a)[1],
}
SQUARE_ALONE = {
    "cube": lambda a: np.linalg.matrix_power(a, -3),
    "eigvals": lambda a: in_order(np.linalg.eigvals(a)),
    "expm": linalg.expm,
}
POSITIVE = {"cholesky": np.linalg.cholesky}
SYSTEMS = {"solve": np.linalg.solve, "solve_vector": lambda a, b: np.linalg.solve(a, b[:, 0])}
TRIANGLES = {
    "lower": lambda a, b: linalg.solve_triangular(a, b, lower=True),
    "upper_adjoint": lambda a, b: linalg.solve_triangular(a, b, trans="C"),
}
MANY = {
    "many_inv": np.linalg.inv,
    "many_det": np.linalg.det,
    "many_logabsdet": lambda a: np.linalg.slogdet(a)[1],
    "many_powers": lambda a: np.linalg.matrix_power(a, -3),
}
MANY_POSITIVE = {"many_cholesky": np.linalg.cholesky, "many_eigvalsh": np.linalg.eigvalsh}
MANY_SYSTEMS = {"many_solve": np.linalg.solve, "one_solve": lambda a, b: np.linalg.solve(a[0], b)}
ANY = {
    "svdvals": lambda a: np.linalg.svd(a, compute_uv=False),
    "pinv": np.linalg.pinv,
    "matrix_rank": np.linalg.matrix_rank,
    "cond": np.linalg.cond,
    "polar": lambda a: linalg.polar(a)[1],
    "nuclear": lambda a: np.linalg.norm(a, "nuc"),
}


def in_order(values):
    """Eigenvalues come in any order."""
    return values[np.lexsort([values.imag.round(3), values.real.round(3)])]


class Jobs:
    """Matrices and jobs in a folder, with what NumPy or SciPy finds."""

    def __init__(self):
        self.random = np.random.default_rng(5)
        self.arrays = []
        self.lines = []
        self.wanted = []

    def matrix(self, kind, *shape):
        x = self.random.normal(size=shape)
        if kind == "c8":
            return (x + 1j * self.random.normal(size=shape)).astype(np.complex64)
        return x

    def keep(self, array):
        self.arrays.append(array)
        return f"in{len(self.arrays) - 1}.npy"

    def add(self, kind, functions, a, b=None, option=""):
        of_a, of_b = self.keep(a), "-" if b is None else self.keep(b)
        wide = np.complex128 if kind == "c8" else np.float64
        operands = [x.astype(wide) for x in (a, b) if x is not None]
        for name, function in functions.items():
            self.lines.append(f"{kind} {name} {of_a} {of_b} out{len(self.lines)}.npy {option}")
            self.wanted.append(np.asarray(function(*operands)))

    def fill(self, kind):
        for n, panel in ((1, ""), (7, ""), (7, 3), (23, 8)):
            a, b = self.matrix(kind, n, n), self.matrix(kind, n, 2)
            positive = (a @ a.conj().T + np.eye(n)).astype(a.dtype)
            self.add(kind, SQUARE, a, option=panel)
            self.add(kind, SYSTEMS, a, b, panel)
            self.add(kind, POSITIVE, positive, option=panel)
            self.add(kind, {"cho_solve": np.linalg.solve}, positive, b, panel)
        for n in (1, 5, 12):
            a, b = self.matrix(kind, n, n), self.matrix(kind, n, 2)
            self.add(kind, SQUARE_ALONE, a)
            self.add(kind, TRIANGLES, (a / 4 + 3 * np.eye(n)).astype(a.dtype), b)
            self.add(kind, {"eigvalsh": np.linalg.eigvalsh}, a + a.conj().T)
        many = self.matrix(kind, 3, 5, 5)
        self.add(kind, MANY, many)
        self.add(kind, MANY_POSITIVE, (many @ many.conj().swapaxes(1, 2) + np.eye(5)).astype(many.dtype))
        for batch in ((2, 1), (4, 3), (1, 3)):
            self.add(kind, MANY_SYSTEMS, many, self.matrix(kind, *batch, 5, 2))
        for m, n in ((1, 1), (6, 6), (40, 3), (3, 40), (9, 7)):
            a = self.matrix(kind, m, n)
            self.add(kind, ANY, a)
            self.add(kind, {"lstsq": lambda a, b: np.linalg.lstsq(a, b, rcond=None)[0]}, a,
                     self.matrix(kind, m, 2))
            for order in (1, -1, np.inf, -np.inf):
                self.add(kind, {"norm": lambda a, order=order: np.linalg.norm(a, order)}, a,
                         option=order)
            for order in (2, -2):
                self.add(kind, {"matrix_norm": lambda a, order=order: np.linalg.norm(a, order)}, a,
                         option=order)
        deficient = self.matrix(kind, 11, 3) @ self.matrix(kind, 3, 8)
        self.add(kind, {"matrix_rank": lambda a: 3, "pinv": lambda a: np.linalg.pinv(a, 1e-5)}, deficient)

    def write(self, directory):
        for number, array in enumerate(self.arrays):
            np.save(Path(directory) / f"in{number}.npy", array)
        (Path(directory) / "jobs.txt").write_text("\n".join(self.lines) + "\n", encoding="utf-8")


class LinearAlgebra(unittest.TestCase):
    def test_as_numpy_and_scipy(self):
        warnings.simplefilter("ignore")
        jobs = Jobs()
        for kind in ("f8", "c8"):
            jobs.fill(kind)
        for ranks in RANKS:
            with scratch_directory() as directory:
                jobs.write(directory)
                command = [MPIRUN, str(ranks), str(SECONDS), PROGRAM, directory]
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                for number, (line, wanted) in enumerate(zip(jobs.lines, jobs.wanted)):
                    found = np.load(Path(directory) / f"out{number}.npy")
                    self.compare(f"{line} on {ranks} ranks", found, wanted)

    def compare(self, line, found, wanted):
        kind, function = line.split()[:2]
        if function == "eigvals":
            found = in_order(found)
        self.assertEqual(found.shape, wanted.shape, line)
        tolerance = 2e-3 if kind == "c8" else 1e-9
        size = np.abs(wanted).max()
        np.testing.assert_allclose(found, wanted, rtol=0, atol=tolerance * size, err_msg=line)


if __name__ == "__main__":
    unittest.main()
