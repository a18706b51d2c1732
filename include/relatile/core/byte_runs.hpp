// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "relatile/core/box.hpp"

namespace relatile {

/// How a part of an array lies in memory: runs of bytes, all of one length, at regular distances.
///
///   columns 2 and 3 of a 5 x 8 matrix of doubles:  length 16, counts (5), strides (64)
struct ByteRuns {
  std::int64_t length = 0;  ///< of a run
  Extents counts;           ///< per dimension that is not merged with another; none: one run
  Extents strides;          ///< in bytes

  static ByteRuns one(std::int64_t bytes) { return {bytes, {}, {}}; }

  bool is_one() const { return counts.empty(); }
  std::int64_t bytes() const { return length * volume(counts); }
  /// What the outermost dimension repeats.
  ByteRuns inner() const {
    ByteRuns result{length, {}, {}};
    for (int d = 1; d < counts.rank(); ++d) result.push_back(counts[d], strides[d]);
    return result;
  }

  /// Bytes that follow each other.
  struct Stretch {
    std::int64_t offset = 0;
    std::int64_t bytes = 0;
  };
  /// From byte number `at` of them to the end of its run.
  Stretch from(std::int64_t at) const {
    Stretch found{at % length, length - at % length};
    std::int64_t index = at / length;
    for (int d = counts.rank(); d-- > 0; index /= counts[d]) {
      found.offset += index % counts[d] * strides[d];
    }
    return found;
  }

  void push_back(std::int64_t count, std::int64_t stride) {
    counts.push_back(count);
    strides.push_back(stride);
  }
};

/// How `region` lies in the dense row-major box `box`, seen from the region's first element.
inline ByteRuns runs_of(const Box& region, const Box& box, std::int64_t element_size) {
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

/// Copies as many bytes as both have, whatever their runs.
inline void copy_runs(std::byte* to, const ByteRuns& to_runs, const std::byte* from,
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

/// Cuts the bytes from number `first` to number `last` into parts that are regular themselves, at
/// most two a dimension and one: visit(offset, runs of the part).
template <class Visit>
void for_each_regular_part(const ByteRuns& runs, std::int64_t first, std::int64_t last,
                           Visit&& visit, std::int64_t offset = 0) {
  if (first == last) return;
  if (runs.is_one()) return visit(offset + first, ByteRuns::one(last - first));
  const ByteRuns inner = runs.inner();
  const std::int64_t bytes = inner.bytes();
  const auto within = [&](std::int64_t index, std::int64_t from, std::int64_t to) {
    for_each_regular_part(inner, from, to, visit, offset + index * runs.strides[0]);
  };
  const std::int64_t end = last / bytes;  // whole ones
  std::int64_t begin = first / bytes;
  if (begin == end) return within(begin, first % bytes, last % bytes);
  if (first % bytes != 0) within(begin++, first % bytes, bytes);
  if (begin < end) {
    ByteRuns whole = runs;
    whole.counts[0] = end - begin;
    visit(offset + begin * runs.strides[0], whole);
  }
  within(end, 0, last % bytes);
}

}  // namespace relatile
