// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "relatile/grad/impl/nodes.hpp"
#include "relatile/grad/impl/prod_rule.hpp"
#include "relatile/grad/impl/reverse_stages.hpp"
#include "relatile/grad/impl/stages.hpp"
#include "relatile/grad/impl/through_access.hpp"

// The derivative of elementwise passes, with reductions, broadcasting and slices: one pass over the
// same labels, which reads the cotangent as the operator wrote its result, goes through the stages
// and back, and sums over the labels that the operand lacks.

namespace relatile::detail {

class MapRule {
 public:
  /// Of an operator, whose result is that of `self`.
  MapRule(const tra::Node& node, const tra::NodePtr& self, const tra::NodePtr& cotangent)
      : node_(node), map_(tra::op_of<tra::Map>(node_)), stages_(stages_of(*map_.program)) {
    reads_ = {node_.inputs, node_.accesses};
    g_ = read(cotangent);
    self_ = read(self);
    if (map_.reduction) read_for_reduction();
  }

  /// What the cotangent of the result adds to that of an operand; null if nothing.
  tra::NodePtr of_operand(std::size_t x) const {
    TermList list = program();
    const int result = shifted(stages_.result);
    const Term g = map_.reduction ? before_reduction(list) : list.term(g_);
    const Term self = map_.reduction ? Term{} : list.term(self_);
    const Term term =
        reverse_stages(list, static_cast<int>(x), result, g, self, tra::description(node_));
    if (!term.is_there()) return nullptr;
    const Access& access = node_.accesses[x];
    const std::vector<int> labels = distinct_labels(access);
    Extents shape;
    for (const int label : labels) shape.push_back(node_.labels[label]);
    const tra::NodePtr pass =
        pass_over(node_, "grad of " + node_.name, reads_, list.program(), term.slot,
                  Access::of_labels(labels), shape, reduction_of<kernel::Sum>(term.type));
    return through_access(pass, labels, access, node_.labels, node_.inputs[x]->type.extents);
  }

  /// Whether results are products, whose derivatives have no derivative by this rule.
  bool multiplies() const {
    return map_.reduction && reduces_by("prod") && volume(node_.labels) > 0;
  }
  ProductPass product() const { return {node_, stages_}; }

 private:
  /// An operand that is indexed as the result is; its slot.
  int read(const tra::NodePtr& node) {
    reads_.inputs.push_back(node);
    reads_.accesses.push_back(node_.output);
    return static_cast<int>(reads_.inputs.size()) - 1;
  }
  /// The slot of the operator's own program in one with all operands.
  int shifted(int slot) const {
    const auto own = static_cast<int>(node_.inputs.size());
    return slot < own ? slot : slot + static_cast<int>(reads_.inputs.size()) - own;
  }
  TermList program() const {
    Program program;
    for (const auto& input : reads_.inputs) program.inputs.push_back(input->type.block.element);
    program.stages = stages_.program.stages;
    for (Stage& stage : program.stages) {
      for (int& operand : stage.operands) operand = shifted(operand);
    }
    return TermList(std::move(program));
  }
  bool reduces_by(std::string_view name) const { return map_.reduction->name == name; }
  bool chooses() const {
    return reduces_by("min") || reduces_by("max") || reduces_by("nanmin") || reduces_by("nanmax");
  }

  /// The sum, or product, over what is reduced, of a formula of the elements.
  template <class Op, class Formula>
  int reduced(const std::string& name, const Formula& formula) {
    TermList list = program();
    const Term term = formula(list.term(shifted(stages_.result)), list);
    return read(pass_over(node_, name, reads_, list.program(), term.slot, node_.output,
                          node_.type.extents, reduction_of<Op>(term.type)));
  }
  void read_for_reduction() {
    if (chooses()) {
      first_ = reduced<kernel::Sum>("ties", [&](const Term& value, TermList& list) {
        return as_number(equal(value, list.term(self_)), value);
      });
    } else if (reduces_by("prod")) {
      first_ = reduced<kernel::Sum>(
          "zeros", [](const Term& value, TermList&) { return as_number(equal(value, 0), value); });
      second_ = reduced<kernel::Prod>("prod of others", [](const Term& value, TermList&) {
        return chosen(equal(value, 0), number(value, 1), value);
      });
    }
  }
  /// The cotangent of an element that is reduced.
  Term before_reduction(TermList& list) const {
    const Term g = list.term(g_);
    const Term value = list.term(shifted(stages_.result));
    if (reduces_by("sum")) return g;
    if (chooses()) {
      const Term is_best = equal(value, list.term(self_));
      return chosen(is_best, g, 0.0) / list.term(first_);  // NaN where none is, beside a NaN
    }
    if (reduces_by("prod")) {
      const Term zeros = list.term(first_);
      const Term others = list.term(second_);
      const Term lone = chosen(equal(zeros, 1), others, 0.0);
      const Term none = chosen(equal(zeros, 0), others / value, 0.0);
      return g * conjugated(chosen(equal(value, 0), lone, none));
    }
    if (reduces_by("logaddexp")) {
      return g * call<function::Exp>(value.type, value - list.term(self_));
    }
    throw Error("relatile: grad: no derivative is known of a reduction by " + map_.reduction->name +
                ", in " + tra::description(node_));
  }

  const tra::Node& node_;
  const tra::Map& map_;
  Stages stages_;
  Reads reads_;
  int g_ = -1;
  int self_ = -1;
  int first_ = -1;   ///< how many elements are the best one, or zero
  int second_ = -1;  ///< the product of those that are not zero
};

}  // namespace relatile::detail
