#!/usr/bin/env python3
"""scikit-learn as the oracle of the models that have its names, on its own data.

Needs RELATILE_MODELS_FACE, the program of tests/support/models_face.cpp, RELATILE_MPIRUN,
tests/support/mpirun.sh, and RELATILE_EXAMPLE_DATA, examples/data; without them, or without
scikit-learn, the test is skipped.
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
    import sklearn
    from sklearn import cluster, decomposition, linear_model, metrics, mixture, naive_bayes, svm
except ModuleNotFoundError:
    print("skipped: this Python has no scikit-learn")
    sys.exit(SKIPPED)

PROGRAM = os.environ.get("RELATILE_MODELS_FACE", "")
MPIRUN = os.environ.get("RELATILE_MPIRUN", "")
DATA = os.environ.get("RELATILE_EXAMPLE_DATA", str(Path(__file__).resolve().parents[2] / "examples" / "data"))
if not (PROGRAM and MPIRUN):
    print("skipped: RELATILE_MODELS_FACE and RELATILE_MPIRUN are not set")
    sys.exit(SKIPPED)

RANKS = (1, 3)
SECONDS = 240


class Given:
    """The data that both are given."""

    def __init__(self):
        random = np.random.default_rng(11)
        cancer = np.loadtxt(Path(DATA) / "breast_cancer.csv", delimiter=",", skiprows=1)
        digits = np.loadtxt(Path(DATA) / "digits.csv", delimiter=",")
        rows = len(cancer)
        self.x = (cancer[:, :30] - cancer[:, :30].mean(0)) / cancer[:, :30].std(0)
        self.binary = cancer[:, 30]
        # As many digits as patients, so that one vector of targets fits both.
        self.counts = digits[:rows, :64]
        self.digit = digits[:rows, 64]
        eta = self.x[:, :8] @ random.normal(0, 0.3, 8)
        self.number = 3 * eta + 2 + random.normal(0, 0.5, rows)
        self.time = random.exponential(np.exp(0.5 * eta + 1)) + 1e-3
        centres = np.array([[0, 0], [6, 0], [0, 6]])
        self.weights = random.integers(0, 5, rows) / 2
        self.small = centres[random.integers(0, 3, 300)] + random.normal(0, 1, (300, 2))

    def write(self, directory):
        for name, array in vars(self).items():
            np.save(Path(directory) / f"{name}.npy", array)


def of_linear(model):
    return np.append(model.coef_, model.intercept_)


def of_classes(model):
    return np.column_stack([model.coef_, model.intercept_])


class Models(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        warnings.simplefilter("ignore")
        cls.given = Given()
        cls.found = {}
        for ranks in RANKS:
            with scratch_directory() as directory:
                cls.given.write(directory)
                command = [MPIRUN, str(ranks), str(SECONDS), PROGRAM, directory]
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                assert done.returncode == 0, done.stdout + done.stderr
                cls.found[ranks] = {path.name.split(".")[0]: np.load(path)
                                    for path in Path(directory).glob("*.found.npy")}

    def check(self, name, wanted, tolerance=1e-5):
        for ranks in RANKS:
            found = self.found[ranks][name]
            self.assertEqual(found.shape, np.shape(wanted))
            np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance,
                                       err_msg=f"{name} on {ranks} ranks, scikit-learn {sklearn.__version__}")

    def test_least_squares(self):
        x, y, g = self.given.x, self.given.number, self.given
        self.check("linear", of_linear(linear_model.LinearRegression().fit(x, y)), 1e-8)
        self.check("ridge", of_linear(linear_model.Ridge(alpha=2).fit(x, y)), 1e-8)
        self.check("ridge_sparse", of_linear(linear_model.Ridge(alpha=2).fit(g.counts, y)), 1e-8)
        lasso = linear_model.Lasso(alpha=0.1, max_iter=5000, tol=1e-10)
        self.check("lasso", of_linear(lasso.fit(x, y)))
        net = linear_model.ElasticNet(alpha=0.1, max_iter=5000, tol=1e-10)
        self.check("elastic_net", of_linear(net.fit(x, y)))

    def test_generalized_linear(self):
        x, g = self.given.x, self.given
        poisson = linear_model.PoissonRegressor(alpha=0.1, tol=1e-10, max_iter=2000)
        self.check("poisson", of_linear(poisson.fit(x, np.floor(g.time))))
        gamma = linear_model.GammaRegressor(alpha=0.1, tol=1e-10, max_iter=2000)
        self.check("gamma", of_linear(gamma.fit(x, g.time)))

    def test_classes(self):
        g = self.given
        binary = linear_model.LogisticRegression(C=0.5, solver="newton-cg", tol=1e-10, max_iter=5000)
        self.check("logistic", of_classes(binary.fit(g.x, g.binary)))
        softmax = linear_model.LogisticRegression(C=0.01, solver="newton-cg", tol=1e-9, max_iter=5000)
        softmax.fit(g.counts, g.digit)
        # Intercepts hardly matter beside counts that are all positive, and scikit-learn gives them up
        # early: ours are where the gradient vanishes.
        self.check("softmax", of_classes(softmax), 5e-3)
        for ranks in RANKS:
            found = self.found[ranks]["softmax"]
            scores = g.counts @ found[:, :64].T + found[:, 64]
            chances = np.exp(scores - scores.max(1, keepdims=True))
            chances /= chances.sum(1, keepdims=True)
            missed = (chances - (g.digit[:, None] == np.arange(10))) / len(g.digit)
            slope = missed.T @ g.counts + found[:, :64] / (0.01 * len(g.digit))
            self.assertLess(max(np.abs(slope).max(), np.abs(missed.sum(0)).max()), 1e-8)
        self.check("softmax_proba", softmax.predict_proba(g.counts), 2e-3)
        svc = svm.LinearSVC(C=0.05, tol=1e-12, dual=False, max_iter=10000)
        self.check("svc", of_classes(svc.fit(g.x, g.binary)), 1e-4)

    def test_naive_bayes(self):
        g = self.given
        self.check("gaussian_nb", naive_bayes.GaussianNB().fit(g.x, g.binary).predict_proba(g.x), 1e-7)
        multinomial = naive_bayes.MultinomialNB().fit(g.counts, g.digit)
        self.check("multinomial_nb", multinomial.predict_proba(g.counts), 1e-9)

    def test_weights(self):
        g, x, y, w = self.given, self.given.x, self.given.number, self.given.weights
        counts = np.floor(g.time)
        self.check("linear_weighted", of_linear(linear_model.LinearRegression().fit(x, y, w)), 1e-8)
        self.check("ridge_weighted", of_linear(linear_model.Ridge(alpha=2).fit(x, y, w)), 1e-8)
        net = linear_model.ElasticNet(alpha=0.1, max_iter=5000, tol=1e-10).fit(x, y, w)
        self.check("elastic_net_weighted", of_linear(net))
        poisson = linear_model.PoissonRegressor(alpha=0.1, tol=1e-10, max_iter=2000).fit(x, counts, w)
        self.check("poisson_weighted", of_linear(poisson))
        binary = linear_model.LogisticRegression(C=0.5, solver="newton-cg", tol=1e-10, max_iter=5000)
        self.check("logistic_weighted", of_classes(binary.fit(x, g.binary, w)))
        svc = svm.LinearSVC(C=0.05, tol=1e-12, dual=False, max_iter=10000)
        self.check("svc_weighted", of_classes(svc.fit(x, g.binary, w)), 1e-4)
        gaussian = naive_bayes.GaussianNB().fit(x, g.binary, w)
        self.check("gaussian_nb_weighted", gaussian.predict_proba(x), 1e-6)
        multinomial = naive_bayes.MultinomialNB().fit(g.counts, g.digit, w)
        self.check("multinomial_nb_weighted", multinomial.predict_proba(g.counts), 1e-9)
        # PoissonRegressor.score of scikit-learn 1.2 leaves weights out of one of its terms.
        explained = metrics.d2_tweedie_score(counts, poisson.predict(x), sample_weight=w, power=1)
        self.check("scores_weighted", [net.score(x, y, w), explained, binary.score(x, g.binary, w),
                                       multinomial.score(g.counts, g.digit, w)])

    def test_decompositions(self):
        g = self.given
        pca = decomposition.PCA(5, svd_solver="full").fit(g.counts)
        largest = np.abs(pca.components_).argmax(1)
        signs = np.sign(pca.components_[np.arange(5), largest])
        self.check("pca", pca.components_ * signs[:, None], 1e-8)
        self.check("pca_variance", pca.explained_variance_ratio_, 1e-9)
        self.check("svd", np.linalg.svd(g.counts, compute_uv=False)[:5], 1e-7)

    def test_metrics(self):
        g, y = self.given, self.given.digit
        predicted = np.where(np.arange(len(y)) % 5 == 0, (y + 1) % 10, y)
        chances = np.abs(g.counts[:, 10:20]) + 1
        chances /= chances.sum(1, keepdims=True)
        scores = np.round(g.x[:, 0] * 4)
        for end, w in (("", None), ("_weighted", g.weights)):
            found = {"sample_weight": w}
            self.check("confusion" + end, metrics.confusion_matrix(y, predicted, **found))
            self.check("metrics" + end, [
                metrics.accuracy_score(y, predicted, **found),
                metrics.precision_score(y == 1, predicted == 1, **found),
                metrics.precision_score(y, predicted, average="macro", **found),
                metrics.recall_score(y, predicted, average="weighted", **found),
                metrics.f1_score(y, predicted, average="macro", **found),
                metrics.balanced_accuracy_score(y, predicted, **found),
                metrics.matthews_corrcoef(y, predicted, **found),
                metrics.log_loss(y, chances, **found),
                metrics.roc_auc_score(g.binary, scores, **found),
                metrics.mean_squared_error(y, predicted, **found),
                metrics.mean_absolute_error(y, predicted, **found),
                metrics.r2_score(y, predicted, **found)], 1e-9)

    def test_what_depends_on_where_it_begins(self):
        """Within what starts differ by, or better."""
        g = self.given
        kmeans = cluster.KMeans(10, n_init=8, random_state=0).fit(g.counts).inertia_
        nmf = decomposition.NMF(8, init="random", solver="mu", max_iter=400, random_state=0)
        error = nmf.fit(g.counts).reconstruction_err_
        gaussians = mixture.GaussianMixture(3, max_iter=1000, tol=1e-10, random_state=0).fit(g.small)
        spectral = cluster.SpectralClustering(3, gamma=0.5, random_state=0).fit(g.small).labels_
        lda = decomposition.LatentDirichletAllocation(5, max_iter=20, random_state=0).fit(g.counts)
        for ranks in RANKS:
            found = self.found[ranks]
            self.assertLess(found["kmeans"][0], 1.03 * kmeans)
            self.assertLess(found["nmf"][0], 1.03 * error)
            self.assertAlmostEqual(found["mixture"][0], gaussians.score(g.small), places=5)
            self.assertGreater(metrics.adjusted_rand_score(found["spectral"], spectral), 0.98)
            # Our topics, in scikit-learn's hands: as likely as its own.
            own = lda.perplexity(g.counts)
            lda.components_ = found["topics"]
            lda.exp_dirichlet_component_ = np.exp(decomposition._lda._dirichlet_expectation_2d(found["topics"]))
            self.assertLess(lda.perplexity(g.counts), 1.03 * own)
            lda.fit(g.counts)


if __name__ == "__main__":
    unittest.main()
