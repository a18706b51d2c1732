// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "relatile/core/kernel.hpp"
#include "relatile/kernel/typed_lines.hpp"

// What runs along lines of numbers and carries one on: cumulative sums and their like.

namespace relatile::kernel {

/// to[i] = f(f(second, from[0]), ...), with or without from[i] itself; without a second operand,
/// which is what comes before a line, lines begin with `first`, which is left out of what is
/// inclusive.
template <class T, class F>
void scan_lines(const Lines& lines, const F& f, const T* first, bool inclusive) {
  const TypedLines<T> typed(lines);
  const auto run = [&](std::int64_t line) {
    const T* from = typed.from(line);
    T* to = typed.to(line);
    std::int64_t i = 0;
    T so_far{};
    if (lines.second) {
      so_far = *typed.second(line);
    } else if (!inclusive) {
      so_far = *first;
    } else {
      so_far = from[0];
      to[0] = so_far;
      i = 1;
    }
    for (; i < lines.count; ++i) {
      const T next = f(so_far, from[i * lines.from_step]);
      to[i * lines.to_step] = inclusive ? next : so_far;
      so_far = next;
    }
  };
  // Neighbouring lines go on together, so that memory is read in its order.
  const bool side_by_side = lines.from_next == 1 && lines.to_next == 1 && lines.lines >= 8 &&
                            inclusive && lines.from_step != 1;
  if (!side_by_side) {
    for (std::int64_t line = 0; line < lines.lines; ++line) run(line);
    return;
  }
  for (std::int64_t i = 0; i < lines.count; ++i) {
    const T* from = typed.from(0) + i * lines.from_step;
    T* to = typed.to(0) + i * lines.to_step;
    const T* before = to - lines.to_step;
    for (std::int64_t line = 0; line < lines.lines; ++line) {
      if (i > 0) {
        to[line] = f(before[line], from[line]);
      } else {
        to[line] = lines.second ? f(*typed.second(line), from[line]) : from[line];
      }
    }
  }
}

/// to[0] = f(f(from[0], from[1]), ...) of each line, which is not empty.
template <class T, class F>
void fold_lines(const Lines& lines, const F& f) {
  const TypedLines<T> typed(lines);
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    const T* from = typed.from(line);
    T so_far = from[0];
    for (std::int64_t i = 1; i < lines.count; ++i) so_far = f(so_far, from[i * lines.from_step]);
    *typed.to(line) = so_far;
  }
}

/// The sum of each line in an order that depends on its length alone: of every eighth element, and
/// then of these eight sums, so that a processor has eight additions under way.
template <class T>
void sum_lines_in_eights(const Lines& lines) {
  constexpr std::int64_t eight = 8;
  const TypedLines<T> typed(lines);
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    const T* from = typed.from(line);
    std::array<T, std::size_t(eight)> sums{};
    const std::int64_t whole = lines.count / eight * eight;
    for (std::int64_t i = 0; i < whole; i += eight) {
      for (std::int64_t k = 0; k < eight; ++k) {
        sums[std::size_t(k)] += from[(i + k) * lines.from_step];
      }
    }
    for (std::int64_t i = whole; i < lines.count; ++i) {
      sums[std::size_t(i - whole)] += from[i * lines.from_step];
    }
    T total = sums[0];
    for (std::size_t k = 1; k < sums.size(); ++k) total += sums[k];
    *typed.to(line) = total;
  }
}

}  // namespace relatile::kernel
