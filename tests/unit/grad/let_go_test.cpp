// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Nothing keeps a value that nobody can name any more: not how it was computed, not what tells
// gradients of it, not reports. A loop would run out of memory.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <relatile/grad.hpp>
#include <relatile/iterative.hpp>
#include <relatile/linalg.hpp>
#include <relatile/models.hpp>
#include <relatile/relatile.hpp>
#include <relatile/sparse.hpp>
#include <relatile/spectral.hpp>
#include <relatile/tensors.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace let_go_test {

namespace rt = relatile;
using Matrix = rt::Array<double, 2>;

namespace {

/// What may not live longer than the program that made it.
std::vector<std::weak_ptr<const rt::tra::Node>> watched;

template <class X>
X watch(X x) {
  watched.push_back(x.node());
  return x;
}

Matrix matrix() {
  return watch(Matrix(rt::random::uniform<double>({6, 6}, rt::random::Seed{5}) + 6.0 * rt::eye(6)));
}

/// Evaluates what a program computes, with and without its operands, and returns how many of the
/// watched values are alive afterwards, in a context that still is.
template <class Program>
std::size_t kept_by(const Program& program, int sites) {
  watched.clear();
  const rt::Context context = rt::Context::loopback(sites);
  for (const bool stored_before : {false, true}) {
    Matrix x = matrix();
    if (stored_before) rt::evaluate(x);
    auto result = watch(program(x));
    rt::evaluate(result);
    static_cast<void>(rt::explain(result));
    x = Matrix(rt::zeros({1, 1}));
    auto later = watch(rt::Array<double, 0>(rt::sum(result)));
    rt::evaluate(later);
  }
  const auto alive = [](const auto& node) { return !node.expired(); };
  return static_cast<std::size_t>(std::count_if(watched.begin(), watched.end(), alive));
}

}  // namespace

TEST_CASE("values are let go of with their last name, whatever they were computed by") {
  const auto check = [](const char* name, const auto& program) {
    INFO(name);
    CHECK(kept_by(program, 1) == 0);
    CHECK(kept_by(program, 3) == 0);
  };
  check("elementwise", [](const Matrix& x) { return Matrix(rt::exp(x) * 2.0); });
  check("products", [](const Matrix& x) { return Matrix(rt::matmul(x, rt::transpose(x))); });
  check("lines", [](const Matrix& x) { return Matrix(rt::sort(rt::cumsum(x, 0))); });
  check("relations", [](const Matrix& x) {
    return rt::to_array(
        rt::transform(rt::blocks(x, {2, 3}), [](const auto& block) { return 2.0 * block; }));
  });
  check("cholesky",
        [](const Matrix& x) { return Matrix(rt::cholesky(rt::matmul(x, rt::transpose(x)))); });
  check("solve", [](const Matrix& x) { return Matrix(rt::solve(x, rt::eye(6) * 1.0)); });
  check("det", [](const Matrix& x) { return rt::Array<double, 0>(rt::det(x)); });
  check("qr", [](const Matrix& x) { return Matrix(rt::qr(x).r); });
  check("svd", [](const Matrix& x) { return rt::Array<double, 1>(rt::svd(x).S); });
  check("eigh", [](const Matrix& x) {
    return Matrix(rt::eigh(rt::matmul(x, rt::transpose(x))).eigenvectors);
  });
  check("expm", [](const Matrix& x) { return Matrix(rt::expm(x)); });
  check("sparse product", [](const Matrix& x) {
    return Matrix(rt::matmul(rt::to_sparse(rt::where(x > 1.0, x, 0.0)), x));
  });
  check("product of sparse arrays", [](const Matrix& x) {
    const auto s = rt::to_sparse(rt::where(x > 1.0, x, 0.0));
    return Matrix(rt::to_dense(rt::matmul(s, s)));
  });
  check("gradient", [](const Matrix& x) {
    return Matrix(rt::grad([](const auto& a) { return rt::sum(rt::solve(a, rt::exp(a))); }, x));
  });
  check("gradient through values", [](const Matrix& x) {
    return Matrix(rt::grad(
        [](const auto& a) {
          const Matrix b = rt::exp(a);
          rt::evaluate(b);
          return rt::sum(b * b);
        },
        x));
  });
  check("conjugate gradients", [](const Matrix& x) {
    return rt::Array<double, 1>(
        rt::cg(Matrix(rt::matmul(x, rt::transpose(x))), rt::Array<double, 1>(rt::ones({6}))).x);
  });
  check("gradient of conjugate gradients", [](const Matrix& x) {
    return Matrix(rt::grad(
        [](const Matrix& a) {
          const Matrix m = rt::matmul(a, rt::transpose(a)) + 8.0 * rt::eye(6);
          return rt::sum(rt::cg(m, rt::Array<double, 1>(rt::sum(a, 1))).x);
        },
        x));
  });
  check("lanczos", [](const Matrix& x) {
    return rt::Array<double, 1>(rt::eigsh(Matrix(x + rt::transpose(x)), 2).eigenvalues);
  });
  check("models", [](const Matrix& x) {
    rt::models::KMeans means({.n_clusters = 2, .n_init = 1});
    means.fit(x);
    return Matrix(means.cluster_centers);
  });
}

}  // namespace let_go_test
