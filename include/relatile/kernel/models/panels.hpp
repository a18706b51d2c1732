// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "relatile/core/kernel.hpp"
#include "relatile/kernel/products/matrix_ref.hpp"

// Panels of rows, and the loops over them.

namespace relatile::kernel::detail {

/// As many rows as stay in the second-level cache while they are used three times.
inline std::int64_t rows_of_panel(std::int64_t columns) {
  return std::clamp<std::int64_t>(16384 / std::max<std::int64_t>(columns, 1), 8, 512);
}

inline MatrixRef ref_of(double* data, std::int64_t rows, std::int64_t cols, std::int64_t stride) {
  return {reinterpret_cast<std::byte*>(data), rows, cols, stride, 1};
}
inline MatrixRef transposed(const MatrixRef& m) {
  return {m.data, m.cols, m.rows, m.col_stride, m.row_stride};
}

/// The weights of a kernel's rows, the last operand, which it may not be given: then each is 1.
class PieceWeights {
 public:
  PieceWeights(const PieceCall& call, std::size_t operand) {
    if (call.inputs.size() <= operand) return;
    data_ = call.inputs[operand].as<const double>();
    stride_ = call.inputs[operand].strides[0];
  }
  bool are_given() const { return data_ != nullptr; }
  double operator()(std::int64_t row) const { return data_ ? data_[row * stride_] : 1.0; }

 private:
  const double* data_ = nullptr;
  std::int64_t stride_ = 0;
};

/// to += factor * from.
inline void add_scaled(double* to, const double* from, double factor, std::int64_t count) {
#pragma omp simd
  for (std::int64_t j = 0; j < count; ++j) to[j] += factor * from[j];
}

}  // namespace relatile::kernel::detail
