// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>

#include "relatile/core/definitions.hpp"
#include "relatile/core/element_type.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/core/type_list.hpp"
#include "relatile/function/as_type.hpp"
#include "relatile/function/function.hpp"
#include "relatile/function/list.hpp"
#include "relatile/kernel/elementwise.hpp"

namespace relatile::kernel {

struct OwnFunction;

/// An elementwise function for operands of one type, as a stage of its own: what is known of it,
/// and its code.
struct CompiledFunction {
  std::string_view name;
  int arity = 1;
  std::int64_t flops = 1;
  ElementType operand;  ///< what operands are converted to
  ElementType result;
  bool choice = false;  ///< the first operand is a condition, a bool
  bool alone = false;   ///< it has vector code that no loop over several functions has
  std::uint64_t type = 0;
  void (*run)(const Chunk&) = nullptr;
  void (*plain)(std::span<const void* const> inputs, void* output, const Extents&) = nullptr;
  const OwnFunction* own = nullptr;  ///< instead of the three above; null of the library's

  /// What operand number `x` is converted to.
  ElementType operand_type(std::size_t x) const {
    return choice && x == 0 ? element_type_of<bool>() : operand;
  }
  Stage stage() const;  ///< defined in impl/own_function.hpp
};

namespace detail {

template <class F, class... List>
constexpr bool is_among(TypeList<List...>) {
  return (std::is_same_v<F, List> || ...);
}
template <class F>
inline constexpr bool is_listed = is_among<F>(function::Elementwise{});
template <class T>
inline constexpr bool is_listed<function::AsType<T>> = is_scalar_type_v<T>;

/// A function of operands C that are inputs, all of them.
template <class F, class C>
constexpr auto call_of_inputs() {
  using First = std::conditional_t<F::domain == function::Domain::choice, bool, C>;
  if constexpr (F::arity == 1) {
    return std::type_identity<Call<F, C, Leaf<C>>>{};
  } else if constexpr (F::arity == 2) {
    return std::type_identity<Call<F, C, Leaf<C>, Leaf<C>>>{};
  } else {
    return std::type_identity<Call<F, C, Leaf<First>, Leaf<C>, Leaf<C>>>{};
  }
}

/// One element in plain C++, which shares no arithmetic with the vector code.
template <class F, class C>
void apply_plain(std::span<const void* const> inputs, void* output, const Extents&) {
  const auto number = [&](std::size_t x) -> const C& { return *static_cast<const C*>(inputs[x]); };
  auto& result = *static_cast<typename F::template result<C>*>(output);
  if constexpr (F::arity == 1) {
    result = F::apply(number(0));
  } else if constexpr (F::arity == 2) {
    result = F::apply(number(0), number(1));
  } else if constexpr (F::domain == function::Domain::choice) {
    result = F::apply(*static_cast<const bool*>(inputs[0]), number(1), number(2));
  } else {
    result = F::apply(number(0), number(1), number(2));
  }
}

template <class F, class C>
CompiledFunction make_function() {
  using Kernel = typename decltype(call_of_inputs<F, C>())::type;
  CompiledFunction made;
  made.name = F::name;
  made.arity = F::arity;
  made.flops = F::flops;
  made.operand = element_type_of<C>();
  made.result = element_type_of<typename F::template result<C>>();
  made.choice = F::domain == function::Domain::choice;
  made.alone = runs_alone<F, C>;
  made.type = relatile::detail::type_hash<Kernel>();
  made.run = [](const Chunk& chunk) { run_fused<Kernel>(chunk, nullptr); };
  made.plain = &apply_plain<F, C>;
  return made;
}

}  // namespace detail

/// F of operands C from the library's table, which src/ compiles for every function of the list,
/// every conversion, and every type that its domain has.
template <class F, class C>
const CompiledFunction& listed_function();

namespace detail {

/// The table knows every number type by its canonical name: long long is std::int64_t there.
template <class F>
struct InTable {
  using type = F;
};
template <class T>
struct InTable<function::AsType<T>> {
  using type = function::AsType<canonical_t<T>>;
};

}  // namespace detail

/// F of operands C: from the table, or, of a functor that is not in it, compiled here.
template <class F, class C>
const CompiledFunction& function_of() {
  if constexpr (detail::is_listed<F>) {
    return listed_function<typename detail::InTable<F>::type, canonical_t<C>>();
  } else {
    static const CompiledFunction made = detail::make_function<F, C>();
    return made;
  }
}

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/impl/compiled_function.hpp"
#endif
