// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/models/features.hpp"
#include "relatile/models/sample_weights.hpp"

namespace relatile::models::detail {

/// Products of columns less their means, on all ranks.
struct CentredProducts {
  Numbers gram;    ///< (d, d)
  Numbers with_y;  ///< (d)
  double y_squares = 0;
  Numbers x_means;
  double y_mean = 0;
};

/// Dense columns are centred before they are multiplied, which keeps their digits; sparse ones
/// would not stay sparse. Products with columns that are constant are 0. Collective.
CentredProducts centred_products(const char* model, const Features& x, const Vector& y,
                                 const RowWeights& weights, bool centred);

}  // namespace relatile::models::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/impl/centred_products.hpp"
#endif
