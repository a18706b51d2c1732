// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/linalg/iterative/linear_operator.hpp"

namespace relatile {

/// An iterative method that has not found what it was asked for, where that was required.
class NotConverged : public Error {
 public:
  NotConverged(const std::string& what, double residual) : Error(what), residual_(residual) {}
  /// The norm of what is left of the right-hand side.
  double residual() const { return residual_; }

 private:
  double residual_;
};

/// When to end, where to begin, and what to tell, of cg, gmres, bicgstab and minres; SciPy's names.
template <class T>
struct IterativeOptions {
  double rtol = 1e-5;  ///< converged: |b - a x| <= max(rtol |b|, atol)
  double atol = 0;
  std::optional<std::int64_t> maxiter{};  ///< products with a; ten times the unknowns if not said
  std::int64_t restart = 20;              ///< gmres only: how many vectors it keeps
  /// About the inverse of a: a matrix, dense or sparse, the vector on the diagonal of one, or a
  /// function. cg and minres need it symmetric (Hermitian) and positive definite.
  LinearOperator<T> preconditioner{};
  std::optional<Array<T, 1>> x0{};  ///< zeros if not said
  /// Is called with x when there is a new one: after every iteration; gmres: after every restart.
  std::function<void(const Array<T, 1>& x)> callback{};
  /// Is called after every iteration with its number and the norm of the residual.
  std::function<void(std::int64_t iteration, double residual)> progress{};
  /// Throw NotConverged where the result would say so.
  bool require_convergence = false;
};

/// What an iterative method has found.
template <class T>
struct IterativeResult {
  Array<T, 1> x;
  std::int64_t iterations = 0;
  double residual = 0;  ///< |b - a x|, computed from x
  bool converged = false;
  std::vector<double> history;  ///< the residual's norm before the first and after every iteration
  std::string message;          ///< why it ended
};

}  // namespace relatile
