// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/given_spaces.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "relatile/core/extents.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/placement/recognise.hpp"

namespace relatile::planner {

RELATILE_INLINE placement::Sharding pinned(const tra::Node& node) {
  return placement::recognised_sharding({node.pins.boxes, node.pins.place}, node.type.extents);
}

RELATILE_INLINE std::string given_structure(const char* how, const tra::Node& node) {
  const auto number = node.type.elements ? static_cast<std::uintptr_t>(node.type.block.element.size)
                                         : reinterpret_cast<std::uintptr_t>(&node);
  return std::string(how) + (node.type.elements ? " elements " : " node ") +
         std::to_string(number) + ' ' + to_string(node.type.extents);
}

RELATILE_INLINE NodeSpace told_space(const tra::Node& node) {
  NodeSpace space;
  space.states = {pinned(node)};
  return space;
}

RELATILE_INLINE NodeSpace stored_space(const tra::Node& node, int num_sites) {
  placement::Placement held{node.value->held, node.value->placement};
  auto sharding = placement::recognised_sharding(std::move(held), node.type.extents);
  if (num_sites <= most_sites_written_down) sharding = sharding.written_down();
  NodeSpace space;
  space.states = {std::move(sharding)};
  return space;
}

RELATILE_INLINE NodeSpace moved_space(const tra::Node& node, int num_sites,
                                      const placement::Sharding* operand) {
  const bool few = num_sites <= most_sites_written_down;
  NodeSpace space;
  space.states = {few ? pinned(node).written_down() : pinned(node)};
  space.needs = {space.states};
  if (operand) index_in(space.states, *operand);
  space.candidates.resize(space.states.size());
  for (std::size_t c = 0; c < space.candidates.size(); ++c) {
    space.candidates[c].needs = {0};
    space.candidates[c].stored = static_cast<int>(c);
  }
  return space;
}

}  // namespace relatile::planner
