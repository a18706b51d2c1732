// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <type_traits>

#include "relatile/core/promotion.hpp"

// What users write beside arrays though it is none, told by its members: it is refused with advice
// instead of a list of all functions that do not fit.

namespace relatile::detail {

/// An Eigen matrix, array or expression of these.
template <class X>
concept EigenLike = requires {
  typename std::remove_cvref_t<X>::PlainObject;
  typename std::remove_cvref_t<X>::Scalar;
};

/// A relation, where relations are not known.
template <class X>
concept RelationLike = requires {
  typename std::remove_cvref_t<X>::relatile_relation_expression;
};

/// A sparse array, where sparse arrays are not known.
template <class X>
concept SparseLike = requires {
  typename std::remove_cvref_t<X>::relatile_sparse_array;
};

/// A sparse array of another number of dimensions than two, where sparse arrays are not known.
template <class X>
concept SparseTensor = SparseLike<X> && requires {
  typename std::remove_cvref_t<X>::relatile_sparse_tensor;
};

/// A std::vector, or what else has its elements in a row, and is no Eigen matrix.
template <class X>
concept NoOperand = !EigenLike<X> && requires(const X& x) {
  x.data();
  x.size();
};

/// No array and no number, but nothing either that has operators with arrays of its own.
template <class X>
concept Foreign = EigenLike<X> || RelationLike<X> ||
                  (std::is_arithmetic_v<X> && !is_scalar_type_v<X>) ||
                  std::is_array_v<X> || std::is_pointer_v<X> || requires(const X& x) {
  x.data();
  x.size();
};

}  // namespace relatile::detail
