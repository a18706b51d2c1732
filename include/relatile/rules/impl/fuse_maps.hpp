// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/rules/fuse_maps.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "relatile/core/assert.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/units.hpp"
#include "relatile/rules/replaced_inputs.hpp"
#include "relatile/tra/graph.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::rules {

RELATILE_INLINE Rewritten MapFusion::run() {
  const std::vector<tra::NodePtr> order = tra::topological_order(roots_);
  for (const auto& node : order) {
    if (node->evaluated()) continue;
    for (const auto& input : node->inputs) {
      auto& reader = readers_[input.get()];
      reader.several = reader.several || (reader.node && reader.node != node.get());
      reader.node = node.get();
    }
  }
  for (auto node = order.rbegin(); node != order.rend(); ++node) note_products(**node);
  for (const auto& node : order) rewritten_[node.get()] = rewrite(node);
  return std::move(rewritten_);
}

RELATILE_INLINE void MapFusion::note_products(const tra::Node& node) {
  if (node.evaluated()) return;
  if (node.kind() != tra::Kind::contract && !(node.is_view() && readers_[&node].product)) return;
  for (const auto& input : node.inputs) readers_[input.get()].product = true;
}

RELATILE_INLINE bool MapFusion::repeats(const tra::Node& reader, const Access& access) {
  for (int l = 0; l < reader.labels.rank(); ++l) {
    if (reader.labels[l] > 1 && !access.has_label(l)) return true;
  }
  return false;
}

RELATILE_INLINE bool MapFusion::is_cheap(const tra::Node& map) {
  if (map.flops_per_element().value > tra::most_flops_again) return false;
  int whole = 0;
  for (const Access& access : map.accesses) whole += repeats(map, access) ? 0 : 1;
  return whole <= 1;
}

RELATILE_INLINE int MapFusion::computed_operands(const tra::Node& map) {
  int computed = 0;
  for (std::size_t x = 0; x < map.inputs.size(); ++x) {
    const auto here = map.inputs.begin() + static_cast<std::ptrdiff_t>(x);
    const bool is_new = std::find(map.inputs.begin(), here, *here) == here;
    const auto is_there = [](const tra::Node& node) {
      return node.evaluated() || node.kind() == tra::Kind::input;
    };
    const bool is_stored =
        is_there(**here) || ((*here)->is_view() && is_there(*(*here)->inputs[0]));
    computed += is_new && !is_stored && !repeats(map, map.accesses[x]) ? 1 : 0;
  }
  return computed;
}

RELATILE_INLINE bool MapFusion::composes(const tra::NodePtr& input, const tra::Node& reader,
                                         const Access& access) const {
  const tra::Node& now = *rewritten_.at(input.get());
  if (input->evaluated() || now.kind() != tra::Kind::map || now.reduction()) return false;
  if (input->pins.placed() || reader.is_many()) return false;
  if (access.has_widths()) return false;  // a table is read as a whole, a view by elements
  if (reader.kind() == tra::Kind::contract) return now.is_view() && !now.accesses[0].goes_back();
  if (reader.selects() || reader.kind() == tra::Kind::on_pieces) return now.is_view();
  const auto* const along = tra::op_if<tra::AlongAxis>(reader);
  if (along ? !along->in_blocks : reader.kind() == tra::Kind::assemble) return now.is_view();
  if (reader.kind() != tra::Kind::map) return false;
  if (now.is_view()) return true;
  if (reader.is_view() && readers_.at(&reader).product) return false;
  if (input->held_by_user() || is_root(input)) return false;
  if (now.program()->stages.size() >= longest_program) return false;
  if (now.is_generator() && now.program()->stages.size() == 1) return true;
  if (computed_operands(now) + computed_operands(reader) > most_computed_operands + 1) return false;
  const Readers& readers = readers_.at(input.get());
  const bool again = !readers.product && is_cheap(now);
  return (!readers.several || again) && !repeats(reader, access);
}

RELATILE_INLINE tra::NodePtr MapFusion::rewrite(const tra::NodePtr& node) const {
  if (node->evaluated()) return node;
  bool fuses = false;
  for (std::size_t x = 0; x < node->inputs.size(); ++x) {
    fuses = fuses ||
            composes(node->inputs[x], *node, node->accesses.empty() ? Access{} : node->accesses[x]);
  }
  if (!fuses) return with_inputs(node, rewritten_);
  auto copy = std::make_shared<tra::Node>(*node);
  for (auto& input : copy->inputs) input = rewritten_.at(input.get());
  if (node->kind() == tra::Kind::map) {
    compose_program(*node, *copy);
  } else {
    for (std::size_t x = 0; x < node->inputs.size(); ++x) {
      const tra::NodePtr view = copy->inputs[x];
      if (!composes(node->inputs[x], *node, node->accesses[x])) continue;
      copy->inputs[x] = view->inputs[0];
      copy->accesses[x] = compose(copy->accesses[x], view->accesses[0]);
    }
  }
  return copy;
}

RELATILE_INLINE int MapFusion::Fused::add_input(const tra::NodePtr& node, const Access& access) {
  for (std::size_t x = 0; x < inputs.size(); ++x) {
    if (inputs[x] == node && accesses[x] == access) return static_cast<int>(x);
  }
  inputs.push_back(node);
  accesses.push_back(access);
  program.inputs.push_back(node->type.block.element);
  return static_cast<int>(inputs.size()) - 1;
}

RELATILE_INLINE int MapFusion::Fused::add_stages(const Program& from, const std::vector<int>& slots,
                                                 const Access* through) {
  const int first = static_cast<int>(program.stages.size());
  const int num_inputs = static_cast<int>(slots.size());
  for (Stage stage : from.stages) {
    for (int& operand : stage.operands) {
      operand = operand < num_inputs ? nth(slots, operand) : ~(first + operand - num_inputs);
    }
    if (through && stage.coordinates) stage.coordinates = compose(*through, *stage.coordinates);
    program.stages.push_back(std::move(stage));
  }
  return from.stages.empty() ? slots[0] : ~(static_cast<int>(program.stages.size()) - 1);
}

RELATILE_INLINE void MapFusion::Fused::number_slots() {
  const int num_inputs = static_cast<int>(inputs.size());
  for (auto& stage : program.stages) {
    for (int& operand : stage.operands) {
      if (operand < 0) operand = num_inputs + ~operand;
    }
  }
}

RELATILE_INLINE void MapFusion::add_name(std::string& name, const std::string& inner) {
  if (name == inner || name.ends_with("...")) return;
  name += "." + inner;
  if (name.size() <= longest_name) return;
  const std::size_t end = name.rfind('.', longest_name);
  name.resize(end == std::string::npos ? longest_name : end);
  name += "...";
}

RELATILE_INLINE void MapFusion::compose_program(const tra::Node& old, tra::Node& copy) const {
  Fused fused;
  std::vector<int> slots;
  for (std::size_t x = 0; x < copy.inputs.size(); ++x) {
    const tra::NodePtr inner = copy.inputs[x];
    const Access& access = copy.accesses[x];
    std::size_t same = 0;
    while (!(copy.inputs[same] == inner && copy.accesses[same] == access)) ++same;
    if (same < x) {
      slots.push_back(slots[same]);
    } else if (!composes(old.inputs[x], old, access)) {
      slots.push_back(fused.add_input(inner, access));
    } else {
      std::vector<int> inner_slots;
      for (std::size_t i = 0; i < inner->inputs.size(); ++i) {
        inner_slots.push_back(
            fused.add_input(inner->inputs[i], compose(access, inner->accesses[i])));
      }
      slots.push_back(fused.add_stages(*inner->program(), inner_slots, &access));
    }
  }
  const int result = fused.add_stages(*copy.program(), slots, nullptr);
  RELATILE_ASSERT(fused.program.stages.empty() ||
                  result == ~(static_cast<int>(fused.program.stages.size()) - 1));
  fused.number_slots();
  copy.inputs = std::move(fused.inputs);
  copy.accesses = std::move(fused.accesses);
  tra::change_op<tra::Map>(copy, [&](tra::Map& map) {
    map.flops_per_element = fused.program.flops_per_element();
    if (map.reduction && !map.select) map.flops_per_element += Flops{1};
    map.program = std::make_shared<const Program>(std::move(fused.program));
  });
  for (std::size_t x = 0; x < old.inputs.size(); ++x) {
    const auto& from = old.inputs[x];
    if (from->name.empty() || from->evaluated() || !composes(from, old, old.accesses[x])) continue;
    const auto here = old.inputs.begin() + static_cast<std::ptrdiff_t>(x);
    if (std::find(old.inputs.begin(), here, from) != here) continue;
    add_name(copy.name, rewritten_.at(from.get())->name);
  }
}

RELATILE_INLINE Rewritten fuse_maps(const std::vector<tra::NodePtr>& roots) {
  auto result = MapFusion(roots).run();
  bool changed = std::any_of(result.begin(), result.end(),
                             [](const auto& entry) { return entry.second.get() != entry.first; });
  while (changed) {
    std::vector<tra::NodePtr> now;
    for (const auto& root : roots) now.push_back(result.at(root.get()));
    const auto next = MapFusion(now).run();
    changed = false;
    for (auto& [node, rewritten] : result) {
      const auto found = next.find(rewritten.get());
      if (found == next.end() || found->second == rewritten) continue;
      rewritten = found->second;
      changed = true;
    }
  }
  return result;
}

}  // namespace relatile::rules
