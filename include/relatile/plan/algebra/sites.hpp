// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::plan {

/// The sites that hold the block of each key, by linear key and ascending: the (key, site) pairs of
/// a physical relation [tra21, section 3]. A hole is nowhere.
struct Sites {
  int num_sites = 1;
  std::vector<std::vector<int>> of_key;

  const std::vector<int>& of(std::int64_t key) const { return nth(of_key, key); }
  bool has(std::int64_t key, int site) const {
    const auto& sites = of(key);
    return std::binary_search(sites.begin(), sites.end(), site);
  }
  friend bool operator==(const Sites&, const Sites&) = default;
};

/// The sites 0 ... num_sites - 1.
RELATILE_INLINE std::vector<int> all_sites(int num_sites);

/// Where a placement keeps the blocks of a relation.
RELATILE_INLINE Sites sites_of(const placement::Placement& placement,
                               const tra::RelationType& type);

/// ALL(R): every site has every block.   source  [tra21] section 3
RELATILE_INLINE bool is_all(const Sites& sites, const tra::RelationType& type);

/// The dimensions `dims` of a key, in that order.
RELATILE_INLINE Key picked(const Key& key, const std::vector<int>& dims);

/// PART_D(R): every block is on one site, and blocks whose keys agree in the dimensions `dims` are
/// on the same one.   source  [tra21] section 3
RELATILE_INLINE bool is_partitioned(const Sites& sites, const tra::RelationType& type,
                                    const std::vector<int>& dims);

/// The keys as few disjoint boxes: one if they fill their bounding box, runs of the last dimension
/// otherwise. `keys` are in row-major order.
RELATILE_INLINE std::vector<Box> boxes_of(const std::vector<Key>& keys);

/// The placement that `sites` describe.
RELATILE_INLINE placement::Placement placement_of(const Sites& sites, const tra::RelationType& type,
                                                  std::string text);

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/algebra/impl/sites.hpp"
#endif
