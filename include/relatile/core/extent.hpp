// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include "relatile/core/definitions.hpp"
#include "relatile/core/error.hpp"

namespace relatile {

/// One extent of a shape as a caller writes it: an integer of any type, so that `{v.size(), n}` is
/// a shape. Only parameters are of this type; shapes themselves are made of std::int64_t.
class Extent {
 public:
  Extent() = default;  ///< so that `Extent shape[N]` can be filled in a loop
  template <class I>
    requires(std::is_integral_v<I> || (std::is_enum_v<I> && std::is_convertible_v<I, std::int64_t>))
  constexpr Extent(I value)  // NOLINT: an integer is an extent
      : value_(static_cast<std::int64_t>(value)) {
    if constexpr (std::is_integral_v<I> && std::is_unsigned_v<I> &&
                  sizeof(I) >= sizeof(std::int64_t)) {
      if (value > static_cast<I>(std::numeric_limits<std::int64_t>::max())) too_large(value);
    }
  }
  /// A truth value or a number with a fraction is no extent.
  Extent(bool) = delete;
  Extent(double) = delete;
  Extent(float) = delete;
  Extent(long double) = delete;

  constexpr operator std::int64_t() const { return value_; }  // NOLINT: what it stands for

 private:
  [[noreturn]] static void too_large(std::uint64_t value);

  std::int64_t value_ = 0;
};

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/extent.hpp"
#endif
