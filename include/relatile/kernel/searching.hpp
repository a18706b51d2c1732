// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "relatile/core/error.hpp"
#include "relatile/kernel/sorting.hpp"
#include "relatile/kernel/typed_lines.hpp"

// Where elements belong among others that are in order, and how many belong where.

namespace relatile::kernel {

/// For each element of a line where it belongs in the second operand, which is in order: the first
/// place, or, with `right`, the last one.
template <class T>
void search_lines(const Lines& lines, bool right) {
  const TypedLines<T> typed(lines);
  const T* const table = typed.second(0);
  const T* const end = table + lines.second_count;
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    auto* const to = reinterpret_cast<std::int64_t*>(lines.to) + line * lines.to_next;
    for (std::int64_t i = 0; i < lines.count; ++i) {
      const T& wanted = typed.from(line)[i * lines.from_step];
      const T* place = right ? std::upper_bound(table, end, wanted, ComesBefore())
                             : std::lower_bound(table, end, wanted, ComesBefore());
      to[i * lines.to_step] = place - table;
    }
  }
}

/// The bins between edges, which do not fall: of two edges or more. The last bin has both its
/// edges, the others the lower one.
class Bins {
 public:
  ///   errors  ShapeMismatch for edges that fall
  explicit Bins(std::span<const double> edges)
      : edges_(edges),
        count_(std::ssize(edges) - 1),
        scale_(static_cast<double>(count_) / (edges.back() - edges.front())),
        can_guess_(std::isfinite(scale_) && scale_ > 0) {
    const auto falls = std::adjacent_find(edges.begin(), edges.end(), std::greater<>());
    if (falls == edges.end()) return;
    throw ShapeMismatch("relatile: histogram: edges must rise, and " + std::to_string(falls[1]) +
                        " follows " + std::to_string(falls[0]));
  }

  std::int64_t count() const { return count_; }
  /// The bin of x; `count()` if it is in none, as NaN is.
  std::int64_t of(double x) const {
    if (!(x >= edges_.front() && x <= edges_.back())) return count_;
    if (!can_guess_) return searched(x);
    // Edges of one distance, which most are, are next to where arithmetic says.
    const double distance = (x - edges_.front()) * scale_;
    std::int64_t bin = std::min(static_cast<std::int64_t>(distance), count_ - 1);
    bin -= x < edge(bin);
    bin += bin + 1 < count_ && x >= edge(bin + 1);
    const bool is_there = edge(bin) <= x && (x < edge(bin + 1) || bin + 1 == count_);
    return is_there ? bin : searched(x);
  }

 private:
  double edge(std::int64_t bin) const { return edges_[static_cast<std::size_t>(bin)]; }
  std::int64_t searched(double x) const {
    const auto above = std::upper_bound(edges_.begin(), edges_.end(), x);
    return std::min(above - edges_.begin() - 1, count_ - 1);
  }

  std::span<const double> edges_;
  std::int64_t count_;
  double scale_;
  bool can_guess_;
};

/// The second operand of lines, which is the same for all.
inline std::span<const double> edges_of(const Lines& lines) {
  return {reinterpret_cast<const double*>(lines.second),
          static_cast<std::size_t>(lines.second_count)};
}

/// The bin of every element of every line.
inline void bins_of_lines(const Lines& lines) {
  const TypedLines<double> typed(lines);
  const Bins bins(edges_of(lines));
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    auto* const to = reinterpret_cast<std::int64_t*>(lines.to) + line * lines.to_next;
    for (std::int64_t i = 0; i < lines.count; ++i) {
      to[i * lines.to_step] = bins.of(typed.from(line)[i * lines.from_step]);
    }
  }
}

/// For every line how often `place_of` an element is each of the places of its result; other places
/// are not counted.
template <class T, class PlaceOf>
void count_lines(const Lines& lines, const PlaceOf& place_of) {
  const TypedLines<T> typed(lines);
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    auto* const to = reinterpret_cast<std::int64_t*>(lines.to) + line * lines.to_next;
    for (std::int64_t place = 0; place < lines.to_count; ++place) to[place * lines.to_step] = 0;
    const T* const from = typed.from(line);
    for (std::int64_t i = 0; i < lines.count; ++i) {
      const std::int64_t place = place_of(from[i * lines.from_step]);
      if (place >= 0 && place < lines.to_count) ++to[place * lines.to_step];
    }
  }
}

/// How many elements of every line are in each of the bins.
inline void counts_in_bins(const Lines& lines) {
  const Bins bins(edges_of(lines));
  count_lines<double>(lines, [&bins](double x) { return bins.of(x); });
}
/// How often each number from 0 on is in every line.
inline void counts_of_numbers(const Lines& lines) {
  count_lines<std::int64_t>(lines, [](std::int64_t number) { return number; });
}

}  // namespace relatile::kernel
