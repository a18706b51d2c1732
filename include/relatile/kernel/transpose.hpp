// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace relatile::kernel {

namespace detail {

#if defined(__AVX512F__)
inline constexpr std::size_t tile_bytes = 64;
#else
inline constexpr std::size_t tile_bytes = 32;
#endif

/// As many words as one vector register holds.
template <class Word>
inline constexpr int tile_side = int(tile_bytes / sizeof(Word));

template <class Word>
using Vector [[gnu::vector_size(tile_bytes)]] = Word;

/// Swaps the words of `a` whose number has bit Step with those of `b` whose number has not.
template <int Step, class Word, int... Lane>
void swap_lanes(Vector<Word>& a, Vector<Word>& b, std::integer_sequence<int, Lane...>) {
  constexpr int side = tile_side<Word>;
  const Vector<Word> first =
      __builtin_shufflevector(a, b, (Lane & Step ? side + Lane - Step : Lane)...);
  b = __builtin_shufflevector(a, b, (Lane & Step ? side + Lane : Lane + Step)...);
  a = first;
}

/// to(i, j) = from(j, i) for one square of `tile_side` words that stays in registers.
template <class Word>
void transpose_tile(std::byte* to, std::int64_t to_step, const std::byte* from,
                    std::int64_t from_step) {
  constexpr int side = tile_side<Word>;
  constexpr auto lanes = std::make_integer_sequence<int, side>{};
  Vector<Word> rows[std::size_t(side)];  // std::array would lose the attribute
  const auto row = [&](int i) -> Vector<Word>& { return rows[i]; };
  for (int i = 0; i < side; ++i) std::memcpy(&row(i), from + i * from_step, tile_bytes);
  const auto exchange = [&]<int Step>(std::integral_constant<int, Step>) {
    if constexpr (Step < side) {
      for (int i = 0; i < side; ++i) {
        if ((i & Step) == 0) swap_lanes<Step, Word>(row(i), row(i + Step), lanes);
      }
    }
  };
  exchange(std::integral_constant<int, 1>{});
  exchange(std::integral_constant<int, 2>{});
  exchange(std::integral_constant<int, 4>{});
  exchange(std::integral_constant<int, 8>{});
  for (int i = 0; i < side; ++i) std::memcpy(to + i * to_step, &row(i), tile_bytes);
}

template <class Word>
void transpose_words(std::byte* to, std::int64_t to_stride, const std::byte* from,
                     std::int64_t from_stride, std::int64_t rows, std::int64_t cols) {
  constexpr std::int64_t side = tile_side<Word>;
  constexpr std::int64_t strip = 8 * side;  // of `from`: whole cache lines, few pages
  constexpr auto size = std::int64_t(sizeof(Word));
  const auto one_by_one = [&](std::int64_t i, std::int64_t j) {
    std::memcpy(to + (i * to_stride + j) * size, from + (j * from_stride + i) * size, sizeof(Word));
  };
  for (std::int64_t top = 0; top < rows; top += strip) {
    const std::int64_t bottom = std::min(top + strip, rows);
    const std::int64_t whole_rows = top + (bottom - top) / side * side;
    std::int64_t j = 0;
    for (; j + side <= cols; j += side) {
      for (std::int64_t i = top; i < whole_rows; i += side) {
        transpose_tile<Word>(to + (i * to_stride + j) * size, to_stride * size,
                             from + (j * from_stride + i) * size, from_stride * size);
      }
      for (std::int64_t i = whole_rows; i < bottom; ++i) {
        for (std::int64_t k = j; k < j + side; ++k) one_by_one(i, k);
      }
    }
    for (; j < cols; ++j) {
      for (std::int64_t i = top; i < bottom; ++i) one_by_one(i, j);
    }
  }
}

}  // namespace detail

/// Copies a matrix that is stored column by column to one stored row by row: to(i, j) is at
/// `to_stride` i + j, from(i, j) at i + `from_stride` j. Strides in elements of `size` bytes, which
/// are 4 or 8.
inline void transpose(std::byte* to, std::int64_t to_stride, const std::byte* from,
                      std::int64_t from_stride, std::int64_t rows, std::int64_t cols,
                      std::int64_t size) {
  if (size == 8) {
    detail::transpose_words<std::uint64_t>(to, to_stride, from, from_stride, rows, cols);
  } else {
    detail::transpose_words<std::uint32_t>(to, to_stride, from, from_stride, rows, cols);
  }
}

}  // namespace relatile::kernel
