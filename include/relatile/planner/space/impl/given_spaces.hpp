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

namespace detail {

/// A placement that equal ones are to share ranges with (`AlikeSpaces`).
inline placement::Sharding to_be_shared(const placement::Sharding& given) {
  return given.num_sites <= most_sites_written_down ? given.written_down() : given;
}

}  // namespace detail

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

RELATILE_INLINE NodeSpace stored_space(const tra::Node& node) {
  placement::Placement held{node.value->held, node.value->placement};
  NodeSpace space;
  space.states = {
      detail::to_be_shared(placement::recognised_sharding(std::move(held), node.type.extents))};
  return space;
}

RELATILE_INLINE NodeSpace moved_space(const tra::Node& node, const placement::Sharding* operand) {
  NodeSpace space;
  space.states = {detail::to_be_shared(pinned(node))};
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
