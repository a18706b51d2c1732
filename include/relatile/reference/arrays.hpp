// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstring>
#include <vector>

#include "relatile/reference/value.hpp"

namespace relatile::reference {

/// Elements as they were, one after the other: identity of a reduction everywhere.
inline void fill(std::vector<std::byte>& elements, const Reduction& reduction) {
  const std::size_t size = reduction.identity.size();
  for (std::size_t at = 0; at < elements.size(); at += size) {
    std::memcpy(elements.data() + at, reduction.identity.data(), size);
  }
}

/// map: for every point of label space the stages' plain bodies, one element at a time; what meets
/// in one element of the output is combined.
inline Value map(const tra::Node& node, const std::vector<const Value*>& inputs) {
  Value value;
  const auto size = std::size_t(node.type.block.element.size);
  value.elements.resize(static_cast<std::size_t>(volume(node.type.extents)) * size);
  if (node.reduction) fill(value.elements, *node.reduction);
  std::vector<std::vector<std::byte>> results;
  for (const auto& stage : node.program->stages) results.emplace_back(stage.output.size);
  for_each_coordinate(Box::whole(node.labels), [&](const Extents& at) {
    std::vector<const void*> slots;
    for (std::size_t x = 0; x < inputs.size(); ++x) {
      const tra::RelationType& type = node.inputs[x]->type;
      const auto index = linear_index(node.accesses[x].coordinate(at), type.extents);
      slots.push_back(inputs[x]->elements.data() +
                      static_cast<std::size_t>(index) * type.block.element.size);
    }
    for (std::size_t s = 0; s < results.size(); ++s) {
      const Stage& stage = node.program->stages[s];
      std::vector<const void*> operands;
      for (int slot : stage.operands) operands.push_back(slots[static_cast<std::size_t>(slot)]);
      const Extents own = stage.coordinates ? stage.coordinates->coordinate(at) : Extents{};
      stage.plain(operands, results[s].data(), own);
      slots.push_back(results[s].data());
    }
    const auto to =
        static_cast<std::size_t>(linear_index(node.output.coordinate(at), node.type.extents));
    if (node.reduction) {
      node.reduction->plain(value.elements.data() + to * size, slots.back());
    } else {
      std::memcpy(value.elements.data() + to * size, slots.back(), size);
    }
  });
  return value;
}

/// contract: output += a * b for every point of label space.
inline Value contract(const tra::Node& node, const std::vector<const Value*>& inputs) {
  Value value;
  const auto size = std::size_t(node.type.block.element.size);
  value.elements.resize(static_cast<std::size_t>(volume(node.type.extents)) * size);
  fill(value.elements, *node.reduction);
  for_each_coordinate(Box::whole(node.labels), [&](const Extents& at) {
    const auto element = [&](std::size_t x) {
      const auto index =
          linear_index(node.accesses[x].coordinate(at), node.inputs[x]->type.extents);
      return inputs[x]->elements.data() + static_cast<std::size_t>(index) * size;
    };
    const auto to =
        static_cast<std::size_t>(linear_index(node.output.coordinate(at), node.type.extents));
    node.plain->multiply_add(value.elements.data() + to * size, element(0), element(1));
  });
  return value;
}

}  // namespace relatile::reference
