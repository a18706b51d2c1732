#!/usr/bin/env python3
"""mpi4py and NumPy on the shapes of matmul_benchmark, in Google Benchmark's format.

    tests/support/mpirun.sh 2 600 /usr/bin/python3 benchmarks/python/mpi_benchmark.py [file]

As one would write it: rows of a and of b, b is all-gathered; long sums and a^T a from parts along
the summed axis, all-reduced. One BLAS thread a rank; seconds of the slowest rank.
"""

import sys

import numpy
from mpi4py import MPI

import rounds

WORLD = MPI.COMM_WORLD


def slowest_seconds_of(work):
    WORLD.Barrier()
    return WORLD.allreduce(rounds.seconds_of(work), op=MPI.MAX)


def uniform(*shape):
    return numpy.random.default_rng(WORLD.rank).uniform(-1, 1, shape)


def by_gather(m, k, n):
    a, b = uniform(m // WORLD.size, k), uniform(k // WORLD.size, n)
    whole, c = numpy.empty((k, n)), numpy.empty((m // WORLD.size, n))

    def run():
        WORLD.Allgather(b, whole)
        numpy.matmul(a, whole, out=c)

    return run


def by_sum(m, k, n, gram):
    b = uniform(k // WORLD.size, n)
    a = b.T if gram else uniform(m, k // WORLD.size)
    partial, c = numpy.empty((m, n)), numpy.empty((m // WORLD.size, n))

    def run():
        numpy.matmul(a, b, out=partial)
        WORLD.Reduce_scatter_block(partial, c)

    return run


def main():
    results = rounds.Results({"program": "mpi_benchmark.py", "ranks": WORLD.size})
    for name, m, k, n, count in (("square", 2048, 2048, 2048, 7), ("square", 4096, 4096, 4096, 3),
                                 ("long_sums", 512, 131072, 512, 3), ("outer", 8192, 256, 8192, 5),
                                 ("gram", 64, 1_000_000, 64, 7)):
        full_name = f"{name}/m:{m}/k:{k}/n:{n}/as_planned"
        if rounds.quick():
            m, k, n = (max(64, extent // 64) for extent in (m, k, n))
        work = 2e-9 * m * k * n
        run = by_sum(m, k, n, name == "gram") if k > 16 * m else by_gather(m, k, n)
        results.measure(full_name, {"mpi4py": run}, work, count,
                        slowest_seconds_of)
    if WORLD.rank == 0:
        results.write(sys.argv[1] if len(sys.argv) > 1 else None)


if __name__ == "__main__":
    main()
