// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/plan/applied_rule.hpp"
#include "relatile/rules/rewritten.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::rules {

/// Computes of a product, or of a reduction, only what is read of it: slices, single rows and
/// diagonals of the result become slices, rows and diagonals of the operands, through elementwise
/// maps and further products, as far as they go. Of kernels on blocks likewise: filters and rekeys
/// of what a join, an aggregate or a transform makes become part of how it reads its operands, if
/// the keys follow from each other by `offset + step * key`. Of an einsum of many operands slices
/// are pushed to the operands, before its order is chosen.
///
///   equation   view(sum_k f(A[i, k], B[k, j])) == sum_k f(view_i(A), view_j(B))
///   condition  nobody else reads the result or has a handle of it; what is read is less than
///              all of it, and no element of it twice; nobody asked for a plan or placement of it
///   source     [tra21] R1-5 and R1-6, for elements as well as for blocks
///
/// Reductions are over the same elements; where they are cut for threads and sites may differ, and
/// with it the last digits.
RELATILE_INLINE Rewritten push_views(const std::vector<tra::NodePtr>& order,
                                     const std::vector<tra::NodePtr>& roots,
                                     plan::AppliedRule& applied);

namespace detail {

/// What `view` reads of `inner`, an operator on labels that are independent of each other, computed
/// by itself.
RELATILE_INLINE tra::NodePtr computed_through(const tra::Node& view, const tra::Node& inner);

/// What is read of an operand, by the labels that its reader reads it by, and no others.
struct ReadPart {
  Extents shape;      ///< of these labels
  Access of_operand;  ///< by these labels
  Access by_reader;   ///< of the reader, to the part
};
RELATILE_INLINE ReadPart read_part(const tra::Node& reader, std::size_t operand);
RELATILE_INLINE tra::NodePtr view_of(const ReadPart& part, const tra::NodePtr& x);

}  // namespace detail

}  // namespace relatile::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/rules/impl/push_views.hpp"
#endif
