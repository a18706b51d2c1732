// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "relatile/core/kernel.hpp"
#include "relatile/kernel/elementwise.hpp"

namespace relatile::kernel {

/// A constant for every element of a chunk.
template <std::size_t Size>
void fill_chunk(const Chunk& chunk, const ConstantValue& value) {
  auto* const output = static_cast<std::byte*>(chunk.output);
  for (std::int64_t i = 0; i < chunk.count; ++i) {
    std::memcpy(output + i * std::int64_t(Size), value.bytes.data(), Size);
  }
}
inline void fill_chunk(const Chunk& chunk, const ConstantValue& value) {
  switch (value.element.size) {
    case 1: return fill_chunk<1>(chunk, value);
    case 2: return fill_chunk<2>(chunk, value);
    case 4: return fill_chunk<4>(chunk, value);
    case 8: return fill_chunk<8>(chunk, value);
    default: return fill_chunk<16>(chunk, value);
  }
}

inline void append_bytes(std::string& bytes, const ConstantValue& value) {
  bytes.append(reinterpret_cast<const char*>(value.bytes.data()), value.element.size);
}

inline Stage constant_stage(const ConstantValue& value) {
  Stage stage;
  stage.name = "constant";
  stage.output = value.element;
  stage.flops_per_element = Flops{0};
  stage.run = [value](const Chunk& chunk) { fill_chunk(chunk, value); };
  stage.plain = [value](std::span<const void* const>, void* output, const Extents&) {
    std::memcpy(output, value.bytes.data(), value.element.size);
  };
  append_bytes(stage.identity.state, value);
  stage.identity.pure = true;
  return stage;
}

}  // namespace relatile::kernel
