// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/iterative/cg.hpp"

#include <cmath>
#include <string>

#include "relatile/core/text/number_text.hpp"

namespace relatile::detail {

template <class T>
IterativeResult<T> cg(const LinearOperator<T>& a, const Array<T, 1>& b,
                      const IterativeOptions<T>& options) {
  IterativeRun<T> run("cg", a, b, options);
  while (run.starts()) {
    Array<T, 1> r = run.residual;
    Array<T, 1> z = run.preconditioned(r);
    Array<T, 1> p = z;
    Array<T, 0> rz = vdot(r, z);
    bool more = true;
    while (more) {
      const Array<T, 1> ap = run.times(p);
      const Array<T, 0> curvature = vdot(p, ap);
      const Array<T, 0> alpha = quotient<T>(rz, curvature);
      run.x = run.x + alpha * p;
      r = r - alpha * ap;
      z = run.preconditioned(r);
      const Array<T, 0> next = vdot(r, z);
      p = z + quotient<T>(next, rz) * p;
      rz = next;
      const auto numbers = evaluated_scalars({squared_norm<T>(r), real_number<T>(curvature)},
                                             {run.x.node(), r.node(), p.node(), rz.node()});
      more = run.goes_on(std::sqrt(numbers[0]));
      run.show();
      if (more && !(numbers[1] > 0)) {
        run.breaks_down("a is not positive definite: p^T a p is " +
                        number_text(run.of_squares(numbers[1])));
        more = false;
      }
    }
  }
  return run.result();
}

}  // namespace relatile::detail
