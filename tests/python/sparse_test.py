#!/usr/bin/env python3
"""SciPy as the oracle of the functions of sparse matrices that have its names.

Needs RELATILE_SPARSE_FACE, the program of tests/support/sparse_face.cpp, and RELATILE_MPIRUN,
tests/support/mpirun.sh; without them, or without SciPy, the test is skipped. The matrices are
random, by a seed that is printed (RELATILE_SEED chooses another).
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
    import scipy.sparse as sp
    import scipy.sparse.csgraph as csgraph
except ModuleNotFoundError:
    print("skipped: this Python has no SciPy")
    sys.exit(SKIPPED)
if not hasattr(sp, "csr_array"):
    print("skipped: SciPy is older than 1.8")
    sys.exit(SKIPPED)

PROGRAM = os.environ.get("RELATILE_SPARSE_FACE", "")
MPIRUN = os.environ.get("RELATILE_MPIRUN", "")
if not (PROGRAM and MPIRUN):
    print("skipped: RELATILE_SPARSE_FACE and RELATILE_MPIRUN are not set")
    sys.exit(SKIPPED)

RANKS = (1, 3)
SECONDS = 240
SEED = int(os.environ.get("RELATILE_SEED", "29"))
SHAPES = [(13, 17), (0, 0), (0, 5), (5, 0), (1, 1), (1, 7), (7, 1), (31, 31), (61, 3)]
FULL = "i4 f8".split()
SAMPLED = "i8 f4 c16 b1".split()


def seen(matrix):
    """What a result is compared by: elements, since here sums that are 0 stay entries."""
    return matrix.toarray() if sp.issparse(matrix) else np.asarray(matrix)


class Cases:
    """Jobs, each with the result that it must have; one run of the program does all of them."""

    def __init__(self, directory):
        self.directory = Path(directory)
        self.random = np.random.default_rng(SEED)
        self.files = 0
        self.jobs = []

    def numbers(self, kind, count):
        """Fractions are of 64, so that sums of what is at one place do not depend on its order."""
        dtype = np.dtype(kind)
        fractions = lambda: np.rint(self.random.normal(0, 128, count)) / 64
        if dtype.kind in "fc":
            return (fractions() + (1j * fractions() if dtype.kind == "c" else 0)).astype(dtype)
        return self.random.integers(-4, 9, count).astype(dtype) if dtype.kind == "i" else self.random.random(count) < 0.8

    def some_of(self, extent):
        """Most of the indices of an axis: the other rows and columns stay empty."""
        return self.random.permutation(extent)[: max(1, extent * 3 // 4)]

    def sparse(self, kind, shape):
        """Entries in no order, of which some are 0 and some at one place, as a CSR matrix knows them."""
        count = 0 if 0 in shape else int(self.random.integers(1, 2 + shape[0] * shape[1] // 4))
        if count:
            rows, columns = (self.random.choice(self.some_of(extent), count) for extent in shape)
        else:
            rows = columns = np.zeros(0, "i8")
        values = self.numbers(kind, count)
        values[self.random.random(count) < 0.1] = 0
        made = sp.coo_array((values, (rows, columns)), shape).tocsr()
        made.entries = self.write(kind, shape=np.array(shape, "i8"), rows=rows, columns=columns, values=values)
        return made

    def thin(self, kind, shape):
        """Two entries a row."""
        rows = np.repeat(np.arange(shape[0]), 2)
        columns = self.random.integers(0, shape[1], rows.size)
        made = sp.coo_array((self.numbers(kind, rows.size), (rows, columns)), shape).tocsr()
        made.entries = self.write_entries(kind, made)
        return made

    def unusual(self, shape):
        """The same with infinities, NaN and -0.0."""
        made = self.sparse("f8", shape)
        made.data = self.random.choice([np.nan, np.inf, -np.inf, -0.0, 1.5, -2.0], made.nnz)
        made.entries = self.write_entries("f8", made)
        return made

    def pair(self, kind, shape):
        """Two matrices that share some places and some elements."""
        s, t = self.sparse(kind, shape), self.sparse(kind, shape)
        if s.nnz and self.random.random() < 0.5:
            both = sp.coo_array(s + t)
            values = both.data.copy()
            values[self.random.random(values.size) < 0.5] = 1
            t = sp.coo_array((values, (both.row, both.col)), shape).tocsr()
            t.entries = self.write_entries(kind, t)
        return s, t

    def write_entries(self, kind, s):
        s = s.tocoo()
        return self.write(kind, shape=np.array(s.shape, "i8"), rows=s.row.astype("i8"),
                          columns=s.col.astype("i8"), values=s.data)

    def write(self, kind, **arrays):
        self.files += 1
        name = f"{kind}_{self.files}.npz"
        np.savez(self.directory / name, **arrays)
        return name

    def dense(self, kind, shape):
        x = self.numbers(kind, int(np.prod(shape))).reshape(shape)
        return x, self.write(kind, dense=x)

    def add(self, function, kind, operands, expected, exact=False):
        words = [x.entries if sp.issparse(x) else str(x) for x in operands]
        shapes = " ".join(f"{x.shape}, {x.nnz} entries" if sp.issparse(x) else str(x) for x in operands)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = seen(expected)
        self.jobs.append(([function, kind], words, found, exact, f"{function} {kind} {shapes}"))

    def run(self, test, ranks):
        lines = [" ".join([*words, f"r{ranks}_{i}.npz", *operands]) for i, (words, operands, *_) in enumerate(self.jobs)]
        (self.directory / "jobs").write_text("".join(line + "\n" for line in lines))
        command = [MPIRUN, str(ranks), str(SECONDS), PROGRAM, "jobs"]
        done = subprocess.run(command, cwd=self.directory, capture_output=True, text=True, check=False)
        test.assertEqual((done.returncode, done.stderr), (0, ""), f"on {ranks} ranks: {done.stderr}")
        for i, (_, _, expected, exact, name) in enumerate(self.jobs):
            with test.subTest(name, ranks=ranks), np.load(self.directory / f"r{ranks}_{i}.npz") as result:
                check(test, result, expected, exact)


def check(test, result, expected, exact):
    got = result["dense"] if "dense" in result else elements_of(test, result)
    test.assertEqual(got.shape, expected.shape)
    test.assertEqual(got.dtype, expected.dtype)
    if exact or got.dtype.kind not in "fc":
        np.testing.assert_array_equal(got, expected)
    else:
        few = 64 * np.finfo(got.dtype).eps
        np.testing.assert_allclose(got, expected, rtol=few, atol=few)


def elements_of(test, result):
    """The dense matrix of entries, which must be in the order of rows and columns, each place once."""
    rows, columns, values, shape = (result[name] for name in ("rows", "columns", "values", "shape"))
    test.assertTrue(((0 <= rows) & (rows < shape[0]) & (0 <= columns) & (columns < shape[1])).all())
    test.assertTrue((np.diff(rows * shape[1] + columns) > 0).all(), "entries are not in order")
    elements = np.zeros(shape, values.dtype)
    elements[rows, columns] = values
    return elements


def cases_of_any_type(cases, kind, shape):
    s, t = cases.pair(kind, shape)
    add = lambda function, operands, expected, **more: cases.add(function, kind, operands, expected, **more)
    add("to_dense", [s], s, exact=True)
    add("transpose", [s], s.T, exact=True)
    x, file = cases.dense(kind, shape)
    x[cases.random.random(shape) < 0.6] = 0
    np.savez(cases.directory / file, dense=x)
    add("to_sparse", [file], x, exact=True)
    add("drop_zeros", [s], s, exact=True)
    add("add", [s, t], s + t)
    add("multiply", [s, t], s * t)
    add("not_equal", [s, t], s != t)
    add("sum", [s], s.sum() if kind != "b1" else s.toarray().sum())
    for axis in (0, 1, -1):
        add("sum_along", [s, axis], s.sum(axis))
    cases_of_products(cases, kind, s)


def cases_of_products(cases, kind, s):
    rows, columns = s.shape
    add = lambda function, operands, expected: cases.add(function, kind, operands, expected)
    right = cases.sparse(kind, (columns, int(cases.random.integers(1, 20))))
    add("matmul", [s, right], s @ right)
    mask = cases.sparse(kind, (rows, right.shape[1]))
    add("masked_matmul", [s, right, mask], seen(s @ right) * entries_of(mask, kind))
    x, file = cases.dense(kind, (columns,))
    add("times_vector", [s, file], s @ x)
    x, file = cases.dense(kind, (rows,))
    add("vector_times", [file, s], x @ s)
    width = int(cases.random.integers(1, 23))
    x, file = cases.dense(kind, (columns, width))
    add("times_matrix", [s, file], s @ x)
    x, file = cases.dense(kind, (width, rows))
    add("matrix_times", [file, s], x @ s)


def entries_of(mask, kind):
    """Ones where the mask has entries, those that are 0 as well."""
    ones = np.zeros(mask.shape, kind)
    ones[mask.tocoo().row, mask.tocoo().col] = 1
    return ones


def cases_of_elements(cases, kind, shape):
    s, t = cases.pair(kind, shape)
    add = lambda function, operands, expected, **more: cases.add(function, kind, operands, expected, **more)
    add("subtract", [s, t], s - t)
    add("maximum", [s, t], s.maximum(t), exact=True)
    add("minimum", [s, t], s.minimum(t), exact=True)
    add("less", [s, t], s < t)
    add("greater", [s, t], s > t)
    add("greater_than_two", [s], s > 2)
    add("less_than_minus_one", [s], s < -1)
    add("negative", [s], -s)
    add("abs", [s], abs(s), exact=True)
    add("sqrt", [s], abs(s).sqrt())
    add("sign", [s], s.sign())
    add("tan", [s], s.tan())
    add("times_three", [s], s * np.dtype(kind).type(3))
    for broadcast in (shape, (1, shape[1]), (shape[0], 1)):
        x, _ = cases.dense(kind, broadcast)
        x[x == 0] = 2
        file = cases.write(kind, dense=x)
        add("times_dense", [s, file], s.multiply(x))
        if broadcast == shape:
            add("plus_dense", [s, file], s + x)
            # Of integers SciPy 1.10 makes an array of integers, which is not what it documents.
            add("divided_by_dense", [s, file], seen(s) / x)


def cases_of_reductions(cases, kind, shape):
    s = cases.sparse(kind, shape)
    add = lambda function, operands, expected: cases.add(function, kind, operands, expected)
    if 0 not in shape:
        add("mean", [s], s.mean())
        add("min", [s], s.min())
        add("max", [s], s.max())
    for axis in (0, 1, -2):
        if shape[axis] == 0:
            continue
        add("mean_along", [s, axis], s.mean(axis))
        if 0 not in shape:
            add("min_along", [s, axis], seen(s.min(axis)).ravel())
            add("max_along", [s, axis], seen(s.max(axis)).ravel())


def cases_of_selections(cases, kind, shape):
    s, t = cases.pair(kind, shape)
    add = lambda function, operands, expected: cases.add(function, kind, operands, expected, exact=True)
    draw = lambda low, high: int(cases.random.integers(low, high))
    for _ in range(3):
        slices = [random_slice(draw, extent) for extent in shape]
        words = [str(part).lower() for each in slices for part in (each.start, each.stop, each.step)]
        add("part", [s, *words], s[slices[0], slices[1]])
        k = draw(-max(shape) - 2, max(shape) + 3)
        add("tril", [s, k], sp.tril(s, k))
        add("triu", [s, k], sp.triu(s, k))
        add("diagonal", [s, k], s.diagonal(k) if -shape[0] < k < shape[1] else np.zeros(0, kind))
    if 0 not in shape:
        i, j = draw(-shape[0], shape[0]), draw(-shape[1], shape[1])
        add("row", [s, i], s.toarray()[i])
        add("column", [s, j], s.toarray()[:, j])
        add("element", [s, i, j], s[i, j])
        for axis in (0, 1):
            index = cases.random.integers(0, shape[axis], draw(0, 9))
            file = cases.write("i8", dense=index)
            add("take", [s, file, axis], s[index] if axis == 0 else s[:, index])
    x, file = cases.dense(kind, (draw(1, 12),))
    k = draw(-4, 5)
    add("diags", [file, k], sp.diags(x, k, dtype=kind))
    add("vstack", [s, t, s], sp.vstack([s, t, s]))
    add("hstack", [s, t, s], sp.hstack([s, t, s]))
    small = cases.sparse(kind, (draw(1, 5), draw(1, 5)))
    cases.add("kron", kind, [s, small], sp.kron(s, small).astype(kind))  # float64 where nothing is
    add("array_equal", [s, s], True)
    add("array_equal", [s, t], np.array_equal(s.toarray(), t.toarray()))


def random_slice(draw, extent):
    end = lambda: None if draw(0, 4) == 0 else draw(-extent - 2, extent + 3)
    return slice(end(), end(), draw(1, 4) * (1 if draw(0, 2) else -1))


def cases_of_two_types(cases, shape):
    s, t = cases.sparse("i4", shape), cases.sparse("f8", shape)
    right = cases.sparse("f8", (shape[1], 6))
    cases.add("add", "i4,f8", [s, t], s + t)
    cases.add("multiply", "i4,f8", [s, t], s * t)
    cases.add("not_equal", "i4,f8", [s, t], s != t)
    cases.add("matmul", "i4,f8", [s, right], s @ right)


def cases_of_large_products(cases, kind):
    """Rows where many pairs of entries meet, few, and few in a wide matrix."""
    for shapes in (((40, 200), (200, 900)), ((300, 300), (300, 300)), ((3, 50), (50, 30_000))):
        s, t = (cases.thin(kind, shape) if shape[1] > 1000 else cases.sparse(kind, shape) for shape in shapes)
        cases.add("matmul", kind, [s, t], s @ t)
    s = cases.thin(kind, (300, 300))
    cases.add("matmul", kind, [s, s], s @ s)


def cases_of_graphs(cases, kind):
    """Entries are edges, also those that are 0."""
    for s in (cases.sparse(kind, (40, 40)), cases.thin(kind, (300, 300)), cases.sparse(kind, (1, 1))):
        edges = sp.csr_array((np.ones(s.nnz), s.indices, s.indptr), s.shape)
        for source in sorted({0, s.shape[0] // 3, s.shape[0] - 1}):
            far = csgraph.shortest_path(edges, method="D", unweighted=True, indices=source)
            levels = np.where(np.isinf(far), -1, far).astype("i4")
            for function in ("levels", "levels_either_way"):
                cases.add(function, kind, [s, source], levels)
    a, b, mask = cases.sparse(kind, (31, 17)), cases.sparse(kind, (17, 53)), cases.sparse(kind, (31, 53))
    cases.add("matmul_outside", kind, [a, b, mask], np.where(entries_of(mask, "b1"), 0, seen(a @ b)))


def cases_of_unusual(cases, shape):
    s, t = cases.unusual(shape), cases.unusual(shape)
    right = cases.unusual((shape[1], 9))
    x, file = cases.dense("f8", (shape[1],))
    add = lambda function, operands, expected: cases.add(function, "f8", operands, expected)
    with np.errstate(all="ignore"):
        add("add", [s, t], s + t)
        # SciPy's has NaN where one is infinite and the other has no entry.
        both = entries_of(s, "b1") & entries_of(t, "b1")
        add("multiply", [s, t], np.where(both, seen(s) * seen(t), 0))
        add("abs", [s], abs(s))
        add("sign", [s], s.sign())
        add("drop_zeros", [s], s)
        add("matmul", [s, right], s @ right)
        add("times_vector", [s, file], s @ x)
        for axis in (0, 1):
            add("sum_along", [s, axis], s.toarray().sum(axis))
            add("min_along", [s, axis], seen(s.min(axis)).ravel())
            add("max_along", [s, axis], seen(s.max(axis)).ravel())


def all_cases(directory):
    cases = Cases(directory)
    for number, shape in enumerate(SHAPES):
        for kind in FULL + SAMPLED:
            cases_of_any_type(cases, kind, shape)
        for kind in FULL if number == 0 else [FULL[number % 2]]:
            cases_of_elements(cases, kind, shape)
            cases_of_reductions(cases, kind, shape)
            cases_of_selections(cases, kind, shape)
        cases_of_two_types(cases, shape)
    for kind in FULL + ["b1"]:
        cases_of_large_products(cases, kind)
    for kind in FULL:
        cases_of_graphs(cases, kind)
    cases_of_unusual(cases, SHAPES[0])
    return cases


class SparseMatrices(unittest.TestCase):
    maxDiff = None

    def test_all_functions(self):
        print("seed", SEED)
        with scratch_directory() as directory:
            cases = all_cases(directory)
            self.assertGreater(len(cases.jobs), 1000)
            for ranks in RANKS:
                cases.run(self, ranks)


if __name__ == "__main__":
    unittest.main()
