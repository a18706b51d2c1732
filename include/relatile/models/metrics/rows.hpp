// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>

#include "relatile/core/definitions.hpp"
#include "relatile/models/features.hpp"
#include "relatile/models/sample_weights.hpp"

namespace relatile::models::detail {

/// What a metric adds up over rows, each as often as its weight. Unlike `RowWeights` it looks at no
/// weight, so that metrics can be computed with what they are part of.
class MetricRows {
 public:
  ///   errors  ShapeMismatch for no rows, or unless there are as many predictions, and weights, as
  ///           rows
  MetricRows(const char* metric, std::int64_t rows, std::int64_t predicted,
             const SampleWeights& weights);

  const std::optional<Vector>& weights() const { return weights_; }
  /// What there is of each row times its weight.
  Vector times(const Vector& rows) const;
  /// The weight of each row, 1 if nothing is said of weights.
  Vector each() const;
  /// The mean, which is NaN if all weights are 0.
  Array<double, 0> mean(const Vector& rows) const;

 private:
  std::int64_t rows_;
  std::optional<Vector> weights_;
};

}  // namespace relatile::models::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/metrics/impl/rows.hpp"
#endif
