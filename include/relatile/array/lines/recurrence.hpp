// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/tra/node.hpp"

// Linear recurrences along lines: what derivatives of cumulative products are, with no division, so
// that factors may be zero.

namespace relatile::detail {

/// y[i] = a[i] y[i - 1] + b[i] along an axis, y[-1] = 0, of floating-point or complex elements: a
/// scan (scan.hpp) of the functions y -> a y + b. Its derivatives are such recurrences, too.
RELATILE_INLINE tra::NodePtr recurrence_node(const tra::NodePtr& a, const tra::NodePtr& b,
                                             int axis);

/// s[i] = g[i] + conj(a[i + 1]) s[i + 1], from the end: what g, the cotangent of y, adds to that of
/// b.
RELATILE_INLINE tra::NodePtr recurrence_from_end(const tra::NodePtr& a, const tra::NodePtr& g,
                                                 int axis);

/// `rest` along an axis behind one element, `first`.
RELATILE_INLINE tra::NodePtr behind_first(const tra::NodePtr& rest, int axis, double first);

/// What x has one place before, and `first` at the first place.
RELATILE_INLINE tra::NodePtr one_before(const tra::NodePtr& x, int axis, double first);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/lines/impl/recurrence.hpp"
#endif
