// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/space/structure_key.hpp"

#include <algorithm>

#include "relatile/cost/machine.hpp"
#include "relatile/cost/squares.hpp"
#include "relatile/planner/space/key_bytes.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::planner {

RELATILE_INLINE std::string StructureKey::of(const tra::Node& node, const std::vector<int>& ranks) {
  StructureKey key;
  bool arrays = node.type.elements && node.block_kernel() == nullptr;
  for (const auto& input : node.inputs) arrays = arrays && input->type.elements;
  if (!arrays || node.pins.placed()) {
    key.add(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(&node)));
    return key.text_;
  }
  key.add(static_cast<std::int64_t>(node.kind()));
  key.add(node.is_anywhere() ? 1 : 0);
  key.add(node.labels);
  for (bool whole : node.whole_label) key.add(whole ? 1 : 0);
  for (const auto& access : node.accesses) key.add(access);
  for (const auto& input : node.inputs) key.add_type(input->type);
  for (const auto& input : node.inputs) {  // one value that is read twice is sent once
    key.add(std::find(node.inputs.begin(), node.inputs.end(), input) - node.inputs.begin());
  }
  // What else prices of work depend on: a matrix times its own transpose is half of a product.
  key.add(cost::square_labels(node) ? 1 : 0);
  key.add(static_cast<std::int64_t>(cost::class_of(node)));
  key.add(node.output);
  key.add_type(node.type);
  key.add(node.flops_per_element().value);
  if (const auto* const pieces = tra::op_if<tra::OnPieces>(node)) {
    key.add(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(pieces->work.get())));
  }
  for (int rank : ranks) key.add(order_of(rank, ranks));
  for (const std::string& name : node.label_names) {  // plans call placements by them
    key.add(std::ssize(name));
    key.text_ += name;
  }
  key.text_ += node.pins.plan;
  return key.text_;
}

RELATILE_INLINE void StructureKey::add(std::int64_t number) {
  detail::append_number(text_, number);
}

RELATILE_INLINE void StructureKey::add(const Access& access) {
  add(access.rank());
  for (const auto& dim : access.dims) {
    add(dim.label);
    add(dim.offset);
    add(dim.step);
    add(dim.width);
    add(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(dim.cuts.get())));
    add(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(dim.ends.get())));
    add(dim.values.low);
    add(dim.values.high);
    add(dim.every);
  }
}

}  // namespace relatile::planner
