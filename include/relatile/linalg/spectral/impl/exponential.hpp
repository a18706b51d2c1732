// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/spectral/exponential.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "relatile/array/norm.hpp"
#include "relatile/kernel/spectral/exponential.hpp"
#include "relatile/linalg/dense/whole_matrix.hpp"
#include "relatile/linalg/iterative/numbers.hpp"
#include "relatile/linalg/spectral/derivatives.hpp"

namespace relatile::detail {

/// Taylor's polynomial of degree 20, four powers and then three products by Horner's rule of the
/// fifth.
template <class T>
Array<T, 2> taylor20(const Array<T, 2>& a) {
  std::vector<Array<T, 2>> powers{eye<T>(a.shape(0)), a};
  for (int k = 2; k <= 5; ++k) powers.push_back(matmul(powers[1], powers.back()));
  std::array<double, 21> factors{1};
  for (std::size_t k = 1; k < factors.size(); ++k) factors[k] = factors[k - 1] / double(k);
  const auto stretch = [&](std::size_t first, std::size_t terms) {
    Array<T, 2> sum = powers[0] * T(static_cast<real_t<T>>(factors[first]));
    for (std::size_t k = 1; k < terms; ++k) {
      sum = sum + powers[k] * T(static_cast<real_t<T>>(factors[first + k]));
    }
    return sum;
  };
  Array<T, 2> result = stretch(15, 6);
  for (const std::size_t first : {std::size_t{10}, std::size_t{5}, std::size_t{0}}) {
    result = stretch(first, 5) + matmul(powers[5], result);
  }
  return result;
}

template <class T>
tra::NodePtr exponential_node(const tra::NodePtr& a) {
  const Extents& shape = a->type.extents;
  const std::int64_t n = shape[shape.rank() - 1];
  if (volume(shape) == 0) return a;
  if (shape.rank() > 2 || n <= exponential_alone) {
    return differentiable_exponential<T>(
        make_of_matrices({{a}}, {element_type_of<T>(), n, n}, kernel::exponential_kernel<T>("expm"),
                         30 * double(n) * double(n) * double(n)),
        a);
  }
  const Array<T, 2> matrix(a);
  const Array<double, 0> size = astype<double>(norm(matrix, 1));
  const double norm_1 = evaluated_scalars({size}, {a})[0];
  if (!std::isfinite(norm_1)) {
    throw Error("relatile: expm: the matrix has NaN or infinities");
  }
  constexpr double near = 1.438;
  const int halvings = norm_1 > near ? int(std::ceil(std::log2(norm_1 / near))) : 0;
  const T scale(static_cast<real_t<T>>(std::ldexp(1.0, -halvings)));
  Array<T, 2> result = taylor20<T>(matrix * scale);
  evaluate_all(result);
  for (int s = 0; s < halvings; ++s) {
    result = matmul(result, result);
    evaluate_all(result);
  }
  return result.node();
}

}  // namespace relatile::detail
