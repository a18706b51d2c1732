#!/usr/bin/env python3
"""NumPy and Dask on what elementwise_benchmark, functions_benchmark, tensor_benchmark,
gemm_benchmark and programs_benchmark measure, named as there, in Google Benchmark's format.

    OMP_NUM_THREADS=2 OPENBLAS_NUM_THREADS=2 /usr/bin/python3 benchmarks/python/numpy_benchmark.py [file]

NumPy's products use OPENBLAS_NUM_THREADS threads, its elementwise functions one; Dask as many
threads as there are, with one BLAS thread in each.
"""

import os
import sys

import numpy

import rounds

try:
    import dask
    import dask.array
except ImportError:
    dask = None

RANDOM = numpy.random.default_rng(1)


def threads():
    return int(os.environ.get("OMP_NUM_THREADS", os.cpu_count() or 1))


def uniform(*shape):
    return RANDOM.uniform(-1, 1, shape)


def chunked(x, *chunks):
    """On all threads: about two chunks each."""
    return dask.array.from_array(x, chunks=chunks)


def contenders(by_numpy, by_dask=None):
    found = {"numpy": by_numpy}
    if dask and by_dask:
        found["dask"] = by_dask
    return found


def sum_of_chain(results):
    count = 1_000_000 if rounds.quick() else 100_000_000
    x = numpy.sin(1e-3 * numpy.arange(count))
    parts = chunked(x, 1_000_000) if dask else None
    results.measure(
        f"sum_of_chain/threads:{threads()}",
        contenders(lambda: (numpy.exp(-(x * x)) + 3 * x).sum(),
                   lambda: (dask.array.exp(-(parts * parts)) + 3 * parts).sum().compute()),
        1e-9 * 8 * count, 5)


def normalise(results):
    rows, columns = (5_000 if rounds.quick() else 500_000), 64
    x = uniform(rows, columns)
    parts = chunked(x, rows // 16, columns) if dask else None
    results.measure(
        f"normalise/threads:{threads()}",
        contenders(lambda: (x - x.mean(axis=0)) / x.std(axis=0),
                   lambda: ((parts - parts.mean(axis=0)) / parts.std(axis=0)).compute()),
        1e-9 * 3 * 8 * rows * columns, 7)


def functions(results):
    count = 20_000
    y = 1 + (numpy.arange(count) + 0.5) / count
    names = ("log", "log2", "log1p", "exp2", "expm1", "sin", "cos", "tan", "sinh", "cosh", "tanh",
              "arcsin", "arccos", "arctan", "arcsinh", "arccosh", "arctanh", "sqrt", "exp")
    for name in names:
        function = getattr(numpy, name)
        x = y if name == "arccosh" else 1 / y
        results.measure(f"function/{name}", contenders(lambda: function(x)), 1e-9 * count, 200)


def square(results):
    name = f"product<double>/n:2048/threads:{threads()}"
    n = 256 if rounds.quick() else 2048
    a, b = uniform(n, n), uniform(n, n)
    half = n // 2
    left, right = (chunked(a, half, n), chunked(b, n, half)) if dask else (None, None)
    results.measure(name,
                    contenders(lambda: a @ b, lambda: (left @ right).compute()), 2e-9 * n**3, 7)


def mttkrp(results):
    n, width = (40, 20) if rounds.quick() else (200, 100)
    t, b, c = uniform(n, n, n), uniform(n, width), uniform(n, width)
    results.measure("mttkrp",
                    contenders(lambda: numpy.einsum("ijk,jf,kf->if", t, b, c, optimize="optimal")),
                    2e-9 * n**3 * width, 7)


def double_contraction(results):
    n, side = (64, 16) if rounds.quick() else (1024, 64)
    a, b = uniform(n, side, side), uniform(side, side, n)
    results.measure("double_contraction", contenders(lambda: numpy.tensordot(a, b, 2)),
                    2e-9 * n * n * side * side, 5)


def batch(results):
    count, n = (4, 64) if rounds.quick() else (64, 512)
    a, b = uniform(count, n, n), uniform(count, n, n)
    parts = (chunked(a, 4, n, n), chunked(b, 4, n, n)) if dask else None
    results.measure("batch",
                    contenders(lambda: a @ b, lambda: dask.array.matmul(*parts).compute()),
                    2e-9 * count * n**3, 5)


def attention(results):
    shape = (1, 2, 64, 16) if rounds.quick() else (4, 8, 1024, 64)
    q, k, v = uniform(*shape), uniform(*shape), uniform(*shape)

    def run():
        scores = q @ k.swapaxes(2, 3) / numpy.sqrt(shape[3])
        powers = numpy.exp(scores - scores.max(axis=3, keepdims=True))
        return powers / powers.sum(axis=3, keepdims=True) @ v

    measure_milliseconds(results, "attention", run)


def logistic_newton(results):
    rows, columns = (3_000 if rounds.quick() else 300_000), 64
    x, w = uniform(rows, columns), 0.1 * uniform(columns)
    y = (uniform(rows) > 0).astype(float)

    def run():
        p = 1 / (1 + numpy.exp(-(x @ w)))
        return x.T @ (p - y), x.T @ ((p * (1 - p))[:, None] * x)

    measure_milliseconds(results, "logistic_newton", run)


def kmeans(results):
    rows, columns, clusters = (3_000 if rounds.quick() else 300_000), 32, 16
    x, centres = uniform(rows, columns), uniform(clusters, columns)

    def run():
        nearest = ((centres**2).sum(axis=1) - 2 * x @ centres.T).argmin(axis=1)
        member = (nearest[:, None] == numpy.arange(clusters)).astype(float)
        return member.T @ x, member.sum(axis=0)

    measure_milliseconds(results, "kmeans", run)


def als(results):
    users, items, width = (100, 40, 8) if rounds.quick() else (10_000, 4_000, 32)
    r, m = uniform(users, items), uniform(items, width)
    one = numpy.eye(width)

    def run():
        u = r @ m @ numpy.linalg.inv(m.T @ m + one)
        return r.T @ u @ numpy.linalg.inv(u.T @ u + one)

    measure_milliseconds(results, "als", run)


def network(results):
    for batch_size, features, hidden, labels in ((2048, 512, 4096, 16), (256, 8192, 512, 2048)):
        name = f"network/batch:{batch_size}/features:{features}/hidden:{hidden}/labels:{labels}"
        if rounds.quick():
            batch_size, features, hidden, labels = 32, 16, 16, 8
        x, y = uniform(batch_size, features), uniform(batch_size, labels)
        w1, w2 = uniform(features, hidden), uniform(hidden, labels)

        def run():
            a1 = numpy.maximum(x @ w1, 0)
            error = 1 / (1 + numpy.exp(-(a1 @ w2))) - y
            back = numpy.where(a1 > 0, error @ w2.T, 0)
            return w1 - 0.01 * x.T @ back, w2 - 0.01 * a1.T @ error

        with numpy.errstate(over="ignore"):
            measure_milliseconds(results, name, run)


def page_rank(results):
    n = 256 if rounds.quick() else 8192
    links, rank, degree = uniform(n, n), uniform(n), uniform(n) + 2
    measure_milliseconds(results, "page_rank", lambda: 0.15 / n + 0.85 * (links @ (rank / degree)))


def measure_milliseconds(results, name, run):
    """As programs_benchmark: the counter is milliseconds."""
    results.measure(name, {"numpy": run}, 1, 5)
    results.benchmarks[-1]["numpy"] = 1e3 / results.benchmarks[-1]["numpy"]


def face(results):
    """One function of every family, as face_benchmark."""
    quick = rounds.quick()

    def measure(name, x, by_numpy, by_dask=None, count=1):
        results.measure(f"face/{name}", contenders(by_numpy, by_dask), 8e-9 * count * x.size, 5)

    x = RANDOM.uniform(0, 1, 300_000 if quick else 10_000_000)
    measure("sort", x, lambda: numpy.sort(x))
    measure("median", x, lambda: numpy.median(x))
    written, half = numpy.copy(x), RANDOM.uniform(0, 1, x.size // 2)

    def assign():
        written[::2] = half

    measure("assign", half, assign)
    x_parts = chunked(x, x.size // 8) if dask else None
    measure("histogram", x, lambda: numpy.histogram(x, 100, (0, 1)),
            lambda: dask.array.histogram(x_parts, 100, (0, 1))[0].compute())
    measure("shuffle", x, lambda: RANDOM.permutation(x))
    rows = 10_000 if quick else 1_000_000
    table = RANDOM.uniform(0, 1, (rows, 16))
    index = RANDOM.integers(0, rows, rows)
    # Not by Dask: of indices in no order it makes about as many chunks as there are rows, and takes minutes.
    measure("gather", table, lambda: numpy.take(table, index, 0))
    lines = RANDOM.uniform(0, 1, (1_000 if quick else 1_000_000, 16))
    measure("percentile", lines, lambda: numpy.percentile(lines, 90, axis=1))
    y = RANDOM.uniform(0, 1, 100_000 if quick else 50_000_000)
    y_parts = chunked(y, y.size // 8) if dask else None
    measure("scan", y, lambda: numpy.cumsum(y), lambda: dask.array.cumsum(y_parts, 0).compute())
    wide = RANDOM.uniform(0, 1, (100 if quick else 8_000, 5_000))
    wide_parts = chunked(wide, len(wide) // 4, 5_000) if dask else None
    # A copy, as a new array is: NumPy's reshape of what is in order is a view.
    measure("reshape", wide, lambda: wide.reshape(len(wide) // 10, 50_000).copy(),
            # Dask merges no rows and columns that it does not cut evenly, but by way of a vector.
            lambda: (wide_parts.reshape(-1).reshape(len(wide) // 10, 50_000) + 0).compute())
    n = 200 if quick else 5_000
    grid = RANDOM.uniform(0, 1, (n, n))
    measure("stencil", grid, lambda: 0.25 * (numpy.roll(grid, 1, 0) + numpy.roll(grid, -1, 0)
                                             + numpy.roll(grid, 1, 1) + numpy.roll(grid, -1, 1)))
    tall = RANDOM.uniform(0, 1, (1_000 if quick else 2_000_000, 8))
    tall_parts = chunked(tall, len(tall) // 4, 8) if dask else None
    measure("concatenate", tall, lambda: numpy.concatenate([tall, tall], 1),
            lambda: dask.array.concatenate([tall_parts, tall_parts], 1).compute(), 2)
    z = RANDOM.uniform(0, 1, 100_000 if quick else 20_000_000)
    z_parts = chunked(z, z.size // 8) if dask else None
    measure("mask", z, lambda: z[z > 0.5], lambda: z_parts[z_parts > 0.5].compute())


def main():
    results = rounds.Results({"program": "numpy_benchmark.py", "numpy": numpy.__version__,
                              "dask": dask.__version__ if dask else None, "threads": threads()})
    if dask:
        dask.config.set(scheduler="threads", num_workers=threads())
    for run in (square, sum_of_chain, normalise, functions, mttkrp, double_contraction, batch, logistic_newton,
                kmeans, als, network, page_rank, attention, face):
        run(results)
    results.write(sys.argv[1] if len(sys.argv) > 1 else None)


if __name__ == "__main__":
    main()
