// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/spectral/randomized.hpp"

#include <algorithm>
#include <string>

#include "relatile/random/distributions.hpp"

namespace relatile::detail {

template <class T>
SvdResult<T, 2> randomized_svd(const LinearOperator<T>& a, std::int64_t k,
                               const RandomizedOptions& options) {
  if (!a.has_adjoint() || !a.has_shape()) {
    throw Error(
        "relatile: randomized_svd needs products with a and with its conjugate transpose: of "
        "functions, make LinearOperator<T>({m, n}, matvec, rmatvec)");
  }
  const std::int64_t most = std::min(a.rows(), a.columns());
  if (k < 0 || k > most || options.oversample < 0 || options.power_iterations < 0) {
    throw ShapeMismatch(
        "relatile: randomized_svd: " + std::to_string(k) + " values of a matrix of " + "shape " +
        to_string(Extents{a.rows(), a.columns()}) + ", " + std::to_string(options.oversample) +
        " vectors more, " + std::to_string(options.power_iterations) + " power iterations");
  }
  using Real = real_t<T>;
  const std::int64_t width = std::min(k + options.oversample, most);
  const random::Seed seed{options.seed};
  const Array<T, 2> omega =
      astype<T>(random::normal<Real>(Real(0), Real(1), {a.columns(), width}, seed));
  Array<T, 2> q = thin_qr<T>(a.matmat(omega)).q;
  for (std::int64_t i = 0; i < options.power_iterations; ++i) {
    const Array<T, 2> back = thin_qr<T>(a.rmatmat(q)).q;
    q = thin_qr<T>(a.matmat(back)).q;
    evaluate_all(q);
  }
  // q^H a by its transpose, which is tall.
  const auto small = svd_of<T, 2>("randomized_svd", a.rmatmat(q));
  SvdResult<T, 2> result;
  result.U = matmul(q, adjoint<T, 2>(small.Vh)(all_of_axis, slice(0, k)));
  result.S = small.S(slice(0, k));
  result.Vh = adjoint<T, 2>(small.U)(slice(0, k), all_of_axis);
  evaluate_all(result.U, result.S, result.Vh);
  return result;
}

}  // namespace relatile::detail
