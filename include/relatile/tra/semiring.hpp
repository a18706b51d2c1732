// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/scalar_types.hpp"
#include "relatile/tra/contract.hpp"
#include "relatile/tra/labels.hpp"

// The functions of which the semiring of an einsum is made, by their names in texts.

namespace relatile::einsum_detail {

/// How the elements of two operands become one.
enum class Combine { mul, add, sub, div, min, max, logical_and, logical_or };
inline constexpr std::array<std::string_view, 8> combine_names{"mul", "add", "sub", "div",
                                                               "min", "max", "and", "or"};
/// How those become one that differ in labels which the output lacks.
enum class Reduce { add, mul, min, max, logical_and, logical_or };
inline constexpr std::array<std::string_view, 6> reduce_names{"add", "mul", "min",
                                                              "max", "and", "or"};

template <class Names>
std::size_t require_name(const char* role, const Names& names, const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
  std::string known;
  for (const auto one : names) known += (known.empty() ? "" : ", ") + std::string(one);
  throw ParseError("relatile: einsum: there is no way to " + std::string(role) + " called '" +
                   name + "'; there are " + known);
}

constexpr bool is_logical(Reduce reduce) {
  return reduce == Reduce::logical_and || reduce == Reduce::logical_or;
}

/// Whether a combination distributes over a reduction, so that an einsum of many operands may be
/// computed two operands at a time, in any order: c(x, r(y, z)) == r(c(x, y), c(x, z)). Products do
/// not distribute over min and max, since a negative factor swaps these; `and` does over `and` but
/// where there is nothing to reduce.
constexpr bool distributes(Combine combine, Reduce reduce) {
  switch (combine) {
    case Combine::mul: return reduce == Reduce::add;
    case Combine::add:
    case Combine::min:
    case Combine::max: return reduce == Reduce::min || reduce == Reduce::max;
    case Combine::logical_and: return reduce == Reduce::logical_or;
    case Combine::logical_or: return reduce == Reduce::logical_and;
    case Combine::sub:
    case Combine::div: return false;
  }
  return false;
}

/// There is no least of no elements. As in NumPy, also if no element of the result asks for it.
RELATILE_INLINE void require_elements(Reduce reduce, const tra::Labelling& labelling,
                                      const std::vector<Extents>& shapes);

/// The type in which operands that promote to `element` are combined.
RELATILE_INLINE ElementType combining_type(Combine combine, ElementType element);

}  // namespace relatile::einsum_detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/semiring.hpp"
#endif
