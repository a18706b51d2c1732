// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/definitions.hpp"
#include "relatile/sparse/structure/structure.hpp"

// Matrices of which far fewer rows have entries than there are: only these are stored (doubly
// compressed rows). Operators that do not know of it are given the counts of all rows, made for
// them. structure.hpp has declared more of it.

namespace relatile::detail {

/// Whether only those rows should be stored that have entries, of so many rows: where that takes a
/// quarter of the memory or less, of matrices of which it matters.
constexpr bool is_hypersparse(std::int64_t rows, std::int64_t rows_with_entries) {
  return rows >= 4096 && 8 * rows_with_entries <= rows;
}

/// A vector of these, as a result.
tra::MadeOfPieces made_by_stored_rows(const SparseStructure& of, ElementType element);
/// How many rows sorted keys name, which are cut between `parts` where rows end. Collective.
std::int64_t rows_with_entries(const tra::NodePtr& keys, const tra::SharedNumbers& parts);

/// The places of sorted keys, of which rows are stored that they name; in blocks between the rows
/// `rows`, or, if that is null, of equal work. Collective.
SparsePattern pattern_of_stored_rows(const Extents& shape, const tra::NodePtr& keys,
                                     const tra::SharedNumbers& rows = nullptr);
/// The matrix of sorted keys and their elements, of which rows are stored that keys name.
/// Collective.
SparseNodes sparse_of_stored_rows(const Extents& shape, const tra::NodePtr& keys,
                                  const tra::NodePtr& values);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/structure/impl/stored_rows.hpp"
#endif
