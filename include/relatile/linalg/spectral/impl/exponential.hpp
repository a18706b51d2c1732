// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/spectral/exponential.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "relatile/array/reductions/norm.hpp"
#include "relatile/kernel/spectral/exponential.hpp"
#include "relatile/linalg/dense/whole_matrix.hpp"
#include "relatile/linalg/iterative/numbers.hpp"
#include "relatile/linalg/spectral/derivatives.hpp"

namespace relatile::detail {

/// log2 of the 1-norm of |a|^count, by products of a row of ones with |a|, which are kept near 1.
template <class T>
Array<double, 0> log2_of_absolute_power(const Array<T, 2>& a, int count) {
  const Array<double, 2> sizes = astype<double>(abs(a));
  Array<double, 1> row = ones<double>({a.shape(0)});
  std::vector<Array<double, 0>> tops;
  for (int k = 0; k < count; ++k) {
    row = matmul(row, sizes);
    const Array<double, 0> top = max(row);
    tops.push_back(top);
    row = row / where(top > 0.0, top, 1.0);
  }
  return sum(log2(stack(tops)));
}

/// How often a, whose powers up to the fifth are given, is halved for Taylor's polynomial of degree
/// 20: until the roots of its powers' norms, which may be far below its own norm, are below 1.438,
/// and until the first term of |a| that is left out is below rounding. Evaluates the powers.
template <class T>
int halvings_of(const std::vector<Array<T, 2>>& powers) {
  const auto norm_of = [](const Array<T, 2>& x) {
    return Array<double, 0>(astype<double>(norm(x, 1)));
  };
  std::vector<tra::NodePtr> nodes;
  for (std::size_t k = 2; k < powers.size(); ++k) nodes.push_back(powers[k].node());
  const auto numbers =
      evaluated_scalars({norm_of(powers[1]), norm_of(powers[2]), norm_of(powers[4]),
                         norm_of(powers[5]), log2_of_absolute_power(powers[1], 21)},
                        nodes);
  if (numbers[0] == 0) return 0;
  // The sixth power, which is not there, is no larger than the product of the second and fourth.
  const double sixth = std::pow(numbers[1] * numbers[2], 1 / 6.0);
  const double fifth = std::pow(numbers[3], 1 / 5.0);
  const double root = std::max(std::pow(numbers[2], 1 / 4.0), std::min(fifth, sixth));
  const int halvings = kernel::halvings_to(root, 1.438);
  constexpr double log2_of_coefficient = -65.4697;  // of 1 / 21!
  return halvings +
         kernel::more_halvings(
             numbers[4] - std::log2(numbers[0]) + log2_of_coefficient - 20.0 * halvings, 20);
}

/// Taylor's polynomial of degree 20 of a, whose powers up to the fifth are given: three more
/// products, by Horner's rule of the fifth.
template <class T>
Array<T, 2> taylor20(const std::vector<Array<T, 2>>& powers) {
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
  // Of huge elements, the powers of which are no numbers, the first halvings follow the norm alone.
  constexpr int most = std::numeric_limits<real_t<T>>::max_exponent / 6;
  const int before = kernel::halvings_to(norm_1, std::ldexp(1.0, most));
  const auto halved = [](const Array<T, 2>& x, int times) {
    return Array<T, 2>(x * T(static_cast<real_t<T>>(std::ldexp(1.0, -times))));
  };
  std::vector<Array<T, 2>> powers{eye<T>(n), before > 0 ? halved(matrix, before) : matrix};
  for (int k = 2; k <= 5; ++k) powers.push_back(matmul(powers[1], powers.back()));
  const int halvings = halvings_of(powers);
  for (int k = 1; k <= 5; ++k) {
    const auto at = static_cast<std::size_t>(k);
    powers[at] = halved(powers[at], k * halvings);
  }
  Array<T, 2> result = taylor20<T>(powers);
  powers.clear();
  evaluate_all(result);
  for (int s = 0; s < before + halvings; ++s) {
    result = matmul(result, result);
    evaluate_all(result);
  }
  return result.node();
}

}  // namespace relatile::detail
