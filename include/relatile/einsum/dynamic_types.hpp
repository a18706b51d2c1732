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

/// The node's elements converted.
inline tra::NodePtr converted(const tra::NodePtr& x, ElementType element, ConvertElements convert) {
  Stage stage;
  stage.name = "astype";
  stage.operands = {0};
  stage.output = element;
  stage.run = [convert](const Chunk& chunk) {
    convert(chunk.inputs[0], chunk.output, chunk.count);
  };
  stage.plain = [convert](std::span<const void* const> inputs, void* output, const Extents&) {
    convert(inputs[0], output, 1);
  };
  Program program;
  program.inputs = {x->type.block.element};
  program.stages.push_back(std::move(stage));
  return tra::make_map("astype", {x}, {Access::identity(x->type.rank())}, x->type.extents,
                       std::move(program), element);
}

/// The unsigned integer of T's size; a T that is no integer stays.
template <class T>
constexpr auto wrapping_type() {
  if constexpr (std::is_integral_v<T>) {
    return std::make_unsigned_t<T>{};
  } else {
    return T{};
  }
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

/// Combines `count` operands of type T from left to right.
template <class T>
Program combination_of(Combine by, std::size_t count) {
  switch (by) {
    case Combine::mul: return combination<function::Multiply, T>(count);
    case Combine::add: return combination<function::Add, T>(count);
    case Combine::sub:
      if constexpr (!std::is_same_v<T, bool>) return combination<function::Subtract, T>(count);
      break;
    case Combine::div:
      if constexpr (!std::is_integral_v<T>) return combination<function::Divide, T>(count);
      break;
    case Combine::min:
      if constexpr (!is_complex_v<T>) return combination<function::Minimum, T>(count);
      break;
    case Combine::max:
      if constexpr (!is_complex_v<T>) return combination<function::Maximum, T>(count);
      break;
    case Combine::logical_and:
      if constexpr (std::is_same_v<T, bool>) return combination<function::Multiply, T>(count);
      break;
    case Combine::logical_or:
      if constexpr (std::is_same_v<T, bool>) return combination<function::Add, T>(count);
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
                                   tra::Labelling labelling);
};

// Not inside the class, where they would be inline: `extern template` spares only others.

template <class T>
tra::NodePtr TypedEinsum<T>::cast(const tra::NodePtr& x) {
  const ElementType found = x->type.block.element;
  if (found == element_type_of<T>()) return x;
  ConvertElements convert = nullptr;
  if constexpr (std::is_same_v<T, bool>) {
    convert = visit_scalar_type(found, []<class From>(std::type_identity<From>) {
      return ConvertElements(&convert_elements<bool, From>);
    });
  } else {
    convert = conversion_to<T>(found);
  }
  return converted(x, element_type_of<T>(), convert);
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
                                combination_of<T>(by, operands.size()),
                                kernel::make_reduction<kernel::Sum, T>());
}

template <class T>
tra::ManyMeaning TypedEinsum<T>::meaning(Combine combine, Reduce reduce, std::size_t count) {
  return {combination_of<T>(combine, count), reduction_of<T>(reduce)};
}

template <class T>
tra::NodePtr TypedEinsum<T>::multiply_add(const std::vector<tra::NodePtr>& operands,
                                          tra::Labelling labelling) {
  if constexpr (std::is_same_v<T, bool>) {
    return fold_by<PlusTimes, T>("einsum", operands, labelling);
  } else {
    const tra::NodePtr x = reduced_operand<PlusTimes, T>(operands[0], labelling, 0);
    const tra::NodePtr y = reduced_operand<PlusTimes, T>(operands[1], labelling, 1);
    drop_unused(labelling);
    // Signed integers wrap; bit by bit, their products and sums are those of unsigned ones, whose
    // overflow C++ defines.
    using Product = decltype(wrapping_type<T>());
    tra::NodePtr node = contract<Product>("einsum", x, y, labelling);
    node->type.block.element = element_type_of<T>();
    return node;
  }
}

}  // namespace relatile::einsum_detail
