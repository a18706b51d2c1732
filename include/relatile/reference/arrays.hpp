// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/reference/value.hpp"
#include "relatile/tra/contract.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::reference {

/// Elements as they were, one after the other: identity of a reduction everywhere.
inline void fill(std::vector<std::byte>& elements, const Reduction& reduction) {
  const std::size_t size = reduction.identity.size();
  for (std::size_t at = 0; at < elements.size(); at += size) {
    std::memcpy(elements.data() + at, reduction.identity.data(), size);
  }
}

/// One element of an operand.
inline const void* element_at(const Value& value, const tra::RelationType& type,
                              const Extents& index) {
  return value.elements.data() +
         static_cast<std::size_t>(linear_index(index, type.extents)) * type.block.element.size;
}

/// The stages of a fused program, one element at a time.
class PlainStages {
 public:
  explicit PlainStages(const Program& program) : program_(program) {
    for (const auto& stage : program.stages) results_.emplace_back(stage.output.size);
  }
  /// The result for one element of every input, at a point of label space.
  const void* run(std::vector<const void*> slots, const Extents& at) {
    for (std::size_t s = 0; s < results_.size(); ++s) {
      const Stage& stage = program_.stages[s];
      std::vector<const void*> operands;
      for (int slot : stage.operands) operands.push_back(nth(slots, slot));
      const Extents own = stage.coordinates ? stage.coordinates->coordinate(at) : Extents{};
      stage.plain(operands, results_[s].data(), own);
      slots.push_back(results_[s].data());
    }
    return slots.back();
  }

 private:
  const Program& program_;
  std::vector<std::vector<std::byte>> results_;
};

/// map: for every point of label space the stages' plain bodies, one element at a time; what meets
/// in one element of the output is combined.
inline Value map(const tra::Node& node, const std::vector<const Value*>& inputs) {
  Value value;
  const auto size = std::size_t(node.type.block.element.size);
  value.elements.resize(static_cast<std::size_t>(volume(node.type.extents)) * size);
  if (node.reduction()) fill(value.elements, *node.reduction());
  PlainStages stages(*node.program());
  for_each_coordinate(Box::whole(node.labels), [&](const Extents& at) {
    std::vector<const void*> operands;
    for (std::size_t x = 0; x < inputs.size(); ++x) {
      operands.push_back(
          element_at(*inputs[x], node.inputs[x]->type, node.accesses[x].coordinate(at)));
    }
    const void* result = stages.run(std::move(operands), at);
    const auto to =
        static_cast<std::size_t>(linear_index(node.output.coordinate(at), node.type.extents));
    if (node.reduction()) {
      node.reduction()->plain(value.elements.data() + to * size, result);
    } else {
      std::memcpy(value.elements.data() + to * size, result, size);
    }
  });
  return value;
}

/// contract of many operands: for every point of label space one element of each, all combined;
/// what meets in one element of the output is reduced. Labels are not limited to max_rank.
inline Value contract_many(const tra::Node& node, const std::vector<const Value*>& inputs) {
  Value value;
  const auto size = std::size_t(node.type.block.element.size);
  value.elements.resize(static_cast<std::size_t>(volume(node.type.extents)) * size);
  fill(value.elements, *node.reduction());
  const tra::Labelling& labelling = *tra::op_of<tra::ContractMany>(node).labelling;
  const auto extents = tra::label_extents(node.name, labelling, tra::shapes_of(node.inputs));
  if (std::find(extents.begin(), extents.end(), 0) != extents.end()) return value;
  std::vector<std::int64_t> at(extents.size(), 0);
  // An axis of extent one under a longer label repeats its element.
  const auto index = [&](const std::vector<int>& labels, const Extents& shape) {
    Extents result;
    for (int d = 0; d < shape.rank(); ++d) {
      const auto label = static_cast<std::size_t>(nth(labels, d));
      result.push_back(shape[d] == 1 ? 0 : at[label]);
    }
    return result;
  };
  PlainStages stages(*node.program());
  for (bool more = true; more;) {
    std::vector<const void*> operands;
    for (std::size_t x = 0; x < inputs.size(); ++x) {
      const tra::RelationType& type = node.inputs[x]->type;
      operands.push_back(element_at(*inputs[x], type, index(labelling.operands[x], type.extents)));
    }
    const auto to = static_cast<std::size_t>(
        linear_index(index(labelling.output, node.type.extents), node.type.extents));
    node.reduction()->plain(value.elements.data() + to * size, stages.run(std::move(operands), {}));
    std::size_t l = extents.size();
    while (l > 0 && ++at[l - 1] == extents[l - 1]) at[--l] = 0;
    more = l > 0;
  }
  return value;
}

/// contract: output += a * b for every point of label space.
inline Value contract(const tra::Node& node, const std::vector<const Value*>& inputs) {
  Value value;
  const auto size = std::size_t(node.type.block.element.size);
  value.elements.resize(static_cast<std::size_t>(volume(node.type.extents)) * size);
  fill(value.elements, *node.reduction());
  const auto& plain = tra::op_if<tra::Contract>(node)->plain;
  for_each_coordinate(Box::whole(node.labels), [&](const Extents& at) {
    const auto element = [&](std::size_t x) {
      return element_at(*inputs[x], node.inputs[x]->type, node.accesses[x].coordinate(at));
    };
    const auto to =
        static_cast<std::size_t>(linear_index(node.output.coordinate(at), node.type.extents));
    plain->multiply_add(value.elements.data() + to * size, element(0), element(1));
  });
  return value;
}

}  // namespace relatile::reference
