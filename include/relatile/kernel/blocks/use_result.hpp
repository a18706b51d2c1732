// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "relatile/core/dead_stack.hpp"
#include "relatile/kernel/blocks/block_value.hpp"
#include "relatile/kernel/blocks/nested_references.hpp"
#include "relatile/kernel/blocks/parameters.hpp"

// Calls of users' functions whose results point somewhere. `m.rowwise() - mean` is not evaluated
// when the function returns; if `mean` is a local variable, it is gone before.

namespace relatile::kernel {

/// A function returned an expression of what died with its call.
class DanglingResult : public std::logic_error {
 public:
  DanglingResult()
      : std::logic_error(
            "the kernel returns an Eigen expression that points to something of its own, which is "
            "gone once it has returned; return .eval(), or fill the output "
            "(declare(kernel).fills_block<Block>(shape_rule))") {}
};

/// A kernel's result as it is written: an Eigen expression, a number or an object.
template <class R>
const auto& elements_of(const R& result) {
  return result;
}
template <class E, int R>
const E& elements_of(const TensorExpression<E, R>& result) {
  return result.elements;
}
template <class T, int R>
const auto& elements_of(const TensorBlock<T, R>& result) {
  return result.elements;
}

namespace nested {

/// Pointers to all that a function's result R points to.
template <class R>
auto references_of_result(const std::remove_reference_t<R>& result) {
  using E = std::remove_cvref_t<decltype(elements_of(result))>;
  if constexpr (!is_eigen<E>) {
    return std::tuple<>();
  } else if constexpr (std::is_reference_v<R>) {
    return std::tuple<const E*>(std::addressof(elements_of(result)));
  } else {
    return references_of(elements_of(result));
  }
}
template <class R>
struct ReferencesOf {
  using type = decltype(references_of_result<R>(std::declval<const std::remove_reference_t<R>&>()));
};
template <class R>
  requires std::is_void_v<R>
struct ReferencesOf<R> {
  using type = std::tuple<>;
};

/// Whether a function object can hold a reference, or anything as large.
template <class F>
inline constexpr bool can_capture =
    std::is_class_v<F> && !std::is_empty_v<F> && sizeof(F) >= sizeof(void*);

/// Arguments that certainly hold no matrix, and point to none: views of blocks, and keys.
template <class T>
inline constexpr bool is_plain_view = is_eigen<T>;
template <class T, int R>
inline constexpr bool is_plain_view<TensorView<T, R>> = true;
template <class T, std::size_t N>
inline constexpr bool is_plain_view<std::array<T, N>> = std::is_arithmetic_v<T>;

/// Whether an X can be found where a parameter P refers to, which V was passed to.
template <class X, class P, class V>
constexpr bool can_be_in_parameter() {
  using T = std::remove_cvref_t<std::conditional_t<std::is_void_v<P>, V, P>>;
  if constexpr (!std::is_void_v<P> && !std::is_reference_v<P>) {
    return false;  // it dies with the call
  } else {
    return std::is_same_v<T, X> || (std::is_class_v<T> && !is_plain_view<T>);
  }
}

/// Whether a result of F that points to an X may be right.
template <class X, class F, class Parameters, class... V, std::size_t... I>
constexpr bool can_live(std::index_sequence<I...>) {
  if constexpr (std::is_same_v<X, Unreachable>) {
    return false;
  } else {
    return can_capture<F> ||
           (can_be_in_parameter<X, typename Parameters::template type<I>, V>() || ...);
  }
}
template <class X>
inline constexpr bool is_function = false;
template <class F>
inline constexpr bool is_function<Function<F>> = true;

template <class References, class F, class... V>
struct AllCanLive;
template <class... X, class F, class... V>
struct AllCanLive<std::tuple<const X*...>, F, V...> {
  using Parameters = parameters_of<F, V...>;
  static constexpr bool value = ((is_function<X> || can_live<X, undeclared<F>, Parameters, V...>(
                                                        std::index_sequence_for<V...>{})) &&
                                 ...);
};
template <class F, class... V>
struct AllCanLive<std::tuple<>, F, V...> : std::true_type {};

}  // namespace nested

/// One error, however often the kernel is used, if what F returns when called with V... certainly
/// points to what is gone.
template <class F, class... V>
struct RequireNoDangling {
  static_assert(
      nested::AllCanLive<typename nested::ReferencesOf<std::invoke_result_t<F&, V...>>::type, F,
                         V...>::value,
      "relatile: this kernel returns an Eigen expression that points to something of its own (a "
      "matrix, a Ref, a decomposition), which is gone once it has returned, or to a global, which "
      "can't be told from it; return .eval(), or "
      "fill the output (declare(kernel).fills_block<Block>(shape_rule))");
};

namespace nested {

struct Region {
  std::uintptr_t low = 0;
  std::uintptr_t high = 0;

  template <class T>
  static Region of(const T& object) {
    const auto low = reinterpret_cast<std::uintptr_t>(std::addressof(object));
    return {low, low + sizeof(T)};
  }
  bool has(std::uintptr_t address) const { return low <= address && address < high; }
};

/// Where a result may point: nowhere into the dead part of the stack, but for what is known to live
/// there still.
struct Living {
  DeadStack dead;
  Region function;
  Region arguments;
  Region result;

  bool has(std::uintptr_t address) const {
    return !dead.has(address) || function.has(address) || arguments.has(address) ||
           result.has(address);
  }
  template <class X>
  void require(const X* object) const {
    const auto address = reinterpret_cast<std::uintptr_t>(object);
    if (address == 0 || !has(address)) throw DanglingResult();
  }
  /// The references that a function holds, which look like any other words; what is no address of
  /// the stack is left alone.
  template <class F>
  void require(const Function<F>* object) const {
    const void* const address = object;
    const std::string words = relatile::detail::bytes_of(*static_cast<const F*>(address));
    for (std::size_t at = 0; at + sizeof(std::uintptr_t) <= words.size();
         at += sizeof(std::uintptr_t)) {
      std::uintptr_t word = 0;
      std::memcpy(&word, words.data() + at, sizeof word);
      if (!has(word)) throw DanglingResult();
    }
  }
};

/// Keeps the frame of the function that has it from being given up for the last call in it.
struct KeepFrame {
  ~KeepFrame() { asm volatile(""); }
};

/// All that the function and its parameters by value leave behind lies below `frame`, even if the
/// compiler puts the function's body in here.
template <class R, class... A, class F, class Use, class... V>
[[gnu::noinline]] auto use_below(const void* frame, F& function, Use& use, V&... values) {
  std::tuple<A...> arguments(values...);
  const auto call = [&](auto&... argument) -> R { return function(argument.pass()...); };
  auto&& result = std::apply(call, arguments);
  const Living living{DeadStack(frame), Region::of(function), Region::of(arguments),
                      std::is_reference_v<R> ? Region{} : Region::of(result)};
  std::apply([&](const auto*... reference) { (living.require(reference), ...); },
             references_of_result<R>(result));
  return use(result);
}

/// All that the function may point to by right lies above the frame of this one, but for what
/// use_below knows of.
template <class F, class Use, class... V, std::size_t... I>
[[gnu::noinline]] auto use_checked(std::index_sequence<I...>, F& function, Use& use,
                                   V&&... values) {
  using Parameters = parameters_of<F, V...>;
  using R = std::invoke_result_t<F&, V...>;
  const KeepFrame keep;
  return use_below<R, Argument<typename Parameters::template type<I>, V>...>(
      __builtin_frame_address(0), function, use, values...);
}

}  // namespace nested

/// use(function(values...)), while the values are alive and whatever the function's parameters
/// converted them to; throws DanglingResult if the result points to what is not.
template <class F, class Use, class... V>
auto use_result(F& function, Use&& use, V&&... values) {
  using R = std::invoke_result_t<F&, V...>;
  if constexpr (std::tuple_size_v<typename nested::ReferencesOf<R>::type> == 0) {
    return use(function(std::forward<V>(values)...));
  } else {
    return nested::use_checked<F, Use, V...>(std::index_sequence_for<V...>{}, function, use,
                                             std::forward<V>(values)...);
  }
}

/// function(values...) as a Value, converted before what it may point to is gone.
template <class Value, class F, class... V>
Value value_of_call(F& function, V&&... values) {
  using R = std::invoke_result_t<F&, V...>;
  static_assert(sizeof(RequireNoDangling<F, V...>) > 0);
  if constexpr (std::tuple_size_v<typename nested::ReferencesOf<R>::type> == 0) {
    return function(std::forward<V>(values)...);
  } else {
    const auto convert = [](const auto& result) -> Value { return result; };
    return use_result(function, convert, std::forward<V>(values)...);
  }
}

}  // namespace relatile::kernel
