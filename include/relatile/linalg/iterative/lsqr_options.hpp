// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "relatile/expr/array.hpp"

namespace relatile {

/// When lsqr ends, where it begins, and what it tells; SciPy's names.
template <class T>
struct LsqrOptions {
  double damp = 0;      ///< minimises |a x - b|^2 + damp^2 |x - x0|^2
  double atol = 1e-6;   ///< about the relative error of the elements of a
  double btol = 1e-6;   ///< and of b
  double conlim = 1e8;  ///< ends where the condition of a is estimated to be larger; 0 for never
  std::optional<std::int64_t> maxiter{};  ///< twice the columns of a if not said
  std::optional<Array<T, 1>> x0{};        ///< zeros if not said
  /// Is called after every iteration with the x of the one before.
  std::function<void(const Array<T, 1>& x)> callback{};
  /// Is called after every iteration with its number and the norm of the residual.
  std::function<void(std::int64_t iteration, double residual)> progress{};
  /// Throw NotConverged where the result would say so.
  bool require_convergence = false;
};

}  // namespace relatile
