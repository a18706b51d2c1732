// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"

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
  ByteRuns inner() const;

  /// Bytes that follow each other.
  struct Stretch {
    std::int64_t offset = 0;
    std::int64_t bytes = 0;
  };
  /// From byte number `at` of them to the end of its run.
  Stretch from(std::int64_t at) const;

  void push_back(std::int64_t count, std::int64_t stride) {
    counts.push_back(count);
    strides.push_back(stride);
  }
};

/// How `region` lies in the dense row-major box `box`, seen from the region's first element.
RELATILE_INLINE ByteRuns runs_of(const Box& region, const Box& box, std::int64_t element_size);

/// Copies as many bytes as both have, whatever their runs.
RELATILE_INLINE void copy_runs(std::byte* to, const ByteRuns& to_runs, const std::byte* from,
                               const ByteRuns& from_runs);

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

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/byte_runs.hpp"
#endif
