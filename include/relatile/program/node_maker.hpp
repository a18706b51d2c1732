// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "relatile/core/scalar_types.hpp"
#include "relatile/program/graph.hpp"
#include "relatile/tra/contract.hpp"

namespace relatile::program {

/// Refuses sizes that a plan could not count: bytes and flops are 64-bit numbers.
inline void require_countable(std::int64_t number, std::int64_t size, const char* what) {
  std::int64_t product = 0;
  if (!__builtin_mul_overflow(number, size, &product)) return;
  throw LimitExceeded("relatile: more than 2^63 " + std::string(what));
}

/// Makes the nodes of one statement, with kernels where there are any.
class NodeMaker {
 public:
  NodeMaker(std::shared_ptr<const Kernels> kernels, std::string where)
      : kernels_(std::move(kernels)), where_(std::move(where)) {}

  const Kernels& kernels() const { return *kernels_; }

  /// Adds a stage that reads the given slots of the program; returns the slot of its result.
  int add_stage(relatile::Program& program, std::string_view name, std::vector<int> slots,
                ElementType output, Flops flops) const {
    std::vector<ElementType> types;
    const auto num_inputs = program.inputs.size();
    for (int slot : slots) {
      const auto s = static_cast<std::size_t>(slot);
      types.push_back(s < num_inputs ? program.inputs[s] : program.stages[s - num_inputs].output);
    }
    Stage stage;
    stage.name = name;
    stage.operands = std::move(slots);
    stage.output = output;
    stage.flops_per_element = flops;
    if (kernels_->stage) kernels_->stage(stage, types);
    program.stages.push_back(std::move(stage));
    return static_cast<int>(num_inputs + program.stages.size()) - 1;
  }
  /// Adds a conversion of `slot`, unless it has that type already.
  int add_conversion(relatile::Program& program, int slot, ElementType from, ElementType to) const {
    return from == to ? slot : add_stage(program, "astype", {slot}, to, Flops{1});
  }

  Reduction reduction(std::string_view name, ElementType element) const {
    Reduction made;
    made.name = name;
    made.element = element;
    made.laws.associative = true;
    made.laws.commutative = true;
    made.laws.has_identity = true;
    made.laws.idempotent = name != "sum" && name != "prod";
    if (kernels_->reduction) kernels_->reduction(made);
    return made;
  }

  /// A map of operands by labels, reduced over those that the output lacks.
  tra::NodePtr labelled_map(std::vector<tra::NodePtr> inputs, const tra::Labelling& labelling,
                            relatile::Program program, std::string_view reduce,
                            ElementType element) const {
    return noted(tra::make_labelled_map("einsum", std::move(inputs), labelling, std::move(program),
                                        reduction(reduce, element)));
  }

  /// The array with elements of another type.
  tra::NodePtr converted(const tra::NodePtr& x, ElementType to) const {
    const ElementType from = x->type.block.element;
    if (from == to) return x;
    relatile::Program program;
    program.inputs = {from};
    add_conversion(program, 0, from, to);
    return noted(tra::make_map("astype", {x}, {Access::identity(x->type.rank())}, x->type.extents,
                               std::move(program), to));
  }

  /// Every node that is made passes here before anybody else sees it.
  tra::NodePtr noted(tra::NodePtr node) const {
    node->where = where_;
    require_countable(volume(node->type.extents), node->type.block.element.size, "bytes");
    // An einsum of many operands is never computed in one piece.
    if (!node->is_many()) {
      require_countable(volume(node->labels), node->flops_per_element().value, "operations");
    }
    return node;
  }

 private:
  std::shared_ptr<const Kernels> kernels_;
  std::string where_;
};

}  // namespace relatile::program
