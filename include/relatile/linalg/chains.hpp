// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/linalg/products.hpp"

// Products of many matrices.

namespace relatile {

/// numpy.linalg.multi_dot: the product of matrices, in the order of multiplications that the
/// planner finds cheapest. The first may be a row vector, the last a column vector.
///
///   errors  ShapeMismatch where neighbours do not fit
template <ArrayExpression... A>
auto multi_dot(const A&... a) {
  constexpr std::size_t count = sizeof...(A);
  static_assert(count >= 2, "relatile: multi_dot takes two arrays or more");
  constexpr int ranks[] = {rank_of<A>...};
  constexpr bool fits = [&] {
    for (std::size_t x = 0; x < count; ++x) {
      const bool end = x == 0 || x + 1 == count;
      if (ranks[x] != 2 && !(end && ranks[x] == 1)) return false;
    }
    return true;
  }();
  static_assert(fits, "relatile: multi_dot takes matrices; the first and the last may be vectors");
  constexpr int rank = ranks[0] + ranks[count - 1] - 2;
  return einsum_detail::einsum_of<rank, PlusTimes>(
      "multi_dot", detail::chain_labelling("multi_dot", {shape_of(a)...}), a...);
}

/// The same of as many matrices as a list holds.
///
///   errors  Error for an empty list, ShapeMismatch where neighbours do not fit
template <class T>
Array<T, 2> multi_dot(const std::vector<Array<T, 2>>& matrices,
                      SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if (matrices.empty()) throw Error("relatile: multi_dot: a list of no matrices");
  if (matrices.size() == 1) return matrices.front();
  std::vector<Extents> shapes;
  std::vector<tra::NodePtr> nodes;
  for (const auto& matrix : matrices) {
    shapes.push_back(matrix.shape());
    nodes.push_back(matrix.node());
  }
  return Array<T, 2>(einsum_detail::einsum_node<PlusTimes, T>(
      "multi_dot", nodes, detail::chain_labelling("multi_dot", shapes)));
}

namespace detail {
/// The inverse of matrices, for those who include relatile/linalg.hpp, which sets it.
template <class T>
inline tra::NodePtr (*inverse_of_matrices)(const tra::NodePtr&) = nullptr;

/// Says what a power below 0 needs.
template <class T>
[[noreturn]] void refuse_negative_power(std::int64_t n) {
  constexpr bool has_inverses = std::is_floating_point_v<T> || is_complex_v<T>;
  throw Error("relatile: matrix_power: power " + std::to_string(n) + " needs the inverse of a" +
              (has_inverses ? ": #include <relatile/linalg.hpp>"
                            : ", which integers have none of: convert a by astype<double>"));
}

/// x times itself, n times, of which there is one at least, by repeated squaring.
template <class X, class Times>
X power_by_squaring(X squared, std::int64_t n, const Times& times) {
  std::optional<X> result;
  for (;; n /= 2, squared = times(squared, squared)) {
    if (n % 2 == 1) result = result ? times(*result, squared) : squared;
    if (n == 1) return *result;
  }
}
}  // namespace detail

/// numpy.linalg.matrix_power: a times itself, n times, by repeated squaring; the unit matrix for n
/// = 0, and for negative n powers of the inverse, of numbers that are not whole, where a file of
/// the program includes relatile/linalg.hpp. Axes before the last two are a batch.
///
///   errors  ShapeMismatch if a is not square, Error for negative n without that header, or of
///           integers; KernelError, later, if a is singular then
template <ArrayExpression A>
auto matrix_power(const A& a, std::int64_t n, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<A> >= 2, "relatile: matrix_power takes a matrix, or a batch of matrices");
  using Matrix = Array<element_of<A>, rank_of<A>>;
  Matrix squared = as_array(a);
  detail::require_square("matrix_power", squared.shape());
  if (n < 0) {
    const auto inverse = detail::inverse_of_matrices<element_of<A>>;
    if (inverse == nullptr) detail::refuse_negative_power<element_of<A>>(n);
    squared = Matrix(inverse(squared.node()));
    n = -n;
  }
  if (n == 0) {
    return Matrix(
        broadcast_to<rank_of<A>>(eye<element_of<A>>(squared.shape().back()), squared.shape()));
  }
  return detail::power_by_squaring(
      squared, n, [](const Matrix& x, const Matrix& y) { return Matrix(matmul(x, y)); });
}

}  // namespace relatile
