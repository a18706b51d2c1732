// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/linalg/iterative/numbers.hpp"
#include "relatile/linalg/spectral/matrices.hpp"

// What decompositions of tensors are written with. A mode is an axis.

namespace relatile {

/// A factor matrix for each mode.
template <class T, int N>
using Factors = std::array<Array<T, 2>, static_cast<std::size_t>(N)>;

/// A rank for each mode.
template <int N>
using ModeRanks = std::array<std::int64_t, static_cast<std::size_t>(N)>;

namespace detail {

/// A tensor of floating-point numbers over a power of two, evaluated, and the norm of that.
template <class T, int N>
struct NormedTensor {
  Array<T, N> tensor;
  double norm = 0;
  double unit = 1;  ///< what the tensor is multiplied by to be the one that was given
};

/// ShapeMismatch for a tensor without elements.
void require_elements_of_tensor(const std::string& function, const Extents& shape);
/// The unit of its largest absolute value; Error for one that is not finite.
double unit_of_tensor(const std::string& function, double largest);
/// |x - y| / |x| of an approximation y that has these squares of norms, and the product with x.
double relative_error(double norm, double inner, double square);
/// ShapeMismatch unless matrix number k of `shapes` has as many rows as `tensor` has in mode k, and
/// all have as many columns; mode `but` is not looked at.
void require_factors(const std::string& function, const Extents& tensor,
                     const std::vector<Extents>& shapes, int but);

/// Evaluates the tensor that a function decomposes, over its unit, and its norm.
template <ArrayExpression X>
auto tensor_of_argument(const std::string& function, const X& x) {
  static_assert(rank_of<X> >= 2, "relatile: tensor decompositions take arrays of 2 axes or more");
  static_assert(!is_complex_v<element_of<X>>,
                "relatile: tensor decompositions take real numbers, of types float or double");
  using T = factored_t<element_of<X>>;
  NormedTensor<T, rank_of<X>> found{astype<T>(x)};
  require_elements_of_tensor(function, found.tensor.shape());
  const auto square_of_norm = [&found] {
    return Array<double, 0>(sum(square(astype<double>(found.tensor))));
  };
  const Array<double, 0> largest = max(abs(astype<double>(found.tensor)));
  auto numbers = evaluated_scalars({largest, square_of_norm()}, {found.tensor.node()});
  found.unit = unit_of_tensor(function, numbers[0]);
  if (found.unit != 1) {
    found.tensor = found.tensor / T(found.unit);
    numbers[1] = evaluated_scalars({square_of_norm()}, {found.tensor.node()}).front();
  }
  found.norm = std::sqrt(numbers[1]);
  return found;
}

template <int N, class T>
Factors<T, N> factors_of(const std::vector<Array<T, 2>>& matrices) {
  Factors<T, N> factors;
  for (std::size_t k = 0; k < matrices.size(); ++k) factors[k] = matrices[k];
  return factors;
}
/// Nodes, or shapes, of factors.
template <class T, std::size_t N>
std::vector<tra::NodePtr> nodes_of(const std::array<Array<T, 2>, N>& factors) {
  std::vector<tra::NodePtr> nodes;
  for (const auto& factor : factors) nodes.push_back(factor.node());
  return nodes;
}
template <class T, std::size_t N>
std::vector<Extents> shapes_of_factors(const std::array<Array<T, 2>, N>& factors) {
  std::vector<Extents> shapes;
  for (const auto& factor : factors) shapes.push_back(factor.shape());
  return shapes;
}

}  // namespace detail

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/tensors/impl/arguments.hpp"
#endif
