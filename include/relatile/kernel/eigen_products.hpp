// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "relatile/kernel/matrix_ref.hpp"

namespace relatile::kernel::detail {

template <class T>
using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using ColMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor>;

template <class M>
Eigen::Map<M, 0, Eigen::OuterStride<>> map_of(const MatrixRef& m) {
  using Scalar = typename std::remove_const_t<M>::Scalar;
  const std::int64_t outer = M::IsRowMajor ? m.row_stride : m.col_stride;
  const std::int64_t inner_count = M::IsRowMajor ? m.cols : m.rows;
  return {reinterpret_cast<Scalar*>(m.data), m.rows, m.cols,
          Eigen::OuterStride<>(std::max(outer, inner_count))};
}

template <class T>
void gemm_by_eigen(const MatrixRef& a, const MatrixRef& b, const MatrixRef& c, Into into) {
  auto out = map_of<RowMajor<T>>(c);
  const auto with_both = [&](const auto& left, const auto& right) {
    if (into == Into::sum) {
      out.noalias() += left * right;
    } else {
      out.noalias() = left * right;
    }
  };
  const auto with_left = [&](const auto& left) {
    if (b.row_major()) {
      with_both(left, map_of<const RowMajor<T>>(b));
    } else {
      with_both(left, map_of<const ColMajor<T>>(b));
    }
  };
  if (a.row_major()) {
    with_left(map_of<const RowMajor<T>>(a));
  } else {
    with_left(map_of<const ColMajor<T>>(a));
  }
}

/// c of a times its transpose: one half is computed, the other one copied.
template <class T>
void syrk_by_eigen(const MatrixRef& a, const MatrixRef& c, Into into) {
  auto out = map_of<RowMajor<T>>(c);
  const auto with = [&](const auto& matrix) {
    if (into == Into::sum) {
      out.template triangularView<Eigen::Lower>() += matrix * matrix.transpose();
    } else {
      out.template triangularView<Eigen::Lower>() = matrix * matrix.transpose();
    }
  };
  if (a.row_major()) {
    with(map_of<const RowMajor<T>>(a));
  } else {
    with(map_of<const ColMajor<T>>(a));
  }
  mirror_lower<T>(c);
}

}  // namespace relatile::kernel::detail
