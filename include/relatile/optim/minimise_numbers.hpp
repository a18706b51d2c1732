// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/optim/metric.hpp"
#include "relatile/optim/run_lbfgs.hpp"

// Minimisers of functions of few numbers, which all ranks have and compute with alike; what the
// function itself computes may be distributed.

namespace relatile::optim::detail {

/// A value, then the gradient.
using ValueAndGradient = std::function<Numbers(const Numbers& x)>;

struct NumbersOutcome : Outcome {
  Numbers x;
};

/// L-BFGS in the coordinates of a metric; what ends it is the gradient by the numbers themselves.
NumbersOutcome lbfgs_of_numbers(const ValueAndGradient& f, Numbers x, const LbfgsOptions& options,
                                const Metric& metric = {});

/// Steepest descent, each step of the length of Barzilai and Borwein, shortened until the value is
/// below the largest of the last ten.
///
///   source  Raydan: The Barzilai and Borwein gradient method for the large scale unconstrained
///           minimization problem (SIAM J. Optim. 1997)
NumbersOutcome descent_of_numbers(const ValueAndGradient& f, Numbers x, double tol, int max_iter);

/// A value, the gradient and the Hessian, by rows.
struct Quadratic {
  double value = 0;
  Numbers gradient;
  Numbers hessian;
};
using ValueAndHessian = std::function<Quadratic(const Numbers& x)>;
/// The solution of a system with a positive definite matrix, by rows.
using SolveSystem = std::function<Numbers(const Numbers& a, const Numbers& b)>;

/// Newton's method: steps that do not decrease the value are halved.
NumbersOutcome newton_of_numbers(const ValueAndHessian& f, const SolveSystem& solve, Numbers x,
                                 double tol, int max_iter);

}  // namespace relatile::optim::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/optim/impl/minimise_numbers.hpp"
#endif
