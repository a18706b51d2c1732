// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/compiled_function.hpp"
#include "relatile/kernel/functions/impl/vector_code.hpp"

namespace relatile::kernel {

template <class F, class C>
const CompiledFunction& listed_function() {
  static const CompiledFunction made = [] {
    CompiledFunction function = detail::make_function<F, C>();
    if constexpr (runs_alone<F, C>) function.run = vector_code<F, C>();
    return function;
  }();
  return made;
}

}  // namespace relatile::kernel
