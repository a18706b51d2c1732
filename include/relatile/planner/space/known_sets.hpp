// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "relatile/core/nth.hpp"

namespace relatile::planner {

/// Sets of numbers, each of which is kept once: searches name them by when they came, so that sets
/// are copied and compared as numbers are.
class KnownSets {
 public:
  using Set = std::vector<int>;  ///< in ascending order

  int number_of(const Set& set) {
    const auto [known, is_new] = numbers_.try_emplace(set, static_cast<int>(sets_.size()));
    if (is_new) {
      sets_.push_back(&known->first);
      beginnings_.push_back(beginning_of(set));
    }
    return known->second;
  }
  const Set& operator[](int number) const { return *nth(sets_, number); }
  /// Numbers of sets that are in the sets' lexicographic order, where they differ.
  std::uint64_t beginning(int number) const { return nth(beginnings_, number); }
  /// Whether one comes after another in lexicographic order.
  bool is_after(int a, int b) const { return a != b && (*this)[a] > (*this)[b]; }

 private:
  /// The first four numbers, up to one that is too large for its place.
  static std::uint64_t beginning_of(const Set& set) {
    constexpr int most = 0xffff;
    std::uint64_t all = 0;
    bool ends = false;
    for (std::size_t i = 0; i < 4; ++i) {
      ends = ends || i == set.size();
      const int digit = ends ? 0 : std::min(set[i] + 1, most);
      ends = ends || digit == most;
      all = all << 16 | static_cast<std::uint64_t>(digit);
    }
    return all;
  }

  struct Hash {
    std::size_t operator()(const Set& set) const {
      std::size_t hash = set.size();
      for (const int number : set) {
        hash = (hash ^ static_cast<std::size_t>(number)) * 0x9e3779b97f4a7c15ULL;
        hash ^= hash >> 32;
      }
      return hash;
    }
  };
  std::unordered_map<Set, int, Hash> numbers_;
  std::vector<const Set*> sets_;
  std::vector<std::uint64_t> beginnings_;
};

}  // namespace relatile::planner
