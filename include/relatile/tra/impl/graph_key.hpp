// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/graph_key.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/tra/graph.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::tra::detail {

/// What a user's kernel declares to cost, at the first and the last of its calls: kernels without a
/// name of their own can differ in it.
inline void add_declared_cost(KeyBytes& key, const Node& node) {
  const Box all = Box::whole(node.labels);
  if (!node.block_kernel() || all.empty()) return;
  Extents last = all.high;
  for (auto& label : last) --label;
  for (const Extents& at : {all.low, last}) {
    std::vector<Extents> operands;
    for (std::size_t x = 0; x < node.inputs.size(); ++x) {
      const RelationType& from = node.inputs[x]->type;
      const auto index = linear_index(node.accesses[x].coordinate(at), from.extents);
      operands.push_back(from.extents_of(index));
    }
    key.add(node.block_kernel()->flops(operands).value);
  }
}

/// An einsum of many operands has these in place of labels and accesses.
inline void add_labelling(KeyBytes& key, const ContractMany& einsum) {
  key.add(einsum.labelling->operands);
  key.add(einsum.labelling->output);
  key.add(einsum.labelling->names);
  for (const auto& stage : einsum.program->stages) key.add(std::string_view(stage.name));
}

/// What is told apart from the form of a graph: where its accesses begin.
class Offsets {
 public:
  explicit Offsets(std::size_t num_nodes) : seen_(num_nodes) {}

  /// Adds to `form` how node number `input` is accessed: in place of an offset the number that it
  /// has among those by which that node was accessed in this dimension.
  void add(KeyBytes& form, int input, const Access& access) {
    form.add(access.rank());
    for (int d = 0; d < access.rank(); ++d) {
      AccessDim dim = nth(access.dims, d);
      if (!dim.cuts) {
        offsets_.add(dim.offset);
        dim.offset = number_of(nth(seen_, input), {d, dim.offset});
      }
      form.add(dim);
    }
  }
  std::string take() { return offsets_.take(); }

 private:
  using Seen = std::vector<std::pair<int, std::int64_t>>;  ///< dimensions and offsets

  static std::int64_t number_of(Seen& seen, const Seen::value_type& offset) {
    const auto known = std::find(seen.begin(), seen.end(), offset);
    const auto number = known - seen.begin();
    if (known == seen.end()) seen.push_back(offset);
    return number;
  }

  std::vector<Seen> seen_;  ///< per node
  KeyBytes offsets_;
};

inline void add_accesses(KeyBytes& key, const Node& node, const std::vector<int>& inputs,
                         Offsets* apart) {
  for (std::size_t x = 0; x < node.accesses.size(); ++x) {
    if (apart && node.inputs[x]->type.elements) {
      apart->add(key, inputs[x], node.accesses[x]);
    } else {
      key.add(node.accesses[x]);
    }
  }
}

inline void add_operator(KeyBytes& key, const Node& node, const std::vector<int>& inputs,
                         Offsets* apart) {
  if (const auto* const many = op_if<ContractMany>(node)) add_labelling(key, *many);
  key.add(node.labels);
  for (int l = 0; l < node.labels.rank(); ++l) {
    key.add(nth(node.whole_label, l) ? 1 : 0);
  }
  key.add(node.label_names);
  key.add(std::int64_t(node.accesses.size()));
  add_accesses(key, node, inputs, apart);
  key.add(node.output);
  key.add(node.reduction() ? node.reduction()->name : std::string());
  key.add(node.program() ? static_cast<std::int64_t>(node.program()->stages.size()) : -1);
  key.add(node.flops_per_element().value);
  key.add(node.block_kernel() ? node.block_kernel()->name : std::string());
  key.add(node.combine() ? node.combine()->name : std::string());
  add_declared_cost(key, node);
  if (const auto* const tile = op_if<Tile>(node)) {
    key.add(tile->array_dim);
    key.add(tile->size);
  }
  if (const auto* const concat = op_if<Concat>(node)) key.add(concat->array_dim);
  key.add(node.source());
  if (const auto* const parts = op_if<Assemble>(node)) {
    key.add(parts->places);
    key.add(parts->spacing);
    key.add(parts->fill.empty() ? 0 : 1);
  }
  if (const auto* const along = op_if<AlongAxis>(node)) key.add(along->kernel->name);
  if (const auto* const pieces = op_if<OnPieces>(node)) {
    key.add(pieces->kernel->name);
    key.add(*pieces->work);
  }
}

inline void add_node(KeyBytes& key, const Node& node, const std::vector<int>& inputs,
                     Offsets* apart) {
  key.add(static_cast<std::int64_t>(node.kind()));
  key.add(node.name);
  key.add(node.type);
  key.add(node.evaluated() ? 1 : 0);
  if (node.evaluated()) {
    key.add(node.value->held);
    key.add(node.value->placement);
    return;
  }
  for (int input : inputs) key.add(input);
  add_operator(key, node, inputs, apart);
  key.add(node.is_anywhere() ? 1 : 0);
  key.add(node.pins.plan);
  key.add(node.pins.boxes);
  key.add(node.pins.place);
}

/// Shows every node of a graph, and the positions of its operands.
template <class Visit>
void for_each_with_inputs(const std::vector<NodePtr>& order, Visit&& visit) {
  std::unordered_map<const Node*, int> position;
  std::vector<int> inputs;
  for (const auto& node : order) {
    inputs.clear();
    if (!node->evaluated()) {
      for (const auto& input : node->inputs) inputs.push_back(position.at(input.get()));
    }
    visit(*node, inputs);
    position.emplace(node.get(), static_cast<int>(position.size()));
  }
}

}  // namespace relatile::tra::detail

namespace relatile::tra {

RELATILE_INLINE std::string node_key(const Node& node, const std::vector<int>& inputs) {
  KeyBytes key;
  detail::add_node(key, node, inputs, nullptr);
  return key.take();
}

RELATILE_INLINE std::vector<std::string> graph_keys(const std::vector<NodePtr>& order) {
  std::vector<std::string> keys;
  detail::for_each_with_inputs(order, [&](const Node& node, const std::vector<int>& inputs) {
    keys.push_back(node_key(node, inputs));
  });
  return keys;
}

RELATILE_INLINE GraphKey graph_key(const std::vector<NodePtr>& order) {
  KeyBytes form;
  detail::Offsets offsets(order.size());
  detail::for_each_with_inputs(order, [&](const Node& node, const std::vector<int>& inputs) {
    form.add(std::int64_t(inputs.size()));
    detail::add_node(form, node, inputs, &offsets);
  });
  return {form.take(), offsets.take()};
}

}  // namespace relatile::tra
