// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <complex>
#include <functional>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "relatile/kernel/spectral/with_eigen.hpp"
#include "support/catch.hpp"

#if defined(RELATILE_HAS_LAPACK)
#include "relatile/kernel/spectral/with_lapack.hpp"
#endif

// Both of those that decompose, whichever the library was compiled with. Eigen's take long to
// compile, so each is tried with one type; what is checked is complex, for the same reason.

namespace {

namespace kd = relatile::kernel::detail;
using relatile::kernel::SingularVectors;
using Complex = std::complex<double>;
using Matrix = kd::ColumnMajor<Complex>;

constexpr double most = 30;  // as in LAPACK's test programs
constexpr double precision = std::numeric_limits<double>::epsilon();

template <class W>
kd::ColumnMajor<W> noise(Eigen::Index rows, Eigen::Index columns) {
  std::mt19937_64 generator(static_cast<unsigned>(rows * 100 + columns));
  std::normal_distribution<double> number;
  kd::ColumnMajor<W> a(rows, columns);
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    if constexpr (relatile::is_complex_v<W>) {
      a.data()[i] = W(number(generator), number(generator));
    } else {
      a.data()[i] = number(generator);
    }
  }
  return a;
}
/// Rows and columns from 1 down to 1e-14: as badly scaled as one of few singular values.
template <class W>
kd::ColumnMajor<W> graded(Eigen::Index rows, Eigen::Index columns) {
  kd::ColumnMajor<W> a = noise<W>(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i)
    a.row(i) *= W(std::pow(10.0, -7.0 * double(i) / double(rows)));
  for (Eigen::Index j = 0; j < columns; ++j)
    a.col(j) *= W(std::pow(10.0, -7.0 * double(j) / double(columns)));
  return a;
}

/// In units of norm, size and precision; far from the least and largest numbers.
double ratio(const Matrix& difference, const Matrix& a) {
  const double size = double(std::max<Eigen::Index>(1, std::max(a.rows(), a.cols())));
  const double largest = a.size() == 0 ? 0.0 : a.cwiseAbs().maxCoeff();
  const double unit = largest > 0 ? largest : 1;
  return (difference / unit).norm() / (std::max(1.0, (a / unit).norm()) * size * precision);
}
Matrix product(const Matrix& a, const Matrix& b) { return a * b; }
double unorthogonality(const Matrix& q) {
  if (q.cols() == 0) return 0;
  return (product(q.adjoint(), q) - Matrix::Identity(q.cols(), q.cols())).norm() /
         (double(q.rows()) * precision);
}

void check_singular(const Matrix& a, const Matrix& u, const kd::RealVector& s, const Matrix& vh,
                    bool full) {
  const Eigen::Index k = std::min(a.rows(), a.cols());
  INFO(a.rows() << " x " << a.cols() << (full ? " full" : " thin"));
  REQUIRE(u.rows() == a.rows());
  REQUIRE(u.cols() == (full ? a.rows() : k));
  REQUIRE(vh.rows() == (full ? a.cols() : k));
  REQUIRE(vh.cols() == a.cols());
  REQUIRE(s.size() == k);
  CHECK(unorthogonality(u) < most);
  CHECK(unorthogonality(vh.adjoint()) < most);
  if (k == 0) return;
  Matrix scaled = u.leftCols(k);
  for (Eigen::Index j = 0; j < k; ++j) scaled.col(j) *= s(j);
  CHECK(ratio(a - product(scaled, vh.topRows(k)), a) < most);
  CHECK(std::is_sorted(s.data(), s.data() + k, std::greater<>()));
  CHECK(s(k - 1) >= 0);
}

void check_pairs(const Matrix& a, const Matrix& values, const Matrix& vectors) {
  INFO(a.rows() << " x " << a.rows());
  REQUIRE(values.rows() == a.rows());
  Matrix scaled = vectors;
  for (Eigen::Index j = 0; j < a.rows(); ++j) {
    scaled.col(j) *= values(j, 0);
    CHECK(std::abs(vectors.col(j).norm() - 1) < most * precision * double(a.rows()));
  }
  CHECK(ratio(product(a, vectors) - scaled, a) < most);
}

void check_schur(const Matrix& a, const Matrix& t, const Matrix& z) {
  CHECK(unorthogonality(z) < most);
  CHECK(ratio(a - product(product(z, t), z.adjoint()), a) < most);
  for (Eigen::Index j = 0; j + 2 < a.rows(); ++j) CHECK(t.col(j).tail(a.rows() - j - 2).isZero(0));
}

template <class W>
std::vector<kd::ColumnMajor<W>> of_size(Eigen::Index m, Eigen::Index n) {
  const kd::ColumnMajor<W> a = noise<W>(m, n);
  return {a,
          kd::ColumnMajor<W>::Zero(m, n),
          kd::ColumnMajor<W>::Identity(m, n),
          W(1e-200) * a,
          W(1e+200) * a,
          graded<W>(m, n)};
}

template <class W, class Decompose>
void singular_values_of_all(const Decompose& decompose) {
  const std::vector<std::pair<int, int>> sizes = {
      {0, 0}, {0, 3}, {3, 0}, {1, 1}, {1, 7}, {7, 1}, {5, 5}, {17, 4}, {4, 17}, {23, 23}, {61, 3}};
  for (const auto& [m, n] : sizes) {
    for (const auto& a : of_size<W>(m, n)) {
      const Matrix wide = a.template cast<Complex>();
      const auto values = decompose(a, SingularVectors::none);
      CHECK(values.u.size() + values.vh.size() == 0);
      for (const bool full : {false, true}) {
        const auto found = decompose(a, full ? SingularVectors::full : SingularVectors::thin);
        check_singular(wide, found.u.template cast<Complex>(), found.s,
                       found.vh.template cast<Complex>(), full);
        CHECK(ratio((found.s - values.s).template cast<Complex>(), wide) < most);
      }
    }
  }
}

template <class W, class Check>
void for_squares(const Check& check) {
  for (const int n : {0, 1, 2, 5, 23}) {
    for (const auto& a : of_size<W>(n, n)) check(a);
  }
}

template <class W, class Decompose>
void hermitian_pairs_of_all(const Decompose& decompose) {
  for_squares<W>([&](const kd::ColumnMajor<W>& a) {
    const kd::ColumnMajor<W> hermitian = a + a.adjoint();
    kd::ColumnMajor<W> lower = hermitian;
    for (Eigen::Index j = 1; j < a.cols(); ++j) lower.col(j).head(j).setConstant(W(7e9));
    const auto [values, vectors] = decompose(lower, true);
    const Matrix wide = hermitian.template cast<Complex>();
    CHECK(std::is_sorted(values.data(), values.data() + values.size()));
    check_pairs(wide, values.template cast<Complex>(), vectors.template cast<Complex>());
    CHECK(unorthogonality(vectors.template cast<Complex>()) < most);
    CHECK(ratio((decompose(lower, false).values - values).template cast<Complex>(), wide) < most);
  });
}

template <class W, class Decompose>
void general_pairs_of_all(const Decompose& decompose) {
  for_squares<W>([&](const kd::ColumnMajor<W>& a) {
    const auto pairs = decompose(a, true);
    check_pairs(a.template cast<Complex>(), pairs.values, pairs.vectors);
    CHECK(decompose(a, false).vectors.size() == 0);
    CHECK(decompose(a, false).values.size() == a.rows());
  });
}

template <class W, class Decompose>
void schur_forms_of_all(const Decompose& decompose) {
  for_squares<W>([&](const kd::ColumnMajor<W>& a) {
    const auto [t, z] = decompose(a);
    check_schur(a.template cast<Complex>(), t.template cast<Complex>(), z.template cast<Complex>());
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
  singular_values_of_all<W>(
      [](const auto& a, auto vectors) { return kd::with_lapack::singular<W>("test", a, vectors); });
  hermitian_pairs_of_all<W>([](const auto& a, bool vectors) {
    return kd::with_lapack::hermitian_pairs<W>("test", a, vectors);
  });
  general_pairs_of_all<W>([](const auto& a, bool vectors) {
    return kd::with_lapack::general_pairs("test", a, vectors);
  });
  schur_forms_of_all<W>([](const auto& a) { return kd::with_lapack::schur_form<W>("test", a); });
}
#endif
