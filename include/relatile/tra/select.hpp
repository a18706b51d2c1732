// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::tra {

/// A join of data with arrays of indices, where some of the data's labels have the values that the
/// indices hold: an einsum with one-hot operands, whose zeros nobody writes down. Every pair of
///
///   gather   "i,kj->ij"  result(i, j) = data(index(i), j)     k is summed
///   scatter  "i,ij->kj"  result(index(i), j) += data(i, j)    i is summed
///
/// is one operator, so that the planner may broadcast the indices or the data, cut k and sum, or
/// cut j and send nothing, whichever is cheapest; where the indices point to does not change what
/// is sent. Points in label space are compared by the reference evaluator, and skipped by the
/// kernel.
struct Selection {
  std::string name;
  std::vector<NodePtr> indices;                ///< arrays of std::int64_t
  std::vector<std::vector<int>> index_labels;  ///< of the axes of each
  std::vector<int> selected;                   ///< for each: the label whose value it holds
  NodePtr data;
  std::vector<int> data_labels;
  std::vector<int> output;
  Extents labels;
  Reduction reduction;  ///< over the labels that the output lacks, one of them at least
  SelectKernel kernel;
};

/// The node of a selection; `stage` says what it means at a point, and `kernel` is faster
/// (kernel/select.hpp). A negative index counts from the end of its label; one that is out of range
/// is an error where it is read, so a KernelError of all sites.
///
///   errors  ShapeMismatch for indices into a label of no values
RELATILE_INLINE NodePtr make_select(Selection selection, Stage stage);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/select.hpp"
#endif
