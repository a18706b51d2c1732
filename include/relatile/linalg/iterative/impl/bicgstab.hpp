// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/iterative/bicgstab.hpp"

#include <cmath>

namespace relatile::detail {

template <class T>
IterativeResult<T> bicgstab(const LinearOperator<T>& a, const Array<T, 1>& b,
                            const IterativeOptions<T>& options) {
  IterativeRun<T> run("bicgstab", a, b, options);
  while (run.starts()) {
    const Array<T, 1> shadow = run.residual;
    Array<T, 1> r = run.residual;
    Array<T, 1> p = r;
    Array<T, 0> rho = vdot(shadow, r);
    bool more = true;
    while (more) {
      const Array<T, 1> p_near = run.preconditioned(p);
      const Array<T, 1> v = run.times(p_near);
      const Array<T, 0> alpha = quotient<T>(rho, vdot(shadow, v));
      const Array<T, 1> s = r - alpha * v;
      const Array<T, 1> s_near = run.preconditioned(s);
      const Array<T, 1> t = run.times(s_near);
      const Array<T, 0> omega = quotient<T>(vdot(t, s), vdot(t, t));
      run.x = run.x + alpha * p_near + omega * s_near;
      r = s - omega * t;
      const Array<T, 0> next = vdot(shadow, r);
      const Array<T, 0> beta = quotient<T>(next * alpha, rho * omega);
      p = r + beta * (p - omega * v);
      rho = next;
      const Array<double, 0> turn = astype<double>(abs(alpha * omega * next));
      const auto numbers = evaluated_scalars({squared_norm<T>(r), turn},
                                             {run.x.node(), r.node(), p.node(), rho.node()});
      more = run.goes_on(std::sqrt(numbers[0]));
      run.show();
      if (more && !(numbers[1] > 0)) {
        run.breaks_down("breakdown: the residual is orthogonal to the first one, or a product is");
        more = false;
      }
    }
  }
  return run.result();
}

}  // namespace relatile::detail
