// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/promotion.hpp"
#include "relatile/kernel/reductions.hpp"
#include "relatile/kernel/typed_lines.hpp"

// Lines in order, as NumPy orders numbers: NaN is greater than all others, complex numbers go by
// their real parts first.

namespace relatile::kernel {

/// Whether a comes before b.
template <class T>
bool comes_before(const T& a, const T& b) {
  if constexpr (is_complex_v<T>) {
    // First those without NaN, then those with one in the second part, in the first one, in both.
    const int nans_a = 2 * is_nan(a.real()) + is_nan(a.imag());
    const int nans_b = 2 * is_nan(b.real()) + is_nan(b.imag());
    if (nans_a != nans_b) return nans_a < nans_b;
    if (comes_before(a.real(), b.real())) return true;
    return !comes_before(b.real(), a.real()) && comes_before(a.imag(), b.imag());
  } else if constexpr (std::is_floating_point_v<T>) {
    return a < b || (is_nan(b) && !is_nan(a));
  } else {
    return a < b;
  }
}

/// Elements with their positions: equal ones stay in their order.
template <class T>
bool comes_before(const ValueIndex<T>& a, const ValueIndex<T>& b) {
  if (comes_before(a.value, b.value)) return true;
  return !comes_before(b.value, a.value) && a.index < b.index;
}

/// The order of elements as a function that can be inlined.
struct ComesBefore {
  template <class T>
  bool operator()(const T& a, const T& b) const {
    return comes_before(a, b);
  }
};

/// The elements of one line, next to each other.
template <class T>
void read_line(const TypedLines<T>& lines, std::int64_t line, std::vector<T>& elements) {
  elements.resize(static_cast<std::size_t>(lines.all.count));
  const T* from = lines.from(line);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    elements[i] = from[static_cast<std::int64_t>(i) * lines.all.from_step];
  }
}

/// Writes the elements of one line, from `to` on.
template <class T>
void write_line(T* to, std::int64_t step, const std::vector<T>& elements) {
  for (std::size_t i = 0; i < elements.size(); ++i) {
    to[static_cast<std::int64_t>(i) * step] = elements[i];
  }
}

/// Sorts elements, NaN last.
template <class T>
void sort_elements(std::vector<T>& elements) {
  auto end = elements.end();
  if constexpr (std::is_floating_point_v<T>) {  // without NaN the comparison is one instruction
    end = std::partition(elements.begin(), end, [](const T& x) { return !is_nan(x); });
    std::sort(elements.begin(), end);
  } else {
    std::sort(elements.begin(), end, ComesBefore());
  }
}

/// Each line in order.
template <class T>
void sort_lines(const Lines& lines) {
  const TypedLines<T> typed(lines);
  std::vector<T> elements;
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    read_line(typed, line, elements);
    sort_elements(elements);
    write_line(typed.to(line), lines.to_step, elements);
  }
}

/// Where in a line the elements stand that come first, second, ...; equal ones in their order.
template <class T>
void argsort_lines(const Lines& lines) {
  const TypedLines<T> typed(lines);
  std::vector<std::int64_t> order(static_cast<std::size_t>(lines.count));
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    const T* from = typed.from(line);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
      return comes_before(from[a * lines.from_step], from[b * lines.from_step]);
    });
    write_line(reinterpret_cast<std::int64_t*>(lines.to) + line * lines.to_next, lines.to_step,
               order);
  }
}

/// Puts elements in order that are stretches in order, one after the other: two and two are merged
/// until one is left.
template <class T>
void merge_stretches(std::vector<T>& elements) {
  std::vector<std::ptrdiff_t> begins(1, 0);
  for (std::size_t i = 1; i < elements.size(); ++i) {
    if (comes_before(elements[i], elements[i - 1])) begins.push_back(std::ptrdiff_t(i));
  }
  begins.push_back(std::ptrdiff_t(elements.size()));
  std::vector<T> merged(elements.size());
  while (begins.size() > 2) {
    std::vector<std::ptrdiff_t> after;
    for (std::size_t k = 0; k + 1 < begins.size(); k += 2) {
      const auto at = elements.begin();
      const std::ptrdiff_t middle = begins[k + 1];
      const std::ptrdiff_t end = k + 2 < begins.size() ? begins[k + 2] : middle;
      std::merge(at + begins[k], at + middle, at + middle, at + end, merged.begin() + begins[k],
                 ComesBefore());
      after.push_back(begins[k]);
    }
    after.push_back(std::ptrdiff_t(elements.size()));
    begins = std::move(after);
    elements.swap(merged);
  }
}

/// Each line in order, which is made of stretches in order.
template <class T>
void merge_lines(const Lines& lines) {
  const TypedLines<T> typed(lines);
  std::vector<T> elements;
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    read_line(typed, line, elements);
    merge_stretches(elements);
    write_line(typed.to(line), lines.to_step, elements);
  }
}

/// For each element of the second operand where it belongs in a line, which is in order: the first
/// place of all, then the last of all.
template <class T>
void place_in_lines(const Lines& lines) {
  const TypedLines<T> typed(lines);
  std::vector<T> elements;
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    read_line(typed, line, elements);
    auto* const to = reinterpret_cast<std::int64_t*>(lines.to) + line * lines.to_next;
    for (std::int64_t s = 0; s < lines.second_count; ++s) {
      const auto [first, last] =
          std::equal_range(elements.begin(), elements.end(), typed.second(0)[s], ComesBefore());
      to[s * lines.to_step] = first - elements.begin();
      to[(s + lines.second_count) * lines.to_step] = last - elements.begin();
    }
  }
}

/// How numpy.quantile goes from one element to the next; `mean` is numpy.median's way.
enum class Quantile : std::uint8_t { linear, lower, higher, midpoint, nearest, mean };

/// Where a quantile is among `count` elements in order.
inline double place_of_quantile(double wanted, std::int64_t count, Quantile method) {
  const double place = wanted * static_cast<double>(count - 1);
  if (method == Quantile::nearest) return std::nearbyint(place);
  if (method == Quantile::lower) return std::floor(place);
  return method == Quantile::higher ? std::ceil(place) : place;
}

/// A quantile between two neighbours, `part` of the way from the first to the second, as NumPy
/// interpolates: from the nearer one.
template <class R>
R between(R below, R above, R part, Quantile method) {
  if (part == R(0) || below == above) return below;
  if (method == Quantile::mean) return (below + above) / R(2);
  if (method == Quantile::midpoint) part = R(0.5);
  const R difference = above - below;
  return part < R(0.5) ? below + difference * part : above - difference * (R(1) - part);
}

/// Of each line the quantiles `wanted`, between 0 and 1, in their order. A line with NaN gives NaN;
/// with `skip_nan`, only one that has nothing else.
template <class T, class R>
void quantile_lines(const Lines& lines, const std::vector<double>& wanted, Quantile method,
                    bool skip_nan) {
  const TypedLines<T> typed(lines);
  std::vector<T> elements;
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    read_line(typed, line, elements);
    const auto numbers_end =
        std::partition(elements.begin(), elements.end(), [](const T& x) { return !is_nan(x); });
    const bool is_undefined =
        numbers_end == elements.begin() || (numbers_end != elements.end() && !skip_nan);
    elements.erase(numbers_end, elements.end());
    auto* const to = reinterpret_cast<R*>(lines.to) + line * lines.to_next;
    const auto count = static_cast<std::int64_t>(elements.size());
    for (std::size_t q = 0; q < wanted.size(); ++q) {
      R& result = to[static_cast<std::int64_t>(q) * lines.to_step];
      if (is_undefined) {
        result = std::numeric_limits<R>::quiet_NaN();
        continue;
      }
      const double place = place_of_quantile(wanted[q], count, method);
      const auto low = static_cast<std::ptrdiff_t>(place);
      std::nth_element(elements.begin(), elements.begin() + low, elements.end());
      const R below = static_cast<R>(elements[static_cast<std::size_t>(low)]);
      const R part = static_cast<R>(place - static_cast<double>(low));
      result = below;
      if (part == R(0)) continue;
      const auto next = elements.begin() + low + 1;
      result =
          between(below, static_cast<R>(*std::min_element(next, elements.end())), part, method);
    }
  }
}

}  // namespace relatile::kernel
