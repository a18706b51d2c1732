// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/kernel/sparse/eigen_sparse.hpp"
#include "relatile/kernel/sparse/order.hpp"

// Kernels that call a function of the user's with the rows of each block as a sparse matrix of
// Eigen's, which is a view of what is stored.

namespace relatile::kernel {

/// What a user's function is given: the rows of a block, with all columns.
template <class T>
using EigenRows = Eigen::Map<const EigenSparse<T>>;

/// The function of a block's rows; the number of the first one in the whole matrix is told who asks
/// for it.
template <class F, class T>
auto call_with_rows(const F& f, const EigenRows<T>& rows, std::int64_t first_row) {
  if constexpr (std::is_invocable_v<const F&, const EigenRows<T>&, std::int64_t>) {
    return f(rows, first_row);
  } else {
    static_assert(std::is_invocable_v<const F&, const EigenRows<T>&>,
                  "relatile: transform_blocks: the function takes the rows of a block, auto, and, "
                  "if it likes, the number of the first of them");
    return f(rows);
  }
}
template <class F, class T>
using of_rows_t = std::remove_cvref_t<decltype(call_with_rows(
    std::declval<const F&>(), std::declval<const EigenRows<T>&>(), std::int64_t{}))>;

namespace detail {

/// Calls visit(rows, where the block's entries and rows begin in the piece) for each block.
template <class T, class Visit>
void for_each_eigen_block(const PieceCall& call, const std::vector<std::int64_t>& cuts,
                          std::int64_t columns, Visit&& visit) {
  const CompressedRows s(call.inputs[0], call.inputs[1]);
  const T* const values = call.inputs[2].as<const T>();
  std::int64_t row = 0;
  std::int64_t first = 0;
  std::vector<SparseIndex> begins;
  for (std::int64_t block = call.labels.low[0]; block < call.labels.high[0]; ++block) {
    const std::int64_t count = nth(cuts, block + 1) - nth(cuts, block);
    begins.assign(1, 0);
    for (std::int64_t i = 0; i < count; ++i) begins.push_back(begins.back() + s.counts[row + i]);
    const EigenRows<T> rows(count, columns, begins.back(), begins.data(), s.columns + first,
                            values + first);
    visit(rows, first, row, nth(cuts, block));
    row += count;
    first += begins.back();
  }
}

[[noreturn]] inline void refuse_made_of_rows(const std::string& made, const std::string& wanted) {
  throw ShapeMismatch("relatile: transform_blocks: the function made " + made + " of " + wanted);
}

/// The elements of a matrix that has the entries of `rows`.
template <class R, class T, class M>
void copy_same_entries(const EigenRows<T>& rows, const M& made, R* to) {
  const EigenSparse<R> by_rows = made;
  const std::int64_t count = rows.nonZeros();
  bool same = by_rows.rows() == rows.rows() && by_rows.cols() == rows.cols() &&
              by_rows.nonZeros() == count && by_rows.isCompressed();
  same = same &&
         std::equal(rows.innerIndexPtr(), rows.innerIndexPtr() + count, by_rows.innerIndexPtr());
  same = same && std::equal(rows.outerIndexPtr(), rows.outerIndexPtr() + rows.rows() + 1,
                            by_rows.outerIndexPtr());
  if (!same) {
    refuse_made_of_rows("a sparse matrix with other entries than those", "the rows of a block");
  }
  std::copy_n(by_rows.valuePtr(), count, to);
}

}  // namespace detail

/// Operands: counts, columns and values of s. Result: for each entry what f makes of it, a vector
/// of elements or a sparse matrix with the same entries.
template <class T, class R, class F>
PieceKernel entries_by_blocks(F f, SharedCuts rows_of_blocks, std::int64_t columns) {
  KernelIdentity identity = identity_of(f);
  identity.may_throw = true;
  return {"transform_blocks",
          [f = std::move(f), rows_of_blocks, columns](const PieceCall& call) {
            detail::for_each_eigen_block<T>(
                call, *rows_of_blocks, columns,
                [&](const EigenRows<T>& rows, std::int64_t first, std::int64_t,
                    std::int64_t first_row) {
                  const auto made = call_with_rows<F, T>(f, rows, first_row);
                  R* const to = call.output.as<R>() + first;
                  if constexpr (std::is_base_of_v<Eigen::SparseMatrixBase<of_rows_t<F, T>>,
                                                  of_rows_t<F, T>>) {
                    detail::copy_same_entries<R, T>(rows, made, to);
                  } else {
                    if (made.size() != rows.nonZeros()) {
                      detail::refuse_made_of_rows(std::to_string(made.size()) + " elements",
                                                  std::to_string(rows.nonZeros()) + " entries");
                    }
                    Eigen::Map<Eigen::Array<R, Eigen::Dynamic, 1>>(to, made.size()) = made;
                  }
                });
          },
          std::move(identity)};
}

/// The same operands. Result: a dense matrix of `width` columns, of which f makes the rows of each
/// block.
template <class T, class R, class F>
PieceKernel dense_by_blocks(F f, SharedCuts rows_of_blocks, std::int64_t columns,
                            std::int64_t width) {
  KernelIdentity identity = identity_of(f);
  identity.may_throw = true;
  return {
      "transform_blocks",
      [f = std::move(f), rows_of_blocks, columns, width](const PieceCall& call) {
        using Made = Eigen::Matrix<R, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        const Piece& y = call.output;
        detail::for_each_eigen_block<T>(
            call, *rows_of_blocks, columns,
            [&](const EigenRows<T>& rows, std::int64_t, std::int64_t row, std::int64_t first_row) {
              const Made made = call_with_rows<F, T>(f, rows, first_row);
              if (made.rows() != rows.rows() || made.cols() != width) {
                detail::refuse_made_of_rows("a matrix of shape (" + std::to_string(made.rows()) +
                                                ", " + std::to_string(made.cols()) + ")",
                                            std::to_string(rows.rows()) + " rows, for which (" +
                                                std::to_string(rows.rows()) + ", " +
                                                std::to_string(width) + ") was announced");
              }
              for (std::int64_t i = 0; i < made.rows(); ++i) {
                R* const to = y.as<R>() + (row + i) * y.strides[0];
                for (std::int64_t j = 0; j < width; ++j) to[j * y.strides[1]] = made(i, j);
              }
            });
      },
      std::move(identity)};
}

}  // namespace relatile::kernel
