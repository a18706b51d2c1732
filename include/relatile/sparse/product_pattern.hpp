// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/sparse/structure/structure.hpp"

// Where the product of two sparse matrices has entries, and what it takes to compute them.

namespace relatile::detail {

/// How blocks of a's rows touch rows of b, and their entries: those of b's blocks that have some
/// row that the block names, or all.
struct TouchedRows {
  TouchedRows(const SparseStructure& a, const SparseStructure& b);
  /// The counts of b's stored rows, and, where these are not all, one more operand: their numbers.
  tra::TouchedArray counts_of(const SparseStructure& b) const;
  void add_numbers_of(const SparseStructure& b, std::vector<tra::TouchedArray>& operands) const;

  AccessDim rows;
  AccessDim entries;
  AccessDim stored;  ///< of the rows of b that are stored, if not all are
};

/// The places of a product's entries, in blocks of a's rows.
struct ProductPattern {
  SparsePattern places;
  /// Of the elements: flops of all blocks before each, and of all: 2 for each pair of entries that
  /// meets and 1 a row.
  tra::SharedNumbers work;
  std::optional<tra::SizeEstimate> expected{};  ///< before it was found out
};

/// Where the product of two matrices has entries. What was expected of it, if nobody says
/// otherwise, is what blocks of pairs tell: these fall with equal chances on the places of their
/// rows and of the columns that b's rows there reach. Sketches would tell more, but are sums over
/// all sites, of which products of matrices with bands have none. Where `mask` has entries, if
/// there is one, the product has none. Collective.
ProductPattern pattern_of_product(const SparsePattern& a, const SparsePattern& b,
                                  const std::optional<tra::SizeEstimate>& expected = {},
                                  const SparsePattern& mask = nullptr);
/// The places of a mask, whose blocks of rows are a's. Collective.
ProductPattern places_of_mask(const SparsePattern& mask, const SparsePattern& a,
                              const SparsePattern& b);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/impl/product_pattern.hpp"
#endif
