// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/tra/node.hpp"

// A place in the order of a vector too long for one rank is found by all of them, who put nothing
// in order but samples and the few elements that are left [Floyd and Rivest 1975, expected time
// bounds for selection]: of samples two are chosen that the place is most likely between, all
// elements are counted against these, and those that are between are told to all ranks, or sampled
// again if they are many. Counts are exact, so whatever the samples were, the element is the one.

namespace relatile::detail {

/// Elements as bytes; none where there is no such element.
using ElementBytes = std::vector<std::byte>;

/// Numbers between two others, which are left out, or from the first or up to the last of all.
struct RangeBytes {
  ElementBytes low;
  ElementBytes high;
};

/// Where an element is, compared with another one.
enum class Side : std::uint8_t { before, equal, after };

/// What a selection among elements of one type needs to know of them: functions of lines.
struct SelectableElements {
  /// Counts of every line against a range: kernel::counts_of_range of them.
  void (*count)(const Lines& lines, const RangeBytes& range);
  /// Every so manieth element in a range.
  void (*keep)(const Lines& lines, const RangeBytes& range, std::int64_t every);
  /// The elements, or the positions, of those of the second operand on a side of another element.
  void (*keep_side)(const Lines& lines, Side side, const ElementBytes& of, bool positions);
  /// Lines in order, and lines with the element at a place where it would be then.
  void (*sort)(const Lines& lines);
  void (*partition)(const Lines& lines, std::int64_t place);
};

/// Two neighbours in the order of a vector's numbers, or twice the last one.
struct Neighbouring {
  ElementBytes below;
  ElementBytes above;
  std::int64_t numbers =
      0;  ///< how many there are; the rest is NaN. If none, there are no neighbours.
};

/// The elements at a place that follows from how many numbers there are, and after it. Collective.
Neighbouring select_long(const tra::NodePtr& x, const SelectableElements& compared,
                         const std::function<std::int64_t(std::int64_t numbers)>& place);

/// A vector, or with `positions` where its elements stand, with the element at `place` of their
/// order there, and the others before and after it as they are ordered. Collective.
tra::NodePtr partition_long(const tra::NodePtr& x, const SelectableElements& compared,
                            std::int64_t place, bool positions);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/lines/impl/long_select.hpp"
#endif
