// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/extents.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/node.hpp"

// Assignment to a slice with steps, as an elementwise function.

namespace relatile::detail {

/// The places of one axis that are written: first, first + step, ..., count of them.
struct WrittenRange {
  std::int64_t first = 0;
  std::int64_t step = 1;
  std::int64_t count = 1;

  /// From the first to the last one.
  std::int64_t length() const { return (count - 1) * step + 1; }
  /// The places from `place` on, counted from there.
  WrittenRange from(std::int64_t place) const {
    const std::int64_t passed = place <= first ? 0 : (place - first + step - 1) / step;
    return {first + passed * step - place, step, count - passed};
  }
  bool has(std::int64_t place) const {
    const std::int64_t from_first = place - first;
    return from_first >= 0 && from_first < length() && from_first % step == 0;
  }
};
using WrittenRanges = std::vector<WrittenRange>;

inline bool are_written(const WrittenRanges& ranges, const Extents& at) {
  for (int d = 0; d < at.rank(); ++d) {
    if (!nth(ranges, d).has(at[d])) return false;
  }
  return true;
}

/// Which elements of a row are written: all or none, as the coordinates that stay the same and the
/// ends of the others may tell, or some.
enum class WrittenOfRow : std::uint8_t { none, some, all };

inline WrittenOfRow written_of_row(const WrittenRanges& ranges, const Extents& at,
                                   const Extents& step, std::int64_t count) {
  bool all = true;
  for (int d = 0; d < at.rank(); ++d) {
    const WrittenRange& range = nth(ranges, d);
    if (step[d] == 0 && !range.has(at[d])) return WrittenOfRow::none;
    const bool both_ends = range.has(at[d]) && range.has(at[d] + (count - 1) * step[d]);
    all = all && both_ends && (step[d] % range.step == 0);
  }
  return all ? WrittenOfRow::all : WrittenOfRow::some;
}

/// The coordinate that rises by one along a row while all others stay; -1 if there is none.
inline int only_rising(const Extents& step) {
  int rising = -1;
  for (int d = 0; d < step.rank(); ++d) {
    if (step[d] == 0) continue;
    if (rising >= 0 || step[d] != 1) return -1;
    rising = d;
  }
  return rising;
}

/// The first operand's elements where the ranges lead, elsewhere the second's. The output may be
/// either of them: no element is written before it is read.
inline void choose_written(const Chunk& chunk, const WrittenRanges& ranges, std::size_t size) {
  const auto* const values = static_cast<const std::byte*>(chunk.inputs[0]);
  const auto* const others = static_cast<const std::byte*>(chunk.inputs[1]);
  auto* const output = static_cast<std::byte*>(chunk.output);
  const auto choose = [&](auto bytes) {
    const auto copy = [&](const std::byte* from, std::int64_t first, std::int64_t count) {
      const std::size_t offset = std::size_t(first) * bytes;
      if (from != output) std::memmove(output + offset, from + offset, std::size_t(count) * bytes);
    };
    chunk.for_each_row([&](std::int64_t first, Extents at) {
      const WrittenOfRow row = written_of_row(ranges, at, chunk.step, chunk.row);
      if (row == WrittenOfRow::all) return copy(values, first, chunk.row);
      if (row == WrittenOfRow::none) return copy(others, first, chunk.row);
      const int along = values == output ? -1 : only_rising(chunk.step);
      if (along >= 0) {
        copy(others, first, chunk.row);
        const WrittenRange rest = nth(ranges, along).from(at[along]);
        const std::int64_t end = std::min(chunk.row, rest.first + rest.length());
        for (std::int64_t i = rest.first; i < end; i += rest.step) copy(values, first + i, 1);
        return;
      }
      for (std::int64_t i = first; i < first + chunk.row; ++i) {
        copy(are_written(ranges, at) ? values : others, i, 1);
        for (int d = 0; d < at.rank(); ++d) at[d] += chunk.step[d];
      }
    });
  };
  switch (size) {
    case 1: return choose(std::integral_constant<std::size_t, 1>{});
    case 4: return choose(std::integral_constant<std::size_t, 4>{});
    case 8: return choose(std::integral_constant<std::size_t, 8>{});
    default: return choose(size);
  }
}

/// `values` where the ranges lead, and elsewhere `others`, an array of the same shape.
inline tra::NodePtr written_over(const tra::NodePtr& others, const WrittenRanges& ranges,
                                 const tra::NodePtr& values) {
  const Extents& shape = others->type.extents;
  const ElementType& element = others->type.block.element;
  Stage stage;
  stage.name = "assign";
  stage.operands = {0, 1};
  stage.output = element;
  stage.flops_per_element = Flops{0};
  stage.coordinates = Access::identity(shape.rank());
  const std::size_t size = element.size;
  stage.run = [ranges, size](const Chunk& chunk) { choose_written(chunk, ranges, size); };
  stage.plain = [ranges, size](std::span<const void* const> inputs, void* output,
                               const Extents& at) {
    std::memcpy(output, inputs[are_written(ranges, at) ? 0 : 1], size);
  };
  stage.identity.type = hash_of_name("written_over");
  for (const WrittenRange& range : ranges) {
    stage.identity.state += to_string(Extents{range.first, range.step, range.count});
  }
  stage.identity.pure = true;
  Program program;
  program.inputs = {element, element};
  program.stages.push_back(std::move(stage));
  const Access same = Access::identity(shape.rank());
  return tra::make_map("assign", {values, others}, {same, same}, shape, std::move(program),
                       element);
}

}  // namespace relatile::detail
