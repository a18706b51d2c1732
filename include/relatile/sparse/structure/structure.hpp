// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/kernel/sparse/rows.hpp"
#include "relatile/tra/on_pieces.hpp"

namespace relatile::detail {

struct NeededColumns;
struct LookToBegin;

/// What is known of the columns that rows have entries in, once all ranks have looked: one for all
/// copies of a structure.
struct LookedAt {
  bool done = false;
  std::shared_ptr<const NeededColumns> needed;  ///< null: nobody looked, or there are too many
  std::shared_ptr<const LookToBegin> to_begin;  ///< for which this site is prepared
  Bytes sent_so_far;                            ///< of what is dense, by products that did not know
};

/// Where a sparse matrix has entries: compressed rows, in blocks of rows with about equally many.
/// Where blocks begin is known on all ranks; how many entries each row has, and in which columns,
/// ascending, are arrays that are cut between blocks.
struct SparseStructure {
  Extents shape;
  tra::SharedNumbers rows;     ///< where the rows of blocks begin, and the number of all
  tra::SharedNumbers entries;  ///< where the entries of blocks begin, and the number of all
  tra::SharedNumbers work;     ///< of a product with a vector: flops of all blocks before each
  /// The columns that each block has entries in are not below its low and below its end.
  tra::SharedNumbers lows;
  tra::SharedNumbers ends;
  Array<kernel::SparseIndex, 1> counts;   ///< of entries in every row that is stored
  Array<kernel::SparseIndex, 1> columns;  ///< of every entry
  /// Where far fewer rows have entries than there are, only they are stored: where the stored rows
  /// of blocks begin, and the number of all; and their own numbers. Else null, and nothing.
  tra::SharedNumbers stored;
  Array<kernel::SparseIndex, 1> numbers;
  std::shared_ptr<LookedAt> looked_at;  ///< see needed.hpp
  /// What products with what is dense bring together, where somebody insists on it.
  std::shared_ptr<const NeededColumns> needed;

  std::int64_t blocks() const { return static_cast<std::int64_t>(rows->size()) - 1; }
  std::int64_t nnz() const { return entries->back(); }
  bool has_all_rows() const { return stored == nullptr; }
  /// The counts of every row, made of those that are stored, if not all are.
  tra::NodePtr all_counts() const;
  /// Whether blocks have entries in less than half of the columns, as matrices with bands have:
  /// then what a block needs of a dense operand is a part of it.
  bool is_banded() const;
};
using SparsePattern = std::shared_ptr<const SparseStructure>;
inline Array<kernel::SparseIndex, 1> all_counts_of(const SparseStructure& s) {
  return Array<kernel::SparseIndex, 1>(s.all_counts());
}

/// What blocks of rows touch of arrays that have an element, or a row, for each of a matrix's rows.
tra::TouchedArray by_rows(const SparseStructure& of, const tra::NodePtr& array);
/// The counts of the rows that are stored, or, not `numbered`, of all.
tra::TouchedArray counts_of(const SparseStructure& s, bool numbered);
/// What blocks of rows touch of vectors that have an element for each stored row.
tra::TouchedArray by_stored_rows(const SparseStructure& of, const tra::NodePtr& array);
/// What blocks of rows touch of arrays that have an element for each entry.
tra::TouchedArray by_entries(const SparseStructure& of, const tra::NodePtr& array);
/// Vectors of these, as results.
tra::MadeOfPieces made_by_rows(const SparseStructure& of, ElementType element);
tra::MadeOfPieces made_by_entries(const SparseStructure& of, ElementType element);
/// The label of blocks, and others after it.
tra::PieceLabels labels_of_blocks(const SparseStructure& of);
/// A kernel of about `factor` times the work of a product with a vector.
tra::OnPieces op_on_rows(const SparseStructure& of, PieceKernel kernel, std::int64_t factor = 1);

/// A structure without columns: rows of counts that are known, in blocks of equal work. Collective.
std::shared_ptr<SparseStructure> rows_of_equal_work(const Extents& shape,
                                                    const tra::NodePtr& counts);
/// The same in blocks of the rows between `rows`. Collective.
std::shared_ptr<SparseStructure> rows_in_blocks(const Extents& shape, const tra::NodePtr& counts,
                                                const tra::SharedNumbers& rows);
/// Gives it its columns, and with them is complete. Collective.
SparsePattern with_columns(std::shared_ptr<SparseStructure> structure, const tra::NodePtr& columns);

/// A structure and elements for its entries, as nodes.
struct SparseNodes {
  SparsePattern pattern;
  tra::NodePtr values;
};

/// The matrix of entries that are in the order of rows, in each by columns. Collective.
SparseNodes sparse_of_rows(const Extents& shape, const tra::NodePtr& counts,
                           const tra::NodePtr& columns, const tra::NodePtr& values);

/// Where a dense matrix is true. Collective.
SparsePattern pattern_of_mask(const tra::NodePtr& mask);
/// The elements of a dense matrix at the entries; an extent of 1 stands for all rows, or columns.
tra::NodePtr taken_at(const SparsePattern& pattern, const tra::NodePtr& dense);
/// What gradients put back where taken_at takes from, a dense matrix of a shape: the entries, added
/// up along an extent of 1.
tra::NodePtr put_back_at(const SparseNodes& s, const Extents& shape);
/// The dense matrix of the entries, and `fill` elsewhere.
tra::NodePtr dense_of(const SparseNodes& s, std::string fill);

/// The entries that a or b has, or both have. Collective where patterns are not one.
SparsePattern pattern_together(const SparsePattern& a, const SparsePattern& b, bool both);
/// For each entry of `pattern` what s has there, else `fill`. Collective where patterns are not
/// one.
tra::NodePtr values_at(const SparsePattern& pattern, const SparseNodes& s, std::string fill);
/// The same matrix in blocks of the rows between `rows`. Collective where it has others.
SparseNodes in_blocks(const SparseNodes& s, const tra::SharedNumbers& rows);

/// The keys of a matrix's entries, row * 2^32 + column, of its transpose's if so asked, in the
/// order of rows.
tra::NodePtr keys_of(const SparsePattern& pattern, bool of_transpose);

// Of matrices of which not all rows are stored, as stored_rows.hpp has them.

/// The same pattern in blocks of the rows between `rows`. Collective.
SparsePattern stored_rows_in_blocks(const SparsePattern& pattern, const tra::SharedNumbers& rows);
/// The entries that a and b have together, whose blocks are the same, of the rows that have any.
/// Collective.
SparsePattern stored_rows_together(const SparsePattern& a, const SparsePattern& b, bool both);
/// For each entry of `pattern` what s has there, else `fill`, by their keys; blocks are the same.
tra::NodePtr values_at_stored_rows(const SparsePattern& pattern, const SparseNodes& s,
                                   std::string fill);

/// Throws ShapeMismatch for a matrix of more rows or columns than are numbered here, 2^31 - 1.
void require_sparse_shape(const char* operation, const Extents& shape);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/structure/impl/structure.hpp"
#include "relatile/sparse/structure/stored_rows.hpp"  // which needs these definitions
#endif
