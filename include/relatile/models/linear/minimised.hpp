// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/models/linear/linear_objective.hpp"
#include "relatile/optim/minimise_numbers.hpp"

namespace relatile::models::detail {

/// How to minimise.
struct Minimiser {
  std::string solver = "lbfgs";
  int max_iter = 100;
  double tol = 1e-6;
  double learning_rate = 0.1;     ///< of "sgd", at first
  std::int64_t batch_size = 256;  ///< of "sgd"
  std::uint64_t seed = 0;         ///< of "sgd"
};
/// What the options of a model say of it.
template <class Options>
Minimiser minimiser_of(const Options& options) {
  return {options.solver,        options.max_iter,   options.tol,
          options.learning_rate, options.batch_size, options.seed};
}

/// The parameters that minimise. Solvers are "newton" (the Hessian), "irls" (Fisher's scoring,
/// which is Newton's method where the link is canonical), "lbfgs", "gradient descent" and "sgd".
/// All but "sgd" look for an intercept without a penalty at the means of columns, and the gradient
/// that ends them is of that.
///
///   errors  Error for another solver, a max_iter below 0 and a batch_size below 1
optim::detail::NumbersOutcome minimised(const char* model, const LinearObjective& objective,
                                        const Minimiser& by);
optim::detail::NumbersOutcome minimised(const char* model, const SoftmaxObjective& objective,
                                        const Minimiser& by);

}  // namespace relatile::models::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/linear/impl/minimised.hpp"
#endif
