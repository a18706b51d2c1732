// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <limits>
#include <span>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/extent.hpp"
#include "relatile/core/nth.hpp"

namespace relatile {

/// The most dimensions an array, or labels an operator, may have.
inline constexpr int max_rank = 16;

/// A short vector of extents, keys or coordinates: up to `max_rank` integers, no heap.
///
/// Serves as the shape of an array, the frontier of a relation, a key, and a coordinate.
class Extents {
 public:
  Extents() = default;
  Extents(std::initializer_list<Extent> values) {
    for (const Extent value : values) push_back(value);
  }
  explicit Extents(std::span<const std::int64_t> values) {
    for (auto value : values) push_back(value);
  }
  static Extents filled(int rank, std::int64_t value) {
    Extents result;
    for (int d = 0; d < rank; ++d) result.push_back(value);
    return result;
  }

  int rank() const { return rank_; }
  bool empty() const { return rank_ == 0; }
  std::size_t size() const { return static_cast<std::size_t>(rank_); }
  std::int64_t operator[](int d) const { return nth(values_, d); }
  std::int64_t& operator[](int d) { return nth(values_, d); }
  const std::int64_t* begin() const { return values_.data(); }
  const std::int64_t* end() const { return values_.data() + rank_; }
  std::int64_t* begin() { return values_.data(); }
  std::int64_t* end() { return values_.data() + rank_; }
  std::int64_t back() const { return (*this)[rank_ - 1]; }

  void push_back(std::int64_t value) {
    if (rank_ == max_rank) {
      throw LimitExceeded("relatile: more than " + std::to_string(max_rank) +
                          " dimensions; merge some of them");
    }
    nth(values_, rank_++) = value;
  }

  friend bool operator==(const Extents& a, const Extents& b) {
    return a.rank_ == b.rank_ && std::equal(a.begin(), a.end(), b.begin());
  }
  friend bool operator<(const Extents& a, const Extents& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::array<std::int64_t, static_cast<std::size_t>(max_rank)> values_{};
  int rank_ = 0;
};

/// A tuple of non-negative integers that names a block of a relation.
using Key = Extents;

/// The frontier raised above a key: one more than it, or the largest number if there is none more.
inline std::int64_t above(std::int64_t frontier, std::int64_t key) {
  if (key < frontier) return frontier;
  return key == std::numeric_limits<std::int64_t>::max() ? key : key + 1;
}

[[noreturn]] RELATILE_INLINE void throw_too_many(const Extents& extents);

/// The number of elements; throws LimitExceeded where 64 bits do not hold it.
inline std::int64_t volume(const Extents& extents) {
  std::int64_t result = 1;
  for (auto extent : extents) {
    if (__builtin_mul_overflow(result, extent, &result)) {
      throw_too_many(extents);
    }
  }
  return result;
}

/// Row-major strides in elements: the last dimension is contiguous.
inline Extents row_major_strides(const Extents& extents) {
  Extents strides = Extents::filled(extents.rank(), 1);
  for (int d = extents.rank() - 2; d >= 0; --d) {
    strides[d] = strides[d + 1] * (extents[d + 1] > 1 ? extents[d + 1] : 1);
  }
  return strides;
}

[[noreturn]] RELATILE_INLINE void throw_out_of_bounds(std::int64_t index, std::int64_t extent);

/// Where `index`, which counts from the end if negative, points among `extent` values.
///
///   errors  ShapeMismatch if there is no such value
inline std::int64_t position_of(std::int64_t index, std::int64_t extent) {
  const std::int64_t position = index < 0 ? index + extent : index;
  if (position < 0 || position >= extent) throw_out_of_bounds(index, extent);
  return position;
}

/// The row-major position of `key` in a box of `extents`.
inline std::int64_t linear_index(const Extents& key, const Extents& extents) {
  std::int64_t index = 0;
  for (int d = 0; d < extents.rank(); ++d) index = index * extents[d] + key[d];
  return index;
}

/// The inverse of `linear_index`.
inline Key key_from_linear_index(std::int64_t index, const Extents& extents) {
  Key key = extents;
  for (int d = extents.rank() - 1; d >= 0; --d) {
    key[d] = index % extents[d];
    index /= extents[d];
  }
  return key;
}

/// Prints a shape as NumPy does: `(3, 4)`, `(5,)`, `()`.
RELATILE_INLINE std::ostream& operator<<(std::ostream& out, const Extents& extents);

RELATILE_INLINE std::string to_string(const Extents& extents);

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/extents.hpp"
#endif
