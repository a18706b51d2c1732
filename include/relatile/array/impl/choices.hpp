// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/choices.hpp"

#include <complex>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/differentiable.hpp"
#include "relatile/expr/function_node.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/function/as_type.hpp"
#include "relatile/function/list.hpp"

namespace relatile::detail {

/// g where x is a number, else 0, in both parts of complex ones.
template <class T>
tra::NodePtr where_finite(const tra::NodePtr& x, const tra::NodePtr& g) {
  if constexpr (is_complex_v<T>) {
    using R = real_t<T>;
    const tra::NodePtr real =
        where_finite<R>(function_node<function::Real, T>(x), function_node<function::Real, T>(g));
    const tra::NodePtr imaginary =
        where_finite<R>(function_node<function::Imag, T>(x), function_node<function::Imag, T>(g));
    return function_node<function::Add, T>(
        function_node<function::AsType<T>, R>(real),
        function_node<function::Multiply, T>(function_node<function::AsType<T>, R>(imaginary),
                                             number_node(T(0, 1))));
  } else {
    return function_node<function::Where, T>(function_node<function::Isfinite, T>(x), g,
                                             number_node(T(0)));
  }
}

RELATILE_INLINE tra::NodePtr differentiable_numbers(tra::NodePtr numbers, const tra::NodePtr& x) {
  return with_pullback(
      std::move(numbers), {x},
      [](const tra::NodePtr&, const std::vector<tra::NodePtr>& of, const tra::NodePtr& g) {
        tra::NodePtr by_x;
        visit_type(g->type.block.element,
                   [&]<class T>(std::type_identity<T>) { by_x = where_finite<T>(of[0], g); });
        return std::vector<tra::NodePtr>{by_x};
      });
}

}  // namespace relatile::detail
