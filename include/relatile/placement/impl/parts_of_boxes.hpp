// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/placement/parts_of_boxes.hpp"

#include <cstddef>
#include <utility>

#include "relatile/core/nth.hpp"

namespace relatile::placement {
namespace detail {

inline Box cut(Box box, int dim, const Range& range) {
  box.high[dim] = box.low[dim] + range.high;
  box.low[dim] += range.low;
  return box;
}

}  // namespace detail

RELATILE_INLINE BoxOfSite even_part_of(const BoxOfSite& boxes, int dim, int count, int j) {
  const auto part = [](int site, const BoxOfSite& whole, int d, int parts, int number) {
    const Box box = nth(whole, site);
    if (box.empty()) return box;
    return detail::cut(box, d, even_part(box.high[d] - box.low[d], parts, number));
  };
  return {static_cast<int>(boxes.size()), part, boxes, dim, count, j};
}

RELATILE_INLINE BoxOfSite part_of(const BoxOfSite& boxes, int dim,
                                  std::shared_ptr<const std::vector<Range>> ranges) {
  const auto part = [](int site, const BoxOfSite& whole, int d,
                       const std::shared_ptr<const std::vector<Range>>& of_site) {
    const auto s = static_cast<std::size_t>(site);
    const Box box = whole[s];
    return box.empty() ? box : detail::cut(box, d, (*of_site)[s]);
  };
  return {static_cast<int>(boxes.size()), part, boxes, dim, std::move(ranges)};
}

RELATILE_INLINE BoxOfSite image_of(const BoxOfSite& boxes, const Access& access) {
  const auto image = [](int site, const BoxOfSite& labels, const Access& by) {
    return by.image(nth(labels, site));
  };
  return {static_cast<int>(boxes.size()), image, boxes, access};
}

}  // namespace relatile::placement
