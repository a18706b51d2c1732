// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/stored.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/buffer.hpp"
#include "relatile/expr/array.hpp"

namespace relatile::detail {

RELATILE_INLINE tra::NodePtr stored_node(std::string name, tra::RelationType type,
                                         std::vector<std::vector<Box>> held, std::string placement,
                                         std::vector<SiteData> local) {
  auto value = std::make_shared<tra::StoredValue>();
  value->home = Session::current().home();
  value->number = next_value_number(value->home);
  value->held = std::move(held);
  value->placement = std::move(placement);
  value->local_sites = Session::current().local_sites();
  value->local = std::move(local);
  auto node = std::make_shared<tra::Node>();
  node->name = std::move(name);
  node->type = std::move(type);
  node->value = std::move(value);
  return node;
}

RELATILE_INLINE ArrayPiece new_piece(const Box& box, ElementType element) {
  return {box, allocate_buffer(box.count() * std::int64_t(element.size))};
}

}  // namespace relatile::detail
