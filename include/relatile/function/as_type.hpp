// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include "relatile/function/function.hpp"

namespace relatile::function {

/// The conversion to T by the rules of convert_element, as an elementwise functor.
template <class T>
struct AsType {
  static constexpr std::string_view name = "astype";
  static constexpr int arity = 1;
  static constexpr Domain domain = Domain::same;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  using result = T;

  template <class X>
  static T apply(const X& x) {
    return convert_element<T>(x);
  }
};

}  // namespace relatile::function
