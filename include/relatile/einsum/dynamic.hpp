// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/core/scalar_types.hpp"
#include "relatile/einsum/einsum.hpp"
#include "relatile/function/elementwise/add.hpp"
#include "relatile/function/elementwise/divide.hpp"
#include "relatile/function/elementwise/logical_and.hpp"
#include "relatile/function/elementwise/logical_or.hpp"
#include "relatile/function/elementwise/maximum.hpp"
#include "relatile/function/elementwise/minimum.hpp"
#include "relatile/function/elementwise/multiply.hpp"
#include "relatile/function/elementwise/subtract.hpp"

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

enum class Combine { mul, add, sub, div, min, max, logical_and, logical_or };
inline constexpr std::array<std::string_view, 8> combine_names{"mul", "add", "sub", "div",
                                                               "min", "max", "and", "or"};
enum class Reduce { add, mul, min, max, logical_and, logical_or };
inline constexpr std::array<std::string_view, 6> reduce_names{"add", "mul", "min",
                                                              "max", "and", "or"};

/// What an einsum in words asks for, understood.
struct Semiring {
  Combine combine = Combine::mul;
  Reduce reduce = Reduce::add;

  bool is_logical() const { return reduce == Reduce::logical_and || reduce == Reduce::logical_or; }
};

template <class Names>
std::size_t require_name(const char* role, const Names& names, const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
  std::string known;
  for (const auto one : names) known += (known.empty() ? "" : ", ") + std::string(one);
  throw ParseError("relatile: einsum: there is no way to " + std::string(role) + " called '" +
                   name + "'; there are " + known);
}

inline Semiring require_semiring(const EinsumText& text) {
  return {static_cast<Combine>(require_name("combine", combine_names, text.combine)),
          static_cast<Reduce>(require_name("reduce", reduce_names, text.reduce))};
}

[[noreturn]] inline void refuse(const char* what, ElementType element) {
  throw Error("relatile: einsum: " + std::string(what) + " is not defined for elements of type " +
              element.name());
}

/// The node's elements converted to T, which they promote to; or to bool.
template <class T>
tra::NodePtr cast_node(const tra::NodePtr& x) {
  const ElementType found = x->type.block.element;
  if (found == element_type_of<T>()) return x;
  return visit_scalar_type(found, [&]<class From>(std::type_identity<From>) -> tra::NodePtr {
    if constexpr (std::is_same_v<T, bool> || std::is_same_v<promote_t<From, T>, T>) {
      using Cast = function::AsType<T>;
      Stage stage = kernel::make_stage(std::string(Cast::name), Cast::flops,
                                       kernel::Call<Cast, From, kernel::Leaf<From>>{});
      stage.operands = {0};
      Program program;
      program.inputs = {x->type.block.element};
      program.stages.push_back(std::move(stage));
      const int rank = x->type.rank();
      return tra::make_map(std::string(Cast::name), {x}, {Access::identity(rank)}, x->type.extents,
                           std::move(program), element_type_of<T>());
    } else {
      return nullptr;  // operands are converted only to what they promote to
    }
  });
}

/// Reduces the one operand of a labelling.
template <class T>
tra::NodePtr reduced(Reduce reduce, const tra::NodePtr& x, const tra::Labelling& labelling) {
  const auto fold_by = [&]<class Op>(Op) {
    return fold<function::Multiply, Op, T>("einsum", {x}, labelling);
  };
  if (reduce == Reduce::add) return fold_by(kernel::Sum{});
  if (reduce == Reduce::mul) return fold_by(kernel::Prod{});
  if constexpr (!is_complex_v<T>) {
    if (reduce == Reduce::min) return fold_by(kernel::Min{});
    if (reduce == Reduce::max) return fold_by(kernel::Max{});
  }
  if constexpr (std::is_same_v<T, bool>) {
    if (reduce == Reduce::logical_and) return fold_by(kernel::All{});
    if (reduce == Reduce::logical_or) return fold_by(kernel::Any{});
  }
  refuse("this reduction", element_type_of<T>());
}

/// Combines two operands elementwise, keeping all labels, and reduces the result. It is two nodes;
/// the planner's rules make one pass over memory of them.
template <class Op, class T>
tra::NodePtr combined(Reduce reduce, const std::vector<tra::NodePtr>& operands,
                      const tra::Labelling& labelling) {
  if constexpr (!Op::template accepts<decltype(function::detail::converted<Op::domain, T>())>) {
    refuse(Op::name.data(), element_type_of<T>());
  } else {
    tra::Labelling every = labelling;
    every.output.resize(labelling.names.size());
    std::iota(every.output.begin(), every.output.end(), 0);
    const tra::NodePtr pairs = fold<Op, kernel::Sum, T>("einsum", operands, every);
    const tra::Labelling rest{{every.output}, labelling.output, labelling.names};
    const bool logical = Semiring{Combine::mul, reduce}.is_logical();
    if (logical) return reduced<bool>(reduce, cast_node<bool>(pairs), rest);
    return reduced<function::result_t<Op, T>>(reduce, pairs, rest);
  }
}

/// The einsum of operands that all promote to T. A template of its own, so that programs may
/// compile one in each of several source files, side by side.
template <class T>
tra::NodePtr typed_einsum(Semiring semiring, std::vector<tra::NodePtr> operands,
                          tra::Labelling labelling) {
  if (operands.size() == 1) {
    if (!semiring.is_logical()) return reduced<T>(semiring.reduce, operands[0], labelling);
    return reduced<bool>(semiring.reduce, cast_node<bool>(operands[0]), labelling);
  }
  for (auto& operand : operands) operand = cast_node<T>(operand);
  const auto by = [&]<class Op>(Op) {
    return combined<Op, T>(semiring.reduce, operands, labelling);
  };
  switch (semiring.combine) {
    case Combine::mul: break;
    case Combine::add: return by(function::Add{});
    case Combine::sub: return by(function::Subtract{});
    case Combine::div: return by(function::Divide{});
    case Combine::min: return by(function::Minimum{});
    case Combine::max: return by(function::Maximum{});
    case Combine::logical_and: return by(function::LogicalAnd{});
    case Combine::logical_or: return by(function::LogicalOr{});
  }
  if constexpr (!std::is_same_v<T, bool>) {
    if (semiring.reduce == Reduce::add) {
      const tra::NodePtr x = reduced_operand<kernel::Sum, T>(operands[0], labelling, 0);
      const tra::NodePtr y = reduced_operand<kernel::Sum, T>(operands[1], labelling, 1);
      drop_unused(labelling);
      return contract<T>("einsum", x, y, labelling);
    }
  }
  return by(function::Multiply{});
}

/// The least of no elements does not exist, unless no element asks for it. As in NumPy.
inline void require_elements(Semiring semiring, const tra::Labelling& labelling,
                             const std::vector<tra::NodePtr>& operands) {
  if (semiring.reduce != Reduce::min && semiring.reduce != Reduce::max) return;
  std::vector<Extents> shapes;
  for (const auto& operand : operands) shapes.push_back(operand->type.extents);
  const Extents labels = tra::label_extents("einsum", labelling, shapes);
  std::string empty;
  for (std::size_t l = 0; l < labelling.names.size(); ++l) {
    if (labels[static_cast<int>(l)] != 0) continue;
    if (uses(labelling.output, static_cast<int>(l))) return;
    empty = labelling.names[l];
  }
  if (empty.empty()) return;
  throw ShapeMismatch("relatile: einsum: no elements to choose the " +
                      std::string(reduce_names[static_cast<std::size_t>(semiring.reduce)]) +
                      " from: label '" + empty + "' has extent 0");
}

}  // namespace einsum_detail

/// The einsum of one or two arrays of any number types, which NumPy's promotion makes one. Its
/// elements have the promoted type, as numpy.einsum's: sums do not widen it, integers wrap, `add`
/// and `mul` of bool are `or` and `and`. What `and` and `or` reduce becomes bool.
///
///   errors  ParseError for a malformed string or an unknown name, ShapeMismatch for ranks and
///           extents, Error for functions that the type lacks: `sub` of bool, `min` of complex
inline tra::NodePtr einsum(const EinsumText& text, const std::vector<tra::NodePtr>& operands) {
  using namespace einsum_detail;
  const Parsed parsed = parse(text.labels);
  require_parsed(parsed, text.labels, operands.size());
  std::vector<int> ranks;
  ElementType element = operands.at(0)->type.block.element;
  for (const auto& operand : operands) {
    ranks.push_back(operand->type.rank());
    element = promoted(element, operand->type.block.element);
  }
  require_ranks(parsed, text.labels, ranks);
  const Semiring semiring = require_semiring(text);
  const tra::Labelling labelling = number_labels(parsed);
  require_elements(semiring, labelling, operands);
  return visit_scalar_type(element, [&]<class T>(std::type_identity<T>) {
    return typed_einsum<T>(semiring, operands, labelling);
  });
}

}  // namespace relatile
