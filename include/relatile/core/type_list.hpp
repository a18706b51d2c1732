// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>

namespace relatile {

/// A list of types: the one place where things of a kind are registered.
template <class... Types>
struct TypeList {
  static constexpr std::size_t size = sizeof...(Types);
};

}  // namespace relatile
