// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <complex>
#include <cstdint>
#include <string>

#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/linalg/chains.hpp"
#include "relatile/linalg/dense/lu.hpp"

// Systems whose unknowns are arrays: several axes are the rows of a matrix, the others its columns.

namespace relatile {

namespace detail {

/// The extents of the axes from `begin` to before `end`.
RELATILE_INLINE Extents extents_between(const Extents& shape, int begin, int end);
/// Throws ShapeMismatch unless the first `rows` axes have as many elements as the others.
RELATILE_INLINE void require_square_tensor(const std::string& function, const Extents& shape,
                                           int rows);

/// Lets matrix_power take negative powers.
inline const bool powers_have_inverses = [] {
  inverse_of_matrices<float> = inverse_node<float>;
  inverse_of_matrices<double> = inverse_node<double>;
  inverse_of_matrices<std::complex<float>> = inverse_node<std::complex<float>>;
  inverse_of_matrices<std::complex<double>> = inverse_node<std::complex<double>>;
  return true;
}();

}  // namespace detail

/// The x of tensordot(a, x, x.ndim) = b: numpy.linalg.tensorsolve. b has the extents of a's first
/// axes, x those of the others.
///
///   shapes  (i,j,k,l) (i,j) -> (k,l) where i j = k l
///   errors  ShapeMismatch for shapes that do not fit; as of solve
template <ArrayExpression A, ArrayExpression B>
auto tensorsolve(const A& a, const B& b, const PanelOptions& options = {},
                 SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int rows = rank_of<B>;
  constexpr int columns = rank_of<A> - rows;
  static_assert(rows > 0 && columns > 0, "relatile: tensorsolve: a has more dimensions than b");
  const Extents shape = shape_of(a);
  detail::require_square_tensor("tensorsolve", shape, rows);
  if (!(shape_of(b) == detail::extents_between(shape, 0, rows))) {
    throw ShapeMismatch("relatile: tensorsolve: b of shape " + to_string(shape_of(b)) +
                        " beside a of shape " + to_string(shape) + ", which begins otherwise");
  }
  const std::int64_t n = volume(shape_of(b));
  const auto x = solve(reshape<2>(a, Extents{n, n}), ravel(b), options, line);
  return reshape<columns>(x, detail::extents_between(shape, rows, rank_of<A>));
}

/// The inverse of tensordot(a, x, x.ndim), where the first `Rows` axes of a are the result's:
/// numpy.linalg.tensorinv(a, ind=Rows).
///
///   shapes  (i,j,k,l) -> (k,l,i,j) where i j = k l
///   errors  ShapeMismatch for shapes that do not fit; as of inv
template <int Rows = 2, ArrayExpression A>
auto tensorinv(const A& a, const PanelOptions& options = {},
               SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(Rows > 0 && Rows < rank_of<A>,
                "relatile: tensorinv: a has more dimensions than ind");
  const Extents shape = shape_of(a);
  detail::require_square_tensor("tensorinv", shape, Rows);
  Extents result = detail::extents_between(shape, Rows, rank_of<A>);
  const Extents first = detail::extents_between(shape, 0, Rows);
  const std::int64_t n = volume(first);
  for (int d = 0; d < Rows; ++d) result.push_back(first[d]);
  return reshape<rank_of<A>>(inv(reshape<2>(a, Extents{n, n}), options, line), result);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/dense/impl/tensors.hpp"
#endif
