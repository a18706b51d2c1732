// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/test_matrices.hpp"
#include "support/with_eigen.hpp"

#if defined(RELATILE_HAS_LAPACK)
#include "relatile/kernel/spectral/with_lapack.hpp"
#endif

namespace decompositions_test {

// Both of those that decompose, whichever the library was compiled with. Eigen's take long to
// compile, so each is tried with one type.

namespace {

namespace kd = relatile::kernel::detail;
using relatile::kernel::SingularVectors;
using relatile::test::adjoint;
using relatile::test::column;
using relatile::test::Complex;
using relatile::test::difference;
using relatile::test::identity;
using relatile::test::Matrix;
using relatile::test::noise;
using relatile::test::norm;
using relatile::test::product;
using relatile::test::scaled;
using relatile::test::sum;
using relatile::test::triangle;
using relatile::test::with_scaled_columns;

constexpr double most = 30;  // as in LAPACK's test programs
constexpr double precision = std::numeric_limits<double>::epsilon();

/// Rows and columns from 1 down to 1e-14: as badly scaled as one of few singular values.
Matrix graded(Matrix a) {
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      const double down = double(i) / double(a.rows()) + double(j) / double(a.cols());
      a(i, j) *= std::pow(10.0, -7.0 * down);
    }
  }
  return a;
}
/// From one, of every kind.
std::vector<Matrix> kinds_of(const Matrix& a) {
  return {a,
          relatile::test::zeros(a.rows(), a.cols()),
          identity(a.rows(), a.cols()),
          scaled(a, 1e-200),
          scaled(a, 1e+200),
          graded(a)};
}

/// What decompositions take and give.
template <class W>
kd::ColumnMajor<W> columns_of(const Matrix& a) {
  kd::ColumnMajor<W> columns(a.rows(), a.cols());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      if constexpr (relatile::is_complex_v<W>) {
        columns(i, j) = a(i, j);
      } else {
        columns(i, j) = a(i, j).real();
      }
    }
  }
  return columns;
}
template <class W>
Matrix matrix_of(const std::vector<W>& found) {
  Matrix m(Eigen::Index(found.size()), 1);
  for (Eigen::Index i = 0; i < m.rows(); ++i) m(i, 0) = found[std::size_t(i)];
  return m;
}
template <class W>
Matrix matrix_of(const kd::ColumnMajor<W>& found) {
  Matrix m(found.rows(), found.cols());
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    for (Eigen::Index j = 0; j < m.cols(); ++j) m(i, j) = found(i, j);
  }
  return m;
}

/// In units of norm, size and precision; far from the least and largest numbers.
double ratio(const Matrix& difference, const Matrix& a) {
  const double size = double(std::max<Eigen::Index>(1, std::max(a.rows(), a.cols())));
  const double largest = relatile::test::largest(a);
  const double unit = largest > 0 ? largest : 1;
  return norm(difference) / unit / (std::max(1.0, norm(a) / unit) * size * precision);
}
double unorthogonality(const Matrix& q) {
  if (q.cols() == 0) return 0;
  return norm(difference(product(adjoint(q), q), identity(q.cols(), q.cols()))) /
         (double(q.rows()) * precision);
}

void check_singular(const Matrix& a, const Matrix& u, const Matrix& s, const Matrix& vh,
                    bool full) {
  const Eigen::Index k = std::min(a.rows(), a.cols());
  INFO(a.rows() << " x " << a.cols() << (full ? " full" : " thin"));
  REQUIRE(u.rows() == a.rows());
  REQUIRE(u.cols() == (full ? a.rows() : k));
  REQUIRE(vh.rows() == (full ? a.cols() : k));
  REQUIRE(vh.cols() == a.cols());
  REQUIRE(s.size() == k);
  CHECK(unorthogonality(u) < most);
  CHECK(unorthogonality(adjoint(vh)) < most);
  if (k == 0) return;
  Matrix sigma = relatile::test::zeros(u.cols(), vh.rows());
  for (Eigen::Index j = 0; j < k; ++j) sigma(j, j) = s(j, 0);
  CHECK(ratio(difference(a, product(product(u, sigma), vh)), a) < most);
  bool descending = true;
  for (Eigen::Index j = 1; j < k; ++j) descending &= s(j, 0).real() <= s(j - 1, 0).real();
  CHECK(descending);
  CHECK(s(k - 1, 0).real() >= 0);
}

void check_pairs(const Matrix& a, const Matrix& values, const Matrix& vectors) {
  INFO(a.rows() << " x " << a.rows());
  REQUIRE(values.rows() == a.rows());
  for (Eigen::Index j = 0; j < a.rows(); ++j) {
    CHECK(std::abs(norm(column(vectors, j)) - 1) < most * precision * double(a.rows()));
  }
  const Matrix multiples = with_scaled_columns(vectors, values);
  CHECK(ratio(difference(product(a, vectors), multiples), a) < most);
}

void check_schur(const Matrix& a, const Matrix& t, const Matrix& z) {
  CHECK(unorthogonality(z) < most);
  CHECK(ratio(difference(a, product(product(z, t), adjoint(z))), a) < most);
  for (Eigen::Index j = 0; j + 2 < a.rows(); ++j) {
    bool is_zero = true;
    for (Eigen::Index i = j + 2; i < a.rows(); ++i) is_zero &= t(i, j) == 0.0;
    CHECK(is_zero);
  }
}

/// Calls check for matrices of all kinds.
template <class W, class Check>
void for_matrices(const std::vector<std::pair<int, int>>& sizes, const Check& check) {
  for (const auto& [m, n] : sizes) {
    for (const Matrix& a : kinds_of(noise<W>(m, n, unsigned(m * 100 + n)))) check(a);
  }
}
template <class W, class Check>
void for_squares(const Check& check) {
  for_matrices<W>({{0, 0}, {1, 1}, {2, 2}, {5, 5}, {23, 23}}, check);
}

template <class W, class Decompose>
void singular_values_of_all(const Decompose& decompose) {
  const std::vector<std::pair<int, int>> sizes = {
      {0, 0}, {0, 3}, {3, 0}, {1, 1}, {1, 7}, {7, 1}, {5, 5}, {17, 4}, {4, 17}, {23, 23}, {61, 3}};
  for_matrices<W>(sizes, [&](const Matrix& a) {
    const auto values = decompose(columns_of<W>(a), SingularVectors::none);
    CHECK(values.u.rows() + values.u.cols() + values.vh.rows() + values.vh.cols() == 0);
    for (const bool full : {false, true}) {
      const auto found =
          decompose(columns_of<W>(a), full ? SingularVectors::full : SingularVectors::thin);
      const Matrix s = matrix_of(found.s);
      check_singular(a, matrix_of(found.u), s, matrix_of(found.vh), full);
      CHECK(ratio(difference(s, matrix_of(values.s)), a) < most);
    }
  });
}

template <class W, class Decompose>
void hermitian_pairs_of_all(const Decompose& decompose) {
  for_squares<W>([&](const Matrix& a) {
    const Matrix hermitian = sum(a, adjoint(a));
    const Matrix lower = triangle(hermitian, true, 7e9);
    const auto [values, vectors] = decompose(columns_of<W>(lower), true);
    const Matrix w = matrix_of(values);
    const Matrix v = matrix_of(vectors);
    CHECK(std::is_sorted(values.data(), values.data() + values.size()));
    check_pairs(hermitian, w, v);
    CHECK(unorthogonality(v) < most);
    const auto alone = decompose(columns_of<W>(lower), false);
    CHECK(ratio(difference(matrix_of(alone.values), w), hermitian) < most);
  });
}

template <class W, class Decompose>
void general_pairs_of_all(const Decompose& decompose) {
  for_squares<W>([&](const Matrix& a) {
    const auto pairs = decompose(columns_of<W>(a), true);
    check_pairs(a, matrix_of(pairs.values), matrix_of(pairs.vectors));
    const auto values = decompose(columns_of<W>(a), false);
    CHECK(values.vectors.rows() + values.vectors.cols() == 0);
    CHECK(std::int64_t(values.values.size()) == a.rows());
  });
}

template <class W, class Decompose>
void schur_forms_of_all(const Decompose& decompose) {
  for_squares<W>([&](const Matrix& a) {
    const auto [t, z] = decompose(columns_of<W>(a));
    check_schur(a, matrix_of(t), matrix_of(z));
  });
}

}  // namespace

TEST_CASE("Eigen's decompositions of matrices of all kinds have small residuals") {
  singular_values_of_all<double>(
      [](const auto& a, auto vectors) { return kd::with_eigen::singular("test", a, vectors); });
  hermitian_pairs_of_all<Complex>([](const auto& a, bool vectors) {
    return kd::with_eigen::hermitian_pairs("test", a, vectors);
  });
  general_pairs_of_all<double>([](const auto& a, bool vectors) {
    return kd::with_eigen::general_pairs("test", a, vectors);
  });
  schur_forms_of_all<Complex>([](const auto& a) { return kd::with_eigen::schur_form("test", a); });
}

#if defined(RELATILE_HAS_LAPACK)
TEMPLATE_TEST_CASE("LAPACK's decompositions of matrices of all kinds have small residuals", "",
                   double, Complex) {
  using W = TestType;
  singular_values_of_all<W>([](auto a, auto vectors) {
    return kd::with_lapack::singular<W>("test", std::move(a), vectors);
  });
  hermitian_pairs_of_all<W>([](auto a, bool vectors) {
    return kd::with_lapack::hermitian_pairs<W>("test", std::move(a), vectors);
  });
  general_pairs_of_all<W>([](auto a, bool vectors) {
    return kd::with_lapack::general_pairs("test", std::move(a), vectors);
  });
  schur_forms_of_all<W>(
      [](auto a) { return kd::with_lapack::schur_form<W>("test", std::move(a)); });
}
#endif

}  // namespace decompositions_test
