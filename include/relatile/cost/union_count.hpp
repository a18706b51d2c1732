// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"

namespace relatile::cost::detail {

/// Counts the elements that are in any of some boxes of one rank: dimension by dimension, between
/// neighbouring ends of their ranges, those boxes that are there. Made to count many times: it
/// keeps the memory that it works in.
class UnionCount {
 public:
  explicit UnionCount(std::size_t rank) : rank_(rank), levels_(rank + 1) {}

  void clear() {
    ranges_.clear();
    levels_[0].boxes.clear();
  }
  /// One more box, by its range in each dimension.
  template <class RangeOf>  // Range(std::size_t)
  void add(RangeOf&& range_of) {
    levels_[0].boxes.push_back(ranges_.size());
    for (std::size_t d = 0; d < rank_; ++d) ranges_.push_back(range_of(d));
  }
  std::int64_t count() { return count(0); }
  /// The same of boxes that lie to each other as some before may have, such as those of the sites
  /// of a mesh: some of these are remembered.
  std::int64_t count_like_before();

 private:
  /// How boxes lie to the first one, and how many elements they have.
  struct Known {
    std::vector<Range> shape;
    std::int64_t count = 0;
  };
  static constexpr std::size_t most_known = 64;

  /// What is looked at between two ends in the dimensions before this one.
  struct Level {
    std::vector<std::size_t> boxes;  ///< where their ranges begin
    std::vector<std::int64_t> ends;
  };

  std::int64_t count(std::size_t d);
  std::int64_t volume_from(std::size_t d, std::size_t box) const;
  std::int64_t volume_of_both(std::size_t d, std::size_t a, std::size_t b) const;

  std::size_t rank_;
  std::vector<Range> ranges_;  ///< box by box
  std::vector<Level> levels_;
  std::vector<Range> shape_;
  std::vector<Known> known_;  ///< by a hash of the shape; none while nobody asks for them
};

}  // namespace relatile::cost::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/cost/impl/union_count.hpp"
#endif
