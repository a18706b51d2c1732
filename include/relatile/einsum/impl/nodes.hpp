// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <span>
#include <utility>

#include "relatile/einsum/nodes.hpp"
#include "relatile/kernel/products/contract.hpp"

namespace relatile::einsum_detail {

template <class T>
tra::NodePtr contract(std::string name, const tra::NodePtr& a, const tra::NodePtr& b,
                      const tra::Labelling& labelling) {
  ContractionPlain plain;
  plain.multiply_add = [](void* accumulator, const void* x, const void* y) {
    auto& sum_of = *static_cast<T*>(accumulator);
    const T product =
        function::Multiply::apply(*static_cast<const T*>(x), *static_cast<const T*>(y));
    sum_of = kernel::Sum::combine(sum_of, product);
  };
  return tra::make_contract(std::move(name), a, b, labelling,
                            kernel::make_reduction<kernel::Sum, T>(), std::move(plain),
                            kernel::contract<T>);
}

RELATILE_INLINE Program combination(const Stage& combine, std::size_t count) {
  Program program;
  program.inputs.assign(count, combine.output);
  int result = 0;
  for (std::size_t x = 1; x < count; ++x) {
    program.stages.push_back(combine);
    program.stages.back().operands = {result, static_cast<int>(x)};
    result = static_cast<int>(count + program.stages.size()) - 1;
  }
  return program;
}

RELATILE_INLINE tra::NodePtr fold_by(const TypedSemiring& semiring, std::string name,
                                     const std::vector<tra::NodePtr>& operands,
                                     const tra::Labelling& labelling) {
  return tra::make_labelled_map(std::move(name), operands, labelling,
                                combination(semiring.combine, operands.size()), semiring.reduce);
}

/// Reduces an operand over the labels that neither the other operand nor the output has, and takes
/// diagonals of repeated labels: what remains is a plain product.
RELATILE_INLINE tra::NodePtr reduced_operand(const TypedSemiring& semiring,
                                             const tra::NodePtr& operand, tra::Labelling& labelling,
                                             std::size_t x) {
  const auto own = take_own_labels(labelling, x);
  return own ? fold_by(semiring, "einsum", {operand}, *own) : operand;
}

/// What to do where two operands are multiplied and nothing is summed.
enum class Unsummed {
  contract,  ///< a join of its own, for which the user may ask for a plan
  fuse,      ///< an elementwise pass, which can be fused with its neighbours
};

/// The einsum of two operands by a semiring that distributes.
RELATILE_INLINE tra::NodePtr pair_node(const TypedSemiring& semiring, const std::string& name,
                                       const tra::NodePtr& a, const tra::NodePtr& b,
                                       tra::Labelling labelling,
                                       Unsummed unsummed = Unsummed::contract) {
  const tra::NodePtr x = reduced_operand(semiring, a, labelling, 0);
  const tra::NodePtr y = reduced_operand(semiring, b, labelling, 1);
  drop_unused(labelling);
  if (semiring.product != nullptr) {
    const bool sums = labelling.output.size() < labelling.names.size();
    if (sums || unsummed == Unsummed::contract) return semiring.product(name, x, y, labelling);
  }
  return fold_by(semiring, name, {x, y}, labelling);
}

/// One node for all operands, which the planner splits into pairs.
RELATILE_INLINE tra::NodePtr many_node(const TypedSemiring& semiring, const std::string& name,
                                       const std::vector<tra::NodePtr>& operands,
                                       const tra::Labelling& labelling) {
  return tra::make_contract_many(
      name, operands, labelling, {combination(semiring.combine, operands.size()), semiring.reduce},
      [semiring, name](const tra::NodePtr& a, const tra::NodePtr& b, const tra::Labelling& step) {
        return pair_node(semiring, name, a, b, step, Unsummed::fuse);
      });
}

RELATILE_INLINE tra::NodePtr einsum_node(const TypedSemiring& semiring, const std::string& name,
                                         const std::vector<tra::NodePtr>& operands,
                                         const tra::Labelling& labelling) {
  if (semiring.distributes && operands.size() == 2) {
    return pair_node(semiring, name, operands[0], operands[1], labelling);
  }
  if (semiring.distributes && semiring.any_order && operands.size() > 2) {
    return many_node(semiring, name, operands, labelling);
  }
  return fold_by(semiring, name, operands, labelling);
}

}  // namespace relatile::einsum_detail
