// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/placement/all_parts.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"

namespace relatile::placement {

namespace detail {

/// Boxes that have no element in common as one box, if they fill one: then each part can be read in
/// place, and no copy is cut out of it.
inline void merge_if_whole(std::vector<Box>& boxes) {
  if (boxes.size() < 2) return;
  std::int64_t elements = 0;
  for (const Box& box : boxes) elements += box.count();
  Box hull = hull_of(boxes, boxes.front().rank());
  if (hull.count() == elements) boxes = {std::move(hull)};
}

/// "all and split(i:4) x3" where three parts are cut alike, as shifts of a slice are.
inline std::string words_of(const std::vector<Sharding>& parts) {
  std::string words;
  for (auto part = parts.begin(); part != parts.end(); ++part) {
    const auto is_alike = [&](const Sharding& other) { return other.text == part->text; };
    if (std::any_of(parts.begin(), part, is_alike)) continue;
    const auto count = std::count_if(part, parts.end(), is_alike);
    words += (words.empty() ? "" : " and ") + part->text;
    if (count > 1) words += " x" + std::to_string(count);
  }
  return words;
}

}  // namespace detail

RELATILE_INLINE Sharding all_parts(const std::vector<Sharding>& parts) {
  Placement::Table boxes(static_cast<std::size_t>(parts.front().num_sites));
  for (const Sharding& part : parts) {
    for (int site = 0; site < part.num_sites; ++site) {
      std::vector<Box> missing{part.box(site)};
      if (missing.front().empty()) continue;
      for (const Box& own : nth(boxes, site)) {
        std::vector<Box> rest;
        for (const Box& box : missing) {
          for (Box& piece : difference(box, own)) rest.push_back(std::move(piece));
        }
        missing = std::move(rest);
      }
      for (Box& box : missing) nth(boxes, site).push_back(std::move(box));
    }
  }
  for (auto& of_site : boxes) detail::merge_if_whole(of_site);
  return irregular_sharding(Placement(std::move(boxes), detail::words_of(parts)).in_one_piece());
}

}  // namespace relatile::placement
