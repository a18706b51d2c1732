// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/array/reductions/statistics.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/expr/conjugate.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/recipe.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/linalg/dense/qr.hpp"
#include "relatile/linalg/dense/shapes.hpp"
#include "relatile/linalg/products.hpp"

// What decompositions are written with.

namespace relatile::detail {

/// The conjugate of the transpose of a matrix, or of every matrix.
template <class T, int N>
Array<T, N> adjoint(const Array<T, N>& a) {
  return conjugate_of<T, N>(swapaxes(a, -2, -1));
}
/// The real parts of what has no others.
template <class T, int N>
Array<real_t<T>, N> real_parts(const Array<T, N>& x) {
  if constexpr (is_complex_v<T>) {
    return real(x);
  } else {
    return x;
  }
}
/// Numbers as elements T.
template <class T, int N>
Array<T, N> as_elements(const Array<real_t<T>, N>& x) {
  return astype<T>(x);
}

template <class T>
tra::NodePtr zeros_node(const Extents& shape) {
  const T zero(0);
  return full_node(shape, element_type_of<T>(), &zero);
}

/// The rows, and columns, of each matrix of an array.
RELATILE_INLINE tra::NodePtr block_of_matrices(const tra::NodePtr& a, const Range& rows,
                                               const Range& columns);
/// A row of each matrix, a vector.
RELATILE_INLINE tra::NodePtr row_of_matrices(const tra::NodePtr& a, std::int64_t row,
                                             const Range& columns);
/// The shape of `count` numbers, or of matrices, for every matrix of an array of shape `a`.
RELATILE_INLINE Extents shape_of_vectors(const Extents& a, std::int64_t count);
RELATILE_INLINE Extents shape_of_matrices(const Extents& a, std::int64_t rows,
                                          std::int64_t columns);

/// The matrix, or matrices, that functions decompose: floating-point numbers.
template <ArrayExpression A>
auto matrix_of_argument(const A& a) {
  static_assert(rank_of<A> >= 2, "relatile: this function takes a matrix, or arrays of matrices");
  return Array<factored_t<element_of<A>>, rank_of<A>>(astype<factored_t<element_of<A>>>(a));
}

/// a = q r, q of orthonormal columns.
template <class T>
struct ThinQr {
  Array<T, 2> q;
  Array<T, 2> r;
};
template <class T>
ThinQr<T> thin_qr(const Array<T, 2>& a) {
  const QrNodes nodes = qr_nodes<T>(a.node(), {});
  return {Array<T, 2>(nodes.q), Array<T, 2>(nodes.r)};
}

/// What several arrays take their parts of. While a gradient is being taken it is stored with the
/// first of them that is computed: the others and the way back read it, too.
inline tra::NodePtr shared_by_parts(tra::NodePtr packed) {
  if (RecipesAreKept::now()) RecipesAreKept::hold(handle_of(*packed));
  return packed;
}

/// Evaluates arrays together, by one plan, unless a gradient is being taken: then they are a part
/// of its program.
template <class... A>
void compute_at_once(const A&... arrays) {
  if (!RecipesAreKept::now()) Session::current().evaluate({arrays.node()...});
}
/// Evaluates arrays together, by one plan.
template <class... A>
void evaluate_all(const A&... arrays) {
  Session::current().evaluate({arrays.node()...});
}

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/linalg/spectral/impl/matrices.hpp"
#endif
