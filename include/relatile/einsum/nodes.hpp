// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/einsum/semiring.hpp"
#include "relatile/kernel/compiled_function.hpp"
#include "relatile/kernel/contract.hpp"
#include "relatile/tra/contract_many.hpp"
#include "relatile/tra/semiring.hpp"

// The nodes of einsums whose operands all have elements T, and whose results have too.

namespace relatile::einsum_detail {

/// The product of two operands by labels, for arithmetic with + and *: matrix products in Eigen.
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

/// The elements of `count` operands, combined from left to right.
template <class Combine, class T>
Program combination(std::size_t count) {
  static_assert(std::is_same_v<function::result_t<Combine, T>, T>);
  Program program;
  program.inputs.assign(count, element_type_of<T>());
  int result = 0;
  for (std::size_t x = 1; x < count; ++x) {
    Stage stage = kernel::function_of<Combine, T>().stage();
    stage.operands = {result, static_cast<int>(x)};
    result = static_cast<int>(count + program.stages.size());
    program.stages.push_back(std::move(stage));
  }
  return program;
}

/// One pass over all labels that combines the operands and reduces over labels that the output
/// lacks: any pair of functions, at the speed of elementwise work.
template <class S, class T>
tra::NodePtr fold_by(std::string name, const std::vector<tra::NodePtr>& operands,
                     const tra::Labelling& labelling) {
  return tra::make_labelled_map(std::move(name), operands, labelling,
                                combination<combination_t<S>, T>(operands.size()),
                                kernel::make_reduction<reduction_t<S>, T>());
}

/// True where the kernel of matrix products computes the einsum.
template <class S, class T>
inline constexpr bool is_product = std::is_same_v<S, PlusTimes> && !std::is_same_v<T, bool>;

/// Reduces an operand over the labels that neither the other operand nor the output has, and takes
/// diagonals of repeated labels: what remains is a plain product.
template <class S, class T>
tra::NodePtr reduced_operand(const tra::NodePtr& operand, tra::Labelling& labelling,
                             std::size_t x) {
  const auto own = take_own_labels(labelling, x);
  return own ? fold_by<S, T>("einsum", {operand}, *own) : operand;
}

/// What to do where two operands are multiplied and nothing is summed.
enum class Unsummed {
  contract,  ///< a join of its own, for which the user may ask for a plan
  fuse,      ///< an elementwise pass, which can be fused with its neighbours
};

/// The einsum of two operands by a semiring that distributes.
template <class S, class T>
tra::NodePtr pair_node(const std::string& name, const tra::NodePtr& a, const tra::NodePtr& b,
                       tra::Labelling labelling, Unsummed unsummed = Unsummed::contract) {
  const tra::NodePtr x = reduced_operand<S, T>(a, labelling, 0);
  const tra::NodePtr y = reduced_operand<S, T>(b, labelling, 1);
  drop_unused(labelling);
  if constexpr (is_product<S, T>) {
    const bool sums = labelling.output.size() < labelling.names.size();
    if (sums || unsummed == Unsummed::contract) return contract<T>(name, x, y, labelling);
  }
  return fold_by<S, T>(name, {x, y}, labelling);
}

/// One node for all operands, which the planner splits into pairs.
template <class S, class T>
tra::NodePtr many_node(const std::string& name, const std::vector<tra::NodePtr>& operands,
                       const tra::Labelling& labelling) {
  return tra::make_contract_many(
      name, operands, labelling,
      {combination<combination_t<S>, T>(operands.size()),
       kernel::make_reduction<reduction_t<S>, T>()},
      [name](const tra::NodePtr& a, const tra::NodePtr& b, const tra::Labelling& step) {
        return pair_node<S, T>(name, a, b, step, Unsummed::fuse);
      });
}

/// The einsum of any number of operands.
template <class S, class T>
tra::NodePtr einsum_node(const std::string& name, const std::vector<tra::NodePtr>& operands,
                         const tra::Labelling& labelling) {
  if constexpr (!Parts<S>::template are_for<T>) {
    static_assert(Parts<S>::template are_for<T>,
                  "relatile: einsum: this is no semiring of such elements; it lacks a member, see "
                  "einsum/semiring.hpp");
    return nullptr;  // so that the message above stays the only one
  } else {
    if constexpr (chooses<S>) {
      static_assert(!is_complex_v<T>,
                    "relatile: einsum: complex numbers have no least or greatest");
      constexpr bool least = std::is_same_v<reduction_t<S>, kernel::Min>;
      require_elements(least ? Reduce::min : Reduce::max, labelling, tra::shapes_of(operands));
    }
    if (operands.size() == 1 || !S::distributes) return fold_by<S, T>(name, operands, labelling);
    if (operands.size() > 2) return many_node<S, T>(name, operands, labelling);
    return pair_node<S, T>(name, operands[0], operands[1], labelling);
  }
}

}  // namespace relatile::einsum_detail
