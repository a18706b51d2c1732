// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/placement/partition_vector.hpp"

#include <cstdint>

#include "relatile/core/nth.hpp"
#include "relatile/core/sort_stably.hpp"

namespace relatile::placement {

RELATILE_INLINE double largest_share(const PartitionVector& d, const Extents& labels) {
  double share = 1;
  for (int l = 0; l < labels.rank(); ++l) {
    const auto parts = nth(d, l);
    share *= static_cast<double>((labels[l] + parts - 1) / parts);
  }
  return share;
}

RELATILE_INLINE int num_divisors(int number) {
  int count = 0;
  for (int d = 1; d * d <= number; ++d) {
    if (number % d == 0) count += d * d == number ? 1 : 2;
  }
  return count;
}

RELATILE_INLINE std::vector<int> working_counts(int num_sites) {
  std::vector<int> counts;
  if (num_sites <= every_product_up_to) {
    for (int q = num_sites; q >= 1; --q) counts.push_back(q);
    return counts;
  }
  counts.push_back(num_sites);
  if (num_sites <= every_count_up_to) {
    for (int q = num_sites - 1; q * 4 >= num_sites * 3; --q) {
      if (!is_power_of_two(q)) counts.push_back(q);
    }
  } else if ((1 << (num_divisors(num_sites) - 1)) < num_sites) {
    int richest = num_sites;
    for (int q = num_sites; q * 16 >= num_sites * 15; --q) {
      if (num_divisors(q) > num_divisors(richest)) richest = q;
    }
    if (richest != num_sites) counts.push_back(richest);
  }
  for (int q = 1; q < num_sites; q *= 2) counts.push_back(q);
  return counts;
}

}  // namespace relatile::placement

namespace relatile::placement::detail {

RELATILE_INLINE void extend_vectors(const Extents& labels, const std::array<bool, max_rank>& whole,
                                    int rest, PartitionVector& d,
                                    std::vector<PartitionVector>& all) {
  const int l = static_cast<int>(d.size());
  if (l == labels.rank()) {
    if (rest == 1) all.push_back(d);
    return;
  }
  const std::int64_t most = nth(whole, l) ? 1 : std::max<std::int64_t>(labels[l], 1);
  for (int parts = 1; parts <= std::min<std::int64_t>(rest, most); ++parts) {
    if (rest % parts != 0) continue;
    d.push_back(parts);
    extend_vectors(labels, whole, rest / parts, d, all);
    d.pop_back();
  }
}

}  // namespace relatile::placement::detail

namespace relatile::placement {

RELATILE_INLINE std::vector<PartitionVector> vectors_of_product(
    const Extents& labels, const std::array<bool, max_rank>& whole, int product) {
  std::vector<PartitionVector> all;
  PartitionVector d;
  detail::extend_vectors(labels, whole, product, d, all);
  return all;
}

RELATILE_INLINE std::vector<PartitionVector> partition_vectors(
    const Extents& labels, const std::array<bool, max_rank>& whole, int num_sites) {
  std::vector<PartitionVector> all;
  for (int product : working_counts(num_sites)) {
    for (auto& d : vectors_of_product(labels, whole, product)) all.push_back(std::move(d));
  }
  return all;
}

RELATILE_INLINE PartitionVector cut_by(const Layout& layout, int num_labels) {
  PartitionVector d;
  for (int label = 0; label < num_labels; ++label) d.push_back(layout.parts(label));
  return d;
}

RELATILE_INLINE Layout layout_of(const PartitionVector& d, const std::vector<int>& ranks) {
  std::vector<MeshAxis> axes;
  for (std::size_t l = 0; l < d.size(); ++l) {
    if (d[l] > 1) axes.push_back({d[l], static_cast<int>(l), 0});
  }
  sort_stably(axes, [&](const MeshAxis& a, const MeshAxis& b) {
    return nth(ranks, a.label) < nth(ranks, b.label);
  });
  return Layout(std::move(axes));
}

RELATILE_INLINE std::vector<Layout> layouts_of(const PartitionVector& d) {
  std::vector<MeshAxis> axes;
  for (std::size_t l = 0; l < d.size(); ++l) {
    if (d[l] > 1) axes.push_back({d[l], static_cast<int>(l), 0});
  }
  std::vector<Layout> layouts;
  const auto by_label = [](const MeshAxis& a, const MeshAxis& b) { return a.label < b.label; };
  do {
    layouts.push_back(Layout(axes));
  } while (std::next_permutation(axes.begin(), axes.end(), by_label));
  return layouts;
}

}  // namespace relatile::placement
