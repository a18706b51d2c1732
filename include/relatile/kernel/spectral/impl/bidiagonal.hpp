// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/spectral/bidiagonal.hpp"

#include <algorithm>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/kernel/factorizations/impl/qr.hpp"
#include "relatile/kernel/spectral/bulge_chase.hpp"
#include "relatile/kernel/spectral/chase_rows.hpp"
#include "relatile/kernel/spectral/decompositions.hpp"

namespace relatile::kernel {
namespace detail {

template <class W>
BandColumns<W> upper_band(const MatrixRef& band, std::int64_t width) {
  const std::int64_t n = band.rows;
  BandColumns<W> made(n, 2 * width, width);
  for (std::int64_t i = 0; i < n; ++i) {
    const std::int64_t top = i / width * width;
    const std::int64_t next = std::min(top + width, n);
    for (std::int64_t j = i; j < next; ++j) made.at(i, j) = element_of<W>(band, i, j - top);
    for (std::int64_t j = next; j < std::min(i + width + 1, n); ++j) {
      made.at(i, j) = conjugate(element_of<W>(band, top + j - next, width + i - top));
    }
  }
  return made;
}

template <class W>
void chase_upper_bulges(const MatrixCall& call, const std::string& function, std::int64_t width,
                        bool vectors) {
  require_finite_band<W>(function, call.inputs[0]);
  const RowsMap<W> made = rows_of<W>(call.output);
  const std::int64_t n = made.cols();
  BandColumns<W> band = upper_band<W>(call.inputs[0], width);
  if (vectors) {
    fill(made, W(0));
    chase_upper(band, width, keep_in<W>(part_of(made, 0, 0, n, n)),
                keep_in<W>(part_of(made, n, 0, n, n)));
  } else {
    chase_upper(band, width, keep_none, keep_none);
  }
  keep_diagonals(
      band, [&](std::int64_t i) { return band.at(i, i + 1); }, made);
}

template <class W>
void solve_bidiagonal(const MatrixCall& call, const std::string& function, bool vectors) {
  auto [diagonal, above] = diagonals_of<W>(call.inputs[0]);
  const auto found =
      decompositions::bidiagonal(function, std::move(diagonal), std::move(above), vectors);
  const RowsMap<W> made = rows_of<W>(call.output);
  const std::int64_t n = made.cols();
  write_values<W>(found.s, call.inputs[1], made);
  if (!vectors) return;
  write_vectors<W>(found.u, part_of(made, 1, 0, n, n));
  const RowMajor<double>& v = found.vh.as_rows();
  for (std::int64_t i = 0; i < n; ++i) std::copy_n(v.row(i), n, made.row(1 + n + i));
}

}  // namespace detail

template <class W>
MatrixKernel from_left_kernel() {
  return {"from_left", [](const MatrixCall& call) {
            detail::add_adjoint_product<W>(rows_of<W>(call.output), W(1),
                                           rows_of<W>(call.inputs[1]), rows_of<W>(call.inputs[0]));
          }};
}

template <class W>
MatrixKernel row_panel_kernel() {
  return {"row_panel", [](const MatrixCall& call) {
            const RowsMap<W> made = rows_of<W>(call.output);
            const std::int64_t rows = call.inputs[0].rows;
            const std::int64_t columns = call.inputs[0].cols;
            RowMajor<W> panel(rows, columns);
            copy_matrix<W>(call.inputs[0], map_of(panel));
            detail::add_product<W>(map_of(panel), W(-1),
                                   part_of(rows_of<W>(call.inputs[1]), 0, 0, rows, rows),
                                   rows_of<W>(call.inputs[2]));
            const RowMajor<W> turned = adjoint_of(map_of(panel));
            copy_matrix<W>(ref_of_rows(map_of(turned)), part_of(made, 0, 0, columns, rows));
            detail::factor_stored<W>(made, columns);
          }};
}

template <class W>
MatrixKernel below_panels_kernel() {
  return {"below_panels", [](const MatrixCall& call) {
            const RowsMap<W> made = rows_of<W>(call.output);
            const RowsMap<W> reflections = rows_of<W>(call.inputs[1]);
            const std::int64_t k = reflections.cols() / 2;
            const std::int64_t rows = call.inputs[0].rows;
            const auto g = part_of(made, 0, 0, rows, made.cols());
            const auto across = part_of(made, rows, 0, k, made.cols());
            const auto vt = part_of(reflections, 0, 0, reflections.rows(), k);
            const auto v = part_of(reflections, 0, k, reflections.rows(), k);
            copy_matrix<W>(call.inputs[0], g);
            const RowMajor<W> turned = adjoint_of(v);
            copy_matrix<W>(ref_of_rows(map_of(turned)), across);
            const RowMajor<W> along = detail::product<W>(g, vt);
            detail::add_product<W>(g, W(-1), map_of(along), across);
          }};
}

template <class W>
MatrixKernel reduce_columns_kernel(BlockCuts cuts) {
  std::string parameters = detail::parameters_of(cuts);
  return {"reduce_columns",
          [cuts = std::move(cuts)](const MatrixCall& call) {
            const RowsMap<W> made = rows_of<W>(call.output);
            copy_matrix<W>(call.inputs[0], made);
            const RowsMap<W> u = rows_of<W>(call.inputs[1]);
            const RowsMap<W> below = rows_of<W>(call.inputs[2]);
            const RowsMap<W> vt = rows_of<W>(call.inputs[3]);
            const std::int64_t k = vt.cols() / 2;
            const std::int64_t first = vt.rows() - cuts->back() + nth(*cuts, call.blocks.low);
            RowMajor<W> both(made.rows(), k + u.cols());
            copy_matrix<W>(ref_of_rows(part_of(vt, first, 0, made.rows(), k)),
                           part_of(map_of(both), 0, 0, made.rows(), k));
            copy_matrix<W>(ref_of_rows(u), part_of(map_of(both), 0, k, made.rows(), u.cols()));
            detail::add_product<W>(made, W(-1), map_of(both), below);
          },
          std::move(parameters)};
}

template <class W>
MatrixKernel chase_upper_kernel(const std::string& function, std::int64_t width, bool vectors) {
  return {"chase_upper",
          [=](const MatrixCall& call) {
            detail::chase_upper_bulges<W>(call, function, width, vectors);
          },
          function + ' ' + std::to_string(width) + (vectors ? " v" : "")};
}

template <class W>
MatrixKernel bidiagonal_kernel(const std::string& function, bool vectors) {
  return {"bidiagonal",
          [=](const MatrixCall& call) { detail::solve_bidiagonal<W>(call, function, vectors); },
          function + (vectors ? " v" : "")};
}

}  // namespace relatile::kernel
