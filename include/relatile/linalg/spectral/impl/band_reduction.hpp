// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/spectral/band_reduction.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/patterns.hpp"
#include "relatile/function/pairs.hpp"
#include "relatile/kernel/spectral/tridiagonal.hpp"
#include "relatile/kernel/spectral/wide_matrix.hpp"
#include "relatile/linalg/dense/impl/tall_qr.hpp"
#include "relatile/linalg/dense/panels.hpp"
#include "relatile/linalg/dense/whole_matrix.hpp"
#include "relatile/linalg/spectral/matrices.hpp"

// [Bischof, Lang and Sun, A framework for symmetric band reduction, ACM TOMS 26, 2000], and for the
// way back [Auckenthaler et al., Parallel solution of partial symmetric eigenvalue problems from
// electronic structure calculations, Parallel Computing 37, 2011].

namespace relatile::detail {

RELATILE_INLINE std::int64_t band_width_of(const std::string& function, std::int64_t n,
                                           std::int64_t panel) {
  if (panel < 0) {
    throw ShapeMismatch("relatile: " + function + ": a panel of " + std::to_string(panel) +
                        " columns");
  }
  if (panel > 0) return panel < n ? panel : 0;
  constexpr std::int64_t alone = 1024;
  return n <= alone ? 0 : 64;
}

/// A Hermitian matrix times a power of two, so that squares of its elements are numbers.
template <class W>
struct ScaledHermitian {
  Array<W, 2> matrix;         ///< both halves
  Array<double, 0> exponent;  ///< of two, that it was divided by
};
template <class W>
ScaledHermitian<W> scaled_hermitian(const Array<W, 2>& a, bool lower) {
  Array<double, 0> largest;
  const Array<W, 2> half = lower ? tril(a) : triu(a);
  if constexpr (is_complex_v<W>) {
    largest = max(maximum(abs(real(half)), abs(imag(half))));
  } else {
    largest = max(abs(half));
  }
  const Array<double, 0> exponent = astype<double>(frexp(largest).second);
  const Array<double, 0> part = floor(0.5 * exponent);
  const Array<W, 2> scaled = half * exp2(-part) * exp2(part - exponent);
  const Array<W, 2> other = lower ? tril(scaled, -1) : triu(scaled, 1);
  return {scaled + adjoint(other), exponent};
}

/// The reduction of a Hermitian matrix to a band, panel by panel from the left.
template <class W>
class BandReduction {
 public:
  BandReduction(const Array<W, 2>& a, std::int64_t width) : n_(a.shape()[0]), width_(width) {
    tra::NodePtr rest = a.node();
    for (std::int64_t column = 0; rest; column += width_) rest = reduce(column, rest);
  }

  /// Beside each other the blocks on the diagonal and those below them.
  tra::NodePtr band() const {
    return matrix_of_parts("band", element_type_of<W>(), {n_, 2 * width_}, blocks_);
  }

  /// The product of all panels' reflections and what is below the first row of `columns`.
  tra::NodePtr reflected_back(tra::NodePtr columns) const {
    const MatrixBlocks cut = blocks_of_columns(n_);
    for (std::size_t end = stored_.size(); end > 0;) {
      const std::size_t begin = end - std::min(panels_of_product, end);
      std::vector<MatrixOperand> operands;
      std::vector<std::int64_t> first_rows;
      double flops = 0;
      for (std::size_t p = begin; p < end; ++p) {
        operands.push_back({stored_[p]});
        first_rows.push_back(std::int64_t(p + 1) * width_);
        flops += 4.0 * double(n_ - first_rows.back()) * double(width_) * double(n_);
      }
      operands.push_back({columns, cut});
      columns = make_of_matrices(operands, {element_type_of<W>(), n_ + 1, n_, cut},
                                 kernel::reflect_back_kernel<W>(std::move(first_rows)), flops);
      end = begin;
    }
    return columns;
  }

  static MatrixBlocks blocks_of_columns(std::int64_t columns) {
    return even_matrix_blocks(MatrixCut::columns, columns, block_count_of_axis(columns));
  }

 private:
  /// Panels whose reflections are applied by one operator: columns are copied once for all of them.
  /// Each has two labels of the operator's.
  static constexpr std::size_t panels_of_product = 6;

  /// Keeps the first columns of what is left, and returns what then is left below and right of
  /// them.
  tra::NodePtr reduce(std::int64_t column, const tra::NodePtr& rest) {
    const std::int64_t all = n_ - column;
    const std::int64_t first = std::min(width_, all);
    blocks_.push_back({part_of_matrix(rest, {0, first}, {0, first}), column, 0});
    const std::int64_t m = all - first;
    if (m == 0) return nullptr;
    const ElementType element = element_type_of<W>();
    const std::int64_t k = std::min(m, width_);
    const double flops = 2.0 * double(m) * double(k);
    const tra::NodePtr stored =
        make_of_matrices({{rest, {}, first, 0, m, width_}}, {element, m + k, width_},
                         kernel::qr_kernel<W>(), flops_of_qr(m, k));
    stored_.push_back(stored);
    blocks_.push_back({upper_rows<W>(stored, k), column, width_});
    const tra::NodePtr reflections =
        make_of_matrices({{stored}}, {element, m, 2 * k}, kernel::explicit_reflections_kernel<W>(k),
                         flops * double(k));
    const std::int64_t count = block_count_of_axis(m);
    const MatrixBlocks rows = even_matrix_blocks(MatrixCut::rows, m, count);
    const tra::NodePtr w =
        make_of_matrices({{rest, rows, first, first}, {reflections, {}, 0, 0, m, k}},
                         {element, m, k, rows}, kernel::from_right_kernel<W>(), flops * double(m));
    const tra::NodePtr both =
        make_of_matrices({{w}, {reflections}}, {element, m, 3 * k}, kernel::both_sides_kernel<W>(),
                         2 * flops * double(k));
    return make_of_matrices({{rest, rows, first, first}, {both}}, {element, m, m, rows},
                            kernel::reduce_kernel<W>(rows.cuts), 2 * flops * double(m));
  }

  std::int64_t n_;
  std::int64_t width_;
  std::vector<tra::NodePtr> stored_;  ///< each panel, factored
  std::vector<PlacedMatrix> blocks_;
};

/// Sweeps whose reflections are applied by one operator: columns are copied once for all of them.
inline constexpr std::int64_t sweeps_of_operator = 512;

/// The product of the reflections of a chase and what is below the first row of `columns`.
template <class W>
tra::NodePtr chased_back(const tra::NodePtr& chase, tra::NodePtr columns, std::int64_t width) {
  const std::int64_t n = chase->type.extents[1];
  const MatrixBlocks cut = BandReduction<W>::blocks_of_columns(n);
  for (std::int64_t high = n - 1; high > 0;) {
    const std::int64_t low = (high - 1) / sweeps_of_operator * sweeps_of_operator;
    const double flops = 6.0 * double(high - low) * double(n) * double(n - low);
    columns = make_of_matrices({{chase, {}, low, 0, high - low, n}, {columns, cut}},
                               {element_type_of<W>(), n + 1, n, cut},
                               kernel::chase_back_kernel<W>({low, high}, width), flops);
    high = low;
  }
  return columns;
}

template <class T>
tra::NodePtr banded_eigh_node(const std::string& function, const tra::NodePtr& a, bool lower,
                              bool vectors, std::int64_t width) {
  using W = kernel::detail::wide_t<T>;
  const std::int64_t n = a->type.extents[0];
  const double square = double(n) * double(n);
  const ElementType element = element_type_of<W>();
  const auto scaled = scaled_hermitian<W>(Array<W, 2>(astype<W>(Array<T, 2>(a))), lower);
  const BandReduction<W> reduction(scaled.matrix, width);
  const tra::NodePtr chase = make_of_matrices(
      {{reduction.band()}}, {element, vectors ? n + 1 : 2, n},
      kernel::chase_kernel<W>(function, width, vectors), 4 * square * double(width));
  const tra::NodePtr exponent = reshape_node(scaled.exponent.node(), {1, 1});
  tra::NodePtr found = make_of_matrices({{chase}, {exponent}}, {element, vectors ? n + 1 : 1, n},
                                        kernel::tridiagonal_kernel<W>(function, vectors),
                                        square * (vectors ? double(n) : 30.0));
  if (vectors) found = reduction.reflected_back(chased_back<W>(chase, std::move(found), width));
  return Array<T, 2>(astype<T>(Array<W, 2>(found))).node();
}

}  // namespace relatile::detail
