// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/centred_products.hpp"

#include <cstddef>
#include <limits>
#include <utility>

#include "relatile/array/conversion.hpp"
#include "relatile/array/creation.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/linalg/products.hpp"

namespace relatile::models::detail {

/// Moves what was summed about near means to the means; columns that are constant, but for what
/// rounding makes of them, become 0.
inline void centre(CentredProducts& of, const Numbers& sums, double n, std::int64_t rows) {
  const std::size_t d = of.with_y.size();
  const double least = double(rows) * std::numeric_limits<double>::epsilon();
  std::vector<bool> constant;
  for (std::size_t j = 0; j < d; ++j) {
    const double squares = of.gram[j * d + j];
    constant.push_back(!(squares - sums[j] * sums[j] / n > least * squares));
  }
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      double& product = of.gram[i * d + j];
      product = constant[i] || constant[j] ? 0 : product - sums[i] * sums[j] / n;
    }
    of.with_y[i] = constant[i] ? 0 : of.with_y[i] - sums[i] * sums[d] / n;
  }
}

/// Of a dense matrix the product of one with itself, of which half is computed.
inline Matrix gram(const Features& columns, const RowWeights& weights) {
  if (columns.is_sparse()) {
    return weighted_gram(columns, weights.times(as_array(ones({columns.rows()}))));
  }
  const Matrix scaled = weights.times_roots(columns.dense());
  return matmul(transpose(scaled), scaled);
}

RELATILE_INLINE CentredProducts centred_products(const char* model, const Features& x,
                                                 const Vector& y, const RowWeights& weights,
                                                 bool centred) {
  x.evaluate();
  const double n = weights.total();
  const auto d = std::size_t(x.columns());
  CentredProducts found;
  found.x_means.assign(d, 0);
  if (centred) {
    Numbers sums = numbers_of({weights.column_sums(x), flat(as_array(sum(weights.times(y))))});
    require_finite(model, sums);
    for (double& number : sums) number /= n;
    found.y_mean = sums.back();
    sums.pop_back();
    found.x_means = std::move(sums);
  }
  const Vector y_centred = y - found.y_mean;
  const bool dense = !x.is_sparse();
  const Features columns = dense && centred ? Features(x.dense() - vector_of(found.x_means)) : x;
  const Numbers all =
      numbers_of({flat(gram(columns, weights)), transposed_times(columns, weights.times(y_centred)),
                  flat(as_array(sum(weights.times(square(y_centred))))),
                  centred ? weights.column_sums(columns) : vector_of({}),
                  flat(as_array(sum(weights.times(y_centred))))});
  require_finite(model, all);
  const auto inner = std::ptrdiff_t(d * d);
  found.gram.assign(all.begin(), all.begin() + inner);
  const auto rest = all.begin() + inner + std::ptrdiff_t(d);
  found.with_y.assign(all.begin() + inner, rest);
  found.y_squares = *rest;
  if (!centred) return found;
  const Numbers sums(rest + 1, all.end());
  centre(found, sums, n, x.rows());
  for (std::size_t j = 0; dense && j < d; ++j) found.x_means[j] += sums[j] / n;
  found.y_mean += sums.back() / n;
  return found;
}

}  // namespace relatile::models::detail
