// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/iterative/minres.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "relatile/expr/recipe.hpp"

namespace relatile::detail {

/// The numbers of the recurrences, by Paige's and Saunders' names; alike on all sites.
struct MinresRecurrence {
  double cs = -1, sn = 0, dbar = 0, epsln = 0, phibar = 0;
  // The step along the new direction w = (v - oldeps w1 - delta w2) / gamma.
  double oldeps = 0, delta = 0, gamma = 1, phi = 0;

  void next(double alfa, double beta) {
    oldeps = epsln;
    delta = cs * dbar + sn * alfa;
    const double gbar = sn * dbar - cs * alfa;
    epsln = sn * beta;
    dbar = -cs * beta;
    gamma = std::max(std::sqrt(gbar * gbar + beta * beta), std::numeric_limits<double>::min());
    cs = gbar / gamma;
    sn = beta / gamma;
    phi = cs * phibar;
    phibar = sn * phibar;
  }
};

template <class T>
T number_of(double x) {
  return T(static_cast<real_t<T>>(x));
}

template <class T>
void minres_stretch(IterativeRun<T>& run) {
  using Vector = Array<T, 1>;
  Vector before = zeros_like(run.residual);
  Vector now = run.residual;
  Vector y = run.preconditioned(now);
  const double first =
      evaluated_scalars({real_number<T>(vdot(now, y))}, {y.node(), before.node()})[0];
  if (!(first > 0)) return run.breaks_down("the preconditioner is not positive definite");
  double beta = std::sqrt(first);
  MinresRecurrence numbers{.phibar = beta};
  const double scale = run.norm / beta;
  double old_beta = 1;
  Vector w1 = before, w2 = before;
  for (bool more = true; more;) {
    const Vector v = y * number_of<T>(1 / beta);
    const Vector product = run.times(v) - before * number_of<T>(beta / old_beta);
    const Array<double, 0> alfa = real_number<T>(vdot(v, product));
    const Vector next = product - astype<T>(alfa) * number_of<T>(1 / beta) * now;
    const Vector y_next = run.preconditioned(next);
    const auto found = evaluated_scalars(
        {alfa, real_number<T>(vdot(next, y_next))},
        {v.node(), next.node(), y_next.node(), run.x.node(), w1.node(), w2.node()});
    old_beta = beta;
    beta = std::sqrt(std::max(found[1], 0.0));
    numbers.next(found[0], beta);
    const Vector w = (v - number_of<T>(numbers.oldeps) * w1 - number_of<T>(numbers.delta) * w2) *
                     number_of<T>(1 / numbers.gamma);
    run.x = run.x + number_of<T>(numbers.phi) * w;
    w1 = w2;
    w2 = w;
    before = now;
    now = next;
    y = y_next;
    more = run.goes_on(std::abs(numbers.phibar) * scale);
    run.show();
    if (more && beta == 0) {
      run.breaks_down(found[1] < 0 ? "the preconditioner is not positive definite"
                                   : "no further direction: a is singular");
      more = false;
    }
  }
}

template <class T>
IterativeResult<T> minres(const LinearOperator<T>& a, const Array<T, 1>& b,
                          const IterativeOptions<T>& options) {
  const RecipesAreForgotten numbers_decide;
  IterativeRun<T> run("minres", a, b, options);
  while (run.starts()) minres_stretch(run);
  return run.result();
}

}  // namespace relatile::detail
