// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "relatile/einsum/dynamic_types.hpp"

// Einsums of arrays whose element types are known at run time only: for tools, and for other
// languages that call this one.

namespace relatile {

/// An einsum in words. Elements of the operands are combined, and the results reduced over the
/// labels that the output lacks: ("mul", "add") is numpy.einsum, ("add", "min") shortest paths.
/// Combinations that do not distribute over the reduction, such as ("mul", "max"), are computed
/// from left to right at every point of label space; others two operands at a time, in the cheapest
/// order. What laws that takes for granted, what it means for infinities, NaN, overflow and
/// rounding, and how to force an order, einsum.hpp says.
struct EinsumText {
  std::string labels;           ///< "ij,jk->ik", "...ij,...jk->...ik"
  std::string combine = "mul";  ///< of operands: mul, add, sub, div, min, max, and, or
  std::string reduce = "add";   ///< add, mul, min, max, and, or
};

namespace einsum_detail {

/// Reduces by `and` or `or` in bool, by everything else in the type that x has.
inline tra::NodePtr reduce_node(Reduce reduce, const tra::NodePtr& x,
                                const tra::Labelling& labelling) {
  if (is_logical(reduce)) {
    return TypedEinsum<bool>::reduce(reduce, TypedEinsum<bool>::cast(x), labelling);
  }
  return visit_scalar_type(x->type.block.element, [&]<class T>(std::type_identity<T>) {
    return TypedEinsum<T>::reduce(reduce, x, labelling);
  });
}

/// Operands by any functions: elementwise with all labels, then reduced. These are two nodes; the
/// planner's rules make one pass over memory of them.
template <class T>
tra::NodePtr in_one_pass(Combine combine, Reduce reduce, const std::vector<tra::NodePtr>& operands,
                         const tra::Labelling& labelling) {
  const tra::NodePtr all = TypedEinsum<T>::combine(combine, operands, labelling);
  tra::Labelling rest{{{}}, labelling.output, labelling.names};
  for (int l = 0; l < all->type.rank(); ++l) rest.operands[0].push_back(l);
  return reduce_node(reduce, all, rest);
}

/// True where the kernel of matrix products computes the einsum.
template <class T>
bool is_product_of(Combine combine, Reduce reduce) {
  return combine == Combine::mul && reduce == Reduce::add && !std::is_same_v<T, bool>;
}

/// One step of an einsum of many operands, whose functions distribute.
template <class T>
tra::NodePtr step_node(Combine combine, Reduce reduce, std::vector<tra::NodePtr> operands,
                       tra::Labelling labelling) {
  for (std::size_t x = 0; x < operands.size(); ++x) {
    const auto own = take_own_labels(labelling, x);
    if (own) operands[x] = TypedEinsum<T>::reduce(reduce, operands[x], *own);
  }
  drop_unused(labelling);
  const bool sums = labelling.output.size() < labelling.names.size();
  if (sums && is_product_of<T>(combine, reduce)) {
    return TypedEinsum<T>::multiply_add(operands, labelling);
  }
  return in_one_pass<T>(combine, reduce, operands, labelling);
}

/// The einsum of two operands or more, which all promote to `element`.
inline tra::NodePtr semiring_node(Combine combine, Reduce reduce,
                                  const std::vector<tra::NodePtr>& operands,
                                  const tra::Labelling& labelling, ElementType element) {
  return visit_scalar_type(element, [&]<class T>(std::type_identity<T>) -> tra::NodePtr {
    std::vector<tra::NodePtr> cast;
    for (const auto& operand : operands) cast.push_back(TypedEinsum<T>::cast(operand));
    const bool product = is_product_of<T>(combine, reduce);
    if (cast.size() > 2 && (product || distributes(combine, reduce))) {
      const auto step = [combine, reduce](const tra::NodePtr& a, const tra::NodePtr& b,
                                          const tra::Labelling& labels) {
        return step_node<T>(combine, reduce, {a, b}, labels);
      };
      return tra::make_contract_many("einsum", cast, labelling,
                                     TypedEinsum<T>::meaning(combine, reduce, cast.size()), step);
    }
    if (product && cast.size() == 2) return TypedEinsum<T>::multiply_add(cast, labelling);
    return in_one_pass<T>(combine, reduce, cast, labelling);
  });
}

}  // namespace einsum_detail

/// Throws ParseError for a malformed string, a string of another number of operands, and unknown
/// names: what can be wrong before there are arrays.
inline void require_valid(const EinsumText& text, std::size_t num_operands) {
  using namespace einsum_detail;
  require_parsed(parse(text.labels), text.labels, num_operands);
  require_name("combine", combine_names, text.combine);
  require_name("reduce", reduce_names, text.reduce);
}

/// The einsum of arrays of any number types, which NumPy's promotion makes one. Its
/// elements have the promoted type, as numpy.einsum's: sums do not widen it, integers wrap, `add`
/// and `mul` of bool are `or` and `and`. Quotients of integers are double; what `and` and `or`
/// combine or reduce becomes bool.
///
///   errors  ParseError for a malformed string or an unknown name, ShapeMismatch for ranks and
///           extents, Error for functions that the type lacks: `sub` of bool, `min` of complex
inline tra::NodePtr einsum(const EinsumText& text, const std::vector<tra::NodePtr>& operands) {
  using namespace einsum_detail;
  require_valid(text, operands.size());
  const Parsed parsed = parse(text.labels);
  const auto combine = static_cast<Combine>(require_name("combine", combine_names, text.combine));
  const auto reduce = static_cast<Reduce>(require_name("reduce", reduce_names, text.reduce));
  std::vector<int> ranks;
  std::vector<Extents> shapes;
  for (const auto& operand : operands) {
    ranks.push_back(operand->type.rank());
    shapes.push_back(operand->type.extents);
  }
  require_ranks(parsed, text.labels, ranks);
  const tra::Labelling labelling = number_labels(parsed, ranks);
  require_elements(reduce, labelling, shapes);
  if (operands.size() == 1) return reduce_node(reduce, operands[0], labelling);
  ElementType element = operands[0]->type.block.element;
  for (const auto& operand : operands) element = promoted(element, operand->type.block.element);
  return semiring_node(combine, reduce, operands, labelling, combining_type(combine, element));
}

}  // namespace relatile
