// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "relatile/core/assert.hpp"
#include "relatile/placement/partition_vector.hpp"
#include "relatile/tra/node.hpp"

// The cost of [ein24]: floats moved in the worst case, where every operand of a kernel call and
// every contribution to a sum has to come from another processor.
//
// An einsum is a Labelling of any number of operands with the extent ("bound") of every label. A
// partition vector has one entry a label, not one an axis as in the paper: [2, 4, 4, 1] there is
// (2, 4, 1) here. Costs are real numbers of floats, since d need not divide the bounds.
namespace relatile::cost::eindecomp {

using placement::PartitionVector;

/// An operator's einsum: the labels of every axis; axes that are not indexed by any are left out.
inline tra::Labelling labelling_of(const tra::Node& node) {
  const auto labels_of = [](const Access& access) {
    std::vector<int> labels;
    for (const auto& dim : access.dims) {
      if (dim.label >= 0) labels.push_back(dim.label);
    }
    return labels;
  };
  tra::Labelling einsum;
  for (const auto& access : node.accesses) einsum.operands.push_back(labels_of(access));
  einsum.output = labels_of(node.output);
  einsum.names = node.label_names;
  return einsum;
}

/// d[labels]: how a tensor with these labels is partitioned.
inline PartitionVector partition_of(const std::vector<int>& labels, const PartitionVector& d) {
  PartitionVector parts;
  for (int label : labels) parts.push_back(d[static_cast<std::size_t>(label)]);
  return parts;
}

/// The parts that the labels are cut into together, each label once.
inline std::int64_t num_parts(std::vector<int> labels, const PartitionVector& d) {
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  std::int64_t product = 1;
  for (int label : labels) product *= d[static_cast<std::size_t>(label)];
  return product;
}

/// N(l_X, l_Y, d): the kernel calls, one for each tuple that the join makes.
///
///   source  [ein24] section 6
inline std::int64_t num_calls(const tra::Labelling& einsum, const PartitionVector& d) {
  std::vector<int> joined;
  for (const auto& labels : einsum.operands) {
    joined.insert(joined.end(), labels.begin(), labels.end());
  }
  return num_parts(std::move(joined), d);
}

/// The floats of one sub-tensor, prod b / d; the average one where d does not divide b.
inline double sub_tensor(const std::vector<int>& labels, const Extents& bounds,
                         const PartitionVector& d) {
  double floats = 1;
  for (int label : labels) {
    floats *= static_cast<double>(bounds[label]) / d[static_cast<std::size_t>(label)];
  }
  return floats;
}

/// p (n_X + n_Y): each of the p calls gets a sub-tensor of every operand.
///
///   source  [ein24] section 7; its example of (4, 1, 4) on 8 x 8 is 16 (16 + 16), not 8 (16 + 16)
inline double cost_join(const tra::Labelling& einsum, const Extents& bounds,
                        const PartitionVector& d) {
  double floats = 0;
  for (const auto& labels : einsum.operands) floats += sub_tensor(labels, bounds, d);
  return static_cast<double>(num_calls(einsum, d)) * floats;
}

/// (p / n_agg) (n_agg - 1) n_Z: of each group of results that are aggregated, all but one move.
///
///   source  [ein24] section 7
inline double cost_agg(const tra::Labelling& einsum, const Extents& bounds,
                       const PartitionVector& d) {
  const auto calls = static_cast<double>(num_calls(einsum, d));
  const auto groups = static_cast<double>(num_parts(einsum.output, d));
  return (calls - groups) * sub_tensor(einsum.output, bounds, d);
}

/// What it costs to cut a tensor anew: consumer sub-tensors gather their pieces one by one, going
/// from the place of one to the place of the next, and producer sub-tensors go where they are cut.
/// Where a producer's sub-tensor is used whole, the first one of each consumer stays where it is.
///
///   shapes  `from` and `to` have one entry for each axis of the tensor
///   source  [ein24] section 7; for [2, 4] to [2, 1] on 8 x 8 that is 240, as printed. The authors'
///           code counts the first sub-tensors as well, 256.
inline double cost_repart(const Extents& bound, const PartitionVector& from,
                          const PartitionVector& to) {
  double n = 1;
  double producer = 1;
  double consumer = 1;
  double piece = 1;
  bool used_whole = true;
  for (int axis = 0; axis < bound.rank(); ++axis) {
    const auto extent = static_cast<double>(bound[axis]);
    const int parts_before = from[static_cast<std::size_t>(axis)];
    const int parts_after = to[static_cast<std::size_t>(axis)];
    n *= extent;
    producer *= extent / parts_before;
    consumer *= extent / parts_after;
    piece *= extent / std::max(parts_before, parts_after);
    used_whole = used_whole && parts_before >= parts_after;
  }
  if (n == 0) return 0;
  const double gathered = (consumer / piece - 1) * (n / consumer) * (consumer + producer);
  return gathered + (used_whole ? 0 : producer * n / consumer);
}

/// (N + D - 1)! / (N! (D - 1)!): the ways to share 2^N calls among D labels by powers of two.
///
///   source  [ein24] section 8.1
inline std::int64_t num_partitionings(int log2_calls, int num_labels) {
  std::int64_t ways = 1;
  for (int i = 1; i < num_labels; ++i) ways = ways * (log2_calls + i) / i;
  return ways;
}

/// viable(EinSum, 2^N): the partition vectors of powers of two that make exactly 2^N calls, in
/// lexicographic order. A label that no operand has, or that is shorter than its parts, is not cut
/// so: the list may be empty.
///
///   source  [ein24] sections 6 and 8.2; for a product and p = 8 there are ten, the paper prints
///           eight
inline std::vector<PartitionVector> viable(const tra::Labelling& einsum, const Extents& bounds,
                                           int log2_calls) {
  std::vector<PartitionVector> all;
  PartitionVector d;
  const auto joined = [&](int label) {
    return std::any_of(einsum.operands.begin(), einsum.operands.end(), [&](const auto& labels) {
      return std::find(labels.begin(), labels.end(), label) != labels.end();
    });
  };
  const auto extend = [&](const auto& self, int label, int left) -> void {
    if (label == bounds.rank()) {
      if (left == 0) all.push_back(d);
      return;
    }
    const std::int64_t most = joined(label) ? bounds[label] : 1;
    for (int power = 0; power <= left && (power == 0 || (std::int64_t(1) << power) <= most);
         ++power) {
      d.push_back(1 << power);
      self(self, label + 1, left - power);
      d.pop_back();
    }
  };
  RELATILE_ASSERT(log2_calls < 31);
  extend(extend, 0, log2_calls);
  return all;
}

}  // namespace relatile::cost::eindecomp
