// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "relatile/einsum/dynamic_types.hpp"

// Einsums of arrays whose element types are known at run time only: for tools, and for other
// languages that call this one.

namespace relatile {

/// An einsum in words. Elements of two operands are combined, and the results reduced over the
/// labels that the output lacks: ("mul", "add") is numpy.einsum, ("add", "min") shortest paths.
struct EinsumText {
  std::string labels;           ///< "ij,jk->ik"
  std::string combine = "mul";  ///< of two operands: mul, add, sub, div, min, max, and, or
  std::string reduce = "add";   ///< add, mul, min, max, and, or
};

namespace einsum_detail {

template <class Names>
std::size_t require_name(const char* role, const Names& names, const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
  std::string known;
  for (const auto one : names) known += (known.empty() ? "" : ", ") + std::string(one);
  throw ParseError("relatile: einsum: there is no way to " + std::string(role) + " called '" +
                   name + "'; there are " + known);
}

inline bool is_logical(Reduce reduce) {
  return reduce == Reduce::logical_and || reduce == Reduce::logical_or;
}

/// There is no least of no elements. As in NumPy, also if no element of the result asks for it.
inline void require_elements(Reduce reduce, const tra::Labelling& labelling,
                             const std::vector<Extents>& shapes) {
  if (reduce != Reduce::min && reduce != Reduce::max) return;
  const Extents labels = tra::label_extents("einsum", labelling, shapes);
  for (int l = 0; l < labels.rank(); ++l) {
    if (labels[l] != 0 || uses(labelling.output, l)) continue;
    throw ShapeMismatch("relatile: einsum: no elements to choose the " +
                        std::string(reduce_names.at(static_cast<std::size_t>(reduce))) +
                        " from: label '" + labelling.names[static_cast<std::size_t>(l)] +
                        "' has extent 0");
  }
}

/// The type in which operands that promote to `element` are combined.
inline ElementType combining_type(Combine combine, ElementType element) {
  if (combine == Combine::logical_and || combine == Combine::logical_or) {
    return element_type_of<bool>();
  }
  const bool floating =
      element.kind == ElementKind::floating || element.kind == ElementKind::complex;
  return combine == Combine::div && !floating ? element_type_of<double>() : element;
}

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

/// Two operands by any functions: elementwise with all labels, then reduced. These are two nodes;
/// the planner's rules make one pass over memory of them.
inline tra::NodePtr semiring_node(Combine combine, Reduce reduce,
                                  const std::vector<tra::NodePtr>& operands,
                                  const tra::Labelling& labelling, ElementType element) {
  return visit_scalar_type(element, [&]<class T>(std::type_identity<T>) -> tra::NodePtr {
    const std::vector<tra::NodePtr> cast{TypedEinsum<T>::cast(operands[0]),
                                         TypedEinsum<T>::cast(operands[1])};
    if (combine == Combine::mul && reduce == Reduce::add) {
      return TypedEinsum<T>::multiply_add(cast, labelling);
    }
    const tra::NodePtr pairs = TypedEinsum<T>::combine(combine, cast, labelling);
    tra::Labelling rest{{{}}, labelling.output, labelling.names};
    for (int l = 0; l < pairs->type.rank(); ++l) rest.operands[0].push_back(l);
    return reduce_node(reduce, pairs, rest);
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

/// The einsum of one or two arrays of any number types, which NumPy's promotion makes one. Its
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
  const tra::Labelling labelling = number_labels(parsed);
  require_elements(reduce, labelling, shapes);
  if (operands.size() == 1) return reduce_node(reduce, operands[0], labelling);
  const ElementType element =
      promoted(operands[0]->type.block.element, operands[1]->type.block.element);
  return semiring_node(combine, reduce, operands, labelling, combining_type(combine, element));
}

}  // namespace relatile
