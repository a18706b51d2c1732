// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "relatile/placement/layout.hpp"

namespace relatile::placement {

/// How many parts each label is cut into: EinDecomp's d, with prod d <= the number of sites.
using PartitionVector = std::vector<int>;

/// The largest share of label space that one site gets under `d`.
inline double largest_share(const PartitionVector& d, const Extents& labels) {
  double share = 1;
  for (int l = 0; l < labels.rank(); ++l) {
    const auto parts = d[static_cast<std::size_t>(l)];
    share *= static_cast<double>((labels[l] + parts - 1) / parts);
  }
  return share;
}

/// All partition vectors with prod d <= num_sites; labels marked whole are not cut, and no label
/// is cut into more parts than it has values. Any number of sites works, primes included.
///
///   source  [ein24] section 6; there prod d must be a power of two
inline std::vector<PartitionVector> partition_vectors(const Extents& labels,
                                                      const std::array<bool, max_rank>& whole,
                                                      int num_sites) {
  std::vector<PartitionVector> all{PartitionVector{}};
  std::vector<int> products{1};
  for (int l = 0; l < labels.rank(); ++l) {
    std::vector<PartitionVector> longer;
    std::vector<int> longer_products;
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::int64_t most = whole[static_cast<std::size_t>(l)] ? 1 : num_sites / products[i];
      most = std::max<std::int64_t>(std::min(most, labels[l]), 1);
      for (int parts = 1; parts <= most; ++parts) {
        longer.push_back(all[i]);
        longer.back().push_back(parts);
        longer_products.push_back(products[i] * parts);
      }
    }
    all = std::move(longer);
    products = std::move(longer_products);
  }
  return all;
}

/// The layouts that realise `d`: one per order of the labels that are cut, since the order decides
/// which site gets which part.
inline std::vector<Layout> layouts_of(const PartitionVector& d) {
  std::vector<MeshAxis> axes;
  for (std::size_t l = 0; l < d.size(); ++l) {
    if (d[l] > 1) axes.push_back({d[l], static_cast<int>(l)});
  }
  std::vector<Layout> layouts;
  const auto by_label = [](const MeshAxis& a, const MeshAxis& b) { return a.label < b.label; };
  do {
    layouts.push_back(Layout{axes});
  } while (std::next_permutation(axes.begin(), axes.end(), by_label));
  return layouts;
}

}  // namespace relatile::placement
