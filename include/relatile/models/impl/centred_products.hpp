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
inline void centre(CentredProducts& of, const Numbers& sums, double n) {
  const std::size_t d = of.with_y.size();
  const double least = n * std::numeric_limits<double>::epsilon();
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

RELATILE_INLINE CentredProducts centred_products(const char* model, const Features& x,
                                                 const Vector& y, bool centred) {
  x.evaluate();
  const double n = double(x.rows());
  const auto d = std::size_t(x.columns());
  CentredProducts found;
  found.x_means.assign(d, 0);
  if (centred) {
    Numbers sums = numbers_of({column_sums(x), flat(as_array(sum(y)))});
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
      numbers_of({dense ? flat(as_array(matmul(transpose(columns.dense()), columns.dense())))
                        : flat(weighted_gram(x, ones({x.rows()}))),
                  transposed_times(columns, y_centred), flat(as_array(sum(square(y_centred)))),
                  centred ? column_sums(columns) : vector_of({}), flat(as_array(sum(y_centred)))});
  require_finite(model, all);
  const auto inner = std::ptrdiff_t(d * d);
  found.gram.assign(all.begin(), all.begin() + inner);
  const auto rest = all.begin() + inner + std::ptrdiff_t(d);
  found.with_y.assign(all.begin() + inner, rest);
  found.y_squares = *rest;
  if (!centred) return found;
  const Numbers sums(rest + 1, all.end());
  centre(found, sums, n);
  for (std::size_t j = 0; dense && j < d; ++j) found.x_means[j] += sums[j] / n;
  found.y_mean += sums.back() / n;
  return found;
}

}  // namespace relatile::models::detail
