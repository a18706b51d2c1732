// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include "relatile/core/definitions.hpp"
#include "relatile/core/element_type.hpp"
#include "relatile/core/promotion.hpp"

namespace relatile {

namespace detail {
/// Throws ShapeMismatch: a number, which is `negative` or not, beside arrays whose element type
/// cannot hold it.
[[noreturn]] RELATILE_INLINE void refuse_number(std::string_view operation, std::uint64_t bits,
                                                bool negative, const ElementType& type);
}  // namespace detail

/// A number that `operation` was given, as an element of type To of the arrays beside it, to which
/// numbers do not promote: NumPy 2's rule.
///
///   errors  ShapeMismatch for an integer that To, an integer type, does not hold
template <class To, class From>
To number_as(std::string_view operation, const From& x) {
  if constexpr (is_integer_v<To> && is_integer_v<From>) {
    if (!std::in_range<canonical_t<To>>(static_cast<canonical_t<From>>(x))) {
      detail::refuse_number(operation, static_cast<std::uint64_t>(x), x < From(0),
                            element_type_of<To>());
    }
  }
  return convert_element<To>(x);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/number_as.hpp"
#endif
