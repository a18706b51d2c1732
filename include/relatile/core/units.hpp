// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <string>

#include "relatile/core/definitions.hpp"

namespace relatile {

namespace detail {

inline constexpr std::int64_t most_counted = std::numeric_limits<std::int64_t>::max();

/// Sums and products of counts; what is more than 2^63 - 1 counts as that.
constexpr std::int64_t counted_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? (b > 0 ? most_counted : -most_counted) : sum;
}
constexpr std::int64_t counted_product(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (!__builtin_mul_overflow(a, b, &product)) return product;
  return (a > 0) == (b > 0) ? most_counted : -most_counted;
}

}  // namespace detail

/// A counted quantity that can't be mixed up with another: `Bytes{8} + Flops{1}` does not compile.
/// More than 2^63 - 1 counts as that.
template <class Tag>
struct Count {
  std::int64_t value = 0;

  friend constexpr auto operator<=>(const Count&, const Count&) = default;
  friend constexpr Count operator+(Count a, Count b) {
    return {detail::counted_sum(a.value, b.value)};
  }
  friend constexpr Count operator-(Count a, Count b) { return {a.value - b.value}; }
  friend constexpr Count operator*(std::int64_t n, Count a) {
    return {detail::counted_product(n, a.value)};
  }
  constexpr Count& operator+=(Count b) { return *this = *this + b; }
};

using Bytes = Count<struct BytesTag>;
using Flops = Count<struct FlopsTag>;
using Messages = Count<struct MessagesTag>;
/// Numbers moved or stored, whatever their type: what the papers count.
using Floats = Count<struct FloatsTag>;

/// A predicted duration.
struct Seconds {
  double value = 0;

  friend constexpr auto operator<=>(const Seconds&, const Seconds&) = default;
  friend constexpr Seconds operator+(Seconds a, Seconds b) { return {a.value + b.value}; }
  friend constexpr Seconds operator-(Seconds a, Seconds b) { return {a.value - b.value}; }
  friend constexpr Seconds operator*(double n, Seconds a) { return {n * a.value}; }
  constexpr Seconds& operator+=(Seconds b) {
    value += b.value;
    return *this;
  }
};

/// Thousands apart, for people: 1234567 -> "1 234 567".
RELATILE_INLINE std::string grouped(std::int64_t number);

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/units.hpp"
#endif
