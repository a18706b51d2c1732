// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/copy_in_order.hpp"

#include <algorithm>
#include <cstring>

namespace relatile::kernel {
namespace detail {

/// A place in a region that moves on in row-major order, run by run: a run is what is contiguous in
/// memory.
class RunsInOrder {
 public:
  RunsInOrder(const RegionInMemory& region, std::int64_t first, std::int64_t size) {
    const Extents strides = row_major_strides(region.box.extents());
    for (int d = 0; d < strides.rank(); ++d) {
      const std::int64_t extent = region.region.high[d] - region.region.low[d];
      if (extent == 1) continue;
      const int last = extents_.rank() - 1;
      if (last >= 0 && strides_[last] == extent * strides[d]) {
        extents_[last] *= extent;
        strides_[last] = strides[d];
      } else {
        extents_.push_back(extent);
        strides_.push_back(strides[d]);
      }
    }
    if (extents_.rank() == 0 || strides_[strides_.rank() - 1] != 1) {
      extents_.push_back(1);
      strides_.push_back(1);
    }
    for (std::int64_t& stride : strides_) stride *= size;
    data_ = region.data + offset_in(region.box, region.region.low) * size;
    size_ = size;
    at_ = key_from_linear_index(first, extents_);
    find();
  }

  std::byte* data() const { return run_; }
  std::int64_t left() const { return left_; }
  void advance(std::int64_t count) {
    left_ -= count;
    run_ += count * size_;
    if (left_ > 0) return;
    at_[at_.rank() - 1] = 0;
    for (int d = at_.rank() - 2; d >= 0; --d) {
      if (++at_[d] < extents_[d]) break;
      at_[d] = 0;
    }
    find();
  }

 private:
  void find() {
    run_ = data_;
    for (int d = 0; d < at_.rank(); ++d) run_ += at_[d] * strides_[d];
    left_ = extents_[at_.rank() - 1] - at_[at_.rank() - 1];
  }

  std::byte* data_ = nullptr;
  std::int64_t size_ = 0;
  Extents extents_;
  Extents strides_;  ///< in bytes
  Extents at_;
  std::byte* run_ = nullptr;
  std::int64_t left_ = 0;
};

}  // namespace detail

RELATILE_INLINE void copy_in_order(const RegionInMemory& to, const RegionInMemory& from,
                                   std::int64_t first, std::int64_t count, std::int64_t size) {
  if (count == 0) return;
  detail::RunsInOrder writes(to, first, size);
  detail::RunsInOrder reads(from, first, size);
  while (count > 0) {
    const std::int64_t run = std::min({count, writes.left(), reads.left()});
    std::memcpy(writes.data(), reads.data(), static_cast<std::size_t>(run * size));
    writes.advance(run);
    reads.advance(run);
    count -= run;
  }
}

}  // namespace relatile::kernel
