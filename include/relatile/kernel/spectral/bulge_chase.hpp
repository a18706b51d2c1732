// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "relatile/kernel/factorizations/impl/reflections.hpp"
#include "relatile/kernel/spectral/wide_matrix.hpp"

namespace relatile::kernel::detail {

/// A Hermitian band of width b, of which three diagonals are left: sweep s makes zeros of column s
/// below the second element by a reflection of b rows, which fills b rows below the band in as many
/// columns; of what it filled the first column is made zeros by the next reflection, and so on down
/// to the last row. What is left of it is in the way of the next sweep only where that works, too.
template <class W>
class BulgeChase {
 public:
  BulgeChase(std::int64_t rows, std::int64_t width)
      : n_(rows),
        b_(width),
        columns_(rows, 2 * width),
        v_(std::size_t(width)),
        along_(std::size_t(width)) {
    fill(map_of(columns_), W(0));
  }

  /// An element of the lower half, at most b rows below the diagonal.
  W& at(std::int64_t i, std::int64_t j) { return columns_(j, i - j); }

  /// All sweeps; `keep(s, i, count, tau, v)` is told of each reflection, from row i on.
  template <class Keep>
  void run(Keep&& keep) {
    for (std::int64_t s = 0; s + 1 < n_; ++s) sweep(s, keep);
  }

 private:
  template <class Keep>
  void sweep(std::int64_t s, Keep&& keep) {
    std::int64_t first = s + 1;
    std::int64_t count = std::min(b_, n_ - first);
    W tau = reflect_column(first, count, s);
    keep(s, first, count, tau, v_.data());
    while (true) {
      from_both_sides(first, count, tau);
      const std::int64_t next = first + count;
      const std::int64_t below = std::min(b_, n_ - next);
      if (below == 0) return;
      from_right(next, below, first, count, tau);
      tau = reflect_column(next, below, first);
      from_left(next, below, first + 1, count - 1, tau);
      first = next;
      count = below;
      keep(s, first, count, tau, v_.data());
    }
  }

  /// Of `count` elements of a column, from row i on, the reflection that leaves the first one.
  W reflect_column(std::int64_t i, std::int64_t count, std::int64_t column) {
    W* const x = &at(i, column);
    const W tau = make_reflection<W>(x, count);
    std::copy_n(x, count, v_.data());
    v_[0] = W(1);
    std::fill_n(x + 1, count - 1, W(0));
    return tau;
  }

  /// H^H D H of the diagonal block of rows first .. first + count - 1: D less v w^H and w v^H.
  void from_both_sides(std::int64_t first, std::int64_t count, const W& tau) {
    const W* const v = v_.data();
    W* const w = along_.data();
    std::fill_n(w, count, W(0));
    for (std::int64_t j = 0; j < count; ++j) {
      const W* const d = &at(first + j, first + j);
      const std::int64_t rest = count - j - 1;
      w[j] += std::real(d[0]) * v[j] + conjugate_dot(d + 1, v + j + 1, rest);
      add_multiple<W>(w + j + 1, v[j], d + 1, rest);
    }
    const double twice = std::real(conjugate_dot(v, w, count));
    const double half = -0.5 * std::norm(tau) * twice;
    for (std::int64_t j = 0; j < count; ++j) w[j] = multiplied(tau, w[j]) + half * v[j];
    for (std::int64_t j = 0; j < count; ++j) {
      W* const d = &at(first + j, first + j);
      add_multiple<W>(d, -conjugate(w[j]), v + j, count - j);
      add_multiple<W>(d, -conjugate(v[j]), w + j, count - j);
      d[0] = std::real(d[0]);
    }
  }

  /// S H of the block of rows below and columns from `first` on.
  void from_right(std::int64_t row, std::int64_t rows, std::int64_t first, std::int64_t count,
                  const W& tau) {
    W* const w = along_.data();
    std::fill_n(w, rows, W(0));
    for (std::int64_t j = 0; j < count; ++j) {
      add_multiple<W>(w, v_[std::size_t(j)], &at(row, first + j), rows);
    }
    for (std::int64_t j = 0; j < count; ++j) {
      add_multiple<W>(&at(row, first + j), -multiplied(tau, conjugate(v_[std::size_t(j)])), w,
                      rows);
    }
  }

  /// H^H S of the same rows.
  void from_left(std::int64_t row, std::int64_t rows, std::int64_t first, std::int64_t count,
                 const W& tau) {
    for (std::int64_t j = 0; j < count; ++j) {
      W* const s = &at(row, first + j);
      const W along = multiplied(conjugate(tau), conjugate_dot(v_.data(), s, rows));
      add_multiple<W>(s, -along, v_.data(), rows);
    }
  }

  std::int64_t n_;
  std::int64_t b_;
  RowMajor<W> columns_;  ///< row j: column j from the diagonal on, of 2 b elements
  std::vector<W> v_;     ///< the reflection's vector
  std::vector<W> along_;
};

}  // namespace relatile::kernel::detail
