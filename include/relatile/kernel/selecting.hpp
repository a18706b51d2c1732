// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/kernel/sorting.hpp"
#include "relatile/kernel/typed_lines.hpp"

// What is before, between and after two elements of a line, as sort_lines orders them: a selection
// looks for a place in order without putting all in order.

namespace relatile::kernel {

/// NaN is not; of complex numbers all are.
template <class T>
bool is_number(const T& x) {
  if constexpr (std::is_floating_point_v<T>) return !is_nan(x);
  return true;
}

/// Numbers between two others, which are left out, or from the first or up to the last of all.
template <class T>
struct OpenRange {
  std::optional<T> low;
  std::optional<T> high;
};

/// Whether a number is in an open range, as one that is closed: two comparisons, whatever there is.
template <class T>
class IsBetween {
 public:
  explicit IsBetween(const OpenRange<T>& range) : range_(range) {
    if constexpr (std::is_arithmetic_v<T>) {
      using Limits = std::numeric_limits<T>;
      constexpr bool endless = Limits::has_infinity;
      const T least = endless ? -Limits::infinity() : Limits::lowest();
      const T greatest = endless ? Limits::infinity() : Limits::max();
      low_ = range.low ? next(*range.low, greatest) : least;
      high_ = range.high ? next(*range.high, least) : greatest;
    }
  }
  bool operator()(const T& x) const {
    if constexpr (std::is_arithmetic_v<T>) {
      return (x >= low_) & (x <= high_);
    } else {
      return (!range_.low || comes_before(*range_.low, x)) &&
             (!range_.high || comes_before(x, *range_.high));
    }
  }

 private:
  /// The neighbour of x towards `end`; that itself where there is none, and then nothing is
  /// between.
  static T next(const T& x, const T& end) {
    if (x == end) return x;
    if constexpr (std::is_floating_point_v<T>) {
      return std::nextafter(x, end);
    } else {
      return static_cast<T>(x < end ? x + 1 : x - 1);
    }
  }

  OpenRange<T> range_;
  T low_{};
  T high_{};
};

/// How many elements of a line are before `low`, before it or equal to it, before `high`, before
/// it or equal to it, and numbers.
inline constexpr std::int64_t counts_of_range = 5;

/// Counts of one line against numbers, without branches.
template <class T>
std::array<std::int64_t, std::size_t(counts_of_range)> counts_against(const T* from,
                                                                      std::int64_t step,
                                                                      std::int64_t count, T low,
                                                                      T high) {
  std::int64_t before_low = 0;
  std::int64_t to_low = 0;
  std::int64_t before_high = 0;
  std::int64_t to_high = 0;
  std::int64_t numbers = 0;
  const auto count_in = [&](const T& x) {
    before_low += x < low;
    to_low += x <= low;
    before_high += x < high;
    to_high += x <= high;
    numbers += x == x;
  };
  if (step == 1) {
#pragma omp simd reduction(+ : before_low, to_low, before_high, to_high, numbers)
    for (std::int64_t i = 0; i < count; ++i) {
      const T x = from[i];
      before_low += x < low;
      to_low += x <= low;
      before_high += x < high;
      to_high += x <= high;
      numbers += x == x;
    }
  } else {
    for (std::int64_t i = 0; i < count; ++i) count_in(from[i * step]);
  }
  return {before_low, to_low, before_high, to_high, numbers};
}

/// Of each line the counts of a range; those of an end that is not there say nothing.
template <class T>
void count_lines(const Lines& lines, const OpenRange<T>& range) {
  const TypedLines<T> typed(lines);
  const T low = range.low.value_or(T{});
  const T high = range.high.value_or(T{});
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    const T* const from = typed.from(line);
    std::array<std::int64_t, std::size_t(counts_of_range)> counts{};
    if constexpr (std::is_arithmetic_v<T>) {
      counts = counts_against(from, lines.from_step, lines.count, low, high);
    } else {
      for (std::int64_t i = 0; i < lines.count; ++i) {
        const T& x = from[i * lines.from_step];
        counts[0] += comes_before(x, low);
        counts[1] += !comes_before(low, x);
        counts[2] += comes_before(x, high);
        counts[3] += !comes_before(high, x);
        counts[4] += 1;
      }
    }
    auto* const to = reinterpret_cast<std::int64_t*>(lines.to) + line * lines.to_next;
    for (std::size_t c = 0; c < counts.size(); ++c) {
      to[static_cast<std::int64_t>(c) * lines.to_step] = counts[c];
    }
  }
}

/// Of the only line every so manieth element of type K where `is_kept` of the second operand's,
/// beginning with the first one. Every element is written, and the next one over it if it is not
/// kept: no branch has to be foreseen.
template <class T, class K, class Kept>
void keep_line(const Lines& lines, std::int64_t every, const Kept& is_kept) {
  const K* const from = reinterpret_cast<const K*>(lines.from);
  const T* const which = reinterpret_cast<const T*>(lines.second);
  K* const to = reinterpret_cast<K*>(lines.to);
  if (every == 1) {
    const bool dense = lines.from_step == 1 && lines.to_step == 1 && lines.second_step == 1;
    const auto keep = [&](std::int64_t from_step, std::int64_t to_step, std::int64_t step) {
      std::int64_t kept = 0;
      for (std::int64_t i = 0; kept < lines.to_count; ++i) {
        to[kept * to_step] = from[i * from_step];
        kept += is_kept(which[i * step]);
      }
    };
    return dense ? keep(1, 1, 1) : keep(lines.from_step, lines.to_step, lines.second_step);
  }
  std::int64_t seen = 0;
  for (std::int64_t i = 0, kept = 0; kept < lines.to_count; ++i) {
    if (!is_kept(which[i * lines.second_step])) continue;
    if (seen++ % every == 0) to[kept++ * lines.to_step] = from[i * lines.from_step];
  }
}

/// Each line with the element at `place` where sort would put it.
template <class T>
void partition_lines(const Lines& lines, std::int64_t place) {
  const TypedLines<T> typed(lines);
  std::vector<T> elements;
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    read_line(typed, line, elements);
    auto end = elements.end();
    if constexpr (std::is_floating_point_v<T>) {  // without NaN the comparison is one instruction
      end = std::partition(elements.begin(), end, [](const T& x) { return !is_nan(x); });
    }
    if (place < end - elements.begin()) {
      if constexpr (is_complex_v<T>) {
        std::nth_element(elements.begin(), elements.begin() + place, end, ComesBefore());
      } else {
        std::nth_element(elements.begin(), elements.begin() + place, end);
      }
    }
    write_line(typed.to(line), lines.to_step, elements);
  }
}

/// Where in a line the elements stand that partition_lines puts first, second, ...
template <class T>
void argpartition_lines(const Lines& lines, std::int64_t place) {
  const TypedLines<T> typed(lines);
  using Pair = ValueIndex<T>;
  std::vector<Pair> pairs(static_cast<std::size_t>(lines.count));
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    const T* const from = typed.from(line);
    for (std::int64_t i = 0; i < lines.count; ++i) {
      pairs[static_cast<std::size_t>(i)] = {from[i * lines.from_step], i};
    }
    const auto end = std::partition(pairs.begin(), pairs.end(),
                                    [](const Pair& pair) { return is_number(pair.value); });
    if (place < end - pairs.begin()) {
      std::nth_element(pairs.begin(), pairs.begin() + place, end, [](const Pair& a, const Pair& b) {
        if constexpr (is_complex_v<T>)
          return comes_before(a.value, b.value);
        else
          return a.value < b.value;
      });
    }
    auto* const to = reinterpret_cast<std::int64_t*>(lines.to) + line * lines.to_next;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      to[static_cast<std::int64_t>(i) * lines.to_step] = pairs[i].index;
    }
  }
}

}  // namespace relatile::kernel
