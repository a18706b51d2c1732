// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/relations/placed.hpp"

#include <cstdint>
#include <utility>

#include "relatile/placement/placement.hpp"
#include "relatile/tra/rekey.hpp"

namespace relatile::detail {

RELATILE_INLINE tra::NodePtr placed_relation(const tra::NodePtr& relation, const Placing& placing) {
  tra::NodePtr node = tra::make_placed(relation);
  placement::Placement target =
      resolve(placing, node->type.extents, Session::current().num_sites());
  bool any = false;
  for (std::int64_t k = 0; k < node->type.num_keys(); ++k) any = any || node->type.has_key(k);
  if (any) {  // a site can't get what no site has
    node->pins.boxes = target.table();
    node->pins.place = std::move(target.text);
  }
  return node;
}

}  // namespace relatile::detail
