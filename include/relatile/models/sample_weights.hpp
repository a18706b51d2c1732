// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>

#include "relatile/core/definitions.hpp"
#include "relatile/models/features.hpp"

namespace relatile::models {

/// How much each observation counts: scikit-learn's sample_weight. A whole number is worth as many
/// equal rows, 0 a row that is left out. If nothing is said, all count once.
class SampleWeights {
 public:
  SampleWeights() = default;
  template <ArrayExpression E>
  SampleWeights(const E& weights) {  // NOLINT: a vector is weights
    static_assert(rank_of<E> == 1,
                  "relatile: models: sample weights are a vector, one an observation");
    static_assert(!is_complex_v<element_of<E>>, "relatile: models: sample weights are real");
    values_ = as_array(astype<double>(weights));
  }
  const std::optional<Array<double, 1>>& values() const { return values_; }

 private:
  std::optional<Array<double, 1>> values_;
};

namespace detail {

/// Sample weights that fit the rows of a model's features. Without any, nothing is multiplied.
class RowWeights {
 public:
  /// Collective, and gives the weights values.
  ///
  ///   errors  ShapeMismatch unless there is a weight for each row; Error for weights below 0, that
  ///           are not finite, or all 0, and for an infinite sum
  RowWeights(const char* model, const SampleWeights& of, std::int64_t rows);

  const std::optional<Vector>& each() const { return each_; }
  /// The sum, which is the number of rows if nothing is said of weights.
  double total() const { return total_; }
  /// What there is of each row times its weight.
  template <ArrayExpression E>
  Array<double, rank_of<E>> times(const E& rows) const {
    return weighted(as_array(rows));
  }
  /// Rows times roots of weights: products of two such have the weights.
  Matrix times_roots(const Matrix& rows) const;
  /// Sums of columns.
  Vector column_sums(const Features& x) const;
  /// Those of some rows, of a slice; the sum stays that of all.
  RowWeights of_rows(const Slice& rows) const;
  /// Gives the weights values, if there are any. Collective.
  void evaluate() const;

 private:
  Vector weighted(const Vector& rows) const;
  Matrix weighted(const Matrix& rows) const;

  std::optional<Vector> each_;
  double total_;
};

}  // namespace detail
}  // namespace relatile::models

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/impl/sample_weights.hpp"
#endif
