// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

namespace relatile {

/// list[i] where i is a signed number, as sites, labels, nodes, values and steps are, or a word of
/// an enumeration. It must be within the list.
template <class List, class Number>
constexpr decltype(auto) nth(List&& list, Number i) {
  const auto position = static_cast<std::size_t>(i);
  return list[position];
}

}  // namespace relatile
