// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/ein24/cost.hpp"

#include <algorithm>
#include <utility>

#include "relatile/core/access.hpp"
#include "relatile/core/assert.hpp"
#include "relatile/core/nth.hpp"

namespace relatile::papers::ein24 {

RELATILE_INLINE tra::Labelling labelling_of(const tra::Node& node) {
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

RELATILE_INLINE PartitionVector partition_of(const std::vector<int>& labels,
                                             const PartitionVector& d) {
  PartitionVector parts;
  for (int label : labels) parts.push_back(nth(d, label));
  return parts;
}

RELATILE_INLINE std::int64_t num_parts(std::vector<int> labels, const PartitionVector& d) {
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  std::int64_t product = 1;
  for (int label : labels) product *= nth(d, label);
  return product;
}

RELATILE_INLINE std::int64_t num_calls(const tra::Labelling& einsum, const PartitionVector& d) {
  std::vector<int> joined;
  for (const auto& labels : einsum.operands) {
    joined.insert(joined.end(), labels.begin(), labels.end());
  }
  return num_parts(std::move(joined), d);
}

RELATILE_INLINE double sub_tensor(const std::vector<int>& labels, const Extents& bounds,
                                  const PartitionVector& d) {
  double floats = 1;
  for (int label : labels) {
    floats *= static_cast<double>(bounds[label]) / nth(d, label);
  }
  return floats;
}

RELATILE_INLINE double cost_join(const tra::Labelling& einsum, const Extents& bounds,
                                 const PartitionVector& d) {
  double floats = 0;
  for (const auto& labels : einsum.operands) floats += sub_tensor(labels, bounds, d);
  return static_cast<double>(num_calls(einsum, d)) * floats;
}

RELATILE_INLINE double cost_agg(const tra::Labelling& einsum, const Extents& bounds,
                                const PartitionVector& d) {
  const auto calls = static_cast<double>(num_calls(einsum, d));
  const auto groups = static_cast<double>(num_parts(einsum.output, d));
  return (calls - groups) * sub_tensor(einsum.output, bounds, d);
}

RELATILE_INLINE double cost_repart(const Extents& bound, const PartitionVector& from,
                                   const PartitionVector& to) {
  double n = 1;
  double producer = 1;
  double consumer = 1;
  double piece = 1;
  bool used_whole = true;
  for (int axis = 0; axis < bound.rank(); ++axis) {
    const auto extent = static_cast<double>(bound[axis]);
    const int parts_before = nth(from, axis);
    const int parts_after = nth(to, axis);
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

RELATILE_INLINE std::int64_t num_partitionings(int log2_calls, int num_labels) {
  std::int64_t ways = 1;
  for (int i = 1; i < num_labels; ++i) ways = ways * (log2_calls + i) / i;
  return ways;
}

RELATILE_INLINE std::vector<PartitionVector> viable(const tra::Labelling& einsum,
                                                    const Extents& bounds, int log2_calls) {
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

}  // namespace relatile::papers::ein24
