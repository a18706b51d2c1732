// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/byte_runs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "relatile/core/box.hpp"

namespace relatile {

RELATILE_INLINE ByteRuns runs_of(const Box& region, const Box& box, std::int64_t element_size) {
  if (region.empty()) return {};
  const Extents extents = region.extents();
  const Extents strides = row_major_strides(box.extents());
  ByteRuns runs{element_size, {}, {}};
  for (int d = extents.rank(); d-- > 0;) {  // innermost first
    const std::int64_t stride = strides[d] * element_size;
    const int last = runs.counts.rank() - 1;
    if (extents[d] == 1) continue;
    if (last < 0 && stride == runs.length) {
      runs.length *= extents[d];
    } else if (last >= 0 && stride == runs.counts[last] * runs.strides[last]) {
      runs.counts[last] *= extents[d];
    } else {
      runs.push_back(extents[d], stride);
    }
  }
  std::reverse(runs.counts.begin(), runs.counts.end());
  std::reverse(runs.strides.begin(), runs.strides.end());
  return runs;
}

RELATILE_INLINE void copy_runs(std::byte* to, const ByteRuns& to_runs, const std::byte* from,
                               const ByteRuns& from_runs) {
  const std::int64_t bytes = to_runs.bytes();
  for (std::int64_t at = 0; at < bytes;) {
    const ByteRuns::Stretch target = to_runs.from(at);
    const ByteRuns::Stretch source = from_runs.from(at);
    const std::int64_t size = std::min(target.bytes, source.bytes);
    std::memcpy(to + target.offset, from + source.offset, static_cast<std::size_t>(size));
    at += size;
  }
}

RELATILE_INLINE ByteRuns::Stretch ByteRuns::from(std::int64_t at) const {
  Stretch found{at % length, length - at % length};
  std::int64_t index = at / length;
  for (int d = counts.rank(); d-- > 0; index /= counts[d]) {
    found.offset += index % counts[d] * strides[d];
  }
  return found;
}

RELATILE_INLINE ByteRuns ByteRuns::inner() const {
  ByteRuns result{length, {}, {}};
  for (int d = 1; d < counts.rank(); ++d) result.push_back(counts[d], strides[d]);
  return result;
}

}  // namespace relatile
