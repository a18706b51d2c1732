// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "relatile/expr/generate.hpp"
#include "relatile/kernel/strided_copy.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::detail {

/// A run of a chunk at a time; what is the same all along a run is computed once.
RELATILE_INLINE void write_chunk(const WriteElements& write, const Chunk& chunk,
                                 std::int64_t size) {
  const bool moves = std::any_of(chunk.step.begin(), chunk.step.end(),
                                 [](std::int64_t step) { return step != 0; });
  chunk.for_each_row([&](std::int64_t first, const Extents& at) {
    std::byte* const row = static_cast<std::byte*>(chunk.output) + first * size;
    write(at, chunk.step, moves ? chunk.row : 1, row);
    if (!moves) kernel::copy_run(row + size, 1, row, 0, chunk.row - 1, size);
  });
}

RELATILE_INLINE tra::NodePtr make_generator(std::string name, const Extents& shape,
                                            std::int64_t flops, const ElementType& element,
                                            WriteElements write, KernelIdentity identity) {
  Stage stage;
  stage.name = name;
  stage.output = element;
  stage.flops_per_element = Flops{flops};
  stage.coordinates = Access::identity(shape.rank());
  stage.run = [write, size = std::int64_t(element.size)](const Chunk& chunk) {
    write_chunk(write, chunk, size);
  };
  stage.plain = [write = std::move(write)](std::span<const void* const>, void* output,
                                           const Extents& at) {
    write(at, Extents::filled(at.rank(), 0), 1, output);
  };
  stage.identity = std::move(identity);
  Program program;
  program.stages.push_back(std::move(stage));
  return tra::make_map(std::move(name), {}, {}, shape, std::move(program), element);
}

}  // namespace relatile::detail
