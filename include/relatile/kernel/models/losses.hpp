// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"

// What models with linear predictors are fitted by: sums over rows of a loss and its derivatives,
// in one pass, so that rows are read from memory once.

namespace relatile::kernel {

/// The loss of a row, as a function of eta = x w + b and its target y.
enum class Loss : std::uint8_t {
  squared,        ///< (eta - y)^2 / 2
  logistic,       ///< log(1 + exp(eta)) - y eta, y of 0 and 1
  poisson,        ///< exp(eta) - y eta, y at least 0
  exponential,    ///< y exp(-eta) + eta, y above 0
  squared_hinge,  ///< max(0, 1 - s eta)^2, s = 2 y - 1, y of 0 and 1
};

/// Which second derivatives are summed: none, those of the loss, or what is expected of them, which
/// differs where the link is not the canonical one (Fisher's scoring).
enum class Curvature : std::uint8_t { none, observed, expected };

/// Loss, its first and its second derivative by eta.
struct LossAt {
  double value = 0;
  double slope = 0;
  double curvature = 0;
};
/// Of one row.
LossAt loss_at(Loss loss, double eta, double y, Curvature which);

/// Sums over rows of x (n, d), with targets y (n) and parameters w (d + 1), the intercept last,
/// and, if a fourth operand is given, weights of rows (n). The result is a vector: the loss, the
/// gradient (d + 1) and, unless there is no curvature, the sums of curvature times x and of
/// curvature (d + 1), then the Hessian of w (d, d).
PieceKernel loss_sums(Loss loss, Curvature curvature);
/// How many numbers that is.
std::int64_t size_of_loss_sums(std::int64_t columns, Curvature curvature);

/// The same of softmax regression: y (n) are classes from 0 to k - 1, w (k, d + 1), and weights (n)
/// if they are given; the result is the loss, then the gradient (k, d + 1).
PieceKernel softmax_sums(std::int64_t classes);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/models/impl/losses.hpp"
#endif
