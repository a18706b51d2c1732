// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "relatile/core/definitions.hpp"
#include "relatile/expr/array.hpp"

namespace relatile {

namespace detail {

/// Writes `count` elements: the first one's coordinate is `at`, each is `step` further.
using WriteElements =
    std::function<void(const Extents& at, const Extents& step, std::int64_t count, void* elements)>;

/// An array that is written wherever it is needed; `shape` has as many dimensions as it.
tra::NodePtr make_generator(std::string name, const Extents& shape, std::int64_t flops,
                            const ElementType& element, WriteElements write,
                            KernelIdentity identity);

}  // namespace detail

/// An array whose element at coordinate c is `f(c)`, c an Extents. It is computed where it is
/// needed, inside the pass that reads it, and stored only if its handle is kept. On all ranks f
/// must be the same function and hold the same: its type and plain data are compared.
template <class T, int N, class F>
Array<T, N> generate(std::string name, const Extents& shape, std::int64_t flops, F f) {
  const auto write = [f](Extents at, const Extents& step, std::int64_t count, void* elements) {
    for (std::int64_t i = 0; i < count; ++i) {
      static_cast<T*>(elements)[i] = f(static_cast<const Extents&>(at));
      for (int d = 0; d < N; ++d) at[d] += step[d];
    }
  };
  return Array<T, N>(detail::make_generator(std::move(name), shape, flops, element_type_of<T>(),
                                            write, identity_of(f)));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/expr/impl/generate.hpp"
#endif
