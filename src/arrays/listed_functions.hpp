// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Instantiates the library's table of elementwise functions: each source takes a share of the list.
#pragma once

#include <array>
#include <cstddef>
#include <relatile/core/scalar_types.hpp>
#include <relatile/kernel/impl/compiled_function.hpp>
#include <utility>

namespace relatile::sources {

using Address = const kernel::CompiledFunction& (*)();

/// The function of operands that promote to T, if there is one for them; types that one domain
/// makes one of others are listed more than once, which costs nothing.
template <class F, class T>
constexpr Address address() {
  using Operand = decltype(function::detail::converted<F::domain, T>());
  if constexpr (F::template accepts<Operand>) {
    return &kernel::listed_function<F, Operand>;
  } else {
    return nullptr;
  }
}

using Row = std::array<Address, ScalarTypes::size>;

template <class F, class... T>
constexpr Row row(TypeList<T...>) {
  return {address<F, T>()...};
}

/// All types of every `Step`th function of a list, from `First` on: that their addresses are taken
/// makes the compiler emit them.
template <std::size_t First, std::size_t Step, class... F, std::size_t... I>
constexpr std::array<Row, sizeof...(F)> share(TypeList<F...>, std::index_sequence<I...>) {
  const auto taken = []<class Function, std::size_t Index>() -> Row {
    if constexpr (Index % Step == First) {
      return row<Function>(ScalarTypes{});
    } else {
      return {};
    }
  };
  return {taken.template operator()<F, I>()...};
}
template <std::size_t First, std::size_t Step, class... F>
constexpr auto share(TypeList<F...> list) {
  return share<First, Step>(list, std::index_sequence_for<F...>{});
}

}  // namespace relatile::sources
