// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/dense_oracles.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <cmath>
#include <limits>
#include <string>

#include "support/with_eigen.hpp"

namespace relatile::test {

namespace {

using Columns = Eigen::MatrixXcd;
using RealColumns = Eigen::MatrixXd;

std::vector<double> listed(const Eigen::VectorXd& values) {
  return {values.data(), values.data() + values.size()};
}
RealColumns real_parts(const Matrix& a) { return a.real(); }
/// Blocks of real and imaginary parts, which have each singular value of a twice.
RealColumns doubled(const Matrix& a) {
  RealColumns wide(2 * a.rows(), 2 * a.cols());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    for (Eigen::Index j = 0; j < a.cols(); ++j) {
      wide(i, j) = wide(a.rows() + i, a.cols() + j) = a(i, j).real();
      wide(a.rows() + i, j) = a(i, j).imag();
      wide(i, a.cols() + j) = -a(i, j).imag();
    }
  }
  return wide;
}
/// Row i less a multiple of row k.
void subtract_row(Matrix& a, Eigen::Index i, Eigen::Index k, Complex multiple) {
  for (Eigen::Index j = 0; j < a.cols(); ++j) a(i, j) -= multiple * a(k, j);
}

}  // namespace

std::vector<double> singular_values(const Matrix& a) {
  std::vector<double> values;
  const Eigen::VectorXd twice = Eigen::JacobiSVD<RealColumns>(doubled(a)).singularValues();
  for (Eigen::Index i = 0; i < twice.size(); i += 2) values.push_back(twice(i));
  return values;
}
Matrix right_singular_vectors(const Matrix& a) {
  const Eigen::JacobiSVD<RealColumns> svd(real_parts(a), Eigen::ComputeThinV);
  return svd.matrixV().cast<Complex>();
}

std::vector<double> hermitian_eigenvalues(const Matrix& a) {
  const Eigen::SelfAdjointEigenSolver<Columns> known((Columns(a)));
  return listed(known.eigenvalues());
}
Matrix hermitian_exponential(const Matrix& a) {
  const Eigen::SelfAdjointEigenSolver<Columns> known((Columns(a)));
  Matrix factors(a.rows(), 1);
  for (Eigen::Index i = 0; i < a.rows(); ++i) factors(i, 0) = std::exp(known.eigenvalues()(i));
  const Matrix vectors = known.eigenvectors();
  return product(with_scaled_columns(vectors, factors), adjoint(vectors));
}

LeastSquares least_squares(const Matrix& a, const Matrix& b) {
  const Eigen::CompleteOrthogonalDecomposition<RealColumns> known(real_parts(a));
  const RealColumns x = known.solve(real_parts(b));
  return {x.cast<Complex>(), known.rank()};
}

Eliminated eliminated(const Matrix& a) {
  const Eigen::Index n = a.rows();
  Matrix left = a;
  Eliminated found{1, identity(n, n)};
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index pivot = k;
    for (Eigen::Index i = k + 1; i < n; ++i) {
      if (std::abs(left(i, k)) > std::abs(left(pivot, k))) pivot = i;
    }
    if (pivot != k) {
      left.row(k).swap(left.row(pivot));
      found.inverse.row(k).swap(found.inverse.row(pivot));
      found.determinant = -found.determinant;
    }
    found.determinant *= left(k, k);
    for (Eigen::Index i = 0; i < n; ++i) {
      if (i == k) continue;
      const Complex multiple = left(i, k) / left(k, k);
      subtract_row(left, i, k, multiple);
      subtract_row(found.inverse, i, k, multiple);
    }
  }
  for (Eigen::Index k = 0; k < n; ++k) found.inverse.row(k) /= left(k, k);
  return found;
}

}  // namespace relatile::test

namespace relatile::kernel::detail::with_eigen {

RELATILE_TEST_WITH_EIGEN(template)

}  // namespace relatile::kernel::detail::with_eigen
