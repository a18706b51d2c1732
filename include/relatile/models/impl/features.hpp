// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/features.hpp"

#include <cmath>

#include "relatile/array/conversion.hpp"
#include "relatile/array/from_data.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/linalg/products.hpp"
#include "relatile/sparse/entrywise/elementwise.hpp"
#include "relatile/sparse/products.hpp"
#include "relatile/sparse/reductions/reductions.hpp"
#include "relatile/sparse/selecting.hpp"
#include "relatile/sparse/sparse_products.hpp"

namespace relatile::models {

RELATILE_INLINE void Features::evaluate() const {
  Session::current().evaluate({is_sparse() ? sparse_->values().node() : dense_.node()});
}

namespace detail {

RELATILE_INLINE Vector times(const Features& x, const Vector& w) {
  return x.is_sparse() ? matmul(x.sparse(), w) : matmul(x.dense(), w);
}
RELATILE_INLINE Matrix times(const Features& x, const Matrix& w) {
  return x.is_sparse() ? matmul(x.sparse(), w) : matmul(x.dense(), w);
}
RELATILE_INLINE Vector transposed_times(const Features& x, const Vector& r) {
  if (x.is_sparse()) return matmul(r, x.sparse());
  return matmul(transpose(x.dense()), r);
}
RELATILE_INLINE Matrix transposed_times(const Features& x, const Matrix& r) {
  if (x.is_sparse()) return transpose(matmul(transpose(r), x.sparse()));
  return matmul(transpose(x.dense()), r);
}
RELATILE_INLINE Matrix weighted_gram(const Features& x, const Vector& h) {
  const auto column = h(all_of_axis, newaxis);
  if (x.is_sparse()) {
    const SparseArray<double, 2> weighted = x.sparse() * column;
    return to_dense(matmul(transpose(x.sparse()), weighted));
  }
  return matmul(transpose(x.dense()), column * x.dense());
}
RELATILE_INLINE Vector row_squares(const Features& x) {
  if (x.is_sparse()) return sum(square(x.sparse()), 1);
  return sum(square(x.dense()), 1);
}
RELATILE_INLINE Vector column_sums(const Features& x) {
  return x.is_sparse() ? as_array(sum(x.sparse(), 0)) : as_array(sum(x.dense(), 0));
}
RELATILE_INLINE Features rows_of(const Features& x, const Slice& rows) {
  if (x.is_sparse()) return x.sparse()(rows, all_of_axis);
  return as_array(x.dense()(rows, all_of_axis));
}

RELATILE_INLINE void require_rows(const char* model, const Features& x) {
  if (x.rows() > 0 && x.columns() > 0) return;
  throw ShapeMismatch(std::string("relatile: ") + model + ": features of shape " +
                      to_string(x.shape()) + "; there must be a row and a column at least");
}
RELATILE_INLINE void require_rows(const char* model, const Features& x, std::int64_t targets) {
  require_rows(model, x);
  if (targets == x.rows()) return;
  throw ShapeMismatch(std::string("relatile: ") + model + ": features of shape " +
                      to_string(x.shape()) + " and " + std::to_string(targets) +
                      " targets; there is one for each row");
}
RELATILE_INLINE void require_columns(const char* model, const Features& x, std::int64_t columns) {
  if (columns == 0) throw Error(std::string("relatile: ") + model + ": call fit first");
  if (x.columns() == columns) return;
  throw ShapeMismatch(std::string("relatile: ") + model + ": features of shape " +
                      to_string(x.shape()) + ", but it was fitted to " + std::to_string(columns) +
                      " columns");
}
RELATILE_INLINE void require_finite(const char* model, const Numbers& numbers) {
  for (const double number : numbers) {
    if (std::isfinite(number)) continue;
    throw Error(std::string("relatile: ") + model +
                ": the features or targets have NaN, infinity, or numbers so large that their sums "
                "are infinite; take these rows out, or scale the columns");
  }
}

RELATILE_INLINE Vector vector_of(const Numbers& numbers) {
  return from_span(numbers, {std::int64_t(numbers.size())});
}
RELATILE_INLINE Matrix matrix_of(const Numbers& numbers, std::int64_t rows, std::int64_t columns) {
  return from_span(numbers, {rows, columns});
}
RELATILE_INLINE Numbers numbers_of(const std::vector<Vector>& arrays) {
  if (arrays.size() == 1) return to_vector(arrays.front());
  return to_vector(concatenate(arrays));
}
RELATILE_INLINE Vector flat(const Matrix& x) { return ravel(x); }
RELATILE_INLINE Vector flat(const Array<double, 0>& x) { return reshape<1>(x, Extents{1}); }

}  // namespace detail
}  // namespace relatile::models
