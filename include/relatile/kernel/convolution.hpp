// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "relatile/core/kernel.hpp"
#include "relatile/function/arithmetic.hpp"
#include "relatile/kernel/typed_lines.hpp"

// Sums of products of a vector with shifts of another one, block by block. Which block it is
// follows from what it has of the operand: an inner one as many elements as its part of a full
// convolution with `m` elements needs, m - 1 more than sums. What lacks some is the first one, of m
// elements, or the last one, of m - 1: no sum has terms beyond the edges.

namespace relatile::kernel {

/// sums[j] += the sum over k below `count` of factors[k step] * x[j + k shift], for all j below
/// `size`.
template <class T>
void add_shifted(const T* factors, std::int64_t step, std::int64_t count, const T* x,
                 std::int64_t shift, T* sums, std::int64_t size) {
  const auto increased = [](T sum, T factor, T element) {
    return function::detail::sum(sum, function::detail::product(factor, element));
  };
  // Sums of a tile stay in registers while all products are added to them.
  constexpr std::int64_t tile = 256 / std::int64_t(sizeof(T));
  std::int64_t j = 0;
  for (; j + tile <= size; j += tile) {
    T part[tile];
    std::copy_n(sums + j, tile, part);
    for (std::int64_t k = 0; k < count; ++k) {
      const T factor = factors[k * step];
      const T* const from = x + j + k * shift;
      _Pragma("GCC unroll 32") for (std::int64_t i = 0; i < tile; ++i) {
        part[i] = increased(part[i], factor, from[i]);
      }
    }
    std::copy_n(part, tile, sums + j);
  }
  for (std::int64_t k = 0; k < count && j < size; ++k) {
    const T factor = factors[k * step];
    for (std::int64_t i = j; i < size; ++i) sums[i] = increased(sums[i], factor, x[i + k * shift]);
  }
}

/// The part of a convolution with the second operand that belongs to a block.
template <class T>
void convolve_block(const Lines& lines) {
  const TypedLines<T> typed(lines);
  const T* const x = typed.from(0);
  const T* const v = typed.second(0);
  T* const sums = typed.to(0);
  const std::int64_t m = lines.second_count;
  const std::int64_t size = lines.to_count;
  std::fill_n(sums, size, T(0));
  if (lines.count == size + m - 1) {
    add_shifted(v, 1, m, x + m - 1, -1, sums, size);
  } else if (lines.count == m) {  // sums m - size, ..., m - 1 of all
    const std::int64_t before = m - size;
    for (std::int64_t k = 0; k < m; ++k) {
      const std::int64_t begin = std::max(k - before, std::int64_t{0});
      if (begin < size)
        add_shifted(v + k, 1, 1, x + before + begin - k, 0, sums + begin, size - begin);
    }
  } else {  // sum i has the terms of v after i
    for (std::int64_t k = 1; k < m; ++k) {
      add_shifted(v + k, 1, 1, x + m - 1 - k, 0, sums, std::min(k, size));
    }
  }
}

/// What a block adds to the sums of products of all shifts of x with the second operand, which has
/// an element for each sum of a convolution: the sum over i of g[i] x[i - k], for every k.
template <class T>
void correlate_block(const Lines& lines) {
  const TypedLines<T> typed(lines);
  const T* const x = typed.from(0);
  const T* const g = typed.second(0);
  T* const sums = typed.to(0);
  const std::int64_t m = lines.to_count;
  const std::int64_t size = lines.second_count;
  std::fill_n(sums, m, T(0));
  if (lines.count == size + m - 1) {
    add_shifted(g, 1, size, x, 1, sums, m);  // of the last k first
    std::reverse(sums, sums + m);
  } else if (lines.count == m) {
    for (std::int64_t i = 0; i < size; ++i) {
      const std::int64_t last = m - size + i;
      for (std::int64_t k = 0; k <= last; ++k) sums[k] += g[i] * x[last - k];
    }
  } else {
    for (std::int64_t i = 0; i < size; ++i) {
      for (std::int64_t k = i + 1; k < m; ++k) sums[k] += g[i] * x[m - 1 + i - k];
    }
  }
}

}  // namespace relatile::kernel
