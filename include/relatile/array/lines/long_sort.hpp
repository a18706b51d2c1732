// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/tra/node.hpp"

// A vector too long for one rank is sorted by all of them: by samples [Li et al. 1993, sorting by
// regular sampling]. Sites sort the blocks that they have; of samples of them all ranks choose the
// same splitters, count exactly how many elements of each block belong between these, equal ones in
// the order of the blocks, and plan what is sent: every element once, to the site that merges its
// part. Parts differ in length by at most a tenth, whatever the elements.

namespace relatile::detail {

/// A function of lines of elements of one type, which whoever calls it need not know.
using LineFunction = void (*)(const Lines& lines);

/// What a sort of elements of one type needs to know of them.
struct OrderedElements {
  LineFunction sort;   ///< lines in order, equal elements in theirs
  LineFunction merge;  ///< lines that are made of stretches in order
  /// Of each of a table's elements, where it belongs in a line: first, then last.
  LineFunction places;
};

/// From so many elements on a vector is long.
inline constexpr std::int64_t long_vector = std::int64_t{1} << 18;

/// A vector's elements in order. Collective, since what is sent depends on them.
tra::NodePtr sort_long(const tra::NodePtr& x, const OrderedElements& order);

/// The elements at `places` of a vector, one after the other, on every rank. Collective.
std::vector<std::byte> elements_at(const tra::NodePtr& x, const std::vector<std::int64_t>& places);
/// A vector that every site holds.
tra::NodePtr vector_everywhere(const std::vector<std::byte>& elements, ElementType element);

/// Where parts of a sorted whole begin in its blocks, each of which is sorted.
class Splitting {
 public:
  /// Of blocks of `lengths`; `first` and `last` are the places of the splitter s in block b, before
  /// and after all that are equal to it, at [b * splitters + s].
  Splitting(std::vector<std::int64_t> lengths, std::vector<std::int64_t> first,
            std::vector<std::int64_t> last);

  /// The places where `parts` parts of about the same length begin, in block b at
  /// [b * (parts + 1) + part], the last ones the lengths of blocks.
  std::vector<std::int64_t> begins(std::int64_t parts) const;

 private:
  std::vector<std::int64_t> lengths_;
  std::vector<std::int64_t> first_;
  std::vector<std::int64_t> last_;
};

/// Blocks' stretches put together part by part, each part's in the order of the blocks. Block b,
/// which begins at starts[b], has part p from begins[b * (parts + 1) + p] to the next number.
tra::NodePtr gathered_parts(const tra::NodePtr& blocks, const std::vector<std::int64_t>& starts,
                            const std::vector<std::int64_t>& begins, std::int64_t parts);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/lines/impl/long_sort.hpp"
#endif
