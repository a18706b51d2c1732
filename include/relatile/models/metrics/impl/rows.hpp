// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/metrics/rows.hpp"

#include <string>

#include "relatile/array/creation.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/expr/operators.hpp"

namespace relatile::models::detail {

RELATILE_INLINE MetricRows::MetricRows(const char* metric, std::int64_t rows,
                                       std::int64_t predicted, const SampleWeights& weights)
    : rows_(rows), weights_(weights.values()) {
  const std::string name = std::string("relatile: ") + metric + ": ";
  if (rows == 0) throw ShapeMismatch(name + "there are no rows");
  if (predicted != rows) {
    throw ShapeMismatch(name + std::to_string(predicted) + " predictions of " +
                        std::to_string(rows) + " rows; there is one for each row");
  }
  if (weights_ && weights_->size() != rows) {
    throw ShapeMismatch(name + std::to_string(weights_->size()) + " sample weights of " +
                        std::to_string(rows) + " rows; there is one for each row");
  }
}

RELATILE_INLINE Vector MetricRows::times(const Vector& rows) const {
  return weights_ ? as_array(*weights_ * rows) : rows;
}
RELATILE_INLINE Vector MetricRows::each() const {
  return weights_ ? *weights_ : as_array(ones<double>({rows_}));
}
RELATILE_INLINE Array<double, 0> MetricRows::mean(const Vector& rows) const {
  if (!weights_) return relatile::mean(rows);
  return sum(*weights_ * rows) / sum(*weights_);
}

}  // namespace relatile::models::detail
