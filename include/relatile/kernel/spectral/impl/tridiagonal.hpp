// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/spectral/tridiagonal.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/kernel/factorizations/impl/qr.hpp"
#include "relatile/kernel/spectral/bulge_chase.hpp"
#include "relatile/kernel/spectral/chase_rows.hpp"
#include "relatile/kernel/spectral/decompositions.hpp"

namespace relatile::kernel {
namespace detail {

/// So many sweeps' reflections are one product; each is of other rows, so the more there are, the
/// more zeros it has. And so many columns are multiplied by all of them before the next ones, since
/// their rows stay in a cache. Both as measured.
inline constexpr std::int64_t sweeps_of_product = 24;
template <class W>
inline constexpr std::int64_t columns_of_strip = 1536 / sizeof(W);

/// The lower half of what `band` has, with as many diagonals more.
template <class W>
BandColumns<W> hermitian_band(const MatrixRef& band, std::int64_t width) {
  const std::int64_t n = band.rows;
  BandColumns<W> made(n, 0, 2 * width - 1);
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t top = i / width * width;
    for (std::int64_t j = top; j <= i; ++j) made.at(i, j) = element_of<W>(band, i, j - top);
    for (std::int64_t j = std::max<std::int64_t>(i - width, 0); j < top; ++j) {
      made.at(i, j) = element_of<W>(band, i - width, width + j - (top - width));
    }
  }
  return made;
}

template <class W>
void chase_bulges(const MatrixCall& call, const std::string& function, std::int64_t width,
                  bool vectors) {
  require_finite_band<W>(function, call.inputs[0]);
  const RowsMap<W> made = rows_of<W>(call.output);
  BandColumns<W> band = hermitian_band<W>(call.inputs[0], width);
  if (vectors) {
    fill(made, W(0));
    chase_hermitian(band, width, keep_in<W>(made));
  } else {
    chase_hermitian(band, width, keep_none);
  }
  keep_diagonals(
      band, [&](std::int64_t i) { return band.at(i + 1, i); }, made);
}

template <class W>
void solve_tridiagonal(const MatrixCall& call, const std::string& function, bool vectors) {
  auto [diagonal, beside] = diagonals_of<W>(call.inputs[0]);
  const auto found =
      decompositions::tridiagonal_pairs(function, std::move(diagonal), std::move(beside), vectors);
  const RowsMap<W> made = rows_of<W>(call.output);
  write_values<W>(found.values, call.inputs[1], made);
  if (vectors) write_vectors<W>(found.vectors, part_of(made, 1, 0, made.cols(), made.cols()));
}

/// The reflections with which some sweeps, from s on, work on rows from `top` on, as I - V T V^H.
template <class W>
struct Diamond {
  std::int64_t top;
  RowMajor<W> v;
  RowMajor<W> t;
};
template <class W>
Diamond<W> diamond_of(const RowsMap<W>& sweeps, std::int64_t n, std::int64_t top,
                      std::int64_t width) {
  const std::int64_t count = std::min(sweeps.rows(), n - top);
  const std::int64_t rows = std::min(top + count - 1 + width, n) - top;
  Diamond<W> made{top, RowMajor<W>(rows, count), RowMajor<W>(count, count)};
  fill(map_of(made.v), W(0));
  fill(map_of(made.t), W(0));
  for (std::int64_t s = 0; s < count; ++s) {
    const W* const stored = sweeps.row(s) + top + s;
    const std::int64_t height = std::min(width, n - top - s);
    made.v(s, s) = W(1);
    for (std::int64_t i = 1; i < height; ++i) made.v(s + i, s) = stored[i];
  }
  const RowMajor<W> inner = adjoint_product<W>(map_of(made.v), map_of(made.v));
  for (std::int64_t s = 0; s < count; ++s) {
    const W tau = sweeps(s, top + s);
    made.t(s, s) = tau;
    for (std::int64_t i = 0; i < s; ++i) {
      W sum(0);
      for (std::int64_t k = i; k < s; ++k) sum += multiplied(made.t(i, k), inner(k, s));
      made.t(i, s) = -multiplied(tau, sum);
    }
  }
  return made;
}

/// All of some sweeps, of which the last ones come first. Reflections that work on different rows
/// change places: those of a few sweeps are applied block of rows by block of rows, from the top,
/// where in each block earlier sweeps are further left.
template <class W>
std::vector<Diamond<W>> diamonds_of(const RowsMap<W>& sweeps, std::int64_t first,
                                    std::int64_t width) {
  const std::int64_t n = sweeps.cols();
  std::vector<Diamond<W>> all;
  for (std::int64_t high = sweeps.rows(); high > 0;) {
    const std::int64_t low = (high - 1) / sweeps_of_product * sweeps_of_product;
    const auto some = part_of(sweeps, low, 0, high - low, n);
    for (std::int64_t top = first + low + 1; top < n; top += width) {
      all.push_back(diamond_of(some, n, top, width));
    }
    high = low;
  }
  return all;
}

template <class W>
void chase_back(const MatrixCall& call, const Range& sweeps, std::int64_t width) {
  const RowsMap<W> made = rows_of<W>(call.output);
  const std::vector<Diamond<W>> all = diamonds_of(rows_of<W>(call.inputs[0]), sweeps.low, width);
  for (std::int64_t left = 0; left < made.cols(); left += columns_of_strip<W>) {
    const std::int64_t count = std::min(columns_of_strip<W>, made.cols() - left);
    MatrixRef from = call.inputs[1];
    from.data += left * from.col_stride * std::int64_t(sizeof(W));
    from.cols = count;
    const RowMajor<W> strip(made.rows(), count);  // whose rows are no powers of two apart
    copy_matrix<W>(from, map_of(strip));
    for (const Diamond<W>& diamond : all) {
      const auto rows = part_of(map_of(strip), 1 + diamond.top, 0, diamond.v.rows(), count);
      const RowMajor<W> along = adjoint_product<W>(map_of(diamond.v), rows);
      const RowMajor<W> reflected = product<W>(map_of(diamond.t), map_of(along));
      add_product<W>(rows, W(-1), map_of(diamond.v), map_of(reflected));
    }
    copy_matrix<W>(ref_of_rows(map_of(strip)), part_of(made, 0, left, made.rows(), count));
  }
}

template <class W>
void reflect_back(const MatrixCall& call, const std::vector<std::int64_t>& first_rows) {
  const RowsMap<W> made = rows_of<W>(call.output);
  copy_matrix<W>(call.inputs[first_rows.size()], made);
  const std::int64_t n = made.rows() - 1;
  for (std::size_t p = first_rows.size(); p-- > 0;) {
    const RowsMap<W> stored = rows_of<W>(call.inputs[p]);
    const std::int64_t rows = n - first_rows[p];
    const std::int64_t k = stored.rows() - rows;
    apply_reflections<W>(part_of(stored, 0, 0, rows, k), part_of(stored, rows, 0, k, k),
                         part_of(made, 1 + first_rows[p], 0, rows, made.cols()), false);
  }
}

}  // namespace detail

template <class W>
MatrixKernel explicit_reflections_kernel(std::int64_t reflections, bool adjoint) {
  return {"reflections",
          [k = reflections, adjoint](const MatrixCall& call) {
            const RowsMap<W> made = rows_of<W>(call.output);
            const RowsMap<W> stored = rows_of<W>(call.inputs[0]);
            const std::int64_t m = made.rows();
            const auto vt = part_of(made, 0, 0, m, k);
            const auto v = part_of(made, 0, k, m, k);
            copy_matrix<W>(ref_of_rows(part_of(stored, 0, 0, m, k)), v);
            clear_above(v);
            for (std::int64_t i = 0; i < k; ++i) v(i, i) = W(1);
            const auto t = part_of(stored, m, 0, k, k);
            fill(vt, W(0));
            detail::add_product<W>(vt, W(1), v, adjoint ? map_of(adjoint_of(t)) : t);
          },
          std::to_string(reflections) + (adjoint ? " h" : "")};
}

template <class W>
MatrixKernel from_right_kernel() {
  return {"from_right", [](const MatrixCall& call) {
            const RowsMap<W> made = rows_of<W>(call.output);
            fill(made, W(0));
            detail::add_product<W>(made, W(1), rows_of<W>(call.inputs[0]),
                                   rows_of<W>(call.inputs[1]));
          }};
}

template <class W>
MatrixKernel both_sides_kernel() {
  return {"both_sides", [](const MatrixCall& call) {
            const RowsMap<W> made = rows_of<W>(call.output);
            const std::int64_t m = made.rows();
            const std::int64_t k = made.cols() / 3;
            const RowsMap<W> w = rows_of<W>(call.inputs[0]);
            const RowsMap<W> vt = part_of(rows_of<W>(call.inputs[1]), 0, 0, m, k);
            const RowsMap<W> v = part_of(rows_of<W>(call.inputs[1]), 0, k, m, k);
            const auto x = part_of(made, 0, 0, m, k);
            copy_matrix<W>(ref_of_rows(w), x);
            const RowMajor<W> across = detail::adjoint_product<W>(vt, w);
            detail::add_product<W>(x, W(-0.5), v, map_of(across));
            copy_matrix<W>(ref_of_rows(v), part_of(made, 0, k, m, k));
            copy_matrix<W>(ref_of_rows(x), part_of(made, 0, 2 * k, m, k));
          }};
}

template <class W>
MatrixKernel reduce_kernel(BlockCuts cuts) {
  std::string parameters = detail::parameters_of(cuts);
  return {"reduce",
          [cuts = std::move(cuts)](const MatrixCall& call) {
            const RowsMap<W> made = rows_of<W>(call.output);
            copy_matrix<W>(call.inputs[0], made);
            const RowsMap<W> both = rows_of<W>(call.inputs[1]);
            const std::int64_t k = both.cols() / 3;
            const auto mine =
                part_of(both, nth(*cuts, call.blocks.low) - cuts->front(), 0, made.rows(), 2 * k);
            const RowMajor<W> others = adjoint_of(part_of(both, 0, k, both.rows(), 2 * k));
            detail::add_product<W>(made, W(-1), mine, map_of(others));
          },
          std::move(parameters)};
}

template <class W>
MatrixKernel chase_kernel(const std::string& function, std::int64_t width, bool vectors) {
  return {"chase",
          [=](const MatrixCall& call) { detail::chase_bulges<W>(call, function, width, vectors); },
          function + ' ' + std::to_string(width) + (vectors ? " v" : "")};
}

template <class W>
MatrixKernel tridiagonal_kernel(const std::string& function, bool vectors) {
  return {"tridiagonal",
          [=](const MatrixCall& call) { detail::solve_tridiagonal<W>(call, function, vectors); },
          function + (vectors ? " v" : "")};
}

template <class W>
MatrixKernel chase_back_kernel(const Range& sweeps, std::int64_t width) {
  return {"chase.back", [=](const MatrixCall& call) { detail::chase_back<W>(call, sweeps, width); },
          std::to_string(sweeps.low) + ' ' + std::to_string(width)};
}

template <class W>
MatrixKernel reflect_back_kernel(std::vector<std::int64_t> first_rows) {
  std::string parameters;
  for (const std::int64_t row : first_rows) parameters += std::to_string(row) + ' ';
  return {"reflect.back",
          [first_rows = std::move(first_rows)](const MatrixCall& call) {
            detail::reflect_back<W>(call, first_rows);
          },
          std::move(parameters)};
}

}  // namespace relatile::kernel
