// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "relatile/program/einsum_checks.hpp"
#include "relatile/program/leaves.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::program {

/// Makes the graph of a program, statement by statement.
class GraphBuilder {
 public:
  GraphBuilder(const Program& program, GraphOptions options)
      : program_(program),
        options_(std::move(options)),
        kernels_(std::make_shared<const Kernels>(std::move(options_.kernels))) {}

  Graph build() {
    for (const auto& statement : program_.statements) {
      statement_ = &statement;
      operands_.clear();
      for (const auto& operand : statement.operands) {
        operands_.push_back(graph_.value_of(operand.text));
      }
      const tra::NodePtr value = located(statement.at, [&] { return make(); });
      value->title = statement.name.text;
      graph_.nodes[statement.name.text] = made_for(value);
    }
    for (const auto& name : program_.outputs) graph_.outputs.push_back(graph_.value_of(name.text));
    return std::move(graph_);
  }

 private:
  tra::NodePtr make() {
    switch (statement_->kind) {
      case Operator::input:
      case Operator::source: return leaf();
      case Operator::einsum: return einsum();
      case Operator::map:
      case Operator::zip: return elementwise();
      case Operator::reduce: return reduction();
      case Operator::transpose: return transpose();
      case Operator::slice: return slice();
    }
    return nullptr;
  }

  NodeMaker maker() const {
    return {kernels_, options_.file + ":" + std::to_string(statement_->name.at.line)};
  }

  /// The nodes between a statement's value and its operands, the value last.
  std::vector<tra::NodePtr> made_for(const tra::NodePtr& value) const {
    std::vector<tra::NodePtr> made{value};
    for (std::size_t n = 0; n < made.size(); ++n) {
      const tra::NodePtr node = made[n];
      if (statement_->operands.empty() || node->evaluated()) continue;
      for (const auto& input : node->inputs) {
        const auto is_input = [&](const tra::NodePtr& other) { return other == input; };
        if (std::any_of(operands_.begin(), operands_.end(), is_input)) continue;
        if (std::none_of(made.begin(), made.end(), is_input)) made.push_back(input);
      }
    }
    std::reverse(made.begin(), made.end());
    return made;
  }

  // ---- Leaves and views -------------------------------------------------------------------------

  tra::NodePtr leaf() const {
    const tra::NodePtr sketch = maker().noted(leaf_node(*statement_, options_.num_sites));
    return kernels_->leaf ? kernels_->leaf(*statement_, sketch) : sketch;
  }

  /// The axis that a number means, counted from the end if negative.
  int axis(const Number& number) const {
    const int rank = operands_[0]->type.rank();
    const std::int64_t normal = number.value < 0 ? number.value + rank : number.value;
    if (normal >= 0 && normal < rank) return static_cast<int>(normal);
    throw ProgramError(number.at, "expected an axis of " + shown(*statement_, operands_, 0) +
                                      ", but found " + std::to_string(number.value));
  }
  std::vector<int> axes(const std::vector<Number>& numbers) const {
    std::vector<int> result;
    for (const Number& number : numbers) {
      const int one = axis(number);
      if (std::find(result.begin(), result.end(), one) != result.end()) {
        throw ProgramError(number.at, "expected each axis once, but found " +
                                          std::to_string(number.value) + " again");
      }
      result.push_back(one);
    }
    return result;
  }

  tra::NodePtr transpose() const {
    const tra::NodePtr& x = operands_[0];
    std::vector<int> order(static_cast<std::size_t>(x->type.rank()));
    if (!statement_->axes) {
      std::iota(order.rbegin(), order.rend(), 0);
    } else {
      order = axes(*statement_->axes);
    }
    if (static_cast<int>(order.size()) != x->type.rank()) {
      throw ProgramError(statement_->axes->front().at,
                         "expected all axes of " + shown(*statement_, operands_, 0) +
                             ", but found " + std::to_string(order.size()) + " of them");
    }
    return maker().noted(tra::make_transpose(x, order));
  }

  tra::NodePtr slice() const {
    const tra::NodePtr& x = operands_[0];
    relatile::detail::Indexing indexing{x->type.extents, {}, {}};
    for (const Index& index : statement_->indices) {
      if (indexing.access.rank() == x->type.rank()) {
        throw ProgramError(
            index.at, "expected no more indices than " + shown(*statement_, operands_, 0) +
                          " has axes, but found " + std::to_string(statement_->indices.size()));
      }
      located(index.at, [&] {
        if (index.range) {
          const auto given = [](const auto& position) {
            return position ? SlicePosition(*position) : SlicePosition();
          };
          indexing.add(relatile::slice(given(index.start), given(index.stop), given(index.step)));
        } else {
          indexing.add(*index.start);
        }
      });
    }
    while (indexing.access.rank() < x->type.rank()) indexing.add(Slice{});
    return maker().noted(tra::make_view("slice", x, std::move(indexing.access), indexing.shape));
  }

  // ---- Elementwise functions and reductions -----------------------------------------------------

  tra::NodePtr elementwise() const {
    const function::Facts& facts = function_facts();
    const Extents shape = broadcast_shape();
    relatile::Program program;
    std::vector<tra::NodePtr> inputs;
    std::vector<Access> accesses;
    std::vector<int> slots;
    for (const auto& operand : operands_) {
      const auto known = std::find(inputs.begin(), inputs.end(), operand);
      slots.push_back(static_cast<int>(known - inputs.begin()));
      if (known != inputs.end()) continue;
      inputs.push_back(operand);
      accesses.push_back(tra::broadcast_access(operand->type.extents, shape));
      program.inputs.push_back(operand->type.block.element);
    }
    const ElementType element = result_type(facts, facts.choice ? 1 : 0);
    maker().add_stage(program, facts.name, std::move(slots), element, Flops{facts.flops});
    return maker().noted(tra::make_map(std::string(facts.name), std::move(inputs),
                                       std::move(accesses), shape, std::move(program), element));
  }

  const function::Facts& function_facts() const {
    const Word& name = statement_->function;
    const function::Facts* facts = facts_of(name.text);
    const auto count = static_cast<int>(operands_.size());
    const std::string operands = count == 1   ? "one operand, such as \"relu\""
                                 : count == 2 ? "two operands, such as \"add\""
                                              : "three operands, such as \"where\"";
    if (facts && facts->arity == count) return *facts;
    throw ProgramError(name.at, "expected a function of " + operands + ", but found \"" +
                                    name.text + '"' +
                                    (facts ? ", which takes " + std::to_string(facts->arity) : ""));
  }

  Extents broadcast_shape() const {
    std::vector<Extents> shapes;
    Extents shape;
    for (std::size_t x = 0; x < operands_.size(); ++x) {
      shapes.push_back(operands_[x]->type.extents);
      shape = located(statement_->operands[x].at,
                      [&] { return tra::broadcast_shapes(statement_->function.text, shapes); });
    }
    return shape;
  }

  ElementType result_type(const function::Facts& facts, std::size_t first) const {
    const ElementType element = promoted_type(operands_, first);
    const auto result = facts.result_of(element);
    if (!result) refuse(statement_->function, element);
    return *result;
  }

  tra::NodePtr reduction() const {
    const tra::NodePtr& x = operands_[0];
    const std::string& name = statement_->function.text;
    std::vector<int> along(static_cast<std::size_t>(x->type.rank()));
    std::iota(along.begin(), along.end(), 0);
    if (statement_->axes) along = axes(*statement_->axes);
    const bool chooses = name == "min" || name == "max";
    const ElementType from = x->type.block.element;
    if (chooses) {
      if (from.kind == ElementKind::complex) refuse(statement_->function, from);
      relatile::detail::require_elements(name, x->type.extents, along);
    }
    const ElementType element = chooses ? from : reduced_type(name, from);
    const bool mean = name == "mean";
    const tra::NodePtr node = tra::make_reduce(x, along, statement_->keepdims,
                                               maker().reduction(mean ? "sum" : name, element));
    if (from != element) {
      relatile::Program pass;
      pass.inputs = {from};
      maker().add_conversion(pass, 0, from, element);
      tra::change_op<tra::Map>(*node, [&](tra::Map& map) {
        map.flops_per_element += pass.flops_per_element();
        map.program = std::make_shared<const relatile::Program>(std::move(pass));
      });
    }
    return mean ? divided(maker().noted(node)) : maker().noted(node);
  }

  /// Sums widen small integers, and a mean of integers is none, as in NumPy.
  static ElementType reduced_type(const std::string& name, ElementType from) {
    if (name == "any" || name == "all") return element_type_of<bool>();
    if (from.kind == ElementKind::floating || from.kind == ElementKind::complex) return from;
    if (name == "mean") return element_type_of<double>();
    return from.kind == ElementKind::unsigned_integer ? element_type_of<std::uint64_t>()
                                                      : element_type_of<std::int64_t>();
  }

  /// The last step of a mean: every element by the number of those that it sums.
  tra::NodePtr divided(const tra::NodePtr& sum) const {
    const ElementType element = sum->type.block.element;
    relatile::Program program;
    program.inputs = {element};
    maker().add_stage(program, "mean", {0}, element, Flops{1});
    return maker().noted(tra::make_map("mean", {sum}, {Access::identity(sum->type.rank())},
                                       sum->type.extents, std::move(program), element));
  }

  // ---- Einsum -----------------------------------------------------------------------------------

  tra::NodePtr einsum() const {
    const tra::Labelling labelling = einsum_labelling(*statement_, operands_);
    const Semiring made = semiring_of(*statement_, operands_);
    einsum_detail::require_elements(made.reduce, labelling, tra::shapes_of(operands_));
    return EinsumNodes(maker(), made).make(operands_, labelling);
  }

  const Program& program_;
  GraphOptions options_;
  std::shared_ptr<const Kernels> kernels_;
  Graph graph_;
  const Statement* statement_ = nullptr;
  std::vector<tra::NodePtr> operands_;
};

/// The graph of a program on `options.num_sites` sites: a sketch, unless there are kernels.
///
///   errors  ProgramError where names, shapes or element types do not fit together
inline Graph to_graph(const Program& program, GraphOptions options = {}) {
  return GraphBuilder(program, std::move(options)).build();
}

}  // namespace relatile::program
