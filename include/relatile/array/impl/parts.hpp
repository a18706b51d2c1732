// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/parts.hpp"

#include <cstdint>
#include <sstream>

#include "relatile/core/error.hpp"

namespace relatile::detail {

/// Throws ShapeMismatch for the box of a site that is not whole, or not disjoint from those before.
inline void require_part(const std::string& name, const Extents& whole, const Box& box,
                         bool is_whole, const std::vector<std::vector<Box>>& others,
                         std::size_t site) {
  bool fits = is_whole && (box.empty() || Box::whole(whole).contains(box));
  for (const auto& other : others) {
    if (!other.empty()) fits = fits && intersect(other[0], box).empty();
  }
  if (fits) return;
  std::ostringstream text;
  text << "relatile: " << name << ": the part " << box << " of rank " << site
       << " overlaps another one, lies outside the shape " << whole
       << ", or has another number of elements than its extents";
  throw ShapeMismatch(text.str());
}

RELATILE_INLINE void require_one_site(const std::string& name, const transport::Transport& sites) {
  if (sites.local_sites().size() == 1) return;
  throw UnsupportedPlan("relatile: " + name + ": this context runs several sites in one process");
}

RELATILE_INLINE std::vector<std::vector<Box>> agree_on_parts(
    const std::string& name, transport::Transport& sites, const Extents& whole,
    const Extents& offset, const Extents& extents, std::size_t size) {
  require_one_site(name, sites);
  const bool is_box = offset.rank() == whole.rank() && extents.rank() == whole.rank();
  const bool sized = is_box && volume(extents) == static_cast<std::int64_t>(size);
  std::vector<std::int64_t> mine{sized ? 1 : 0};
  for (int d = 0; d < whole.rank(); ++d) {
    mine.push_back(is_box ? offset[d] : 0);
    mine.push_back(is_box ? extents[d] : 0);
  }
  const std::vector<std::int64_t> gathered = sites.gather(mine);
  std::vector<std::vector<Box>> held(static_cast<std::size_t>(sites.num_sites()));
  std::int64_t covered = 0;
  for (std::size_t site = 0; site < held.size(); ++site) {
    const std::int64_t* row = gathered.data() + site * mine.size();
    Box box = Box::whole(whole);
    for (int d = 0; d < whole.rank(); ++d) {
      box.low[d] = row[1 + 2 * d];
      box.high[d] = box.low[d] + row[2 + 2 * d];
    }
    require_part(name, whole, box, row[0] != 0, held, site);
    covered += box.count();
    if (!box.empty()) held[site] = {box};
  }
  if (covered != volume(whole)) {
    throw ShapeMismatch("relatile: " + name + ": the parts of all ranks have " +
                        std::to_string(covered) + " elements, the array has " +
                        std::to_string(volume(whole)));
  }
  return held;
}

}  // namespace relatile::detail
