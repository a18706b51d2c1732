// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/expr/array.hpp"
#include "relatile/expr/function_node.hpp"

namespace relatile::detail {

/// The conjugate, which adjoints and derivatives are made of; of real numbers the array itself.
template <class T, int N>
Array<T, N> conjugate_of(const Array<T, N>& x) {
  return Array<T, N>(conjugate_node(x.node()));
}

}  // namespace relatile::detail
