// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/parts/compress.hpp"

#include <cstring>
#include <utility>

#include "relatile/array/conversion.hpp"
#include "relatile/array/lines/along_blocks.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/kernel/typed_lines.hpp"
#include "relatile/tra/along_axis.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::detail {

/// How many elements of a line are true.
inline void count_true(const Lines& lines) {
  const kernel::TypedLines<bool> from(lines);
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    const bool* const mask = from.from(line);
    std::int64_t count = 0;
    if (lines.from_step == 1) {
      for (std::int64_t i = 0; i < lines.count; ++i) count += mask[i] ? 1 : 0;
    } else {
      for (std::int64_t i = 0; i < lines.count; ++i) count += mask[i * lines.from_step] ? 1 : 0;
    }
    reinterpret_cast<std::int64_t*>(lines.to)[line * lines.to_next] = count;
  }
}

/// The elements of a single line, next to each other, where the mask is true. Every element is
/// written, and the next one over it if it is not kept: no branch has to be foreseen.
template <std::size_t Size>
void keep_elements(std::byte* to, std::int64_t kept, const std::byte* from, const bool* mask) {
  for (std::int64_t k = 0; k < kept; ++mask, from += Size) {
    std::memcpy(to + k * std::int64_t(Size), from, Size);
    k += *mask ? 1 : 0;
  }
}

inline bool keep_in_one_line(const Lines& lines, std::int64_t size) {
  const bool dense = lines.lines == 1 && lines.from_step == 1 && lines.to_step == 1 &&
                     (lines.second_step == 1 || lines.count == 1);
  if (!dense) return false;
  const auto* const mask = reinterpret_cast<const bool*>(lines.second);
  switch (size) {
    case 1: keep_elements<1>(lines.to, lines.to_count, lines.from, mask); return true;
    case 2: keep_elements<2>(lines.to, lines.to_count, lines.from, mask); return true;
    case 4: keep_elements<4>(lines.to, lines.to_count, lines.from, mask); return true;
    case 8: keep_elements<8>(lines.to, lines.to_count, lines.from, mask); return true;
    case 16: keep_elements<16>(lines.to, lines.to_count, lines.from, mask); return true;
    default: return false;
  }
}

/// Of each line the elements of `size` bytes where the second operand, the same for all, is true.
inline void keep_true(const Lines& lines, std::int64_t size) {
  if (keep_in_one_line(lines, size)) return;
  const auto* const mask = reinterpret_cast<const bool*>(lines.second);
  const auto bytes = static_cast<std::size_t>(size);
  const bool side_by_side = lines.from_next == 1 && lines.to_next == 1;
  std::int64_t kept = 0;
  for (std::int64_t i = 0; i < lines.count; ++i) {
    if (!mask[i * lines.second_step]) continue;
    const std::byte* from = lines.from + i * lines.from_step * size;
    std::byte* to = lines.to + kept++ * lines.to_step * size;
    if (side_by_side) {
      std::memcpy(to, from, bytes * static_cast<std::size_t>(lines.lines));
      continue;
    }
    for (std::int64_t line = 0; line < lines.lines; ++line) {
      std::memcpy(to + line * lines.to_next * size, from + line * lines.from_next * size, bytes);
    }
  }
}

/// Of each line the reverse: its elements where the second operand is true, zeros elsewhere.
inline void fill_true(const Lines& lines, std::int64_t size) {
  const auto* const mask = reinterpret_cast<const bool*>(lines.second);
  const auto bytes = static_cast<std::size_t>(size);
  std::int64_t taken = 0;
  for (std::int64_t i = 0; i < lines.to_count; ++i) {
    const bool is_kept = mask[i * lines.second_step];
    const std::byte* const from = is_kept ? lines.from + taken++ * lines.from_step * size : nullptr;
    std::byte* const to = lines.to + i * lines.to_step * size;
    for (std::int64_t line = 0; line < lines.lines; ++line) {
      std::byte* const element = to + line * lines.to_next * size;
      if (is_kept) {
        std::memcpy(element, from + line * lines.from_next * size, bytes);
      } else {
        std::memset(element, 0, bytes);
      }
    }
  }
}

/// Which elements along an axis are kept, block by block.
struct Kept {
  int axis = 0;
  tra::AxisBlocks blocks;
  tra::NodePtr mask;
  std::vector<std::int64_t> counts;
};

inline tra::NodePtr kept_node(const std::string& name, const tra::NodePtr& x, const Kept& kept);

/// x with zeros between its elements, where the mask is false: each adds to what was kept.
inline tra::NodePtr filled_node(const std::string& name, const tra::NodePtr& x, const Kept& kept) {
  const auto size = static_cast<std::int64_t>(x->type.block.element.size);
  const auto fill = [size](const Lines& lines) { fill_true(lines, size); };
  return with_pullback(
      tra::make_filled_blocks(x, kept.axis, kept.blocks, kept.mask, kept.counts,
                              {"grad of " + name, fill}),
      {x},
      [name, kept](const tra::NodePtr&, const std::vector<tra::NodePtr>&, const tra::NodePtr& g) {
        return std::vector<tra::NodePtr>{kept_node(name, g, kept)};
      });
}

inline tra::NodePtr kept_node(const std::string& name, const tra::NodePtr& x, const Kept& kept) {
  const auto size = static_cast<std::int64_t>(x->type.block.element.size);
  const auto keep = [size](const Lines& lines) { keep_true(lines, size); };
  return with_pullback(
      tra::make_kept_of_blocks(x, kept.axis, kept.blocks, kept.mask, kept.counts, {name, keep}),
      {x},
      [name, kept](const tra::NodePtr&, const std::vector<tra::NodePtr>&, const tra::NodePtr& g) {
        return std::vector<tra::NodePtr>{filled_node(name, g, kept)};
      });
}

inline tra::NodePtr first_along(const std::string& name, const tra::NodePtr& x, int axis,
                                std::int64_t count) {
  if (x->type.extents[axis] == count) return x;
  return part_node(name, x, axis, {0, count});
}

RELATILE_INLINE tra::NodePtr compress_node(const std::string& name, const tra::NodePtr& mask,
                                           const tra::NodePtr& x, int axis) {
  const int at = normal_axis(name, axis, x->type.rank());
  const std::int64_t extent = mask->type.extents[0];
  if (extent > x->type.extents[at]) {
    throw ShapeMismatch("relatile: " + name + ": a condition of shape " +
                        to_string(mask->type.extents) + " for axis " + std::to_string(axis) +
                        " of an array of shape " + to_string(x->type.extents));
  }
  const transport::Operation operation(name.c_str());
  const tra::NodePtr from = first_along(name, x, at, extent);
  std::vector<std::int64_t> kept{0};  // of a block without elements
  const Array<bool, 1> which(mask);   // kept, since it is read twice
  if (extent > 0) {
    kept = to_vector(Array<std::int64_t, 1>(tra::make_of_blocks(
        mask, 0, tra::even_blocks(0, extent, block_count(extent)), {name + ".counts", count_true},
        {element_type_of<std::int64_t>(), 1}, Flops{1})));
  }
  return kept_node(name, from, {at, tra::even_blocks(at, extent, block_count(extent)), mask, kept});
}

RELATILE_INLINE void check_mask(const std::string& name, const Extents& mask, const Extents& x) {
  bool fits = mask.rank() <= x.rank();
  for (int d = 0; fits && d < mask.rank(); ++d) fits = mask[d] == x[d];
  if (fits) return;
  throw ShapeMismatch("relatile: " + name + ": truth values of shape " + to_string(mask) +
                      " for an array of shape " + to_string(x) +
                      "; they must be those of its first axes");
}

RELATILE_INLINE tra::NodePtr true_numbers(const std::string& name, const tra::NodePtr& mask) {
  const std::int64_t count = volume(mask->type.extents);
  const Array<std::int64_t, 1> numbers = arange<std::int64_t>(count);
  return compress_node(name, reshape_node(mask, {count}), numbers.node(), 0);
}

}  // namespace relatile::detail
