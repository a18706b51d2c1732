// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <bit>
#include <cstdint>

#include "relatile/core/element_type.hpp"
#include "relatile/core/scalar_types.hpp"

// NumPy's float16, IEEE 754's binary16. C++20 has no such type, so arrays of it are read as what
// they promote to; a float holds each of its numbers exactly.

namespace relatile::io {

/// Elements of 16 bits: files have them, arrays do not.
inline constexpr ElementType half_element{ElementKind::floating, 2, 2};

/// The number that these bits are: a subnormal, an infinity and a NaN's payload as well.
inline float half_to_float(std::uint16_t bits) {
  const std::uint32_t sign = std::uint32_t{bits & 0x8000u} << 16;
  const std::uint32_t exponent = bits >> 10 & 0x1fu;
  const std::uint32_t fraction = bits & 0x3ffu;
  constexpr std::uint32_t other_bias = 127 - 15;
  if (exponent == 0) {  // zero or subnormal: so many times the smallest number
    const float magnitude = static_cast<float>(fraction) * 0x1p-24f;
    return sign != 0 ? -magnitude : magnitude;
  }
  const std::uint32_t wide = exponent == 0x1f ? 0xffu : exponent + other_bias;
  return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

/// Elements of 16 bits as numbers of type T.
template <class T>
void convert_halves(const void* from, void* to, std::int64_t count) {
  const auto* in = static_cast<const std::uint16_t*>(from);
  auto* out = static_cast<T*>(to);
  for (std::int64_t i = 0; i < count; ++i) out[i] = convert_element<T>(half_to_float(in[i]));
}

}  // namespace relatile::io
