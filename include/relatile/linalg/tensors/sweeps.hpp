// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace relatile {

/// How a decomposition by sweeps over all modes has gone.
struct TensorSweeps {
  std::vector<double> errors;  ///< |x - found| / |x| after each sweep; of a tensor of zeros |found|
  bool converged = false;
  std::int64_t n_iter = 0;
};

namespace detail {

/// Sweeps until the relative error, which `sweep` gives, changes by no more than the tolerance.
template <class Sweep>
TensorSweeps sweep_until(double tolerance, std::int64_t max_iter, const Sweep& sweep) {
  TensorSweeps told;
  while (told.n_iter < max_iter && !told.converged) {
    told.errors.push_back(sweep());
    const std::size_t last = told.errors.size() - 1;
    told.converged = last > 0 && std::abs(told.errors[last - 1] - told.errors[last]) <= tolerance;
    ++told.n_iter;
  }
  return told;
}

}  // namespace detail

}  // namespace relatile
