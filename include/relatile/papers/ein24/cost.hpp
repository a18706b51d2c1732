// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/placement/partition_vector.hpp"
#include "relatile/tra/node.hpp"

// The cost of [ein24]: floats moved in the worst case, where every operand of a kernel call and
// every contribution to a sum has to come from another processor.
//
// An einsum is a Labelling of any number of operands with the extent ("bound") of every label. A
// partition vector has one entry a label, not one an axis as in the paper: [2, 4, 4, 1] there is
// (2, 4, 1) here. Costs are real numbers of floats, since d need not divide the bounds.
namespace relatile::papers::ein24 {

using placement::PartitionVector;

/// An operator's einsum: the labels of every axis; axes that are not indexed by any are left out.
RELATILE_INLINE tra::Labelling labelling_of(const tra::Node& node);

/// d[labels]: how a tensor with these labels is partitioned.
RELATILE_INLINE PartitionVector partition_of(const std::vector<int>& labels,
                                             const PartitionVector& d);

/// The parts that the labels are cut into together, each label once.
RELATILE_INLINE std::int64_t num_parts(std::vector<int> labels, const PartitionVector& d);

/// N(l_X, l_Y, d): the kernel calls, one for each tuple that the join makes.
///
///   source  [ein24] section 6
RELATILE_INLINE std::int64_t num_calls(const tra::Labelling& einsum, const PartitionVector& d);

/// The floats of one sub-tensor, prod b / d; the average one where d does not divide b.
RELATILE_INLINE double sub_tensor(const std::vector<int>& labels, const Extents& bounds,
                                  const PartitionVector& d);

/// p (n_X + n_Y): each of the p calls gets a sub-tensor of every operand.
///
///   source  [ein24] section 7; its example of (4, 1, 4) on 8 x 8 is 16 (16 + 16), not 8 (16 + 16)
RELATILE_INLINE double cost_join(const tra::Labelling& einsum, const Extents& bounds,
                                 const PartitionVector& d);

/// (p / n_agg) (n_agg - 1) n_Z: of each group of results that are aggregated, all but one move.
///
///   source  [ein24] section 7
RELATILE_INLINE double cost_agg(const tra::Labelling& einsum, const Extents& bounds,
                                const PartitionVector& d);

/// What it costs to cut a tensor anew: consumer sub-tensors gather their pieces one by one, going
/// from the place of one to the place of the next, and producer sub-tensors go where they are cut.
/// Where a producer's sub-tensor is used whole, the first one of each consumer stays where it is.
///
///   shapes  `from` and `to` have one entry for each axis of the tensor
///   source  [ein24] section 7; for [2, 4] to [2, 1] on 8 x 8 that is 240, as printed. The authors'
///           code counts the first sub-tensors as well, 256.
RELATILE_INLINE double cost_repart(const Extents& bound, const PartitionVector& from,
                                   const PartitionVector& to);

/// (N + D - 1)! / (N! (D - 1)!): the ways to share 2^N calls among D labels by powers of two.
///
///   source  [ein24] section 8.1
RELATILE_INLINE std::int64_t num_partitionings(int log2_calls, int num_labels);

/// viable(EinSum, 2^N): the partition vectors of powers of two that make exactly 2^N calls, in
/// lexicographic order. A label that no operand has, or that is shorter than its parts, is not cut
/// so: the list may be empty.
///
///   source  [ein24] sections 6 and 8.2; for a product and p = 8 there are ten, the paper prints
///           eight
RELATILE_INLINE std::vector<PartitionVector> viable(const tra::Labelling& einsum,
                                                    const Extents& bounds, int log2_calls);

}  // namespace relatile::papers::ein24

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/ein24/impl/cost.hpp"
#endif
