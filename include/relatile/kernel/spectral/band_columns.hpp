// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/kernel/factorizations/impl/reflections.hpp"
#include "relatile/kernel/factorizations/row_major.hpp"

namespace relatile::kernel::detail {

/// A reflection H = I - tau v v^H of some rows, or columns, whose first element of v is one.
template <class W>
struct BandReflection {
  Range range;
  W tau;
  std::vector<W> v;

  std::int64_t count() const { return range.high - range.low; }
};

/// A square matrix of which some diagonals may be other than zero, column by column.
template <class W>
class BandColumns {
 public:
  BandColumns(std::int64_t rows, std::int64_t diagonals_above, std::int64_t diagonals_below)
      : above_(diagonals_above), columns_(rows, diagonals_above + 1 + diagonals_below) {
    fill(map_of(columns_), W(0));
  }

  std::int64_t rows() const { return columns_.rows(); }
  W& at(std::int64_t i, std::int64_t j) { return columns_(j, i - j + above_); }

  /// The reflection of rows that leaves of a column's elements there the first one; it is applied
  /// to this column.
  void reflect_column(std::int64_t column, const Range& rows, BandReflection<W>& made) {
    W* const x = &at(rows.low, column);
    take(rows, x, made);
    x[0] = made.v[0];
    std::fill_n(x + 1, made.count() - 1, W(0));
    made.v[0] = W(1);
  }
  /// The reflection of columns that leaves of a row's elements there the first one; it is applied
  /// to this row.
  void reflect_row(std::int64_t row, const Range& columns, BandReflection<W>& made) {
    std::vector<W> x;
    for (std::int64_t j = columns.low; j < columns.high; ++j) {
      x.push_back(conjugate(at(row, j)));
      at(row, j) = W(0);
    }
    take(columns, x.data(), made);
    at(row, columns.low) = made.v[0];
    made.v[0] = W(1);
  }

  /// H^H times some columns of its rows.
  void from_left(const BandReflection<W>& h, const Range& columns) {
    for (std::int64_t j = columns.low; j < columns.high; ++j) {
      W* const x = &at(h.range.low, j);
      const W along = multiplied(conjugate(h.tau), conjugate_dot(h.v.data(), x, h.count()));
      add_multiple<W>(x, -along, h.v.data(), h.count());
    }
  }
  /// Some rows of its columns times H.
  void from_right(const BandReflection<W>& h, const Range& rows) {
    const std::int64_t count = rows.high - rows.low;
    along_.assign(std::size_t(count), W(0));
    for (std::int64_t j = 0; j < h.count(); ++j) {
      add_multiple<W>(along_.data(), h.v[std::size_t(j)], &at(rows.low, h.range.low + j), count);
    }
    for (std::int64_t j = 0; j < h.count(); ++j) {
      add_multiple<W>(&at(rows.low, h.range.low + j),
                      -multiplied(h.tau, conjugate(h.v[std::size_t(j)])), along_.data(), count);
    }
  }
  /// H^H D H of the block on the diagonal, Hermitian, of which the lower half is read and written:
  /// D less v w^H and w v^H.
  void from_both_sides(const BandReflection<W>& h) {
    const std::int64_t count = h.count();
    const W* const v = h.v.data();
    along_.assign(std::size_t(count), W(0));
    W* const w = along_.data();
    for (std::int64_t j = 0; j < count; ++j) {
      const W* const d = &at(h.range.low + j, h.range.low + j);
      const std::int64_t rest = count - j - 1;
      w[j] += std::real(d[0]) * v[j] + conjugate_dot(d + 1, v + j + 1, rest);
      add_multiple<W>(w + j + 1, v[j], d + 1, rest);
    }
    const double half = -0.5 * std::norm(h.tau) * std::real(conjugate_dot(v, w, count));
    for (std::int64_t j = 0; j < count; ++j) w[j] = multiplied(h.tau, w[j]) + half * v[j];
    for (std::int64_t j = 0; j < count; ++j) {
      W* const d = &at(h.range.low + j, h.range.low + j);
      add_multiple<W>(d, -conjugate(w[j]), v + j, count - j);
      add_multiple<W>(d, -conjugate(v[j]), w + j, count - j);
      d[0] = std::real(d[0]);
    }
  }

 private:
  /// Of a vector the reflection, with what it leaves in place of v's first element.
  static void take(const Range& range, const W* x, BandReflection<W>& made) {
    made.range = range;
    made.v.assign(x, x + made.count());
    made.tau = make_reflection<W>(made.v.data(), made.count());
  }

  std::int64_t above_;
  RowMajor<W> columns_;  ///< row j: column j's diagonals from the topmost on
  std::vector<W> along_;
};

}  // namespace relatile::kernel::detail
