// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include "relatile/sparse.hpp"
#include "relatile/spectral.hpp"
#include "support/against_reference.hpp"
#include "support/array_matrices.hpp"
#include "support/backward_errors.hpp"
#include "support/dense_oracles.hpp"
#include "support/test_matrices.hpp"

namespace eigsh_test {

namespace rt = relatile;
using rt::test::adjoint;
using rt::test::allowed;
using rt::test::array_of;
using rt::test::column;
using rt::test::Complex;
using rt::test::difference;
using rt::test::from_orthonormal;
using rt::test::graded;
using rt::test::hermitian_noise;
using rt::test::Matrix;
using rt::test::matrix_of;
using rt::test::norm;
using rt::test::of_values;
using rt::test::product;
using rt::test::ratio_of;
using rt::test::with_scaled_columns;

namespace {

rt::SparseArray<double> line(std::int64_t n) {
  return rt::diags({-1.0, 2.0, -1.0}, {-1, 0, 1}, {n, n});
}

/// The k eigenvalues of a Hermitian matrix that are asked for, ascending.
std::vector<double> wanted_of(const Matrix& a, std::int64_t k, const std::string& which) {
  std::vector<double> all = rt::test::hermitian_eigenvalues(a);
  if (which == "LM" || which == "SM") {
    std::sort(all.begin(), all.end(), [&](double x, double y) {
      return which == "LM" ? std::abs(x) > std::abs(y) : std::abs(x) < std::abs(y);
    });
  } else if (which == "LA") {
    std::reverse(all.begin(), all.end());
  } else if (which == "BE") {
    std::rotate(all.begin(), all.end() - (k + 1) / 2, all.end());
  }
  all.resize(std::size_t(k));
  std::sort(all.begin(), all.end());
  return all;
}

void require_pairs(const Matrix& a, const std::vector<double>& wanted, const Matrix& w,
                   const Matrix& v, double epsilon) {
  REQUIRE(v.rows() == a.rows());
  REQUIRE(v.cols() == std::ssize(wanted));
  CHECK(from_orthonormal(v, epsilon) < allowed);
  const Matrix residual = difference(product(a, v), with_scaled_columns(v, w));
  CHECK(ratio_of(norm(residual), norm(a), a.rows(), epsilon) < allowed);
  for (Eigen::Index i = 0; i < w.size(); ++i) {
    CHECK(std::abs(w(i, 0).real() - wanted[std::size_t(i)]) <=
          (epsilon > 1e-10 ? 1e-4 : 1e-10) * norm(a));
  }
}

template <class T>
void require_eigsh(const Matrix& a, std::int64_t k, const std::string& which) {
  INFO(k << " of " << a.rows() << ", " << which);
  const auto found = rt::eigsh(array_of<T>(a), k, {.which = which});
  CHECK(found.converged);
  require_pairs(a, wanted_of(a, k, which), matrix_of(found.eigenvalues),
                matrix_of(found.eigenvectors), rt::test::epsilon_of<T>);
}

}  // namespace

TEST_CASE("eigenvalues and singular values of matrices whose squares are no numbers") {
  auto context = rt::Context::loopback(2);
  const auto require = [](auto number, double scale) {
    using T = decltype(number);
    INFO("scaled by " << scale);
    const Matrix m = hermitian_noise<T>(31);
    const rt::Array<T, 2> a = array_of<T>(m) * T(scale);
    const auto found = rt::eigsh(a, 3, {.which = "LA"});
    CHECK(found.converged);
    const double epsilon = rt::test::epsilon_of<T>;
    const auto wanted = wanted_of(m, 3, "LA");
    const auto values = rt::to_vector(found.eigenvalues);
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(std::abs(double(values[i]) / scale - wanted[i]) < 1e3 * epsilon);
    }
    CHECK(found.residual <= 100 * epsilon * scale);
    const auto singular = rt::to_vector(rt::svds(a, 2).S);
    const auto all = rt::test::singular_values(m);
    for (std::size_t i = 0; i < 2; ++i) {
      CHECK(std::abs(double(singular[i]) / scale - all[i]) < 1e3 * epsilon);
    }
  };
  for (const double scale : {1e-200, 1e200}) require(double{}, scale);
  for (const double scale : {1e-30, 1e30}) require(float{}, scale);
}

TEST_CASE("eigsh finds what is asked for, of every size, on every number of sites") {
  for (int sites : rt::test::site_counts) {
    INFO("on " << sites << " sites");
    auto context = rt::Context::loopback(sites);
    const Matrix symmetric = hermitian_noise<double>(37);
    for (const char* which : {"LM", "LA", "SA", "BE"}) require_eigsh<double>(symmetric, 3, which);
    for (const std::int64_t n : {1, 2, 5}) {
      require_eigsh<double>(hermitian_noise<double>(n), n, "LA");
    }
    require_eigsh<Complex>(hermitian_noise<Complex>(29), 2, "LM");
  }
  auto context = rt::Context::loopback(3);
  require_eigsh<double>(hermitian_noise<double>(23), 2, "SM");
  require_eigsh<float>(hermitian_noise<float>(30), 2, "LA");
  // One eigenvalue many times, and zeros: the space is soon left invariant.
  require_eigsh<double>(rt::test::identity(9, 9), 3, "LM");
  require_eigsh<double>(rt::test::zeros(9, 9), 2, "LM");
  CHECK(rt::eigsh(rt::eye(4), 0).eigenvectors.shape() == rt::Extents{4, 0});
}

TEST_CASE("eigsh of a sparse matrix and of a function") {
  for (int sites : {1, 2, 4}) {
    auto context = rt::Context::loopback(sites);
    const std::int64_t n = 300;
    const auto a = line(n);
    const auto found = rt::eigsh(a, 4, {.which = "LA"});
    CHECK(found.converged);
    const auto function = [a](const auto& x) { return rt::matmul(a, x); };
    const auto again = rt::eigsh(rt::LinearOperator<double>({n, n}, function), 4, {.which = "LA"});
    const auto values = rt::to_vector(found.eigenvalues);
    for (std::int64_t i = 0; i < 4; ++i) {
      const double angle = double(n - 3 + i) * std::acos(-1.0) / double(n + 1);
      CHECK(values[std::size_t(i)] == Approx(2 - 2 * std::cos(angle)).epsilon(1e-12));
      CHECK(rt::to_vector(again.eigenvalues)[std::size_t(i)] ==
            Approx(values[std::size_t(i)]).epsilon(1e-12));
    }
    const auto few = rt::eigsh(a, 4, {.which = "SA", .maxiter = 30});
    CHECK(!few.converged);
    CHECK(few.residual > 0);
    CHECK_THROWS_AS(rt::eigsh(a, 4, {.which = "SA", .maxiter = 30, .require_convergence = true}),
                    rt::NotConverged);
  }
}

TEST_CASE("a small matrix whose eigenvalues hardly differ is decomposed whole") {
  const std::int64_t n = 160;
  const auto eigenvalue = [](std::int64_t j) {
    return 2 - 2 * std::cos(double(j) * std::acos(-1.0) / double(n + 1));
  };
  for (const int sites : {1, 3}) {
    INFO("on " << sites << " sites");
    auto context = rt::Context::loopback(sites);
    const auto a = line(n);
    std::int64_t told = 0;
    rt::EigshOptions options{.which = "SA"};
    options.progress = [&](std::int64_t products, double) { told = products; };
    const auto found = rt::eigsh(a, 3, options);
    CHECK(found.converged);
    CHECK(found.iterations < 2 * n);
    CHECK(told == found.iterations);
    const auto values = rt::to_vector(found.eigenvalues);
    for (std::int64_t i = 0; i < 3; ++i) {
      CHECK(std::abs(values[std::size_t(i)] - eigenvalue(i + 1)) < 1e-13);
    }
    const auto v = found.eigenvectors;
    const auto residual = rt::matmul(a, v) - v * found.eigenvalues;
    CHECK(double(rt::item(rt::norm(residual))) < 1e-13);
    const auto gram = rt::matmul(rt::transpose(v), v);
    CHECK(rt::allclose(gram, rt::eye(3), 0, 1e-13).item());
    // The first rows of a wide matrix, and those of a tall one: both products with its transpose.
    const auto rows = rt::diags({-1.0, 2.0, -1.0}, {0, 1, 2}, {n, n + 2});
    for (const auto& m : {rows, rt::transpose(rows)}) {
      const auto svd = rt::svds(m, 3);
      const auto all = rt::svd(rt::to_dense(m));
      CHECK(rt::allclose(svd.S, all.S(rt::slice(0, 3)), 1e-12, 0).item());
      const auto back = rt::matmul(m, rt::transpose(svd.Vh)) - svd.U * svd.S;
      CHECK(double(rt::item(rt::norm(back))) < 1e-12);
    }
  }
}

TEST_CASE("svds and randomized_svd find the largest singular values") {
  for (int sites : {1, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    for (const auto& [m, n] : {std::pair{60, 25}, {20, 70}}) {
      const auto a = of_values<Complex>(m, n, graded(20, 1e-9));
      const auto values = graded(20, 1e-9);
      for (const auto& [u, s, vh] :
           {rt::svds(array_of<Complex>(a), 4), rt::randomized_svd(array_of<Complex>(a), 4)}) {
        const Matrix U = matrix_of(u);
        const Matrix S = matrix_of(s);
        const Matrix V = adjoint(matrix_of(vh));
        CHECK(from_orthonormal<Complex>(U) < allowed);
        CHECK(from_orthonormal<Complex>(V) < allowed);
        const Matrix residual = difference(product(a, V), with_scaled_columns(U, S));
        for (std::int64_t i = 0; i < 4; ++i) {
          CHECK(S(i, 0).real() == Approx(values[std::size_t(i)]).epsilon(1e-11));
          CHECK(norm(column(residual, i)) < 1e-9);
        }
      }
    }
    const auto sparse = line(80);
    CHECK(rt::to_vector(rt::svds(sparse, 2).S)[0] ==
          Approx(rt::to_vector(rt::svdvals(rt::to_dense(sparse)))[0]));
    const auto once =
        rt::randomized_svd(sparse, 3, {.oversample = 2, .power_iterations = 1, .seed = 5});
    const auto twice =
        rt::randomized_svd(sparse, 3, {.oversample = 2, .power_iterations = 1, .seed = 5});
    CHECK(rt::to_vector(once.S) == rt::to_vector(twice.S));
  }
}

TEST_CASE("residuals that svds tells are of singular vectors, in the matrix' unit") {
  auto context = rt::Context::loopback(2);
  const auto require = [](auto number, std::int64_t rows, std::int64_t columns, double scale) {
    using T = decltype(number);
    INFO(rows << " x " << columns << ", scaled by " << scale);
    const rt::Array<T, 2> once = array_of<T>(rt::test::random_matrix<T>(rows, columns));
    const rt::Array<T, 2> a = once * T(scale);
    double told = 0;
    rt::EigshOptions options{.ncv = 4, .maxiter = 12};
    options.progress = [&](std::int64_t, double residual) { told = residual; };
    const auto [u, s, vh] = rt::svds(a, 1, options);
    const auto left = rt::matmul(vh, rt::transpose(once)) - s / T(scale) * rt::transpose(u);
    const auto right = rt::matmul(rt::transpose(u), once) - s / T(scale) * vh;
    const double wanted = double(rt::item(rt::norm(left) + rt::norm(right)));
    CHECK(wanted > 1e-3);
    CHECK(told / scale == Approx(wanted).epsilon(1e-2));
    options.require_convergence = true;
    try {
      rt::svds(a, 1, options);
      FAIL("nothing was thrown");
    } catch (const rt::NotConverged& error) {
      CHECK(error.residual() / scale == Approx(wanted).epsilon(1e-2));
    }
  };
  for (const auto& [m, n] : {std::pair{90, 60}, {60, 90}}) {
    for (const double scale : {1.0, 1e-200, 1e200}) require(double{}, m, n, scale);
    for (const double scale : {1.0, 1e-30, 1e30}) require(float{}, m, n, scale);
  }
  CHECK(rt::to_vector(rt::svds(rt::zeros({5, 4}), 2, {.require_convergence = true}).S) ==
        std::vector<double>{0, 0});
}

TEST_CASE("what can't be asked for is named") {
  using Catch::Matchers::ContainsSubstring;
  auto context = rt::Context::loopback(2);
  CHECK_THROWS_WITH(rt::eigsh(rt::ones({3, 4}), 1),
                    ContainsSubstring("eigsh: an operator of shape (3, 4)"));
  CHECK_THROWS_WITH(rt::eigsh(rt::eye(3), 4), ContainsSubstring("4 eigenvalues of 3"));
  CHECK_THROWS_WITH(rt::eigsh(rt::eye(3), 1, {.which = "XX"}), ContainsSubstring("'XX'"));
  CHECK_THROWS_WITH(rt::eigsh([](const rt::Array<double, 1>& x) { return x; }, 1),
                    ContainsSubstring("number of rows"));
  CHECK_THROWS_WITH(rt::randomized_svd(rt::eye(3), 4), ContainsSubstring("4 values"));
  const rt::LinearOperator<double> one({3, 3}, [](const auto& x) { return x; });
  CHECK_THROWS_WITH(rt::svds(one, 1), ContainsSubstring("rmatvec"));
}

}  // namespace eigsh_test
