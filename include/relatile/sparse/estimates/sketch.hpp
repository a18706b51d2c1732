// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <ostream>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/sparse/structure/structure.hpp"

namespace relatile {

/// What the product of two sparse matrices will be, from counts of entries alone.
struct ProductEstimate {
  double pairs = 0;  ///< of entries that are multiplied, exactly; a product takes 2 flops a pair
  double nnz = 0;    ///< of the product, estimated
  double least = 0;  ///< nnz is not below,
  double most = 0;   ///< and not above
  /// Whether counts leave no choice, as where rows of a or columns of b have one entry at most.
  bool is_exact() const { return least == most; }
};
std::ostream& operator<<(std::ostream& out, const ProductEstimate& estimate);

namespace detail {

/// Counts of a matrix's entries, four numbers a row and column at most: the MNC sketch [Sommer,
/// Boehm, Evfimievski, Reinwald, Haas, SIGMOD 2019]. Vectors are distributed as any; numbers are
/// the same on all ranks. Of a matrix that is known as a product only, counts are expectations.
struct SparseSketch {
  Extents shape;
  double nnz = 0;
  Array<double, 1> of_rows;          ///< how many entries each row has
  Array<double, 1> of_columns;       ///< and each column
  Array<double, 1> alone_in_column;  ///< of each row, entries that are the only ones of a column
  Array<double, 1> alone_in_row;     ///< of each column, entries that are the only ones of a row
  double other_rows = 0;             ///< rows with entries that are not known to be alone in them
  double other_columns = 0;          ///< the same of columns
};

/// Collective.
///
///   cost    two products of the pattern with vectors
SparseSketch sketch_of(const SparsePattern& pattern);
std::vector<SparseSketch> sketches_of(const std::vector<SparsePattern>& patterns);

/// Entries of a product are of three kinds: in rows for which a has a single entry, which are rows
/// of b; in other rows and columns for which b has a single entry; and all others. The first two
/// are exact. Of the others, pairs that meet at k are assumed to fall at places that are all
/// equally likely, without regard to other k. Collective.
///
///   cost    a pass over the vectors of the inner axis
ProductEstimate estimate_of_product(const SparseSketch& a, const SparseSketch& b);

/// A sketch of the product: rows have entries in proportion to those of a, columns to those of b.
SparseSketch sketch_of_product(const SparseSketch& a, const SparseSketch& b,
                               const ProductEstimate& estimate);

}  // namespace detail

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/estimates/impl/sketch.hpp"
#endif
