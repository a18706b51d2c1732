// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

#include "relatile/spectral.hpp"
#include "support/decompositions.hpp"

namespace rt = relatile;
using rt::test::allowed;
using rt::test::array_of;
using rt::test::between;
using rt::test::from_orthonormal;
using rt::test::graded;
using rt::test::in_units;
using rt::test::matrix_of;
using rt::test::noise;
using rt::test::of_values;
using rt::test::Rows;
using Complex = std::complex<double>;

namespace {

/// By Eigen, in double; complex numbers as blocks of two, which have each value twice.
template <class T>
Rows<rt::real_t<T>> values_by_eigen(const Rows<T>& m) {
  using Real = rt::real_t<T>;
  const int copies = rt::is_complex_v<T> ? 2 : 1;
  Eigen::MatrixXd wide(copies * m.rows(), copies * m.cols());
  wide.topLeftCorner(m.rows(), m.cols()) = m.real().template cast<double>();
  if constexpr (rt::is_complex_v<T>) {
    wide.bottomRightCorner(m.rows(), m.cols()) = m.real().template cast<double>();
    wide.topRightCorner(m.rows(), m.cols()) = -m.imag().template cast<double>();
    wide.bottomLeftCorner(m.rows(), m.cols()) = m.imag().template cast<double>();
  }
  const Eigen::VectorXd values = Eigen::JacobiSVD<Eigen::MatrixXd>(wide).singularValues();
  Rows<Real> once(values.size() / copies, 1);
  for (Eigen::Index i = 0; i < once.size(); ++i) once(i) = static_cast<Real>(values(copies * i));
  return once;
}

template <class T>
void require_svd(const Rows<T>& m) {
  INFO("of " << m.rows() << " x " << m.cols());
  const auto a = array_of<T>(m);
  const auto k = std::min(m.rows(), m.cols());
  const auto n = std::max(m.rows(), m.cols());
  const double norm = k == 0 ? 0 : double(m.stableNorm());
  const auto [u, s, vh] = rt::svd(a);
  REQUIRE(u.shape() == rt::Extents{m.rows(), k});
  REQUIRE(s.shape() == rt::Extents{k});
  REQUIRE(vh.shape() == rt::Extents{k, m.cols()});
  const auto U = matrix_of(u);
  const auto S = matrix_of(s);
  const auto V = Rows<T>(matrix_of(vh).adjoint());
  CHECK(from_orthonormal(U) < allowed);
  CHECK(from_orthonormal(V) < allowed);
  const Rows<T> scaled = U * S.col(0).template cast<T>().asDiagonal();
  CHECK(in_units(Rows<T>(m - scaled * V.adjoint()), norm, n) < allowed);
  for (Eigen::Index i = 1; i < S.size(); ++i) CHECK(S(i) <= S(i - 1));
  if (k == 0) return;
  CHECK(S(k - 1) >= 0);
  CHECK(between(S, values_by_eigen<T>(m), norm) < allowed);
  CHECK(between(matrix_of(rt::svdvals(a)), values_by_eigen<T>(m), norm) < allowed);
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

TEST_CASE("svd of graded, deficient and badly scaled matrices is orthonormal all the same") {
  for (int sites : {1, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    for (const auto& [m, n] : {std::pair{300, 6}, {12, 11}, {5, 170}, {60, 50}}) {
      const std::int64_t k = std::min(m, n);
      require_svd<double>(of_values<double>(m, n, graded(k, 1e-15)));
      require_svd<double>(of_values<double>(m, n, graded(k / 2, 0.5)));
      require_svd<double>(1e-200 * noise<double>(m, n));
      require_svd<double>(1e200 * noise<double>(m, n));
      require_svd<double>(Rows<double>::Zero(m, n));
      require_svd<double>(Rows<double>::Ones(m, n));
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
      REQUIRE(u.shape() == rt::Extents{m, m});
      REQUIRE(vh.shape() == rt::Extents{n, n});
      CHECK(from_orthonormal(matrix_of(u)) < allowed);
      CHECK(from_orthonormal(matrix_of(vh)) < allowed);
      Rows<Complex> sigma = Rows<Complex>::Zero(m, n);
      for (std::int64_t i = 0; i < s.size(); ++i) sigma(i, i) = matrix_of(s)(i);
      CHECK(in_units(Rows<Complex>(a - matrix_of(u) * sigma * matrix_of(vh)), a.norm(),
                     std::max(m, n)) < allowed);
    }
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
      const auto wanted = a.completeOrthogonalDecomposition().solve(b).eval();
      const auto found = rt::lstsq(array_of<double>(a), array_of<double>(b));
      const double scale = wanted.norm();
      CHECK((matrix_of(found.x) - wanted).norm() <= 1e-11 * scale);
      const auto rank = a.completeOrthogonalDecomposition().rank();
      CHECK(found.rank == rank);
      CHECK(rt::item(rt::matrix_rank(array_of<double>(a))) == rank);
      const bool unique = rank == a.cols() && a.rows() > a.cols();
      REQUIRE(found.residuals.size() == (unique ? 3 : 0));
      for (Eigen::Index j = 0; unique && j < 3; ++j) {
        CHECK(matrix_of(found.residuals)(j) ==
              Approx((b - a * wanted).col(j).squaredNorm()).epsilon(1e-10));
      }
      const auto one = rt::lstsq(array_of<double>(a), array_of<double>(b)(rt::all_of_axis, 1));
      CHECK((matrix_of(one.x) - wanted.col(1)).norm() <= 1e-11 * scale);
      CHECK((matrix_of(rt::pinv(array_of<double>(a))) * b - wanted).norm() <= 1e-11 * scale);
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
  CHECK(rt::item(rt::matrix_rank(a)) == 3);
  CHECK(rt::item(rt::matrix_rank(a, {.rtol = 1e-3})) == 2);
  CHECK(rt::item(rt::matrix_rank(rt::zeros({4, 0}))) == 0);
  CHECK_THROWS_AS(rt::cond(a, 1), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::cond(rt::zeros({0, 0})), rt::ShapeMismatch);
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
        CHECK_THROWS_WITH(rt::lstsq(array_of<double>(a), rt::ones({m})),
                          ContainsSubstring("lstsq: the matrix has NaN"));
      }
    }
    CHECK_THROWS_WITH(rt::lstsq(rt::ones({4, 3}), rt::ones({5})), ContainsSubstring("lstsq"));
  }
}
