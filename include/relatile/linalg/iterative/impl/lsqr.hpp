// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/iterative/lsqr.hpp"

#include <cmath>
#include <limits>

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

RELATILE_INLINE std::string end_of_lsqr(double atol, double btol, double conlim, double norm_b,
                                        double norm_a, double norm_x, double norm_r, double norm_ar,
                                        double condition) {
  if (!std::isfinite(norm_r)) {
    return "the residual is not finite: there are NaN or infinities in a, b or x0";
  }
  if (norm_r <= btol * norm_b + atol * norm_a * norm_x) return "converged: a x = b";
  if (norm_ar <= atol * norm_a * norm_r) return "converged: least squares";
  if (conlim > 0 && condition >= conlim) return "the condition of a exceeds conlim";
  return {};
}

/// The numbers of the recurrences, by Paige's and Saunders' names; alike on all sites.
struct LsqrRecurrence {
  double rhobar = 0, phibar = 0;
  double phi = 0, rho = 1, theta = 0;
  double norm_a2 = 0, norm_d2 = 0, damped2 = 0;
  double norm_r = 0, norm_ar = 0;

  void next(double alfa_before, double alfa, double beta, double damp) {
    norm_a2 += alfa_before * alfa_before + beta * beta + damp * damp;
    const double damped = std::sqrt(rhobar * rhobar + damp * damp);
    const double psi = damped > 0 ? damp / damped * phibar : 0;
    phibar = damped > 0 ? rhobar / damped * phibar : phibar;
    rho = std::sqrt(damped * damped + beta * beta);
    const double cs = rho != 0 ? damped / rho : 1;
    const double sn = rho != 0 ? beta / rho : 0;
    theta = sn * alfa;
    rhobar = -cs * alfa;
    phi = cs * phibar;
    phibar = sn * phibar;
    damped2 += psi * psi;
    norm_r = std::sqrt(phibar * phibar + damped2);
    norm_ar = alfa * std::abs(sn * phi);
  }
};

/// x / size, with 1 / size as a number of its own; zeros if it is 0.
template <class T>
Array<T, 1> normalised(const Array<T, 1>& x, const Array<double, 0>& squared) {
  const auto size = sqrt(squared);
  return x * astype<T>(where(size != 0.0, 1.0 / size, 0.0));
}

/// What was found, and what `btol` is in parts of.
template <class T>
struct LsqrRun {
  IterativeResult<T> result;
  double norm_b = 0;
};
template <class T>
LsqrRun<T> run_lsqr(const LinearOperator<T>& a, const Array<T, 1>& b,
                    const LsqrOptions<T>& options);

/// The same of a and b over their units.
template <class T>
LsqrRun<T> run_lsqr_over_units(const LinearOperator<T>& a, double unit_a, const Array<T, 1>& b,
                               double unit_b, const LsqrOptions<T>& options) {
  using Vector = Array<T, 1>;
  const LinearOperator<T> scaled(
      {a.rows(), a.columns()},
      [a, unit_a](const Vector& x) { return over_unit(a.matvec(x), unit_a); },
      [a, unit_a](const Vector& x) { return over_unit(a.rmatvec(x), unit_a); });
  const auto given = [unit_a, unit_b](const Vector& x) {
    return times_unit(over_unit(x, unit_a), unit_b);
  };
  LsqrOptions<T> inner = options;
  inner.damp = options.damp / unit_a;
  if (options.x0) inner.x0 = over_unit(times_unit(*options.x0, unit_a), unit_b);
  if (options.callback) inner.callback = [&](const Vector& x) { options.callback(given(x)); };
  if (options.progress) {
    inner.progress = [&](std::int64_t iteration, double residual) {
      options.progress(iteration, residual * unit_b);
    };
  }
  LsqrRun<T> run = run_lsqr<T>(scaled, over_unit(b, unit_b), inner);
  run.norm_b *= unit_b;
  run.result.x = given(run.result.x);
  Session::current().evaluate({run.result.x.node()});
  run.result.residual *= unit_b;
  for (double& residual : run.result.history) residual *= unit_b;
  return run;
}

template <class T>
LsqrRun<T> run_lsqr(const LinearOperator<T>& a, const Array<T, 1>& b,
                    const LsqrOptions<T>& options) {
  using Vector = Array<T, 1>;
  const std::int64_t n = a.columns();
  const auto number = [](double x) { return T(static_cast<real_t<T>>(x)); };
  IterativeResult<T> result;
  Vector x = options.x0 ? *options.x0 : Vector(zeros<T>({n}));
  const Vector r = options.x0 ? Vector(b - a.matvec(x)) : b;
  const Array<double, 0> squared = squared_norm<T>(r);
  Vector u = normalised<T>(r, squared);
  const Vector au = a.rmatvec(u);
  const Array<double, 0> squared_au = squared_norm<T>(au);
  Vector v = normalised<T>(au, squared_au);
  Vector w = v;
  const auto first =
      evaluated_scalars({squared, squared_au, squared_norm<T>(b),
                         maximum(largest_size(b), largest_size(r)), largest_size(au)},
                        {u.node(), v.node(), x.node()});
  if (unit_of(first[3]) != 1) {
    return run_lsqr_over_units<T>(a, 1, b, unit_of(first[3]), options);
  }
  if (unit_of(first[4]) != 1) {
    return run_lsqr_over_units<T>(a, unit_of(first[4]), b, 1, options);
  }
  double alfa = std::sqrt(first[1]);
  const double norm_b = std::sqrt(first[2]);
  LsqrRecurrence numbers;
  numbers.rhobar = alfa;
  numbers.phibar = std::sqrt(first[0]);
  numbers.norm_r = numbers.phibar;
  result.history.push_back(numbers.norm_r);
  if (numbers.norm_r == 0 || alfa == 0) result.message = "converged: x0 is a solution";
  const std::int64_t most = options.maxiter.value_or(2 * n);
  while (result.message.empty() && result.iterations < most) {
    const Vector left = a.matvec(v) - number(alfa) * u;
    const Array<double, 0> beta2 = squared_norm<T>(left);
    u = normalised<T>(left, beta2);
    const Vector right = a.rmatvec(u) - astype<T>(sqrt(beta2)) * v;
    const Array<double, 0> alfa2 = squared_norm<T>(right);
    const Vector v_next = normalised<T>(right, alfa2);
    const auto found = evaluated_scalars({beta2, alfa2, squared_norm<T>(x), squared_norm<T>(w)},
                                         {u.node(), v_next.node(), x.node(), w.node()});
    if (options.callback && result.iterations > 0) options.callback(x);
    const double alfa_before = alfa;
    alfa = std::sqrt(found[1]);
    numbers.next(alfa_before, alfa, std::sqrt(found[0]), options.damp);
    numbers.norm_d2 += found[3] / (numbers.rho * numbers.rho);
    x = x + number(numbers.phi / numbers.rho) * w;
    w = v_next - number(numbers.theta / numbers.rho) * w;
    v = v_next;
    ++result.iterations;
    result.history.push_back(numbers.norm_r);
    if (options.progress) options.progress(result.iterations, numbers.norm_r);
    const double norm_a = std::sqrt(numbers.norm_a2);
    result.message =
        end_of_lsqr(options.atol, options.btol, options.conlim, norm_b, norm_a, std::sqrt(found[2]),
                    numbers.norm_r, numbers.norm_ar, norm_a * std::sqrt(numbers.norm_d2));
  }
  if (result.message.empty()) result.message = "no more iterations";
  result.converged = result.message.starts_with("converged");
  const Vector rest = b - a.matvec(x);
  result.residual = std::sqrt(evaluated_scalars({squared_norm<T>(rest)}, {x.node()})[0]);
  result.x = x;
  return {result, norm_b};
}

template <class T>
IterativeResult<T> lsqr(const LinearOperator<T>& a, const Array<T, 1>& b,
                        const LsqrOptions<T>& options) {
  std::optional<std::int64_t> length_of_x0;
  if (options.x0) length_of_x0 = options.x0->size();
  require_least_squares(a.has_adjoint(), a.rows(), a.columns(), b.size(), length_of_x0);
  LsqrRun<T> run = run_lsqr<T>(a, b, options);
  const IterativeResult<T>& result = run.result;
  if (options.require_convergence && !result.converged) {
    refuse_unconverged("lsqr", result.message, result.iterations, result.residual,
                       options.btol * run.norm_b);
  }
  return run.result;
}

}  // namespace relatile::detail
