// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/centred_products.hpp"

#include <cstddef>
#include <utility>

#include "relatile/array/conversion.hpp"
#include "relatile/array/creation.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/linalg/products.hpp"

namespace relatile::models::detail {

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
                  transposed_times(columns, y_centred), flat(as_array(sum(square(y_centred))))});
  require_finite(model, all);
  const auto inner = std::ptrdiff_t(d * d);
  found.gram.assign(all.begin(), all.begin() + inner);
  found.with_y.assign(all.begin() + inner, all.end() - 1);
  found.y_squares = all.back();
  if (!dense && centred) {  // y is centred, and with it its products
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) {
        found.gram[i * d + j] -= n * found.x_means[i] * found.x_means[j];
      }
    }
  }
  return found;
}

}  // namespace relatile::models::detail
