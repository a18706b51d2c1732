// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::transport::detail {

/// A row-major array cut into boxes that are contiguous in it, of at most `most` elements:
/// one dimension is cut into ranges, those before it into single coordinates.
///
///   extents (3, 5, 2), most 4:  [i, 0:2, :], [i, 2:4, :] and [i, 4:5, :] for i = 0, 1, 2
class Stretches {
 public:
  Stretches(const Extents& extents, std::int64_t most);

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
RELATILE_INLINE void pack(const Box& whole, const std::byte* data, const Box& part,
                          std::int64_t element_size, std::byte* packed);

/// Copies `part` into the dense box `whole`.
RELATILE_INLINE void unpack(const Box& whole, std::byte* data, const Box& part,
                            std::int64_t element_size, const std::byte* packed);

/// The box of every site, told to all; collective.
RELATILE_INLINE std::vector<Box> gather_boxes(Transport& sites, int rank,
                                              std::span<const Box> local);

}  // namespace relatile::transport::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/stretches.hpp"
#endif
