// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/stretches.hpp"

#include <cstring>

namespace relatile::transport::detail {

RELATILE_INLINE Stretches::Stretches(const Extents& extents, std::int64_t most)
    : extents_(extents) {
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

RELATILE_INLINE void pack(const Box& whole, const std::byte* data, const Box& part,
                          std::int64_t element_size, std::byte* packed) {
  for_each_run_of(whole, part, element_size, [&](std::int64_t first, std::int64_t bytes) {
    std::memcpy(packed, data + first, static_cast<std::size_t>(bytes));
    packed += bytes;
  });
}

RELATILE_INLINE void unpack(const Box& whole, std::byte* data, const Box& part,
                            std::int64_t element_size, const std::byte* packed) {
  for_each_run_of(whole, part, element_size, [&](std::int64_t first, std::int64_t bytes) {
    std::memcpy(data + first, packed, static_cast<std::size_t>(bytes));
    packed += bytes;
  });
}

RELATILE_INLINE std::vector<Box> gather_boxes(Transport& sites, int rank,
                                              std::span<const Box> local) {
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

}  // namespace relatile::transport::detail
