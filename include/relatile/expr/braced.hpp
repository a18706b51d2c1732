// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <initializer_list>
#include <type_traits>

#include "relatile/core/number_as.hpp"
#include "relatile/core/promotion.hpp"

// What assignments have in braces: x(0) = {1.0, 2.0}, x += {1.0, 2.0}, x = {{1.0, 2.0},
// {3.0, 4.0}}.

namespace relatile {

template <class T, int N>
class Array;

namespace detail {

/// A number in braces, of any type of which T loses no more than precision. Braces around it, as in
/// {{1.0}, {2.0}}, make a row of one number, of which this is not the best reading.
template <class T>
class BracedNumber {
 public:
  template <class V>
    requires(is_scalar_type_v<V>)
  BracedNumber(const V& value) {  // NOLINT: implicit
    constexpr bool fits = number_kind<V> <= std::max(number_kind<T>, NumberKind::integer);
    static_assert(fits,
                  "relatile: numbers in braces have a fraction, or an imaginary part, that the "
                  "array's elements have not; convert the array: astype<double>(x)");
    if constexpr (fits) value_ = number_as<T>("assign", value);
  }
  operator T() const { return value_; }  // NOLINT: implicit

 private:
  T value_{};
};
/// An element in braces: a struct may have braces of its own.
template <class T>
using Braced = std::conditional_t<is_scalar_type_v<T>, BracedNumber<T>, T>;

template <class T>
using BracedRow = std::initializer_list<Braced<T>>;
template <class T>
using BracedRows = std::initializer_list<std::initializer_list<T>>;
template <class T>
using BracedMatrices = std::initializer_list<BracedRows<T>>;

/// The array that braces hold. It is a class, of which array/in_braces.hpp has the definition, and
/// no function: where that isn't included the compiler says so, and not the linker of some builds.
template <class T>
struct ArrayInBraces;

}  // namespace detail
}  // namespace relatile
