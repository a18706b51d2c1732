// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

#include "relatile/spectral.hpp"
#include "support/against_reference.hpp"
#include "support/array_matrices.hpp"
#include "support/backward_errors.hpp"
#include "support/dense_oracles.hpp"
#include "support/test_matrices.hpp"

namespace svd_test {

namespace rt = relatile;
using rt::test::adjoint;
using rt::test::allowed;
using rt::test::array_of;
using rt::test::between;
using rt::test::column;
using rt::test::Complex;
using rt::test::difference;
using rt::test::from_orthonormal;
using rt::test::graded;
using rt::test::in_units;
using rt::test::Matrix;
using rt::test::matrix_of;
using rt::test::noise;
using rt::test::norm;
using rt::test::of_values;
using rt::test::product;
using rt::test::ratio_of;
using rt::test::scaled;
using rt::test::with_scaled_columns;

namespace {

Matrix values_by_eigen(const Matrix& m) {
  const auto values = rt::test::singular_values(m);
  Matrix list(std::int64_t(values.size()), 1);
  std::copy(values.begin(), values.end(), list.data());
  return list;
}

/// What has been found of a matrix, and the precision of its elements.
struct Found {
  rt::Extents of_u;
  rt::Extents of_s;
  rt::Extents of_vh;
  Matrix u;
  Matrix s;
  Matrix v;
  Matrix values;  ///< without vectors
  double epsilon;
};

void require_svd_of(const Matrix& m, const Found& found) {
  const auto& [of_u, of_s, of_vh, u, s, v, values, epsilon] = found;
  const auto k = std::min(m.rows(), m.cols());
  const auto n = std::max(m.rows(), m.cols());
  REQUIRE(of_u == rt::Extents{m.rows(), k});
  REQUIRE(of_s == rt::Extents{k});
  REQUIRE(of_vh == rt::Extents{k, m.cols()});
  CHECK(from_orthonormal(u, epsilon) < allowed);
  CHECK(from_orthonormal(v, epsilon) < allowed);
  const Matrix residual = difference(m, product(with_scaled_columns(u, s), adjoint(v)));
  CHECK(ratio_of(norm(residual), norm(m), n, epsilon) < allowed);
  for (Eigen::Index i = 1; i < k; ++i) CHECK(s(i, 0).real() <= s(i - 1, 0).real());
  if (k == 0) return;
  CHECK(s(k - 1, 0).real() >= 0);
  const Matrix wanted = values_by_eigen(m);
  CHECK(between(s, wanted, norm(m), epsilon) < allowed);
  CHECK(between(values, wanted, norm(m), epsilon) < allowed);
}

/// Panels of so many columns; 0: as suits, which of small matrices is the work of one site.
template <class T>
void require_svd(const Matrix& m, std::int64_t panel = 0) {
  INFO("of " << m.rows() << " x " << m.cols() << ", panels of " << panel);
  const auto a = array_of<T>(m);
  const auto [u, s, vh] = rt::svd(a, {.panel = panel});
  const Matrix values = m.size() == 0 ? Matrix() : matrix_of(rt::svdvals(a, {.panel = panel}));
  require_svd_of(m, {u.shape(), s.shape(), vh.shape(), matrix_of(u), matrix_of(s),
                     adjoint(matrix_of(vh)), values, rt::test::epsilon_of<T>});
}

}  // namespace

TEST_CASE("svd of every shape, on every number of sites") {
  for (int sites : rt::test::site_counts) {
    INFO("on " << sites << " sites");
    auto context = rt::Context::loopback(sites);
    for (const auto& [m, n] : {std::pair{0, 0},
                               {0, 3},
                               {3, 0},
                               {1, 1},
                               {1, 7},
                               {7, 1},
                               {5, 5},
                               {13, 7},
                               {7, 13},
                               {200, 3},
                               {3, 211},
                               {131, 2},
                               {40, 37}}) {
      require_svd<double>(noise<double>(m, n));
    }
    require_svd<Complex>(noise<Complex>(150, 4));
    require_svd<Complex>(noise<Complex>(4, 97));
    require_svd<Complex>(noise<Complex>(6, 5));
    require_svd<float>(noise<float>(70, 3));
    require_svd<std::complex<float>>(noise<std::complex<float>>(8, 3));
  }
}

TEST_CASE("svd by panels of every shape, on every number of sites") {
  for (int sites : rt::test::site_counts) {
    INFO("on " << sites << " sites");
    auto context = rt::Context::loopback(sites);
    for (const auto& [m, n] :
         {std::pair{0, 0}, {0, 3}, {1, 1}, {2, 2}, {3, 3}, {1, 7}, {13, 13}, {11, 13}, {17, 8}}) {
      require_svd<double>(noise<double>(m, n), 3);
    }
    require_svd<double>(noise<double>(9, 9), 1);
    require_svd<double>(noise<double>(20, 20), 7);
    require_svd<Complex>(noise<Complex>(9, 9), 4);
    require_svd<Complex>(noise<Complex>(6, 9), 2);
    require_svd<float>(noise<float>(17, 17), 5);
    require_svd<std::complex<float>>(noise<std::complex<float>>(8, 8), 3);
  }
}

TEST_CASE("svd of more panels, and more sweeps, than one operator has") {
  auto context = rt::Context::loopback(2);
  const auto a = array_of<double>(noise<double>(530, 530));
  const auto [u, s, vh] = rt::svd(a, {.panel = 48});
  CHECK(rt::allclose(rt::matmul(u * s, vh), a, 1e-12, 1e-12).item());
  CHECK(rt::allclose(rt::matmul(rt::transpose(u), u), rt::eye(530), 0, 1e-13).item());
  CHECK(rt::allclose(rt::matmul(vh, rt::transpose(vh)), rt::eye(530), 0, 1e-13).item());
  CHECK(rt::allclose(s, rt::svdvals(a), 1e-12, 1e-12).item());
}

TEST_CASE("svd by panels of graded, deficient and badly scaled matrices") {
  auto context = rt::Context::loopback(3);
  for (const std::int64_t panel : {1, 4}) {
    require_svd<double>(of_values<double>(20, 20, graded(20, 1e-15)), panel);
    require_svd<double>(of_values<double>(20, 20, graded(7, 0.5)), panel);
    require_svd<double>(scaled(noise<double>(12, 12), 1e-200), panel);
    require_svd<double>(scaled(noise<double>(12, 12), 1e200), panel);
    require_svd<double>(rt::test::zeros(9, 9), panel);
    require_svd<double>(rt::test::ones(10, 10), panel);
    require_svd<Complex>(of_values<Complex>(16, 16, graded(16, 1e-12)), panel);
  }
}

TEST_CASE("svd of graded, deficient and badly scaled matrices is orthonormal all the same") {
  for (int sites : {1, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    for (const auto& [m, n] : {std::pair{300, 6}, {12, 11}, {5, 170}, {60, 50}}) {
      const std::int64_t k = std::min(m, n);
      require_svd<double>(of_values<double>(m, n, graded(k, 1e-15)));
      require_svd<double>(of_values<double>(m, n, graded(k / 2, 0.5)));
      require_svd<double>(scaled(noise<double>(m, n), 1e-200));
      require_svd<double>(scaled(noise<double>(m, n), 1e200));
      require_svd<double>(rt::test::zeros(m, n));
      require_svd<double>(rt::test::ones(m, n));
      require_svd<Complex>(of_values<Complex>(m, n, graded(k, 1e-12)));
    }
  }
}

TEST_CASE("full matrices are square, and begin with the thin ones' columns") {
  for (int sites : {1, 2}) {
    auto context = rt::Context::loopback(sites);
    for (const auto& [m, n] : {std::pair{9, 4}, {4, 9}, {5, 5}, {3, 0}, {1, 40}, {50, 40}}) {
      const auto a = noise<Complex>(m, n);
      const auto [u, s, vh] = rt::svd(array_of<Complex>(a), {.full_matrices = true});
      CHECK(rt::svd(array_of<Complex>(a), true).U.shape() == u.shape());
      CHECK(rt::svd(array_of<Complex>(a), false).U.shape() == rt::Extents{m, std::min(m, n)});
      REQUIRE(u.shape() == rt::Extents{m, m});
      REQUIRE(vh.shape() == rt::Extents{n, n});
      CHECK(from_orthonormal<Complex>(matrix_of(u)) < allowed);
      CHECK(from_orthonormal<Complex>(matrix_of(vh)) < allowed);
      const Matrix values = matrix_of(s);
      Matrix sigma = rt::test::zeros(m, n);
      for (std::int64_t i = 0; i < s.size(); ++i) sigma(i, i) = values(i, 0);
      const Matrix again = product(product(matrix_of(u), sigma), matrix_of(vh));
      CHECK(in_units<Complex>(difference(a, again), norm(a), std::max(m, n)) < allowed);
    }
  }
}

TEST_CASE("full matrices of several matrices without columns") {
  auto context = rt::Context::loopback(2);
  const auto found = rt::svd(rt::zeros({2, 3, 0}), {.full_matrices = true});
  REQUIRE(found.S.shape() == rt::Extents{2, 0});
  REQUIRE(found.Vh.shape() == rt::Extents{2, 0, 0});
  for (const int k : {0, 1}) {
    REQUIRE(rt::test::same(matrix_of(rt::as_array(found.U(k))), rt::test::identity(3, 3)));
  }
}

TEST_CASE("each matrix of an array is decomposed by itself") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const auto flat = noise<Complex>(15, 4);
    const auto batch = rt::reshape(array_of<Complex>(flat), {5, 3, 4});
    const auto [u, s, vh] = rt::svd(batch);
    REQUIRE(u.shape() == rt::Extents{5, 3, 3});
    REQUIRE(s.shape() == rt::Extents{5, 3});
    const auto again = rt::matmul(u * rt::expand_dims(rt::astype<Complex>(s), -2), vh);
    CHECK(rt::allclose(again, batch, 1e-12, 1e-12).item());
    CHECK(rt::allclose(rt::svdvals(batch), s, 1e-12, 1e-12).item());
    CHECK(rt::allclose(rt::matmul(rt::matmul(batch, rt::pinv(batch)), batch), batch, 1e-11, 1e-11)
              .item());
    CHECK(rt::to_vector(rt::matrix_rank(batch)) == std::vector<std::int64_t>(5, 3));
    CHECK(rt::allclose(rt::cond(batch), s(rt::all_of_axis, 0) / s(rt::all_of_axis, 2)).item());
  }
}

TEST_CASE("least squares: full rank, deficient, wide, with one or several right-hand sides") {
  for (int sites : {1, 2, 4, 7}) {
    auto context = rt::Context::loopback(sites);
    for (const auto& a :
         {noise<double>(60, 5), noise<double>(7, 6), noise<double>(4, 11),
          of_values<double>(80, 6, {3, 2, 1}), of_values<double>(9, 9, {1, 1e-3})}) {
      const auto b = noise<double>(a.rows(), 3, 5);
      const auto [wanted, rank] = rt::test::least_squares(a, b);
      const auto found = rt::lstsq(array_of<double>(a), array_of<double>(b));
      const double scale = norm(wanted);
      CHECK(norm(difference(matrix_of(found.x), wanted)) <= 1e-11 * scale);
      CHECK(found.rank == rank);
      CHECK(rt::item(rt::matrix_rank(array_of<double>(a))) == rank);
      const bool unique = rank == a.cols() && a.rows() > a.cols();
      REQUIRE(found.residuals.size() == (unique ? 3 : 0));
      const auto squares = rt::to_vector(found.residuals);
      const Matrix rest = difference(b, product(a, wanted));
      for (std::size_t j = 0; unique && j < 3; ++j) {
        const double distance = norm(column(rest, std::int64_t(j)));
        CHECK(squares[j] == Approx(distance * distance).epsilon(1e-10));
      }
      const auto one = rt::lstsq(array_of<double>(a), array_of<double>(b)(rt::all_of_axis, 1));
      CHECK(norm(difference(matrix_of(one.x), column(wanted, 1))) <= 1e-11 * scale);
      const Matrix by_inverse = product(matrix_of(rt::pinv(array_of<double>(a))), b);
      CHECK(norm(difference(by_inverse, wanted)) <= 1e-11 * scale);
    }
    const auto nothing = rt::lstsq(rt::zeros({5, 3}), rt::ones({5}));
    CHECK(rt::to_vector(nothing.x) == std::vector<double>(3, 0));
    CHECK(nothing.rank == 0);
    CHECK(rt::lstsq(rt::zeros({5, 0}), rt::ones({5})).x.size() == 0);
  }
}

TEST_CASE("the condition, and what counts as zero") {
  auto context = rt::Context::loopback(2);
  const auto a = array_of<double>(of_values<double>(20, 3, {8, 4, 1e-3}));
  CHECK(rt::item(rt::cond(a)) == Approx(8000).epsilon(1e-9));
  CHECK(rt::item(rt::cond(a, -2)) == Approx(1 / 8000.0).epsilon(1e-9));
  CHECK(rt::item(rt::cond(rt::zeros({3, 3}) + rt::diag(rt::arange(3.0)))) ==
        std::numeric_limits<double>::infinity());
  // Zeros by zeros are no number, but of zeros the condition is infinite, as in NumPy.
  CHECK(rt::item(rt::cond(rt::zeros({3, 2}))) == std::numeric_limits<double>::infinity());
  CHECK(rt::item(rt::cond(rt::zeros({3, 2}), -2)) == std::numeric_limits<double>::infinity());
  CHECK(rt::item(rt::matrix_rank(a)) == 3);
  CHECK(rt::item(rt::matrix_rank(a, {.rtol = 1e-3})) == 2);
  CHECK(rt::item(rt::matrix_rank(rt::zeros({4, 0}))) == 0);
  CHECK_THROWS_AS(rt::cond(a, 1), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::cond(rt::zeros({0, 0})), rt::ShapeMismatch);
  CHECK_THROWS_WITH(rt::cond(rt::zeros({0, 0})),
                    Catch::Matchers::ContainsSubstring("cond: no elements"));
}

TEST_CASE("norms of matrices") {
  using Catch::Matchers::ContainsSubstring;
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const auto a = array_of<double>(of_values<double>(20, 3, {8, 4, 1e-3}));
    CHECK(rt::item(rt::matrix_norm(a, 2)) == Approx(8).epsilon(1e-12));
    CHECK(rt::item(rt::matrix_norm(a, -2)) == Approx(1e-3).epsilon(1e-9));
    CHECK(rt::item(rt::matrix_norm(a, "nuc")) == Approx(12.001).epsilon(1e-12));
    CHECK(rt::item(rt::matrix_norm(a)) == Approx(std::sqrt(80.000001)).epsilon(1e-12));
    CHECK(rt::item(rt::matrix_norm(a, 1)) == rt::item(rt::norm(a, 1)));
    const auto both = rt::stack({a, 2.0 * a});
    CHECK(rt::to_vector(rt::matrix_norm(both, 2))[1] == Approx(16).epsilon(1e-12));
    CHECK(rt::to_vector(rt::matrix_norm(both, "nuc"))[1] == Approx(24.002).epsilon(1e-12));
    CHECK(rt::to_vector(rt::matrix_norm(both, "fro"))[0] ==
          Approx(std::sqrt(80.000001)).epsilon(1e-12));
    CHECK_THROWS_WITH(rt::matrix_norm(both, 1), ContainsSubstring("of several matrices at once"));
    CHECK_THROWS_WITH(rt::matrix_norm(a, "max"), ContainsSubstring("no norm 'max'"));
    CHECK_THROWS_AS(rt::matrix_norm(a, 3), rt::ShapeMismatch);
  }
  auto context = rt::Context::loopback(2);
  CHECK(rt::item(rt::matrix_norm(rt::zeros({4, 0}), "nuc")) == 0);
  CHECK_THROWS_AS(rt::matrix_norm(rt::zeros({4, 0}), 2), rt::ShapeMismatch);
  CHECK_THROWS_WITH(rt::matrix_norm(rt::zeros({4, 0}), 2),
                    ContainsSubstring("matrix_norm: no elements"));
  const double infinity = std::numeric_limits<double>::infinity();
  const auto nothing = rt::zeros({0});
  CHECK_THROWS_WITH(rt::norm(nothing, infinity), ContainsSubstring("norm: no elements"));
  CHECK_THROWS_WITH(rt::norm(nothing, -infinity), ContainsSubstring("norm: no elements"));
  CHECK_THROWS_WITH(rt::norm(rt::zeros({2, 0}), 1), ContainsSubstring("norm: no elements"));
  CHECK_THROWS_WITH(rt::norm(rt::zeros({0, 2}), infinity), ContainsSubstring("norm: no elements"));
  CHECK(rt::norm(rt::zeros({2, 0}), infinity).item() == 0);
  CHECK(rt::norm(nothing, 1).item() == 0);
  CHECK(rt::norm(nothing).item() == 0);
  for (const double order : {0.0, 1.0, 2.0, 3.0, infinity}) {
    CHECK_THROWS_WITH(rt::norm(rt::ones({2, 3}), order, 7), ContainsSubstring("norm: axis 7"));
  }
  CHECK_THROWS_WITH(rt::norm(rt::ones({2, 3}), rt::axis(-4)), ContainsSubstring("norm: axis -4"));
}

TEST_CASE("NaN and shapes that do not fit are refused by name") {
  using Catch::Matchers::ContainsSubstring;
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    for (const double bad :
         {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      for (const auto& [m, n] : {std::pair{4, 4}, {100, 2}, {2, 100}}) {
        auto a = noise<double>(m, n);
        a(1, 1) = bad;
        CHECK_THROWS_AS(rt::svd(array_of<double>(a)), rt::KernelError);
        CHECK_THROWS_WITH(rt::svd(array_of<double>(a)),
                          ContainsSubstring("svd: the matrix has NaN or infinities"));
        CHECK_THROWS_WITH(rt::to_vector(rt::svdvals(array_of<double>(a))),
                          ContainsSubstring("svdvals: the matrix has NaN"));
        CHECK_THROWS_WITH(rt::svd(array_of<double>(a), {.panel = 1}),
                          ContainsSubstring("svd: the matrix has NaN or infinities"));
        CHECK_THROWS_WITH(rt::lstsq(array_of<double>(a), rt::ones({m})),
                          ContainsSubstring("lstsq: the matrix has NaN"));
      }
    }
    CHECK_THROWS_WITH(rt::lstsq(rt::ones({4, 3}), rt::ones({5})), ContainsSubstring("lstsq"));
    CHECK_THROWS_WITH(rt::svd(rt::ones({4, 4}), {.panel = -2}), ContainsSubstring("a panel of -2"));
  }
}

}  // namespace svd_test
