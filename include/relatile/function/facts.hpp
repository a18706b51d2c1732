// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "relatile/core/scalar_types.hpp"
#include "relatile/function/list.hpp"

namespace relatile::function {

/// What is known of an elementwise function without its code: enough to plan a program that names
/// it.
struct Facts {
  std::string_view name;
  int arity = 1;
  std::int64_t flops = 1;  ///< a rough weight of one element
  bool choice = false;     ///< the first operand is a condition, and takes no part in the promotion
  std::array<std::optional<ElementType>, ScalarTypes::size> results;

  /// The element type of the result for operands that promote to `element`; nothing if there is no
  /// such function of them.
  ///
  ///   errors  Error if `element` is a struct
  std::optional<ElementType> result_of(ElementType element) const {
    return results[relatile::detail::scalar_index(element)];
  }
};

namespace detail {

template <class F, class Operand>
constexpr std::optional<ElementType> result_for() {
  if constexpr (F::template accepts<Operand>) {
    return element_type_of<typename F::template result<Operand>>();
  } else {
    return std::nullopt;
  }
}

/// By the operands' types after conversion, which are fewer than 13 for most functions.
template <class F, class... T>
constexpr Facts facts_of(TypeList<T...>) {
  return {F::name,
          F::arity,
          F::flops,
          F::domain == Domain::choice,
          {result_for<F, decltype(converted<F::domain, T>())>()...}};
}

template <class... F>
constexpr auto all_facts(TypeList<F...>) {
  return std::array{facts_of<F>(ScalarTypes{})...};
}
inline constexpr auto elementwise_facts = all_facts(Elementwise{});

}  // namespace detail

/// The facts of the function that NumPy calls `name`, or null if this library has none.
inline const Facts* find_facts(std::string_view name) {
  for (const Facts& facts : detail::elementwise_facts) {
    if (facts.name == name) return &facts;
  }
  return nullptr;
}

}  // namespace relatile::function
