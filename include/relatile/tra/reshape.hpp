// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::tra {

/// The elements of array `x`, in their row-major order, under another shape of as many elements.
///
/// Axes fall into groups that hold the same elements before and after: (6, 4, 5) becomes (3, 8, 5)
/// by one of (6, 4) and (3, 8), and one of (5). Every group has one label, which runs along its
/// first axes before and after, in steps that fit both (here 3, of 2 rows and of 1), and all of its
/// other axes are whole: so what a site holds of the operand is what it holds of the result, and a
/// reshape moves nothing where the operand lies so. Where fewer steps fit than either axis is long,
/// the group becomes one axis first, and is cut again then: at most two copies, and two exchanges.
/// Where axes of extent 1 come or go, it is a view.
///
///   errors  ShapeMismatch for another number of elements
RELATILE_INLINE NodePtr make_reshape(const NodePtr& x, const Extents& shape);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/reshape.hpp"
#endif
