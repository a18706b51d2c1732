// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/floats.hpp"

#include "relatile/core/box.hpp"

namespace relatile::papers {

RELATILE_INLINE double floats_held(const tra::RelationType& type,
                                   const placement::Sharding& sharding) {
  const auto copies = placement::copies_of_each(sharding, type.extents);
  if (copies && type.elements) return static_cast<double>(*copies * volume(type.extents));
  std::int64_t floats = 0;
  if (!sharding.irregular) {
    for (int site = 0; site < sharding.working; ++site) {
      const Box box = sharding.box(site);
      if (!box.empty()) floats += papers::floats_in(type, box).value;
    }
    return static_cast<double>(floats);
  }
  for (const auto& boxes : sharding.irregular->table()) {
    for (const auto& box : boxes) floats += papers::floats_in(type, box).value;
  }
  return static_cast<double>(floats);
}

RELATILE_INLINE double floats_a_key(const tra::RelationType& type) {
  if (type.elements) return 1;
  const auto keys = static_cast<double>(volume(type.extents));
  return keys > 0 ? static_cast<double>(papers::floats_of(type).value) / keys : 0;
}

}  // namespace relatile::papers
