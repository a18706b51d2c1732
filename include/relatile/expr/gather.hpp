// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/expr/elementwise.hpp"
#include "relatile/function/as_type.hpp"

// Elements by arrays of indices, as nodes: tra/select.hpp says what that is.

namespace relatile::detail {

/// Whole numbers in an array, which may be indices. Of truth values none are: what is chosen by
/// them has a size that only they know.
template <class I>
concept IndexArray =
    ArrayExpression<I> && std::is_integral_v<element_of<I>> && !std::is_same_v<element_of<I>, bool>;

template <class M>
inline constexpr bool holds_truth_values = std::is_same_v<element_of<M>, bool>;
/// Truth values in an array.
template <class M>
concept MaskArray = ArrayExpression<M> && holds_truth_values<M>;

/// Indices as selections read them.
template <IndexArray I>
tra::NodePtr as_indices(const I& indices) {
  if constexpr (std::is_same_v<canonical_t<element_of<I>>, std::int64_t>) {
    return to_node(indices);
  } else {
    return to_node(make_elementwise(function::AsType<std::int64_t>{}, indices));
  }
}

/// x indexed by arrays of std::int64_t along `axes` (ascending), which are broadcast together:
/// NumPy's advanced indexing. Their axes stand in the result where those of x were, or, with
/// `apart`, before all others.
///
///   errors  ShapeMismatch where indices do not broadcast together, or point into no elements;
///           LimitExceeded where the axes that are indexed and those of the result are more than
///           16; KernelError on all ranks, later, for an index out of bounds
tra::NodePtr gather_node(const std::string& name, const tra::NodePtr& x,
                         std::vector<tra::NodePtr> indices, const std::vector<int>& axes,
                         bool apart);

/// Along `axis`, the element of x that `indices`, of as many axes as x, names for every place of
/// the other axes, which are broadcast.
tra::NodePtr gather_along_node(const tra::NodePtr& x, const tra::NodePtr& indices, int axis);

/// The reverse, of floating-point or complex numbers: zeros, of `extent` along `axis`, with
/// `values` added where `indices`, of their shape, say.
tra::NodePtr scatter_along_node(const tra::NodePtr& values, const tra::NodePtr& indices, int axis,
                                std::int64_t extent);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/expr/impl/gather.hpp"
#endif
