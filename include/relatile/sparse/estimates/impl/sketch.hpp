// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/estimates/sketch.hpp"

#include <algorithm>
#include <cmath>

#include "relatile/array/creation.hpp"
#include "relatile/array/names/standard.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/sparse/products.hpp"

namespace relatile {

RELATILE_INLINE std::ostream& operator<<(std::ostream& out, const ProductEstimate& estimate) {
  out << estimate.nnz << " entries";
  if (!estimate.is_exact()) out << " (" << estimate.least << " to " << estimate.most << ")";
  return out << " of " << estimate.pairs << " pairs";
}

namespace detail {

/// Evaluates a sketch's vectors, and counts rows and columns of more than `alone` entries.
inline void complete(SparseSketch& sketch, double alone) {
  const Array<double, 0> other_rows = sum(astype<double>(sketch.of_rows > alone));
  const Array<double, 0> other_columns = sum(astype<double>(sketch.of_columns > alone));
  Session::current().evaluate({sketch.of_rows.node(), sketch.of_columns.node(),
                               sketch.alone_in_column.node(), sketch.alone_in_row.node(),
                               other_rows.node(), other_columns.node()});
  sketch.other_rows = other_rows.item();
  sketch.other_columns = other_columns.item();
}

RELATILE_INLINE SparseSketch sketch_of(const SparsePattern& pattern) {
  const Extents& shape = pattern->shape;
  // Of elements of entries nothing is read.
  const SparseArray<kernel::SparseIndex, 2> places(pattern, pattern->columns);
  SparseSketch sketch;
  sketch.shape = shape;
  sketch.nnz = static_cast<double>(pattern->nnz());
  sketch.of_rows = astype<double>(all_counts_of(*pattern));
  sketch.of_columns = matmul<PlusFirst>(full<double, 1>({shape[0]}, 1.0), places);
  sketch.alone_in_column = matmul<PlusSecond>(places, astype<double>(sketch.of_columns == 1.0));
  sketch.alone_in_row = matmul<PlusFirst>(astype<double>(sketch.of_rows == 1.0), places);
  complete(sketch, 1);
  return sketch;
}

RELATILE_INLINE std::vector<SparseSketch> sketches_of(const std::vector<SparsePattern>& patterns) {
  std::vector<SparseSketch> sketches;
  for (const SparsePattern& pattern : patterns) sketches.push_back(sketch_of(pattern));
  return sketches;
}

RELATILE_INLINE ProductEstimate estimate_of_product(const SparseSketch& a, const SparseSketch& b) {
  ProductEstimate estimate;
  if (a.shape[1] == 0) return estimate;
  const double places = a.other_rows * b.other_columns;
  const Array<double, 1> apart = (a.of_columns - a.alone_in_row) * (b.of_rows - b.alone_in_column);
  const Array<double, 0> pairs = sum(a.of_columns * b.of_rows);
  const Array<double, 0> known =
      sum(a.alone_in_row * b.of_rows + (a.of_columns - a.alone_in_row) * b.alone_in_column);
  const Array<double, 0> others = sum(apart);
  const Array<double, 0> largest = max(apart);
  const Array<double, 0> missed =
      sum(log1p(-minimum(apart / std::max(places, 1.0), 1.0)));  // the logarithm of a share
  Session::current().evaluate(
      {pairs.node(), known.node(), others.node(), largest.node(), missed.node()});
  estimate.pairs = pairs.item();
  estimate.least = known.item() + std::min(largest.item(), places);
  estimate.most = known.item() + std::min(others.item(), places);
  const double expected = known.item() - places * std::expm1(missed.item());
  estimate.nnz = std::clamp(expected, estimate.least, estimate.most);
  return estimate;
}

RELATILE_INLINE SparseSketch sketch_of_product(const SparseSketch& a, const SparseSketch& b,
                                               const ProductEstimate& estimate) {
  SparseSketch product;
  product.shape = {a.shape[0], b.shape[1]};
  product.nnz = estimate.nnz;
  const auto width = static_cast<double>(b.shape[1]);
  const auto height = static_cast<double>(a.shape[0]);
  product.of_rows = minimum(a.of_rows * (estimate.nnz / std::max(a.nnz, 1.0)), width);
  product.of_columns = minimum(b.of_columns * (estimate.nnz / std::max(b.nnz, 1.0)), height);
  product.alone_in_column = full<double, 1>({a.shape[0]}, 0.0);
  product.alone_in_row = full<double, 1>({b.shape[1]}, 0.0);
  complete(product, 0);
  return product;
}

}  // namespace detail
}  // namespace relatile
