// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/array/shape.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/elementwise.hpp"
#include "relatile/sparse/sparse_array.hpp"

// What models are fitted to. Models compute in double and know two kinds of matrices, so that they
// are compiled once: arrays and expressions of other elements are converted.

namespace relatile::models {

/// Rows of features: a matrix, dense or sparse, a row an observation. Dense columns may be far from
/// 0; sparse ones stay as they are, not centred, and of columns whose mean is many times their
/// deviation digits are lost: take to_dense, or subtract something near the mean before.
class Features {
 public:
  template <ArrayExpression E>
  Features(const E& x) {  // NOLINT: a matrix is features
    static_assert(rank_of<E> == 2,
                  "relatile: models: features are a matrix, a row an observation; of a vector take "
                  "x(all_of_axis, newaxis)");
    static_assert(!is_complex_v<element_of<E>>, "relatile: models: features are real");
    dense_ = as_array(astype<double>(x));
  }
  template <class T>
  Features(const SparseArray<T, 2>& x)  // NOLINT: a matrix is features
      : sparse_(astype<double>(x)) {}

  bool is_sparse() const { return sparse_.has_value(); }
  Extents shape() const { return is_sparse() ? sparse_->shape() : dense_.shape(); }
  std::int64_t rows() const { return shape()[0]; }
  std::int64_t columns() const { return shape()[1]; }
  const Array<double, 2>& dense() const { return dense_; }
  const SparseArray<double, 2>& sparse() const { return *sparse_; }
  /// Gives the elements values, once for all that is computed of them. Collective.
  void evaluate() const;

 private:
  Array<double, 2> dense_;
  std::optional<SparseArray<double, 2>> sparse_;
};

namespace detail {
/// A count for an option: KMeans(k). A larger one than an option holds is too large all the same.
inline int count_of(std::int64_t count) {
  return int(std::clamp<std::int64_t>(count, -1, std::numeric_limits<int>::max()));
}
}  // namespace detail

/// A number for each observation.
class Targets {
 public:
  template <ArrayExpression E>
  Targets(const E& y) {  // NOLINT: a vector is targets
    static_assert(rank_of<E> == 1, "relatile: models: targets are a vector, one an observation");
    static_assert(!is_complex_v<element_of<E>>, "relatile: models: targets are real");
    values_ = as_array(astype<double>(y));
  }
  const Array<double, 1>& values() const { return values_; }
  std::int64_t size() const { return values_.size(); }

 private:
  Array<double, 1> values_;
};

namespace detail {

using Vector = Array<double, 1>;
using Matrix = Array<double, 2>;
using Numbers = std::vector<double>;  ///< what all ranks have, row-major

/// x w and x^T r, of vectors and of matrices.
Vector times(const Features& x, const Vector& w);
Matrix times(const Features& x, const Matrix& w);
Vector transposed_times(const Features& x, const Vector& r);
Matrix transposed_times(const Features& x, const Matrix& r);
/// x^T diag(h) x; of a sparse matrix where its entries are is computed at once.
Matrix weighted_gram(const Features& x, const Vector& h);
/// The squared length of each row.
Vector row_squares(const Features& x);
Vector column_sums(const Features& x);
/// Some rows, of a slice.
Features rows_of(const Features& x, const Slice& rows);

/// Throws ShapeMismatch unless there are features, and as many targets as rows.
void require_rows(const char* model, const Features& x);
void require_rows(const char* model, const Features& x, std::int64_t targets);
/// Throws ShapeMismatch unless x has as many columns as what was fitted; Error for 0, before `fit`.
void require_columns(const char* model, const Features& x, std::int64_t columns);
/// Throws Error unless all numbers are finite.
void require_finite(const char* model, const Numbers& numbers);

/// Arrays on all ranks of numbers that all ranks have.
Vector vector_of(const Numbers& numbers);
Matrix matrix_of(const Numbers& numbers, std::int64_t rows, std::int64_t columns);
/// The elements of several arrays, one after the other, by one plan. Collective.
Numbers numbers_of(const std::vector<Vector>& arrays);
Vector flat(const Matrix& x);
Vector flat(const Array<double, 0>& x);

}  // namespace detail

}  // namespace relatile::models

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/impl/features.hpp"
#endif
