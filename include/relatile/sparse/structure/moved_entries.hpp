// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/sparse/structure/structure.hpp"

// The entries of a matrix at other places, each at one of its own, as of an array that is unfolded
// along another axis. Where they are is found out at once; elements are lazy, and gradients pass
// through them.

namespace relatile::detail {

/// The matrix of a shape with the elements of s, each where its key says: row * 2^32 + column, for
/// each entry of s. No two keys are equal. Collective.
///
///   cost    each key is sent once if another site has its row, and each element when it is needed;
///           a gradient sends them back
SparseNodes moved_entries(const char* operation, const SparseNodes& s, const tra::NodePtr& keys,
                          const Extents& shape);

/// The matrix with rows and columns exchanged. Collective. While grad(f, x) calls f, gradients pass
/// through it.
SparseNodes transposed(const SparseNodes& s);
/// The same of a matrix that is kept beside it: gradients pass through it whenever they are taken.
/// Collective.
SparseNodes transposed_beside(const SparseNodes& s);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/structure/impl/moved_entries.hpp"
#endif
