// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "relatile/core/element_type.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/function/function.hpp"
#include "relatile/function/list.hpp"
#include "relatile/kernel/functions/vector_code.hpp"
#include "relatile/kernel/functions/vector_exp.hpp"

// A fused expression without its operands, as a type: what is computed of which input. The compiler
// makes one loop of it (benchmarks/README.md has what that gains over a loop for each function).

namespace relatile::kernel {

/// A number of the program's text, already of the type that the function wants.
struct ConstantValue {
  ElementType element;
  alignas(16) std::array<std::byte, 16> bytes{};
};

template <class T>
ConstantValue constant(const T& value) {
  ConstantValue made;
  made.element = element_type_of<T>();
  std::memcpy(made.bytes.data(), &value, sizeof(T));
  return made;
}

/// The address of what a loop calls.
template <class T>
ConstantValue constant_address(const T* address) {
  ConstantValue made;
  std::memcpy(made.bytes.data(), &address, sizeof(address));
  return made;
}

/// A loop over several functions: inputs and constants in the order in which the expression has
/// them.
using FusedLoop = void (*)(const Chunk& chunk, const ConstantValue* constants);

/// Hands out the inputs and constants of a chunk, from left to right.
struct OperandCursor {
  const Chunk* chunk;
  const ConstantValue* constants;
  std::size_t num_inputs = 0;
};

/// An input of the stage.
template <class T>
struct Leaf {
  using value_type = T;
  const T* elements;

  explicit Leaf(OperandCursor& at)
      : elements(static_cast<const T*>(at.chunk->inputs[at.num_inputs++])) {}
  [[gnu::always_inline]] T operator[](std::int64_t i) const { return elements[i]; }
};

/// A constant of the program's text.
template <class T>
struct Constant {
  using value_type = T;
  T value;

  explicit Constant(OperandCursor& at) {
    std::memcpy(&value, (at.constants++)->bytes.data(), sizeof(T));
  }
  [[gnu::always_inline]] T operator[](std::int64_t) const { return value; }
};

/// F of numbers C, in the form that compilers make vectors of.
template <class F, class C, class... X>
[[gnu::always_inline]] inline auto applied(const X&... x) {
  if constexpr (std::is_same_v<F, function::Exp> && has_vector_exp<C>) {
    return vector_exp(x...);
  } else if constexpr (std::is_same_v<F, function::Logistic> && has_vector_exp<C>) {
    return C(1) / (C(1) + vector_exp(-x...));
  } else {
    return F::apply(x...);
  }
}

/// F of one to three sub-expressions, which are converted to C.
template <class F, class C, class... Args>
struct Call;

template <class F, class C, class A>
struct Call<F, C, A> {
  using value_type = typename F::template result<C>;
  A a;

  explicit Call(OperandCursor& at) : a(at) {}
  [[gnu::always_inline]] value_type operator[](std::int64_t i) const {
    return applied<F, C>(convert_element<C>(a[i]));
  }
};

template <class F, class C, class A, class B>
struct Call<F, C, A, B> {
  using value_type = typename F::template result<C>;
  A a;
  B b;

  explicit Call(OperandCursor& at) : a(at), b(at) {}
  [[gnu::always_inline]] value_type operator[](std::int64_t i) const {
    return applied<F, C>(convert_element<C>(a[i]), convert_element<C>(b[i]));
  }
};

template <class F, class C, class A, class B, class D>
struct Call<F, C, A, B, D> {
  using value_type = typename F::template result<C>;
  using First = std::conditional_t<F::domain == function::Domain::choice, bool, C>;
  A a;
  B b;
  D d;

  explicit Call(OperandCursor& at) : a(at), b(at), d(at) {}
  [[gnu::always_inline]] value_type operator[](std::int64_t i) const {
    return applied<F, C>(convert_element<First>(a[i]), convert_element<C>(b[i]),
                         convert_element<C>(d[i]));
  }
};

/// Stands for a function object of the user's, of type L, among the functors of this library.
template <class L>
struct UserFunction {
  static constexpr std::string_view name = "vectorize";
};

/// A function object of the user's, which the loop gets as a constant: its address.
template <class L, class... Args>
struct UserCall {
  using value_type = canonical_t<
      std::remove_cvref_t<std::invoke_result_t<const L&, const typename Args::value_type&...>>>;
  const L* function;
  std::tuple<Args...> args;

  // The braces say that operands are taken from left to right.
  explicit UserCall(OperandCursor& at)
      : function(Constant<const L*>(at).value), args{Args(at)...} {}
  [[gnu::always_inline]] value_type operator[](std::int64_t i) const {
    return std::apply(
        [&](const Args&... operands) __attribute__((always_inline)) {
          return static_cast<value_type>((*function)(operands[i]...));
        },
        args);
  }
};

/// Whether a fused expression calls what the library does not know.
template <class Expression>
inline constexpr bool calls_user = false;
template <class F>
inline constexpr bool is_user_function = requires {
  requires F::calls_user;
};
template <class F, class C, class... Args>
inline constexpr bool calls_user<Call<F, C, Args...>> = is_user_function<F> ||
                                                        (calls_user<Args> || ...);
template <class L, class... Args>
inline constexpr bool calls_user<UserCall<L, Args...>> = true;

/// The loop over a fused expression. The output may be one of the inputs, and else overlaps none.
template <class Expression>
void run_fused(const Chunk& chunk, const ConstantValue* constants) {
  OperandCursor at{&chunk, constants};
  const Expression expression(at);
  auto* const output = static_cast<typename Expression::value_type*>(chunk.output);
  const std::int64_t count = chunk.count;
  if constexpr (calls_user<Expression>) {  // which may throw, and may change what it refers to
    for (std::int64_t i = 0; i < count; ++i) output[i] = expression[i];
  } else {
#pragma omp simd
    for (std::int64_t i = 0; i < count; ++i) output[i] = expression[i];
  }
}

}  // namespace relatile::kernel
