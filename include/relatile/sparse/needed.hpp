// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/sparse/sparse_array.hpp"

// Products with what is dense that send only what rows need, wherever that is: known after one look
// at the indices, and from then on a way that the planner may choose.

namespace relatile {

namespace detail {

/// Which elements of a vector, or rows of a dense matrix, rows need that have entries. Readers are
/// as many even parts of the blocks of rows as there are sites, owners as many parts of what is
/// dense. Each owner packs what readers want of it; what comes together, reader after reader, is
/// what rows are multiplied by.
struct NeededColumns {
  tra::SharedNumbers owners;             ///< where the elements of owners begin
  tra::SharedNumbers packed;             ///< where what owners pack begins
  std::vector<std::int64_t> begins;      ///< of each owner's, where that for each reader begins
  tra::SharedNumbers lows;               ///< what blocks of rows touch of what came together,
  tra::SharedNumbers ends;               ///< from, and to
  std::int64_t count = 0;                ///< of what came together
  std::int64_t lacking = 0;              ///< of these, what readers do not own
  std::int64_t number = 0;               ///< that no others have
  Array<kernel::SparseIndex, 1> wanted;  ///< which elements are packed
  Array<kernel::SparseIndex, 1> places;  ///< of every entry, where in what came together
};

/// What a site does by itself before all of them look; nothing where nobody will.
void prepare_look(const SparseStructure& s);
/// Finds them, once sites are prepared, unless that was done before; null where they are too many
/// to be numbered. Collective; an error is one of all sites, none of which then knows them.
std::shared_ptr<const NeededColumns> look_at(const SparseStructure& s);
/// The same structure, whose products bring together what is needed, whatever that costs.
/// Collective.
SparsePattern with_needed_columns(const SparsePattern& pattern);
/// What of a vector, or of a matrix's rows, readers need, brought together: a vector, of rows one
/// after the other.
tra::NodePtr needed_elements(const NeededColumns& needed, const tra::NodePtr& x);
/// Numbers of rows as those of elements, of which each row has `width`.
tra::SharedNumbers times_width(const tra::SharedNumbers& rows, std::int64_t width);

}  // namespace detail

/// The same matrix, whose products with vectors and matrices always bring to sites the elements, or
/// rows, that their rows have entries for, and no others: PETSc's scatter, known after one look at
/// the indices. Without it that is what the planner chooses where it is cheaper, once products have
/// sent enough for a look to pay: this is for who knows better, or wants it from the first product
/// on. What is made of the matrix with the same entries, such as `2.0 * s`, keeps it. Collective.
///
///   cost    keeps 4 bytes an entry and 4 for each element that a site needs; a product with p
///           columns sends p sizeof(T) for each row that another site needs, and copies all that
///           are needed
template <class T>
SparseArray<T, 2> with_needed_rows(const SparseArray<T, 2>& s,
                                   SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return SparseArray<T, 2>(detail::with_needed_columns(s.pattern()), s.values());
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/impl/needed.hpp"
#endif
