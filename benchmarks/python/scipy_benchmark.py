#!/usr/bin/env python3
"""SciPy on what sparse_benchmark measures, named as there, in Google Benchmark's format.

    mkdir -p matrices && RELATILE_SPARSE_MATRICES=matrices build-release/benchmarks/sparse_benchmark
    /usr/bin/python3 benchmarks/python/scipy_benchmark.py matrices [file]

The matrices are those of sparse_benchmark, which saves them. SciPy's products run on one thread; they
stand beside those of Relatile on one.
"""

import pathlib
import sys

import numpy
import scipy
import scipy.sparse
import scipy.sparse.csgraph

import rounds

RANDOM = numpy.random.default_rng(1)


def matrix_of(path):
    """A square matrix."""
    with numpy.load(path) as saved:
        offsets = numpy.concatenate([[0], numpy.cumsum(saved["counts"])]).astype("i4")
        shape = (offsets.size - 1, offsets.size - 1)
        return scipy.sparse.csr_array((saved["values"], saved["columns"], offsets), shape)


def measure(results, name, run, **others):
    """As sparse_benchmark: counters are milliseconds."""
    contenders = {"scipy": run, **others}
    results.measure(f"{name}/threads:1", contenders, 1, 11)
    for contender in contenders:
        results.benchmarks[-1][contender] = 1e3 / results.benchmarks[-1][contender]


def sorted_square(s):
    """SciPy leaves the columns of a product in no order, which its next function may have to mend."""
    made = s @ s
    made.sort_indices()
    return made


def main():
    directory = pathlib.Path(sys.argv[1])
    results = rounds.Results({"program": "scipy_benchmark.py", "scipy": scipy.__version__, "ranks": "1"})
    for name, widths in (("laplacian", (16,)), ("rmat", (16, 64)), ("scattered", (16, 64))):
        s = matrix_of(directory / f"{name}.npz")
        x = RANDOM.uniform(0, 1, s.shape[1])
        measure(results, f"{name}/vector", lambda: s @ x)
        for width in widths:
            dense = RANDOM.uniform(0, 1, (s.shape[1], width))
            measure(results, f"{name}/columns:{width}", lambda: s @ dense)
    for name, saved in (("laplacian", "laplacian"), ("rmat", "small_rmat"), ("scattered", "scattered")):
        s = matrix_of(directory / f"{saved}.npz")
        measure(results, f"{name}/squared", lambda: s @ s, scipy_in_order=lambda: sorted_square(s))
    lower = matrix_of(directory / "lower.npz")
    measure(results, "graph/triangles", lambda: (lower @ lower).multiply(lower).sum())
    graph = matrix_of(directory / "graph.npz")
    source = int(numpy.argmax(numpy.diff(graph.indptr)))
    measure(results, "graph/levels",
            lambda: scipy.sparse.csgraph.breadth_first_order(graph, source, return_predecessors=False))
    results.write(sys.argv[2] if len(sys.argv) > 2 else None)


if __name__ == "__main__":
    main()
