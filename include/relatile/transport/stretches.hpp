// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::transport::detail {

/// A row-major array cut into boxes that are contiguous in it, of at most `most` elements:
/// one dimension is cut into ranges, those before it into single coordinates.
///
///   extents (3, 5, 2), most 4:  [i, 0:2, :], [i, 2:4, :] and [i, 4:5, :] for i = 0, 1, 2
class Stretches {
 public:
  Stretches(const Extents& extents, std::int64_t most) : extents_(extents) {
    if (volume(extents) == 0) return;
    std::int64_t inner = 1;
    int d = extents.rank();
    while (d > 0 && inner * extents[d - 1] <= most) inner *= extents[--d];
    cut_ = d - 1;
    if (cut_ < 0) {  // all of the array in one
      ranges_ = count_ = 1;
      return;
    }
    range_ = std::max<std::int64_t>(most / inner, 1);
    ranges_ = (extents[cut_] + range_ - 1) / range_;
    for (int k = 0; k < cut_; ++k) heads_.push_back(extents[k]);
    count_ = volume(heads_) * ranges_;
  }

  std::int64_t count() const { return count_; }
  /// Stretches beyond the last are empty.
  Box operator[](std::int64_t index) const {
    if (index >= count_) return Box::nothing(extents_.rank());
    Box box = Box::whole(extents_);
    if (cut_ < 0) return box;
    const Key head = key_from_linear_index(index / ranges_, heads_);
    for (int k = 0; k < cut_; ++k) box.high[k] = (box.low[k] = head[k]) + 1;
    box.low[cut_] = index % ranges_ * range_;
    box.high[cut_] = std::min(box.low[cut_] + range_, extents_[cut_]);
    return box;
  }

 private:
  Extents extents_;
  Extents heads_;
  int cut_ = -1;  // the dimension that is cut into ranges
  std::int64_t range_ = 0;
  std::int64_t ranges_ = 0;
  std::int64_t count_ = 0;
};

/// Visits `part` of a dense box: `visit(first byte in the box, number of bytes)` for each run.
template <class Visit>
void for_each_run_of(const Box& whole, Box part, std::int64_t element_size, Visit&& visit) {
  for (int d = 0; d < whole.rank(); ++d) {
    part.low[d] -= whole.low[d];
    part.high[d] -= whole.low[d];
  }
  for_each_run(whole.extents(), part, [&](std::int64_t first, std::int64_t elements) {
    visit(first * element_size, elements * element_size);
  });
}

/// Copies `part` out of the dense box `whole`.
inline void pack(const Box& whole, const std::byte* data, const Box& part,
                 std::int64_t element_size, std::byte* packed) {
  for_each_run_of(whole, part, element_size, [&](std::int64_t first, std::int64_t bytes) {
    std::memcpy(packed, data + first, static_cast<std::size_t>(bytes));
    packed += bytes;
  });
}

/// Copies `part` into the dense box `whole`.
inline void unpack(const Box& whole, std::byte* data, const Box& part, std::int64_t element_size,
                   const std::byte* packed) {
  for_each_run_of(whole, part, element_size, [&](std::int64_t first, std::int64_t bytes) {
    std::memcpy(data + first, packed, static_cast<std::size_t>(bytes));
    packed += bytes;
  });
}

/// The box of every site, told to all; collective.
inline std::vector<Box> gather_boxes(Transport& sites, int rank, std::span<const Box> local) {
  std::vector<std::int64_t> numbers;
  for (const Box& given : local) {
    const Box box = given.empty() ? Box::nothing(rank) : given;
    numbers.push_back(box.none ? 1 : 0);
    numbers.insert(numbers.end(), box.low.begin(), box.low.end());
    numbers.insert(numbers.end(), box.high.begin(), box.high.end());
  }
  const std::vector<std::int64_t> all = sites.gather(numbers);
  std::vector<Box> boxes;
  for (auto at = all.begin(); at != all.end();) {
    Box box = Box::nothing(rank);
    box.none = *at++ != 0;
    for (auto& low : box.low) low = *at++;
    for (auto& high : box.high) high = *at++;
    boxes.push_back(box);
  }
  return boxes;
}

/// The smallest box around all boxes.
inline Box hull_of(std::span<const Box> boxes, int rank) {
  Box hull = Box::nothing(rank);
  for (const Box& box : boxes) {
    if (box.empty()) continue;
    if (hull.none) hull = box;
    for (int d = 0; d < rank; ++d) {
      hull.low[d] = std::min(hull.low[d], box.low[d]);
      hull.high[d] = std::max(hull.high[d], box.high[d]);
    }
  }
  return hull;
}

}  // namespace relatile::transport::detail
