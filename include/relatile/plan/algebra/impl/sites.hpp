// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/algebra/sites.hpp"

#include <map>
#include <utility>

#include "relatile/core/nth.hpp"

namespace relatile::plan {

RELATILE_INLINE std::vector<int> all_sites(int num_sites) {
  std::vector<int> sites;
  for (int site = 0; site < num_sites; ++site) sites.push_back(site);
  return sites;
}

RELATILE_INLINE Sites sites_of(const placement::Placement& placement,
                               const tra::RelationType& type) {
  Sites sites;
  sites.num_sites = placement.num_sites();
  sites.of_key.resize(static_cast<std::size_t>(type.num_keys()));
  for (int site = 0; site < sites.num_sites; ++site) {
    for (const auto& box : placement.of(site)) {
      for_each_coordinate(intersect(box, Box::whole(type.extents)), [&](const Key& key) {
        const std::int64_t index = linear_index(key, type.extents);
        auto& holders = nth(sites.of_key, index);
        if (!type.has_key(index)) return;
        if (holders.empty() || holders.back() != site) holders.push_back(site);
      });
    }
  }
  return sites;
}

RELATILE_INLINE bool is_all(const Sites& sites, const tra::RelationType& type) {
  for (std::int64_t k = 0; k < type.num_keys(); ++k) {
    if (type.has_key(k) && sites.of(k).size() != std::size_t(sites.num_sites)) return false;
  }
  return true;
}

RELATILE_INLINE Key picked(const Key& key, const std::vector<int>& dims) {
  Key part;
  for (int d : dims) part.push_back(key[d]);
  return part;
}

RELATILE_INLINE bool is_partitioned(const Sites& sites, const tra::RelationType& type,
                                    const std::vector<int>& dims) {
  std::map<Key, int> site_of;
  for (std::int64_t k = 0; k < type.num_keys(); ++k) {
    if (!type.has_key(k)) continue;
    if (sites.of(k).size() != 1) return false;
    const Key part = picked(key_from_linear_index(k, type.extents), dims);
    const auto [found, first] = site_of.try_emplace(part, sites.of(k)[0]);
    if (!first && found->second != sites.of(k)[0]) return false;
  }
  return true;
}

RELATILE_INLINE std::vector<Box> boxes_of(const std::vector<Key>& keys) {
  if (keys.empty()) return {};
  Box bound = unit_box(keys[0]);
  for (const auto& key : keys) {
    for (int d = 0; d < key.rank(); ++d) {
      bound.low[d] = std::min(bound.low[d], key[d]);
      bound.high[d] = std::max(bound.high[d], key[d] + 1);
    }
  }
  if (bound.count() == static_cast<std::int64_t>(keys.size())) return {bound};
  std::vector<Box> boxes;
  const int last = bound.rank() - 1;
  for (const auto& key : keys) {
    const Box one = unit_box(key);
    if (!boxes.empty()) {
      Box longer = boxes.back();
      ++longer.high[last];
      Key next = longer.low;
      next[last] = longer.high[last] - 1;
      if (next == key) {
        boxes.back() = longer;
        continue;
      }
    }
    boxes.push_back(one);
  }
  return boxes;
}

RELATILE_INLINE placement::Placement placement_of(const Sites& sites, const tra::RelationType& type,
                                                  std::string text) {
  std::vector<std::vector<Key>> keys(static_cast<std::size_t>(sites.num_sites));
  for (std::int64_t k = 0; k < type.num_keys(); ++k) {
    for (int site : sites.of(k)) {
      nth(keys, site).push_back(key_from_linear_index(k, type.extents));
    }
  }
  placement::Placement::Table boxes;
  for (const auto& own : keys) boxes.push_back(boxes_of(own));
  return {std::move(boxes), std::move(text)};
}

}  // namespace relatile::plan
