// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/definitions.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/models/features.hpp"

namespace relatile::models {

struct StandardScalerOptions {
  bool with_mean = true;  ///< the mean of each column is subtracted
  bool with_std = true;   ///< and what is left divided by its deviation
};

/// Columns of mean 0 and variance 1: scikit-learn's StandardScaler, of dense features. A column
/// that is constant, but for rounding, is not divided: its scale is 1.
class StandardScaler {
 public:
  explicit StandardScaler(const StandardScalerOptions& options = {}) : options_(options) {}

  /// x (n, d), in one pass over the rows. Collective, as is `fit_transform`.
  ///
  ///   errors  ShapeMismatch for no rows or columns; Error for sparse features, and for numbers
  ///           that are not finite
  StandardScaler& fit(const Features& x);
  /// (n, d), lazy, as what follows.
  ///
  ///   errors  ShapeMismatch for another number of columns; Error before `fit`
  Array<double, 2> transform(const Features& x) const;
  Array<double, 2> fit_transform(const Features& x) { return fit(x).transform(x); }
  /// What `transform` was given.
  Array<double, 2> inverse_transform(const Features& y) const;

  Array<double, 1> mean;   ///< (d), of columns, whether it is subtracted or not
  Array<double, 1> var;    ///< (d), by n
  Array<double, 1> scale;  ///< (d), what columns are divided by: 1 without `with_std`
  std::int64_t n_features_in = 0;

 private:
  const Array<double, 2>& checked(const Features& x) const;

  StandardScalerOptions options_;
};

}  // namespace relatile::models

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/impl/standard_scaler.hpp"
#endif
