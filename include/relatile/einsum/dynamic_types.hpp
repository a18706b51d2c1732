// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/scalar_types.hpp"
#include "relatile/einsum/nodes.hpp"
#include "relatile/expr/promoted.hpp"
#include "relatile/function/list.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/semiring.hpp"

// What einsum/dynamic.hpp needs of each element type. A program can compile the types in several
// source files, side by side:
//
//   template struct relatile::einsum_detail::TypedEinsum<float>;         // in one file
//   extern template struct relatile::einsum_detail::TypedEinsum<float>;  // before dynamic.hpp

namespace relatile::einsum_detail {

[[noreturn]] inline void refuse(std::string_view function, ElementType element) {
  throw Error("relatile: einsum: '" + std::string(function) +
              "' is not defined for elements of type " + element.name());
}

template <class T>
Reduction reduction_of(Reduce by) {
  switch (by) {
    case Reduce::add: return kernel::make_reduction<kernel::Sum, T>();
    case Reduce::mul: return kernel::make_reduction<kernel::Prod, T>();
    case Reduce::min:
      if constexpr (!is_complex_v<T>) return kernel::make_reduction<kernel::Min, T>();
      break;
    case Reduce::max:
      if constexpr (!is_complex_v<T>) return kernel::make_reduction<kernel::Max, T>();
      break;
    case Reduce::logical_and:
      if constexpr (std::is_same_v<T, bool>) return kernel::make_reduction<kernel::All, T>();
      break;
    case Reduce::logical_or:
      if constexpr (std::is_same_v<T, bool>) return kernel::make_reduction<kernel::Any, T>();
      break;
  }
  refuse(reduce_names.at(static_cast<std::size_t>(by)), element_type_of<T>());
}

/// Combines two elements of type T.
template <class T>
Stage combining_stage(Combine by) {
  switch (by) {
    case Combine::mul: return stage_of<function::Multiply, T>();
    case Combine::add: return stage_of<function::Add, T>();
    case Combine::sub:
      if constexpr (!std::is_same_v<T, bool>) return stage_of<function::Subtract, T>();
      break;
    case Combine::div:
      if constexpr (!std::is_integral_v<T>) return stage_of<function::Divide, T>();
      break;
    case Combine::min:
      if constexpr (!is_complex_v<T>) return stage_of<function::Minimum, T>();
      break;
    case Combine::max:
      if constexpr (!is_complex_v<T>) return stage_of<function::Maximum, T>();
      break;
    case Combine::logical_and:
      if constexpr (std::is_same_v<T, bool>) return stage_of<function::Multiply, T>();
      break;
    case Combine::logical_or:
      if constexpr (std::is_same_v<T, bool>) return stage_of<function::Add, T>();
      break;
  }
  refuse(combine_names.at(static_cast<std::size_t>(by)), element_type_of<T>());
}

/// The nodes of an einsum whose operands have elements T, and the results too.
template <class T>
struct TypedEinsum {
  /// Elements of a type that promotes to T, or of any type if T is bool.
  static tra::NodePtr cast(const tra::NodePtr& x);
  /// Reduces one operand over the labels that the output lacks.
  static tra::NodePtr reduce(Reduce by, const tra::NodePtr& x, const tra::Labelling& labelling);
  /// Combines operands elementwise, from left to right; the result has all labels, in order.
  static tra::NodePtr combine(Combine by, const std::vector<tra::NodePtr>& operands,
                              tra::Labelling labelling);
  /// What an einsum of `count` operands means.
  static tra::ManyMeaning meaning(Combine combine, Reduce reduce, std::size_t count);
  /// numpy.einsum of two operands: as a matrix product, if T is not bool.
  static tra::NodePtr multiply_add(const std::vector<tra::NodePtr>& operands,
                                   const tra::Labelling& labelling);
};

// Not inside the class, where they would be inline: `extern template` spares only others.

template <class T>
tra::NodePtr TypedEinsum<T>::cast(const tra::NodePtr& x) {
  const ElementType found = x->type.block.element;
  if (found == element_type_of<T>()) return x;
  Program program;
  program.inputs = {found};
  program.stages.push_back(visit_scalar_type(found, []<class From>(std::type_identity<From>) {
    return kernel::function_of<function::AsType<T>, From>().stage();
  }));
  program.stages.back().operands = {0};
  return tra::make_map("astype", {x}, {Access::identity(x->type.rank())}, x->type.extents,
                       std::move(program), element_type_of<T>());
}

template <class T>
tra::NodePtr TypedEinsum<T>::reduce(Reduce by, const tra::NodePtr& x,
                                    const tra::Labelling& labelling) {
  return tra::make_labelled_map("einsum", {x}, labelling, {{x->type.block.element}, {}},
                                reduction_of<T>(by));
}

template <class T>
tra::NodePtr TypedEinsum<T>::combine(Combine by, const std::vector<tra::NodePtr>& operands,
                                     tra::Labelling labelling) {
  labelling.output.resize(labelling.names.size());
  std::iota(labelling.output.begin(), labelling.output.end(), 0);
  return tra::make_labelled_map("einsum", operands, labelling,
                                combination(combining_stage<T>(by), operands.size()),
                                kernel::make_reduction<kernel::Sum, T>());
}

template <class T>
tra::ManyMeaning TypedEinsum<T>::meaning(Combine combine, Reduce reduce, std::size_t count) {
  return {combination(combining_stage<T>(combine), count), reduction_of<T>(reduce)};
}

template <class T>
tra::NodePtr TypedEinsum<T>::multiply_add(const std::vector<tra::NodePtr>& operands,
                                          const tra::Labelling& labelling) {
  const TypedSemiring semiring = typed_semiring<PlusTimes, T>();
  if (semiring.product == nullptr) return fold_by(semiring, "einsum", operands, labelling);
  return einsum_node(semiring, "einsum", operands, labelling);
}

}  // namespace relatile::einsum_detail
