// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "relatile/core/block.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/kernel.hpp"

// Two blocks as one, since a join pairs two relations and a derivative may read three: the extents
// of both, and then their elements.

namespace relatile::detail {

/// A packed block is made of words, so that what it holds is aligned.
using PackedWord = std::int64_t;

inline BlockType packed_type() { return {element_type_of<PackedWord>(), 1, nullptr}; }

/// The words that a block takes within a packed one.
inline std::int64_t packed_words(const BlockType& type, const Extents& extents) {
  constexpr std::int64_t word = sizeof(PackedWord);
  return (volume(extents) * std::int64_t(type.element.size) + word - 1) / word;
}

inline void require_packable(const BlockType& type, const std::string& who) {
  if (!type.object && type.element.alignment <= alignof(PackedWord)) return;
  throw Error("relatile: grad: a derivative of " + who + " reads three blocks, of which one, " +
              type.name() + ", is a struct that can't be packed with another one");
}

/// Where the blocks of a packed one lie.
struct Unpacked {
  BlockRef first;
  BlockRef second;
};

inline Unpacked unpacked(const BlockRef& packed, const BlockType& first, const BlockType& second) {
  const auto* const words = static_cast<const PackedWord*>(packed.data);
  const std::span<const PackedWord> head(words, static_cast<std::size_t>(first.rank + second.rank));
  const auto split = static_cast<std::size_t>(first.rank);
  const Extents extents(head.first(split));
  auto* const elements = static_cast<PackedWord*>(packed.data) + head.size();
  return {{elements, extents},
          {elements + packed_words(first, extents), Extents(head.subspan(split))}};
}

/// The kernel of a join that packs two blocks.
inline BlockKernel packing(const BlockType& first, const BlockType& second) {
  BlockKernel kernel;
  kernel.name = "pack";
  kernel.anonymous = true;
  kernel.shape = [first, second](std::span<const Extents> blocks) {
    return Extents{first.rank + second.rank + packed_words(first, blocks[0]) +
                   packed_words(second, blocks[1])};
  };
  kernel.flops = [](std::span<const Extents> blocks) {
    return Flops{volume(blocks[0]) + volume(blocks[1])};
  };
  kernel.run = [first, second](std::span<const BlockRef> blocks, BlockRef out, bool) {
    auto* words = static_cast<PackedWord*>(out.data);
    for (const BlockRef& block : blocks) {
      for (const std::int64_t extent : block.extents) *words++ = extent;
    }
    const auto copy = [&](const BlockType& type, const BlockRef& block) {
      const std::int64_t count = packed_words(type, block.extents);
      if (count == 0) return;
      words[count - 1] = 0;  // what the elements do not fill is not left as it was
      const auto bytes = volume(block.extents) * std::int64_t(type.element.size);
      std::memcpy(words, block.data, static_cast<std::size_t>(bytes));
      words += count;
    };
    copy(first, blocks[0]);
    copy(second, blocks[1]);
  };
  return kernel;
}

}  // namespace relatile::detail
