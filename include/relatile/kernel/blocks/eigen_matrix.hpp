// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <cstring>
#include <type_traits>

#include "relatile/core/extents.hpp"

namespace relatile::kernel {

/// The owning Eigen type that an array of N dimensions is converted to: a column vector or a
/// row-major matrix.
template <class T, int N>
using EigenOf =
    std::conditional_t<N == 1, Eigen::Matrix<T, Eigen::Dynamic, 1>,
                       Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

/// A read-only Eigen view of dense row-major memory.
template <class T, int N>
auto eigen_view(const T* data, const Extents& extents) {
  if constexpr (N == 1) {
    return Eigen::Map<const EigenOf<T, 1>>(data, extents[0]);
  } else {
    return Eigen::Map<const EigenOf<T, 2>>(data, extents[0], extents[1]);
  }
}

template <class T, int N>
EigenOf<T, N> eigen_copy(const T* data, const Extents& extents) {
  return eigen_view<T, N>(data, extents);
}

/// The dimensions of an Eigen expression as an array: 1 for vectors, 2 for matrices.
template <class M>
inline constexpr int eigen_rank = M::IsVectorAtCompileTime ? 1 : 2;

template <class M>
Extents eigen_shape(const M& m) {
  if constexpr (eigen_rank<M> == 1) {
    return {m.size()};
  } else {
    return {m.rows(), m.cols()};
  }
}

/// Writes an Eigen expression to dense row-major memory.
template <class M>
void eigen_write(const Eigen::DenseBase<M>& m, typename M::Scalar* data) {
  using T = typename M::Scalar;
  if constexpr (M::IsVectorAtCompileTime) {
    // Assigned as a whole, since a product has no elements before it is computed.
    constexpr bool row = M::RowsAtCompileTime == 1;
    using Line = Eigen::Matrix<T, row ? 1 : Eigen::Dynamic, row ? Eigen::Dynamic : 1>;
    Eigen::Map<Line>(data, m.rows(), m.cols()) = m.derived();
  } else {
    Eigen::Map<EigenOf<T, 2>>(data, m.rows(), m.cols()) = m.derived();
  }
}

/// A matrix or vector that has its elements in memory, as an Eigen::Map has.
template <class M>
concept EigenInMemory = std::is_base_of_v<Eigen::DenseBase<M>, M> && requires(const M& m) {
  m.data();
  m.outerStride();
};

/// Whether its elements lie one after the other, in the order of rows or of columns.
template <class M>
bool eigen_is_dense(const M& m) {
  if constexpr (eigen_rank<M> == 1) {
    return m.size() <= 1 || m.innerStride() == 1;
  } else {
    const bool runs = m.innerSize() <= 1 || m.innerStride() == 1;
    return runs && (m.outerSize() <= 1 || m.outerStride() == m.innerSize());
  }
}

template <class M>
concept EigenDense = std::is_base_of_v<Eigen::DenseBase<M>, M>;

}  // namespace relatile::kernel
