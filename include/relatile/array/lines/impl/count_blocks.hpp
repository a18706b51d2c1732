// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/lines/count_blocks.hpp"

#include <array>
#include <utility>

#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/tra/along_axis.hpp"

namespace relatile::detail {

RELATILE_INLINE std::int64_t counted_blocks(std::int64_t extent, std::int64_t places) {
  // Numbers with many divisors, so that parts of one size are cut between blocks.
  constexpr std::array<std::int64_t, 3> numbers{5040, 720, 120};
  constexpr std::int64_t elements_per_place = 8;
  constexpr std::int64_t shortest = 1024;
  for (const std::int64_t blocks : numbers) {
    const std::int64_t length = extent / blocks;
    if (length >= shortest && length / elements_per_place >= places) return blocks;
  }
  return 0;
}

RELATILE_INLINE Array<std::int64_t, 1> counts_of_blocks(const tra::NodePtr& x, LineKernel count,
                                                        std::int64_t places,
                                                        const tra::NodePtr& table) {
  const std::int64_t extent = x->type.extents[0];
  const tra::AxisBlocks blocks = tra::even_blocks(0, extent, counted_blocks(extent, places));
  const Array<std::int64_t, 1> counts(tra::make_of_blocks(
      x, 0, blocks, std::move(count), {element_type_of<std::int64_t>(), places}, Flops{1}, table));
  return sum(reshape(counts, {blocks.count, places}), 0);
}

}  // namespace relatile::detail
