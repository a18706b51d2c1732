#!/usr/bin/env python3
"""NumPy as the oracle of files: what it writes is read here, what is written here it reads.

Needs RELATILE_FILES_FACE, the program of tests/support/files_face.cpp, and RELATILE_MPIRUN,
tests/support/mpirun.sh; without them, or without NumPy, the test is skipped. SciPy reads and writes
the Market's matrices and sparse ones, if it is there.
"""

import unittest
import zipfile
from pathlib import Path

from file_jobs import TYPES, FileJobs, as_loaded, some
import numpy as np

try:
    import scipy.sparse
    from scipy.io import mmread, mmwrite
except ModuleNotFoundError:
    mmread = None


class Files(FileJobs):
    def test_archives_of_numpy(self):
        arrays = {dtype: some(dtype, (13, 7), 1) for dtype in TYPES}
        arrays |= {"scalar": np.float32(2.5), "none": np.zeros((0, 3)), "swapped": some(">i4", (9,), 2)}
        arrays |= {"fortran": np.asfortranarray(some("f8", (5, 6), 3)), "half": some("f2", (8,), 4)}
        np.savez(self.path("x.npz"), **arrays)
        for name in arrays:
            self.job("member", self.path("x.npz"), name, self.path(name + ".npy"))

        def check():
            for name, expected in arrays.items():
                self.same(np.load(self.path(name + ".npy")), as_loaded(expected))

        self.on_all_ranks(check)

    def test_compressed_archives(self):
        arrays = {dtype: some(dtype, (13, 7), 1) for dtype in TYPES}
        arrays |= {"scalar": np.float32(2.5), "none": np.zeros((0, 3)), "one": some("f8", (1, 1, 40), 4)}
        arrays |= {"fortran": np.asfortranarray(some("f8", (50, 6), 3)), "swapped": some(">i4", (9,), 2)}
        generator = np.random.default_rng(14)
        arrays |= {"large": np.cumsum(generator.integers(0, 3, (300, 700)), 1)}
        arrays |= {"random": np.frombuffer(generator.bytes(200_000), "u1")}
        np.savez_compressed(self.path("x.npz"), **arrays)
        for name in arrays:
            self.job("member", self.path("x.npz"), name, self.path(name + ".npy"))

        def check():
            for name, expected in arrays.items():
                self.same(np.load(self.path(name + ".npy")), as_loaded(expected))

        self.on_all_ranks(check)

    def test_archives_for_numpy(self):
        arrays = {dtype: some(dtype, (11, 6), 5) for dtype in TYPES}
        arrays |= {"a long name, with blanks": some("f8", (3, 4, 5), 6), "ä": some("i4", (1,), 7)}
        arrays |= {"scalar": np.float64(2.5), "none": np.zeros((0, 3))}
        words = []
        for number, (name, array) in enumerate(arrays.items()):
            np.save(self.path(f"{number}.npy"), array)
            words += [name, self.path(f"{number}.npy")]
        self.job("savez", self.path("x.npz"), *words)
        self.job("compress", self.path("y.npz"), *words)

        def check():
            for path in [self.path("x.npz"), self.path("y.npz")]:
                with zipfile.ZipFile(path) as archive:
                    self.assertIsNone(archive.testzip())
                with np.load(path) as found:
                    self.assertEqual(found.files, list(arrays))
                    for name, expected in arrays.items():
                        self.same(found[name], np.asarray(expected))

        self.on_all_ranks(check)

    def test_columns(self):
        text = "about\nid,name,height,weight\n1,\"a, b\",1.5,N/A\n2,c,,70\n# no row\n\n3,\"d\"\"\",-2e3, 80 # more\n"
        Path(self.path("x.csv")).write_text(text)
        self.job("csv", self.path("x.csv"), self.path("a.npy"), "f8", ",", 1, "header", "weight;id;2", "nan", "N/A")
        self.job("csv", self.path("x.csv"), self.path("b.npy"), "i4", ",", 2, "no", "0;-4", "none")
        # NumPy's genfromtxt knows no quotes.
        plain = text.replace('"a, b"', "x").replace('"d"""', "x")

        def check():
            expected = np.genfromtxt(
                plain.splitlines(), delimiter=",", skip_header=2, usecols=(3, 0, 2), missing_values="N/A"
            )
            self.same(np.load(self.path("a.npy")), expected)
            expected = np.loadtxt(text.splitlines(), delimiter=",", skiprows=2, usecols=(0, -4), dtype="i4", quotechar='"')
            self.same(np.load(self.path("b.npy")), expected)

        self.on_all_ranks(check)

    def test_random_texts(self):
        generator = np.random.default_rng(8)
        expected = {}
        for number in range(12):
            rows, columns = generator.integers(1, 30), generator.integers(1, 9)
            delimiter = ";, "[number % 3]
            x = generator.normal(size=(rows, columns)) * 10.0 ** generator.integers(-9, 9, (rows, columns))
            with open(self.path(f"{number}.txt"), "w") as file:
                header = delimiter.join(f"c{i}" for i in range(columns))
                np.savetxt(file, x, delimiter=delimiter, header=header, fmt="%.17g")
            chosen = generator.permutation(columns)[: generator.integers(1, columns + 1)]
            result = self.path(f"{number}.npy")
            words = ";".join(f"c{i}" if i % 2 else str(i) for i in chosen)
            self.job("csv", self.path(f"{number}.txt"), result, "f8", delimiter, 0, "header", words, "none")
            expected[result] = np.genfromtxt(
                self.path(f"{number}.txt"), delimiter=delimiter, usecols=chosen, ndmin=2
            )

        def check():
            for result, array in expected.items():
                self.same(np.load(result), array)

        self.on_all_ranks(check)

    def test_texts_for_numpy(self):
        arrays = {dtype: some(dtype, (17, 4), 9) for dtype in TYPES if dtype[0] != "c"}
        for dtype, array in arrays.items():
            np.save(self.path(dtype + ".npy"), array)
            self.job("savetxt", self.path(dtype + ".npy"), self.path(dtype + ".txt"), ",", -1)
            self.job("savetxt", self.path(dtype + ".npy"), self.path(dtype + ".18e"), " ", 18)

        def check():
            for dtype, array in arrays.items():
                kind = "i1" if dtype == "b1" else dtype
                self.same(np.loadtxt(self.path(dtype + ".txt"), delimiter=",", dtype=kind), array.astype(kind))
                if dtype[0] != "f":
                    continue
                np.savetxt(self.path("numpy"), array.astype("f8"))  # %.18e
                if dtype == "f8":
                    self.assertEqual(Path(self.path(dtype + ".18e")).read_text(), Path(self.path("numpy")).read_text())

        self.on_all_ranks(check)

    def test_raw(self):
        x = some(">f4", (23,), 10)
        Path(self.path("x.bin")).write_bytes(b"head" + x.tobytes() + b"ab")
        self.job("fromfile", self.path("x.bin"), self.path("x.npy"), "f8", ">f4", 4)
        y = some("i4", (6, 5), 11)
        np.save(self.path("y.npy"), np.asfortranarray(y))
        self.job("tofile", self.path("y.npy"), self.path("y.bin"))

        def check():
            self.same(np.load(self.path("x.npy")), np.fromfile(self.path("x.bin"), ">f4", offset=4).astype("f8"))
            self.same(np.fromfile(self.path("y.bin"), "i4").reshape(6, 5), y)

        self.on_all_ranks(check)

    @unittest.skipUnless(mmread, "this Python has no SciPy")
    def test_market(self):
        general = {dtype: some(dtype, (7, 5), 12) for dtype in ("i8", "f8", "c16")}
        square = some("c16", (6, 6), 13)
        halves = {
            "symmetric": square.real + square.real.T,
            "skew-symmetric": square.real - square.real.T,
            "hermitian": square + square.conj().T,
        }
        for name, array in (general | halves).items():
            symmetry = name if name in halves else "general"
            np.save(self.path(name + ".npy"), array)
            mmwrite(self.path(name + ".scipy.mtx"), array, symmetry=symmetry, precision=17)
            self.job("mmwrite", self.path(name + ".npy"), self.path(name + ".mtx"), symmetry)
            self.job("load", self.path(name + ".scipy.mtx"), self.path(name + ".loaded.npy"))

        def check():
            for name, array in (general | halves).items():
                self.same(mmread(self.path(name + ".mtx")), array)
                self.same(np.load(self.path(name + ".loaded.npy")), array)

        self.on_all_ranks(check)

    def sparse_like_here(self, found, expected):
        """Of one shape and type, with the same entries in the order of rows."""
        found, expected = found.tocsr(), expected.tocsr()
        expected.sum_duplicates()
        self.assertEqual(found.shape, expected.shape)
        self.same(found.data, expected.data)
        np.testing.assert_array_equal(found.indices, expected.indices)
        np.testing.assert_array_equal(found.indptr, expected.indptr)

    def folder(self, name):
        """What docs/sparse.md says that Python's users write."""
        names = ["data", "indices", "indptr"]
        data, indices, indptr = (np.load(self.path(f"{name}/{member}.npy")) for member in names)
        return scipy.sparse.csr_matrix((data, indices, indptr), shape=np.load(self.path(f"{name}/shape.npy")))

    @unittest.skipUnless(mmread, "this Python has no SciPy")
    def test_sparse(self):
        generator = np.random.default_rng(15)
        matrices = {}
        for number, dtype in enumerate(["f8", "i8", "c16", "f8"]):
            shape = [(90, 40), (40, 90), (30, 30), (5, 0)][number]
            entries = [400, 400, 200, 0][number]
            places = tuple(generator.integers(0, max(extent, 1), entries) for extent in shape)
            matrices[number] = dtype, scipy.sparse.coo_matrix((some(dtype, entries, number), places), shape)
        for number, (dtype, matrix) in matrices.items():
            for kind in ["csr", "csc", "coo"]:
                path = self.path(f"{number}.{kind}.npz")
                # scipy adds up where it makes compressed rows of coordinates; here is what it did not.
                scipy.sparse.save_npz(path, matrix.asformat(kind), compressed=number % 2 == 0)
                self.job("sparse", dtype, path, self.path(f"{number}.{kind}"))
            mmwrite(self.path(f"{number}.scipy.mtx"), matrix, precision=17)
            self.job("sparse", dtype, self.path(f"{number}.scipy.mtx"), self.path(f"{number}.mtx"))
            if dtype != "c16":
                for ending in ["tns", "edges"]:
                    self.job("sparse", dtype, self.path(f"{number}.csr.npz"), self.path(f"{number}.{ending}"))
                    self.job("sparse", dtype, self.path(f"{number}.{ending}"), self.path(f"{number}.{ending}.mtx"))
        unsorted = scipy.sparse.csr_matrix(([1.0, 2, 4, 8], [2, 0, 2, 1], [0, 3, 3, 4]), (3, 3))
        scipy.sparse.save_npz(self.path("unsorted.npz"), unsorted)
        self.job("sparse", "f8", self.path("unsorted.npz"), self.path("unsorted"))

        def check():
            for number, (dtype, matrix) in matrices.items():
                for kind in ["csr", "csc", "coo"]:
                    self.sparse_like_here(self.folder(f"{number}.{kind}"), matrix)
                self.sparse_like_here(mmread(self.path(f"{number}.mtx")), matrix)
                if dtype != "c16" and matrix.nnz:
                    for ending, first in [("tns", 1), ("edges", 0)]:
                        rows, columns, data = np.loadtxt(self.path(f"{number}.{ending}"), unpack=True)
                        places = rows.astype(int) - first, columns.astype(int) - first
                        expected = scipy.sparse.coo_matrix((data.astype(dtype), places), matrix.shape)
                        self.sparse_like_here(expected, matrix)
                        found = mmread(self.path(f"{number}.{ending}.mtx")).tocsr()
                        found.resize(matrix.shape)
                        self.sparse_like_here(found, matrix)
            self.sparse_like_here(self.folder("unsorted"), unsorted.copy())
            # The folder's files as an archive are scipy's own.
            with zipfile.ZipFile(self.path("again.npz"), "w") as archive:
                for member in Path(self.path("0.csr")).iterdir():
                    archive.write(member, member.name)
            self.sparse_like_here(scipy.sparse.load_npz(self.path("again.npz")), matrices[0][1])

        self.on_all_ranks(check)


if __name__ == "__main__":
    unittest.main()
