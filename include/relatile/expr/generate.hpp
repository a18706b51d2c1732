// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "relatile/expr/array.hpp"
#include "relatile/kernel/strided_copy.hpp"
#include "relatile/tra/map.hpp"

namespace relatile {

/// An array whose element at coordinate c is `f(c)`, c an Extents. It is computed where it is
/// needed, inside the pass that reads it, and stored only if its handle is kept. On all ranks f
/// must be the same function and hold the same: its type and plain data are compared.
template <class T, int N, class F>
Array<T, N> generate(std::string name, const Extents& shape, std::int64_t flops, F f) {
  Stage stage;
  stage.name = name;
  stage.output = element_type_of<T>();
  stage.flops_per_element = Flops{flops};
  stage.coordinates = Access::identity(N);
  stage.run = [f](const Chunk& chunk) {
    auto* out = static_cast<T*>(chunk.output);
    const bool moves = std::any_of(chunk.step.begin(), chunk.step.end(),
                                   [](std::int64_t step) { return step != 0; });
    chunk.for_each_row([&](std::int64_t first, Extents at) {
      if (!moves) {
        const T value = f(static_cast<const Extents&>(at));
        const auto* bytes = reinterpret_cast<const std::byte*>(&value);
        return kernel::copy_run(reinterpret_cast<std::byte*>(out + first), 1, bytes, 0, chunk.row,
                                sizeof(T));
      }
      for (std::int64_t i = first; i < first + chunk.row; ++i) {
        out[i] = f(static_cast<const Extents&>(at));
        for (int d = 0; d < at.rank(); ++d) at[d] += chunk.step[d];
      }
    });
  };
  stage.plain = [f](std::span<const void* const>, void* output, const Extents& at) {
    *static_cast<T*>(output) = f(at);
  };
  stage.identity = identity_of(f);
  Program program;
  program.stages.push_back(std::move(stage));
  return Array<T, N>(
      tra::make_map(std::move(name), {}, {}, shape, std::move(program), element_type_of<T>()));
}

}  // namespace relatile
