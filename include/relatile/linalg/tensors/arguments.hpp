// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
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

/// A tensor of floating-point numbers, evaluated, and its norm.
template <class T, int N>
struct NormedTensor {
  Array<T, N> tensor;
  double norm = 0;
};

/// ShapeMismatch for a tensor without elements.
void require_elements_of_tensor(const std::string& function, const Extents& shape);
/// The norm from its square. Error for one that is not finite, of NaN in x or of numbers too large.
double norm_of_square(const std::string& function, double square);
/// |x - y| / |x| of an approximation y that has these squares of norms, and the product with x.
double relative_error(double norm, double inner, double square);
/// ShapeMismatch unless matrix number k of `shapes` has as many rows as `tensor` has in mode k, and
/// all have as many columns; mode `but` is not looked at.
void require_factors(const std::string& function, const Extents& tensor,
                     const std::vector<Extents>& shapes, int but);

/// Evaluates the tensor that a function decomposes, and its norm.
template <ArrayExpression X>
auto tensor_of_argument(const std::string& function, const X& x) {
  static_assert(rank_of<X> >= 2, "relatile: tensor decompositions take arrays of 2 axes or more");
  static_assert(!is_complex_v<element_of<X>>,
                "relatile: tensor decompositions take real numbers, of types float or double");
  using T = factored_t<element_of<X>>;
  NormedTensor<T, rank_of<X>> found{astype<T>(x)};
  require_elements_of_tensor(function, found.tensor.shape());
  const Array<double, 0> size = sum(square(astype<double>(found.tensor)));
  found.norm = norm_of_square(function, evaluated_scalars({size}, {found.tensor.node()}).front());
  return found;
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
