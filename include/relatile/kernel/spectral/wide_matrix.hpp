// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <complex>
#include <type_traits>

#include "relatile/core/promotion.hpp"
#include "relatile/kernel/factorizations/row_major.hpp"

namespace relatile::kernel::detail {

/// What decompositions compute in: double precision, of float as well, which so is as exact as it
/// can be; and Eigen's decompositions, which take long to compile, are compiled for two types.
template <class T>
using wide_t = std::conditional_t<is_complex_v<T>, std::complex<double>, double>;

/// Column by column, as Eigen's decompositions are fastest.
template <class W>
using ColumnMajor = Eigen::Matrix<W, Eigen::Dynamic, Eigen::Dynamic>;
using RealVector = Eigen::Matrix<double, Eigen::Dynamic, 1>;

/// The matrix that a call reads.
template <class T>
ColumnMajor<wide_t<T>> wide_matrix(const MatrixRef& from) {
  return strided<T>(from).template cast<wide_t<T>>();
}

}  // namespace relatile::kernel::detail
