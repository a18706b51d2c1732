// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "relatile/linalg/iterative/numbers.hpp"
#include "relatile/linalg/iterative/options.hpp"

namespace relatile::detail {

/// What cg, gmres, bicgstab and minres have in common: a x = b, where they are, and whether that is
/// enough. What a method says of its residual is believed only to end a stretch of iterations: the
/// next one starts from b - a x, unless that is small, hardly smaller than at the last start, or no
/// iterations are left.
template <class T>
class IterativeRun {
 public:
  using Vector = Array<T, 1>;

  /// Checks options and shapes, and evaluates |b|.
  IterativeRun(std::string name, LinearOperator<T> a, Vector b, IterativeOptions<T> options);

  /// Computes the residual of x; whether there is more to do.
  bool starts();
  /// An iteration has ended, with a residual of this norm; whether another one follows.
  bool goes_on(double residual);
  /// The method can't go on from here.
  void breaks_down(std::string why) { trouble_ = std::move(why); }
  /// Tells the caller of x, which is new.
  void show() const {
    if (options_.callback) options_.callback(times_unit(x, unit_));
  }

  const std::string& name() const { return name_; }
  const IterativeOptions<T>& options() const { return options_; }
  Vector times(const Vector& v) const { return product(a_, v); }
  Vector preconditioned(const Vector& v) const {
    return options_.preconditioner ? product(options_.preconditioner, v) : v;
  }

  Vector x;         ///< where the method is, as all here over the unit of b
  Vector residual;  ///< b - a x, evaluated by `starts`
  double norm = 0;  ///< of that
  double enough() const { return enough_; }
  /// A product of two vectors here, as of the caller's.
  double of_squares(double product) const { return product * unit_ * unit_; }
  std::int64_t left() const { return most_ - result_.iterations; }  ///< iterations

  /// What was found; throws NotConverged if the caller wants that.
  IterativeResult<T> result();

 private:
  static Vector product(const LinearOperator<T>& a, const Vector& v) {
    const Vector made = a.matvec(v);
    require_length_of_product("matvec", v.size(), made.size(), v.size());
    return made;
  }

  std::string name_;
  LinearOperator<T> a_;
  Vector b_;
  IterativeOptions<T> options_;
  IterativeResult<T> result_;
  std::string trouble_;
  double unit_ = 1;
  bool claims_ = false;  ///< the method says that it has converged
  double enough_ = 0;
  double last_start_ = -1;
  std::int64_t most_ = 0;
};

/// ShapeMismatch unless a, and the preconditioner, multiply vectors as long as b into such.
void require_square_operator(const std::string& name, const char* what, std::int64_t rows,
                             std::int64_t columns, std::int64_t unknowns);
/// ShapeMismatch unless x0 is as long as there are unknowns.
void require_first_guess(const std::string& name, std::int64_t length, std::int64_t unknowns);
/// Error for an option that is negative, or, of a tolerance, NaN: no residual would be small
/// enough.
void require_tolerance(const std::string& name, const char* option, double value);
void require_iterations(const std::string& name, const std::optional<std::int64_t>& maxiter);
/// NotConverged, in words.
[[noreturn]] void refuse_unconverged(const std::string& name, const std::string& why,
                                     std::int64_t iterations, double residual, double enough);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/iterative/impl/run.hpp"
#endif
