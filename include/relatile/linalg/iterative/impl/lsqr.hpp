// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/iterative/lsqr.hpp"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "relatile/expr/recipe.hpp"
#include "relatile/linalg/iterative/numbers.hpp"
#include "relatile/linalg/iterative/run.hpp"

namespace relatile::detail {

RELATILE_INLINE void require_least_squares(bool has_adjoint, std::int64_t rows,
                                           std::int64_t columns, std::int64_t length,
                                           std::optional<std::int64_t> length_of_x0) {
  if (!has_adjoint || columns < 0) {
    throw Error(
        "relatile: lsqr needs products with a and with its conjugate transpose: of functions, make "
        "LinearOperator<T>({m, n}, matvec, rmatvec)");
  }
  if (rows != length) {
    throw ShapeMismatch("relatile: lsqr: a of shape " + to_string(Extents{rows, columns}) +
                        " and a right-hand side of " + std::to_string(length) +
                        " elements; there must be as many as rows");
  }
  if (length_of_x0) require_first_guess("lsqr", *length_of_x0, columns);
}

inline constexpr const char* lsqr_is_not_finite =
    "the residual is not finite: there are NaN or infinities in a, b or x0, or numbers became too "
    "large";

RELATILE_INLINE std::string end_of_lsqr(double atol, double btol, double conlim, double norm_b,
                                        double norm_a, double norm_x, double norm_r, double part_ar,
                                        double condition) {
  if (!std::isfinite(norm_r)) return lsqr_is_not_finite;
  if (norm_r <= btol * norm_b + atol * norm_a * norm_x) return "converged: a x = b";
  if (part_ar <= atol * norm_r) return "converged: least squares";
  if (conlim > 0 && condition >= conlim) return "the condition of a exceeds conlim";
  return {};
}

/// The numbers of the recurrences, by Paige's and Saunders' names; alike on all sites. None is
/// squared: that of a matrix of 1e200 is no number.
struct LsqrRecurrence {
  double rhobar = 0, phibar = 0;
  double phi = 0, rho = 1, theta = 0;
  double norm_a = 0, norm_d = 0, damped_away = 0;
  double norm_r = 0;
  double part_ar = 0;  ///< |a^H r| / |a|

  void next(double alfa_before, double alfa, double beta, double damp, double norm_w) {
    norm_a = std::hypot(norm_a, std::hypot(alfa_before, beta, damp));
    const double damped = std::hypot(rhobar, damp);
    const double psi = damped > 0 ? damp / damped * phibar : 0;
    phibar = damped > 0 ? rhobar / damped * phibar : phibar;
    rho = std::hypot(damped, beta);
    const double cs = rho != 0 ? damped / rho : 1;
    const double sn = rho != 0 ? beta / rho : 0;
    theta = sn * alfa;
    rhobar = -cs * alfa;
    phi = cs * phibar;
    phibar = sn * phibar;
    damped_away = std::hypot(damped_away, psi);
    norm_r = std::hypot(phibar, damped_away);
    part_ar = alfa / norm_a * std::abs(sn * phi);
    norm_d = std::hypot(norm_d, norm_w / rho);
  }
};

/// The vectors of the bidiagonalisation, and x. Their norms are roots of sums of squares until
/// these are no numbers of this type, or few digits of one: from there on, of vectors over their
/// largest elements. No unit of a would do: where b is nearly orthogonal to most of a's range,
/// |a^H u| and |a v| are far from each other.
template <class T>
class LsqrVectors {
 public:
  using Vector = Array<T, 1>;

  LsqrVectors(LinearOperator<T> a, Vector b, const std::optional<Vector>& x0)
      : x(x0 ? *x0 : Vector(zeros<T>({a.columns()}))), a_(std::move(a)), b_(std::move(b)) {
    const Vector r = x0 ? Vector(b_ - a_.matvec(x)) : b_;
    const auto sizes = measured(3, [&] {
      const auto size = norm_of(r);
      u_ = normalised(r, size);
      const Vector au = a_.rmatvec(u_);
      const auto size_au = norm_of(au);
      v_ = normalised(au, size_au);
      return evaluated_scalars({size, size_au, norm_of(b_)}, {u_.node(), v_.node(), x.node()});
    });
    w_ = v_;
    beta = sizes[0];
    alfa = sizes[1];
    norm_b = sizes[2];
  }

  /// The next u and v.
  void go_on() {
    Vector u;
    Vector v;
    const auto sizes = measured(moved_ ? 4 : 3, [&] {
      const Vector left = a_.matvec(v_) - number(alfa) * u_;
      const auto size = norm_of(left);
      u = normalised(left, size);
      const Vector right = a_.rmatvec(u) - astype<T>(size) * v_;
      const auto size_right = norm_of(right);
      v = normalised(right, size_right);
      return evaluated_scalars({size, size_right, norm_of(w_), norm_of(x)},
                               {u.node(), v.node(), x.node(), w_.node()});
    });
    u_ = u;
    v_ = v;
    beta = sizes[0];
    alfa = sizes[1];
    norm_w = sizes[2];
    norm_x = sizes[3];
  }
  /// Moves x along w, and turns w.
  void move(double by, double turn) {
    x = x + number(by) * w_;
    w_ = v_ - number(turn) * w_;
    moved_ = true;
  }
  /// |b - a x|; evaluates x.
  double residual() {
    const Vector rest = b_ - a_.matvec(x);
    return measured(1, [&] { return evaluated_scalars({norm_of(rest)}, {x.node()}); })[0];
  }

  Vector x;
  double alfa = 0, beta = 0;
  double norm_b = 0, norm_w = 0, norm_x = 0;  ///< of w and x before they were moved

 private:
  static T number(double value) { return T(static_cast<real_t<T>>(value)); }
  /// The vector / size, with 1 / size, if that is surely one, as a number of its own; zeros if it
  /// is 0.
  Vector normalised(const Vector& vector, const Array<double, 0>& size) const {
    if (careful_) return vector / astype<T>(where(size != 0.0, size, 1.0));
    return vector * astype<T>(where(size != 0.0, 1.0 / size, 0.0));
  }
  Array<double, 0> norm_of(const Vector& vector) const {
    if (!careful_) return sqrt(squared_norm<T>(vector));
    const auto largest = largest_size(vector);
    const Vector part = vector / astype<T>(where(largest != 0.0, largest, 1.0));
    return largest * sqrt(squared_norm<T>(part));
  }
  /// Norms that `make` evaluates, with care if one of the first `count` needs it.
  template <class F>
  std::vector<double> measured(std::size_t count, const F& make) {
    using Limits = std::numeric_limits<real_t<T>>;
    const double least = std::sqrt(double(Limits::min())) / double(Limits::epsilon());
    const std::vector<double> sizes = make();
    for (std::size_t i = 0; i < count && !careful_; ++i) {
      careful_ = !(sizes[i] >= least && std::isfinite(sizes[i]));
      if (careful_) return make();
    }
    return sizes;
  }

  LinearOperator<T> a_;
  Vector b_;
  Vector u_, v_, w_;
  bool careful_ = false;
  bool moved_ = false;
};

template <class T>
IterativeResult<T> lsqr(const LinearOperator<T>& a, const Array<T, 1>& b,
                        const LsqrOptions<T>& options) {
  require_tolerance("lsqr", "atol", options.atol);
  require_tolerance("lsqr", "btol", options.btol);
  require_iterations("lsqr", options.maxiter);
  std::optional<std::int64_t> length_of_x0;
  if (options.x0) length_of_x0 = options.x0->size();
  require_least_squares(a.has_adjoint(), a.rows(), a.columns(), b.size(), length_of_x0);
  const RecipesAreForgotten numbers_decide;
  LsqrVectors<T> vectors(a, b, options.x0);
  IterativeResult<T> result;
  LsqrRecurrence numbers;
  numbers.rhobar = vectors.alfa;
  numbers.phibar = vectors.beta;
  numbers.norm_r = numbers.phibar;
  result.history.push_back(numbers.norm_r);
  if (numbers.norm_r == 0 || vectors.alfa == 0) result.message = "converged: x0 is a solution";
  const std::int64_t most = options.maxiter.value_or(2 * a.columns());
  while (result.message.empty() && result.iterations < most) {
    const double alfa_before = vectors.alfa;
    vectors.go_on();
    if (options.callback && result.iterations > 0) options.callback(vectors.x);
    numbers.next(alfa_before, vectors.alfa, vectors.beta, options.damp, vectors.norm_w);
    vectors.move(numbers.phi / numbers.rho, numbers.theta / numbers.rho);
    ++result.iterations;
    result.history.push_back(numbers.norm_r);
    if (options.progress) options.progress(result.iterations, numbers.norm_r);
    result.message = end_of_lsqr(options.atol, options.btol, options.conlim, vectors.norm_b,
                                 numbers.norm_a, vectors.norm_x, numbers.norm_r, numbers.part_ar,
                                 numbers.norm_a * numbers.norm_d);
  }
  if (result.message.empty()) result.message = "no more iterations";
  result.residual = vectors.residual();
  if (!std::isfinite(result.residual)) result.message = lsqr_is_not_finite;
  result.converged = result.message.starts_with("converged");
  result.x = vectors.x;
  if (options.require_convergence && !result.converged) {
    refuse_unconverged("lsqr", result.message, result.iterations, result.residual,
                       options.btol * vectors.norm_b);
  }
  return result;
}

}  // namespace relatile::detail
