// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/iterative/run.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "relatile/core/text/number_text.hpp"

namespace relatile::detail {

RELATILE_INLINE void require_square_operator(const std::string& name, const char* what,
                                             std::int64_t rows, std::int64_t columns,
                                             std::int64_t unknowns) {
  if (rows < 0 || (rows == unknowns && columns == unknowns)) return;
  throw ShapeMismatch("relatile: " + name + ": " + what + " of shape " +
                      to_string(Extents{rows, columns}) + " and a right-hand side of " +
                      std::to_string(unknowns) + " elements; the matrix must be square and of " +
                      std::to_string(unknowns) + " rows" +
                      (rows != columns ? " (lsqr solves those that are not square)" : ""));
}

RELATILE_INLINE void require_first_guess(const std::string& name, std::int64_t length,
                                         std::int64_t unknowns) {
  if (length == unknowns) return;
  throw ShapeMismatch("relatile: " + name + ": x0 has " + std::to_string(length) +
                      " elements for " + std::to_string(unknowns) + " unknowns");
}

RELATILE_INLINE void require_tolerance(const std::string& name, const char* option, double value) {
  if (value >= 0) return;
  throw Error("relatile: " + name + ": " + option + " is " + number_text(value) +
              "; a tolerance is 0 or more");
}

RELATILE_INLINE void require_iterations(const std::string& name,
                                        const std::optional<std::int64_t>& maxiter) {
  if (maxiter.value_or(0) >= 0) return;
  throw Error("relatile: " + name + ": maxiter is " + std::to_string(*maxiter) +
              "; give how many iterations there may be, 0 or more");
}

RELATILE_INLINE void refuse_unconverged(const std::string& name, const std::string& why,
                                        std::int64_t iterations, double residual, double enough) {
  std::ostringstream text;
  text << "relatile: " << name << " has not converged in " << iterations
       << " iterations: the residual's norm is " << residual << ", which should be " << enough
       << " (" << why << "); a preconditioner, a larger rtol or maxiter may help";
  throw NotConverged(text.str(), residual);
}

template <class T>
IterativeRun<T>::IterativeRun(std::string name, LinearOperator<T> a, Vector b,
                              IterativeOptions<T> options)
    : name_(std::move(name)), a_(std::move(a)), b_(std::move(b)), options_(std::move(options)) {
  require_tolerance(name_, "rtol", options_.rtol);
  require_tolerance(name_, "atol", options_.atol);
  require_iterations(name_, options_.maxiter);
  const std::int64_t n = b_.size();
  require_square_operator(name_, "a", a_.rows(), a_.columns(), n);
  const auto& m = options_.preconditioner;
  require_square_operator(name_, "a preconditioner", m.rows(), m.columns(), n);
  if (options_.x0) require_first_guess(name_, options_.x0->size(), n);
  auto numbers = evaluated_scalars({largest_size(b_), squared_norm<T>(b_)}, {b_.node()});
  unit_ = unit_of(numbers[0]);
  if (unit_ != 1) {
    b_ = over_unit(b_, unit_);
    numbers[1] = evaluated_scalars({squared_norm<T>(b_)}, {b_.node()}).front();
  }
  const double size = std::sqrt(numbers[1]);
  enough_ = std::max(options_.rtol * size, options_.atol / unit_);
  most_ = options_.maxiter.value_or(10 * n);
  // Where b is 0 so is x, wherever the caller would begin.
  if (options_.x0 && size > 0) {
    x = over_unit(*options_.x0, unit_);
  } else {
    x = zeros_like(b_);
  }
}

template <class T>
bool IterativeRun<T>::starts() {
  const bool first = result_.history.empty();
  residual = first && !options_.x0 ? b_ : Vector(b_ - times(x));
  norm = std::sqrt(
      evaluated_scalars({squared_norm<T>(residual)}, {residual.node(), x.node()}).front());
  if (first) result_.history.push_back(norm * unit_);
  result_.residual = norm * unit_;
  // Where b has an infinity, so has what would be enough.
  result_.converged = std::isfinite(norm) && norm <= enough_;
  if (result_.converged) {
    result_.message = "converged";
    return false;
  }
  if (!std::isfinite(norm)) {
    result_.message =
        "the residual is not finite: there are NaN or infinities in a, b, x0 or the "
        "preconditioner, or numbers became too large";
    return false;
  }
  if (left() <= 0) {
    result_.message = "no more iterations";
    return false;
  }
  const double less = claims_ || !trouble_.empty() ? 0.9 : 1 - 1e-12;
  if (last_start_ >= 0 && !(norm < less * last_start_)) {
    result_.message = trouble_.empty() ? "the residual does not become smaller" : trouble_;
    return false;
  }
  last_start_ = norm;
  trouble_.clear();
  claims_ = false;
  return true;
}

template <class T>
bool IterativeRun<T>::goes_on(double of_method) {
  ++result_.iterations;
  result_.history.push_back(of_method * unit_);
  if (options_.progress) options_.progress(result_.iterations, of_method * unit_);
  claims_ = of_method <= enough_;
  return !claims_ && std::isfinite(of_method) && left() > 0;
}

template <class T>
IterativeResult<T> IterativeRun<T>::result() {
  result_.x = times_unit(x, unit_);
  if (options_.require_convergence && !result_.converged) {
    refuse_unconverged(name_, result_.message, result_.iterations, result_.residual,
                       enough_ * unit_);
  }
  return result_;
}

}  // namespace relatile::detail
