// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/kernel/sorting.hpp"
#include "relatile/kernel/typed_lines.hpp"

// Where elements belong among others that are in order, and how many belong where.

namespace relatile::kernel {

/// The first place, or, with `right`, the last one, where x belongs in a table that is in order.
template <class T>
std::int64_t place_in(std::span<const T> table, const T& x, bool right) {
  const auto place = right ? std::upper_bound(table.begin(), table.end(), x, ComesBefore())
                           : std::lower_bound(table.begin(), table.end(), x, ComesBefore());
  return place - table.begin();
}

/// The last place where x belongs in a table that is in order, as of numbers that are in order
/// themselves, or nearly so: it is looked first whether it is `near`, or the one after.
template <class T>
std::int64_t place_near(std::span<const T> table, const T& x, std::int64_t near) {
  const std::int64_t count = std::ssize(table);
  const auto at = [&](std::int64_t place) { return table[static_cast<std::size_t>(place)]; };
  for (std::int64_t place = near; place <= std::min(near + 1, count); ++place) {
    const bool not_before = place == 0 || at(place - 1) <= x;
    if (not_before && (place == count ? !is_nan(x) : x < at(place))) return place;
  }
  return place_in(table, x, true);
}

/// For every element of every line the place, or another `To`, that `place_of` it is.
template <class To = std::int64_t, class T, class PlaceOf>
void places_of_lines(const TypedLines<T>& typed, const PlaceOf& place_of) {
  const Lines& lines = typed.all;
  for (std::int64_t line = 0; line < lines.lines; ++line) {
    auto* const to = reinterpret_cast<To*>(lines.to) + line * lines.to_next;
    const T* const from = typed.from(line);
    for (std::int64_t i = 0; i < lines.count; ++i) {
      to[i * lines.to_step] = place_of(from[i * lines.from_step]);
    }
  }
}

/// For each element of a line where it belongs in the second operand, which is in order.
template <class T>
void search_lines(const Lines& lines, bool right) {
  const TypedLines<T> typed(lines);
  const std::span<const T> table(typed.second(0), static_cast<std::size_t>(lines.second_count));
  places_of_lines(typed, [&](const T& x) { return place_in(table, x, right); });
}

/// Whether each of `count` elements next to each other is among a few: each is compared with each.
template <class T>
void are_among_few(std::span<const T> few, const T* elements, std::int64_t count, bool* found) {
  std::fill(found, found + count, false);
  for (const T& one : few) {
#pragma omp simd
    for (std::int64_t i = 0; i < count; ++i) found[i] |= elements[i] == one;
  }
}

/// Whether each element of a line is among those of the second operand, which is in order.
template <class T>
void is_among_lines(const Lines& lines) {
  constexpr std::int64_t few = 16;
  constexpr std::int64_t in_cache = 1024;
  const TypedLines<T> typed(lines);
  const std::span<const T> table(typed.second(0), static_cast<std::size_t>(lines.second_count));
  const bool in_row = lines.count == 1 && lines.from_next == 1 && lines.to_next == 1;
  if (!in_row || std::ssize(table) > few) {
    return places_of_lines<bool>(typed, [&](const T& x) {
      const std::int64_t place = place_in(table, x, false);
      return place < std::ssize(table) && table[static_cast<std::size_t>(place)] == x;
    });
  }
  for (std::int64_t line = 0; line < lines.lines; line += in_cache) {
    are_among_few(table, typed.from(line), std::min(in_cache, lines.lines - line),
                  reinterpret_cast<bool*>(lines.to) + line);
  }
}

/// Whether edges fall, and do not rise.
///
///   errors  ShapeMismatch for edges that do both
template <class T>
bool edges_fall(std::span<const T> edges) {
  const auto before = [](const T& a, const T& b) { return comes_before(a, b); };
  const auto after = [](const T& a, const T& b) { return comes_before(b, a); };
  const auto falls = std::adjacent_find(edges.begin(), edges.end(), after);
  if (falls == edges.end()) return false;
  const auto rises = std::adjacent_find(edges.begin(), edges.end(), before);
  if (rises == edges.end()) return true;
  throw ShapeMismatch("relatile: digitize: edges must rise or fall, and these rise after edge " +
                      std::to_string(rises - edges.begin()) + " and fall after edge " +
                      std::to_string(falls - edges.begin()));
}

/// For each element of a line the number of its bin between edges that rise or fall.
template <class T>
void bin_number_lines(const Lines& lines, bool right) {
  const TypedLines<T> typed(lines);
  const std::span<const T> edges(typed.second(0), static_cast<std::size_t>(lines.second_count));
  if (!edges_fall(edges)) return search_lines<T>(lines, right);
  const std::vector<T> rising(edges.rbegin(), edges.rend());
  places_of_lines(typed, [&](const T& x) {
    return lines.second_count - place_in(std::span<const T>(rising), x, right);
  });
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
  const Bins bins(edges_of(lines));
  places_of_lines(TypedLines<double>(lines), [&bins](double x) { return bins.of(x); });
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
