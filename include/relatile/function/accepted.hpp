// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <type_traits>

#include "relatile/core/promotion.hpp"

/// The types that functions accept, by the names that function/table.hpp has for them.
namespace relatile::function::detail {

template <class C>
inline constexpr bool numbers = true;

/// All but complex numbers, which have no order.
template <class C>
inline constexpr bool reals = !is_complex_v<C>;

template <class C>
inline constexpr bool not_bool = !std::is_same_v<C, bool>;

template <class C>
inline constexpr bool reals_not_bool = reals<C>&& not_bool<C>;

template <class C>
inline constexpr bool integers = is_integer_v<C>;

template <class C>
inline constexpr bool integers_and_bool = std::is_integral_v<C>;

}  // namespace relatile::function::detail
