// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile {

namespace function {

struct Greater {
  static constexpr std::string_view name = "greater";
  static constexpr int arity = 2;
  static constexpr Domain domain = Domain::same;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = !is_complex_v<C>;
  template <class C>
  static constexpr bool on_arrays = true;
  template <class C>
  using result = bool;

  template <class A, class B>
  static auto apply(const A& a, const B& b) {
    return a > b;
  }
};

}  // namespace function

/// Whether x is greater than y; numpy.greater, false if either is NaN. Complex numbers have no
/// order here.
///
/// Both are promoted first, so int64 and uint64 are compared as double, as in NumPy before 1.25.
inline constexpr ElementwiseFunction<function::Greater> greater{};

}  // namespace relatile
