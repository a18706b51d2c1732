// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/factorizations/qr.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/kernel/factorizations/impl/reflections.hpp"

namespace relatile::kernel {
namespace detail {

/// V and R, and T, of a factored matrix.
template <class T>
struct Factored {
  RowsMap<T> v;
  RowsMap<T> t;
};
template <class T>
Factored<T> factored(const RowsMap<T>& stored, std::int64_t reflections) {
  const std::int64_t m = stored.rows() - reflections;
  return {part_of(stored, 0, 0, m, reflections), part_of(stored, m, 0, reflections, reflections)};
}

/// Factors what the first m rows of `made` hold.
template <class T>
void factor_stored(const RowsMap<T>& made, std::int64_t m) {
  const std::int64_t n = made.cols();
  const std::int64_t k = std::min(m, n);
  const Factored<T> parts = factored<T>(made, k);
  reflect_columns<T>(parts.v, parts.t);
  if (n == k) return;
  apply_reflections<T>(parts.v, parts.t, part_of(made, 0, k, m, n - k), true);
  fill(part_of(made, m, k, k, n - k), T(0));
}

/// The numbers of blocks, and their rows within the rows of a call.
template <class Visit>
void for_each_block(const MatrixCall& call, const BlockCuts& cuts, Visit&& visit) {
  const std::int64_t first = nth(*cuts, call.blocks.low);
  for (std::int64_t b = call.blocks.low; b < call.blocks.high; ++b) {
    visit(b - call.blocks.low, nth(*cuts, b) - first, nth(*cuts, b + 1) - nth(*cuts, b));
  }
}

/// The upper triangle, and zeros.
template <class T>
void copy_upper(const RowsMap<T>& from, const RowsMap<T>& to) {
  copy_matrix<T>(ref_of_rows(from), to);
  clear_below(to);
}

inline std::string parameters_of(const BlockCuts& cuts) {
  return cuts ? std::to_string(cuts->size()) + ' ' + std::to_string(cuts->back()) : std::string();
}

template <class T>
void factor_blocks(const MatrixCall& call, const BlockCuts& cuts) {
  const RowsMap<T> made = rows_of<T>(call.output);
  const std::int64_t n = made.cols();
  for_each_block(call, cuts, [&](std::int64_t b, std::int64_t row, std::int64_t rows) {
    const auto block = part_of(made, row + b * n, 0, rows + n, n);
    MatrixRef from = call.inputs[0];
    from.data += row * from.row_stride * std::int64_t(sizeof(T));
    from.rows = rows;
    copy_matrix<T>(from, part_of(block, 0, 0, rows, n));
    factor_stored<T>(block, rows);
  });
}

template <class T>
void r_of_blocks(const MatrixCall& call, const BlockCuts& cuts) {
  const RowsMap<T> made = rows_of<T>(call.output);
  const std::int64_t n = made.cols();
  RowMajor<T> scratch;
  for_each_block(call, cuts, [&](std::int64_t b, std::int64_t row, std::int64_t rows) {
    scratch.resize(rows + n, n);
    MatrixRef from = call.inputs[0];
    from.data += row * from.row_stride * std::int64_t(sizeof(T));
    from.rows = rows;
    const RowsMap<T> stored = map_of(scratch);
    copy_matrix<T>(from, part_of(stored, 0, 0, rows, n));
    factor_stored<T>(stored, rows);
    copy_upper<T>(part_of(stored, 0, 0, n, n), part_of(made, b * n, 0, n, n));
  });
}

template <class T>
void q_of_blocks(const MatrixCall& call, const BlockCuts& cuts) {
  const RowsMap<T> made = rows_of<T>(call.output);
  const RowsMap<T> stored = rows_of<T>(call.inputs[0]);
  const std::int64_t n = made.cols();
  for_each_block(call, cuts, [&](std::int64_t b, std::int64_t row, std::int64_t rows) {
    const auto parts = factored<T>(part_of(stored, row + b * n, 0, rows + n, n), n);
    const auto block = part_of(made, row, 0, rows, n);
    const auto mine = part_of(block, 0, 0, n, n);
    MatrixRef from = call.inputs[1];
    from.data += b * n * from.row_stride * std::int64_t(sizeof(T));
    from.rows = n;
    copy_matrix<T>(from, mine);
    const RowMajor<T> top = top_of<T>(parts.v);
    const RowMajor<T> along = adjoint_product<T>(map_of(top), mine);
    const RowMajor<T> reflected = product<T>(parts.t, map_of(along));
    fill(part_of(block, n, 0, rows - n, n), T(0));
    add_product<T>(mine, T(-1), map_of(top), map_of(reflected));
    if (rows == n) return;
    add_product<T>(part_of(block, n, 0, rows - n, n), T(-1), part_of(parts.v, n, 0, rows - n, n),
                   map_of(reflected));
  });
}

template <class T>
void form_q(const MatrixCall& call, std::int64_t reflections, const BlockCuts& cuts) {
  const RowsMap<T> made = rows_of<T>(call.output);
  const std::int64_t first = cuts ? nth(*cuts, call.blocks.low) : 0;
  fill(made, T(0));
  const bool extends = call.inputs.size() > 1;
  const std::int64_t units = extends ? reflections : made.rows();
  std::int64_t column = 0;
  for (; column < made.cols() && first + column < units; ++column) {
    made(first + column, column) = T(1);
  }
  if (extends && column < made.cols()) {
    copy_matrix<T>(call.inputs[1], part_of(made, reflections, column, made.rows() - reflections,
                                           made.cols() - column));
  }
  const auto parts = factored<T>(rows_of<T>(call.inputs[0]), reflections);
  apply_reflections<T>(parts.v, parts.t, made, false);
}

}  // namespace detail

template <class T>
MatrixKernel qr_kernel() {
  return {"qr", [](const MatrixCall& call) {
            const RowsMap<T> made = rows_of<T>(call.output);
            const std::int64_t m = call.inputs[0].rows;
            copy_matrix<T>(call.inputs[0], part_of(made, 0, 0, m, made.cols()));
            detail::factor_stored<T>(made, m);
          }};
}

template <class T>
MatrixKernel upper_kernel() {
  return {"upper", [](const MatrixCall& call) {
            const RowsMap<T> made = rows_of<T>(call.output);
            copy_matrix<T>(call.inputs[0], made);
            clear_below(made);
          }};
}

template <class T>
MatrixKernel reflect_kernel(std::int64_t reflections) {
  return {"qr.reflect",
          [reflections](const MatrixCall& call) {
            const RowsMap<T> made = rows_of<T>(call.output);
            copy_matrix<T>(call.inputs[1], made);
            const auto parts =
                detail::factored<T>(rows_of<T>(call.inputs[0]), std::int64_t(reflections));
            detail::apply_reflections<T>(parts.v, parts.t, made, true);
          },
          std::to_string(reflections)};
}

template <class T>
MatrixKernel form_q_kernel(std::int64_t reflections, BlockCuts cuts) {
  std::string parameters = std::to_string(reflections) + ' ' + detail::parameters_of(cuts);
  return {"qr.form_q",
          [reflections, cuts = std::move(cuts)](const MatrixCall& call) {
            detail::form_q<T>(call, reflections, cuts);
          },
          std::move(parameters)};
}

template <class T>
MatrixKernel qr_of_blocks_kernel(BlockCuts cuts) {
  std::string parameters = detail::parameters_of(cuts);
  return {
      "tsqr.factor",
      [cuts = std::move(cuts)](const MatrixCall& call) { detail::factor_blocks<T>(call, cuts); },
      std::move(parameters)};
}

template <class T>
MatrixKernel r_of_blocks_kernel(BlockCuts cuts) {
  std::string parameters = detail::parameters_of(cuts);
  return {"tsqr.r",
          [cuts = std::move(cuts)](const MatrixCall& call) { detail::r_of_blocks<T>(call, cuts); },
          std::move(parameters)};
}

template <class T>
MatrixKernel r_of_factored_blocks_kernel(BlockCuts cuts) {
  std::string parameters = detail::parameters_of(cuts);
  return {"tsqr.r_of_factored",
          [cuts = std::move(cuts)](const MatrixCall& call) {
            const RowsMap<T> made = rows_of<T>(call.output);
            const RowsMap<T> stored = rows_of<T>(call.inputs[0]);
            const std::int64_t n = made.cols();
            detail::for_each_block(call, cuts, [&](std::int64_t b, std::int64_t row, std::int64_t) {
              detail::copy_upper<T>(part_of(stored, row + b * n, 0, n, n),
                                    part_of(made, b * n, 0, n, n));
            });
          },
          std::move(parameters)};
}

template <class T>
MatrixKernel q_of_blocks_kernel(BlockCuts cuts) {
  std::string parameters = detail::parameters_of(cuts);
  return {"tsqr.q",
          [cuts = std::move(cuts)](const MatrixCall& call) { detail::q_of_blocks<T>(call, cuts); },
          std::move(parameters)};
}

}  // namespace relatile::kernel
