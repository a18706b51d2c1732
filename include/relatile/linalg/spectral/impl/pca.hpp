// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/spectral/pca.hpp"

#include "relatile/array/shapes/flip.hpp"

namespace relatile::detail {

RELATILE_INLINE PcaWay way_of_pca(const Extents& shape, std::int64_t k, const std::string& solver) {
  const std::int64_t least = std::min(shape[0], shape[1]);
  if (k < 0 || k > least || shape[0] < 2) {
    throw ShapeMismatch("relatile: pca: " + std::to_string(k) +
                        " components of a matrix of shape " + to_string(shape) +
                        "; there are at most " + std::to_string(least) + ", of two rows or more");
  }
  if (solver == "full") return PcaWay::full;
  if (solver == "covariance_eigh") return PcaWay::covariance;
  if (solver == "randomized") return PcaWay::randomized;
  if (solver == "auto") return least > 1000 && 5 * k < least ? PcaWay::randomized : PcaWay::full;
  throw ShapeMismatch("relatile: pca: there is no svd_solver '" + solver +
                      "'; there are auto, full, covariance_eigh and randomized");
}

template <class R>
PcaResult<R> pca(const Array<R, 2>& x, std::int64_t k, const PcaOptions& options) {
  const PcaWay way = way_of_pca(x.shape(), k, options.svd_solver);
  const auto freedom = R(double(x.shape(0) - 1));
  PcaResult<R> result;
  result.mean = mean(x, 0);
  const Array<R, 2> centred = x - expand_dims(result.mean, 0);
  Array<R, 2> directions;
  Array<R, 1> variances;
  if (way == PcaWay::covariance) {
    const Array<R, 2> covariance = matmul(transpose(centred), centred) / freedom;
    const auto found = eigh_of<R, 2>("pca", covariance);
    directions = transpose(flip(found.eigenvectors, 1))(slice(0, k), all_of_axis);
    variances = maximum(flip(found.eigenvalues, 0)(slice(0, k)), R(0));
  } else {
    evaluate_all(centred, result.mean);
    const auto found = way == PcaWay::full
                           ? svd_of<R, 2>("pca", centred)
                           : randomized_svd<R>(LinearOperator<R>(centred), k, options.randomized);
    directions = found.Vh(slice(0, k), all_of_axis);
    variances = square(found.S(slice(0, k))) / freedom;
  }
  if (k == 0) {
    result.components = directions;
  } else {
    const Array<R, 2> signs = where(
        max(directions, axis(1), keepdims) >= -min(directions, axis(1), keepdims), R(1), R(-1));
    result.components = directions * signs;
  }
  result.explained_variance = variances;
  result.singular_values = sqrt(variances * freedom);
  const Array<R, 0> whole = sum(square(centred)) / freedom;
  result.explained_variance_ratio = variances / whole;
  evaluate_all(result.components, result.explained_variance, result.singular_values,
               result.explained_variance_ratio, result.mean);
  return result;
}

}  // namespace relatile::detail
