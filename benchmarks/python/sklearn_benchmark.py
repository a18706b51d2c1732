#!/usr/bin/env python3
"""scikit-learn on what models_benchmark measures, named as there, in Google Benchmark's format.

    mkdir -p data && RELATILE_MODELS_DATA=data build-release/benchmarks/models_benchmark
    /usr/bin/python3 benchmarks/python/sklearn_benchmark.py data [file]

Both end where no component of the gradient of the mean loss is above 1e-8; before version 1.5
scikit-learn's lbfgs looks at the gradient of the sum. Counters are milliseconds, iterations and
that gradient.
"""

import pathlib
import sys
import warnings

import numpy
import sklearn
from sklearn.cluster import KMeans
from sklearn.decomposition import PCA
from sklearn.linear_model import LogisticRegression

import rounds

TOLERANCE = 1e-8
VERSION = tuple(int(part) for part in sklearn.__version__.split(".")[:2])


def gradient_norm(model, x, y):
    """As models_benchmark has it."""
    missed = 1 / (1 + numpy.exp(-(x @ model.coef_[0] + model.intercept_[0]))) - y
    slope = (x.T @ missed + model.coef_[0]) / len(y)
    return max(numpy.abs(slope).max(), abs(missed.mean()))


def measure(results, name, run, count=5):
    results.measure(name, {"fit": run}, 1, count)
    results.benchmarks[-1]["fit"] = 1e3 / results.benchmarks[-1]["fit"]
    return results.benchmarks[-1]


def main():
    warnings.simplefilter("ignore")
    directory = pathlib.Path(sys.argv[1])
    x = numpy.load(directory / "x.npy")
    y = numpy.load(directory / "y.npy")
    results = rounds.Results({"program": "sklearn_benchmark.py", "sklearn": sklearn.__version__})
    of_sum = 1 if VERSION >= (1, 5) else len(y)
    for name, solver, scale in (("newton", "newton-cholesky", 1), ("lbfgs", "lbfgs", of_sum)):
        model = LogisticRegression(solver=solver, tol=TOLERANCE * scale)
        found = measure(results, f"logistic/{name}", lambda: model.fit(x, y))
        found["iterations"] = int(model.n_iter_[0])
        found["gradient"] = gradient_norm(model, x, y)
    clusters = KMeans(16, n_init=1, max_iter=10, tol=0, algorithm="lloyd", random_state=1)
    found = measure(results, "kmeans", lambda: clusters.fit(x), 3)
    found["iterations"] = int(clusters.n_iter_)
    measure(results, "pca", lambda: PCA(8).fit(x), 3)
    results.write(sys.argv[2] if len(sys.argv) > 2 else None)


if __name__ == "__main__":
    main()
