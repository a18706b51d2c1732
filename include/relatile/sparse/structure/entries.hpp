// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/sparse/structure/structure.hpp"

// Matrices of entries in any order: each block of them is divided among parts of the rows, every
// part's stretches are brought together, as in a sort, and put in order there.

namespace relatile::detail {

/// Entries by keys, row * 2^32 + column, and their elements.
struct Entries {
  Extents shape;
  tra::NodePtr keys;
  tra::NodePtr values;
};
/// What several entries at one place are: not looked for, an error, or added up.
enum class Equal { none, refused, summed };

/// The matrix of entries; `sum` adds up elements of equal keys, where that is asked for.
/// Collective.
///
///   errors  ShapeMismatch for several entries at one place, if these are refused
SparseNodes sparse_of_entries(const char* operation, const Entries& entries, Equal equal,
                              const PieceKernel& sum);
/// Keys of the transpose, column * 2^32 + row.
tra::NodePtr flipped(const tra::NodePtr& keys);
/// The keys of entries in these rows and columns.
tra::NodePtr keys_at(const Array<std::int64_t, 1>& rows, const Array<std::int64_t, 1>& columns);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/structure/impl/entries.hpp"
#endif
