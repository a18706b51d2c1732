// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "relatile/function/facts.hpp"
#include "relatile/program/node_maker.hpp"
#include "relatile/tra/contract_many.hpp"
#include "relatile/tra/semiring.hpp"

namespace relatile::program {

/// The functions of an einsum's semiring, and the element types on the way.
struct Semiring {
  einsum_detail::Combine combine = einsum_detail::Combine::mul;
  einsum_detail::Reduce reduce = einsum_detail::Reduce::add;
  ElementType operand;  ///< what operands are converted to
  ElementType element;  ///< of the result

  /// What + and * mean to matrix products; of bool they are `or` and `and`.
  bool plus_times() const {
    return combine == einsum_detail::Combine::mul && reduce == einsum_detail::Reduce::add &&
           operand.kind != ElementKind::boolean;
  }
  bool splits() const { return plus_times() || einsum_detail::distributes(combine, reduce); }

  /// The elementwise function that combines.
  std::string_view combine_function() const {
    constexpr std::array<std::string_view, 8> functions{
        "multiply", "add", "subtract", "divide", "minimum", "maximum", "logical_and", "logical_or"};
    return functions.at(static_cast<std::size_t>(combine));
  }
  /// The reduction, as NumPy calls it.
  std::string_view reduction() const {
    constexpr std::array<std::string_view, 6> names{"sum", "prod", "min", "max", "all", "any"};
    return names.at(static_cast<std::size_t>(reduce));
  }
};

/// Makes the nodes of an einsum of any number of operands: a contraction where it is a product and
/// a sum, else one pass over all labels.
class EinsumNodes {
 public:
  EinsumNodes(NodeMaker maker, Semiring semiring) : maker_(std::move(maker)), semiring_(semiring) {}

  tra::NodePtr make(const std::vector<tra::NodePtr>& operands,
                    const tra::Labelling& labelling) const {
    if (operands.size() == 1) return of_one(operands[0], labelling);
    if (operands.size() == 2) return of_two(operands[0], operands[1], labelling);
    if (!semiring_.splits()) return in_one_pass(operands, labelling);
    return of_many(operands, labelling);
  }

 private:
  tra::NodePtr of_one(const tra::NodePtr& x, const tra::Labelling& labelling) const {
    relatile::Program program;
    program.inputs = {x->type.block.element};
    maker_.add_conversion(program, 0, x->type.block.element, semiring_.element);
    return maker_.labelled_map({x}, labelling, std::move(program), semiring_.reduction(),
                               semiring_.element);
  }

  /// A step of an einsum of many operands that sums nothing is elementwise: as `einsum` has it.
  enum class Unsummed { contract, one_pass };

  tra::NodePtr of_two(const tra::NodePtr& a, const tra::NodePtr& b, tra::Labelling labelling,
                      Unsummed unsummed = Unsummed::contract) const {
    if (!semiring_.plus_times()) {
      einsum_detail::drop_unused(labelling);
      return in_one_pass({a, b}, labelling);
    }
    const tra::NodePtr left = with_common_labels(a, labelling, 0);
    const tra::NodePtr right = with_common_labels(b, labelling, 1);
    einsum_detail::drop_unused(labelling);
    if (unsummed == Unsummed::one_pass && labelling.output.size() == labelling.names.size()) {
      return in_one_pass({left, right}, labelling);
    }
    tra::NodePtr node =
        tra::make_contract("einsum", left, right, labelling,
                           maker_.reduction(semiring_.reduction(), semiring_.element), {}, nullptr);
    if (maker_.kernels().product) maker_.kernels().product(*node);
    return maker_.noted(std::move(node));
  }

  /// The operand of a product: converted, without labels that only it has.
  tra::NodePtr with_common_labels(const tra::NodePtr& x, tra::Labelling& labelling,
                                  std::size_t number) const {
    const tra::NodePtr operand = maker_.converted(x, semiring_.operand);
    const auto own = einsum_detail::take_own_labels(labelling, number);
    return own ? of_one(operand, *own) : operand;
  }

  /// Combines operand after operand at every point of label space.
  tra::NodePtr in_one_pass(const std::vector<tra::NodePtr>& operands,
                           const tra::Labelling& labelling) const {
    return maker_.labelled_map(operands, labelling, combination(operands), semiring_.reduction(),
                               semiring_.element);
  }

  relatile::Program combination(const std::vector<tra::NodePtr>& operands) const {
    const function::Facts& facts = *function::find_facts(semiring_.combine_function());
    relatile::Program program;
    for (const auto& operand : operands) program.inputs.push_back(operand->type.block.element);
    int result = 0;
    ElementType element = program.inputs[0];
    for (int x = 1; x < static_cast<int>(operands.size()); ++x) {
      element = *facts.result_of(semiring_.operand);
      result = maker_.add_stage(program, facts.name, {result, x}, element, Flops{facts.flops});
    }
    maker_.add_conversion(program, result, element, semiring_.element);
    return program;
  }

  /// One node for all operands; in which order it is split is for the planner to choose.
  tra::NodePtr of_many(const std::vector<tra::NodePtr>& operands,
                       const tra::Labelling& labelling) const {
    return maker_.noted(tra::make_contract_many(
        "einsum", operands, labelling,
        {combination(operands), maker_.reduction(semiring_.reduction(), semiring_.element)},
        [self = *this](const tra::NodePtr& a, const tra::NodePtr& b, const tra::Labelling& step) {
          return self.of_two(a, b, step, Unsummed::one_pass);
        }));
  }

  NodeMaker maker_;
  Semiring semiring_;
};

}  // namespace relatile::program
