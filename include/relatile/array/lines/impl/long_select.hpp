// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/lines/long_select.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "relatile/array/creation.hpp"
#include "relatile/array/lines/impl/long_sort.hpp"
#include "relatile/kernel/selecting.hpp"

namespace relatile::detail {

/// So many samples, and so many elements at most that all ranks are told: few beside a long vector.
inline constexpr std::int64_t samples_of_selection = std::int64_t{1} << 15;
inline constexpr std::int64_t told_of_selection = std::int64_t{1} << 18;

/// One number for each block that a vector is cut into.
using OfBlocks = std::vector<std::int64_t>;

inline std::int64_t sum_of(const OfBlocks& blocks) {
  return std::accumulate(blocks.begin(), blocks.end(), std::int64_t{0});
}
inline OfBlocks difference_of(OfBlocks to, const OfBlocks& from) {
  for (std::size_t b = 0; b < to.size(); ++b) to[b] = std::max<std::int64_t>(to[b] - from[b], 0);
  return to;
}

/// How many elements are before the ends of a range, or before or equal to them.
struct RangeCounts {
  OfBlocks before_low, to_low, before_high, to_high, numbers;
};

/// A kernel whose state is these elements and a number.
inline LineKernel selecting_kernel(const char* name, const RangeBytes& range, std::int64_t number,
                                   std::function<void(const Lines& lines)> run) {
  LineKernel kernel{name, std::move(run)};
  kernel.identity.type = hash_of_name(name);
  kernel.identity.state = std::to_string(number) + (range.low.empty() ? "-" : "+");
  for (const ElementBytes& bytes : {range.low, range.high}) {
    kernel.identity.state.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  return kernel;
}

/// A vector in blocks, and what selections ask of it.
class SelectedVector {
 public:
  SelectedVector(const tra::NodePtr& x, const SelectableElements& compared)
      : x_(x),
        compared_(compared),
        kept_(handle_of(*x)),
        count_(x->type.extents[0]),
        blocks_(tra::even_blocks(0, count_, parts_of_sort)) {}

  std::int64_t number_of(const ElementBytes& elements) const {
    return static_cast<std::int64_t>(elements.size() / x_->type.block.element.size);
  }
  ElementBytes nth_of(const ElementBytes& elements, std::int64_t place) const {
    const auto size = static_cast<std::ptrdiff_t>(x_->type.block.element.size);
    const auto at = elements.begin() + place * size;
    return {at, at + size};
  }

  RangeCounts counts(const RangeBytes& range) const {
    constexpr std::int64_t each = kernel::counts_of_range;
    auto kernel = selecting_kernel(
        "select.counts", range, 0,
        [count = compared_.count, range](const Lines& lines) { count(lines, range); });
    const OfBlocks told = to_vector(Array<std::int64_t, 1>(tra::make_of_blocks(
        x_, 0, blocks_, std::move(kernel), {element_type_of<std::int64_t>(), each}, Flops{each})));
    RangeCounts counts;
    for (auto at = told.begin(); at != told.end(); at += each) {
      counts.before_low.push_back(range.low.empty() ? 0 : at[0]);
      counts.to_low.push_back(range.low.empty() ? 0 : at[1]);
      counts.before_high.push_back(range.high.empty() ? at[4] : at[2]);
      counts.to_high.push_back(range.high.empty() ? at[4] : at[3]);
      counts.numbers.push_back(at[4]);
    }
    return counts;
  }

  /// What `kernel` keeps of `from`, so much of every block.
  tra::NodePtr kept(const tra::NodePtr& from, const OfBlocks& lengths, LineKernel kernel) const {
    return tra::make_kept_of_blocks(from, 0, blocks_, x_, lengths, std::move(kernel));
  }

  /// Every so manieth number of a range, which has `lengths` in the blocks, on every rank.
  ElementBytes told(const RangeBytes& range, OfBlocks lengths, std::int64_t every) const {
    for (std::int64_t& length : lengths) length = (length + every - 1) / every;
    return bytes_of_vector(
        kept(x_, lengths,
             selecting_kernel("select.told", range, every,
                              [keep = compared_.keep, range, every](const Lines& lines) {
                                keep(lines, range, every);
                              })));
  }

  /// What of `from`, the elements or their positions, is on a side of an element.
  tra::NodePtr on_side(Side side, const ElementBytes& of, const tra::NodePtr& from, bool positions,
                       const OfBlocks& lengths) const {
    constexpr std::array<const char*, 3> names{"partition.before", "partition.equal",
                                               "partition.after"};
    return kept(from, lengths,
                selecting_kernel(names[std::size_t(side)], {of, {}}, positions,
                                 [keep = compared_.keep_side, side, of, positions](
                                     const Lines& lines) { keep(lines, side, of, positions); }));
  }

  /// Sorts elements in memory, and drops what is not a number.
  void sort_numbers(ElementBytes& elements) const {
    Lines line = line_in_memory(elements.data(), number_of(elements));
    compared_.sort(line);
    std::array<std::int64_t, std::size_t(kernel::counts_of_range)> counts{};
    line.to = reinterpret_cast<std::byte*>(counts.data());
    line.to_count = kernel::counts_of_range;
    compared_.count(line, {});
    elements.resize(static_cast<std::size_t>(counts.back()) * x_->type.block.element.size);
  }

  /// Puts the element at a place of their order there, and the next one, if there is one, behind
  /// it.
  void select(ElementBytes& elements, std::int64_t place) const {
    const std::int64_t count = number_of(elements);
    compared_.partition(line_in_memory(elements.data(), count), place);
    if (place + 1 == count) return;
    const std::size_t behind = static_cast<std::size_t>(place + 1) * x_->type.block.element.size;
    compared_.partition(line_in_memory(elements.data() + behind, count - place - 1), 0);
  }

  /// Samples of all elements, numbers alone, in order, and how many numbers x seems to have.
  std::pair<ElementBytes, std::int64_t> samples() const {
    const std::int64_t distance = std::max<std::int64_t>(count_ / samples_of_selection, 1);
    ElementBytes found =
        bytes_of_vector(slice_node("samples", x_, 0, slice(distance / 2, {}, distance)));
    const auto all = static_cast<double>(number_of(found));
    sort_numbers(found);
    const double numbers =
        static_cast<double>(count_) * static_cast<double>(number_of(found)) / all;
    return {std::move(found), std::llround(numbers)};
  }

  /// Two samples that a place at this part of all numbers is most likely between, or the ends of
  /// what they are samples of.
  RangeBytes around(const ElementBytes& samples, double part, const RangeBytes& all) const {
    const auto count = static_cast<double>(number_of(samples));
    const double margin = 2 * std::sqrt(count) + 1;  // four standard deviations, and more
    const auto low = static_cast<std::int64_t>(std::floor(part * count - margin));
    const auto high = static_cast<std::int64_t>(std::ceil(part * count + margin));
    return {low >= 0 ? nth_of(samples, low) : all.low,
            high < number_of(samples) ? nth_of(samples, high) : all.high};
  }

  OfBlocks lengths() const {
    OfBlocks lengths;
    for (std::int64_t b = 0; b < parts_of_sort; ++b) {
      const Range block = even_part(count_, parts_of_sort, b);
      lengths.push_back(block.high - block.low);
    }
    return lengths;
  }

  std::int64_t count() const { return count_; }
  const tra::NodePtr& node() const { return x_; }

 private:
  tra::NodePtr x_;
  const SelectableElements& compared_;
  Handle kept_;  ///< since it is read several times
  std::int64_t count_;
  tra::AxisBlocks blocks_;
};

/// The end of a range that has a place, if one has.
inline std::optional<ElementBytes> end_at(std::int64_t place, const RangeBytes& range,
                                          const RangeCounts& counts) {
  if (place >= sum_of(counts.before_low) && place < sum_of(counts.to_low)) return range.low;
  if (place >= sum_of(counts.before_high) && place < sum_of(counts.to_high)) return range.high;
  return std::nullopt;
}

/// The element at a place, and the next one as far as it was found on the way.
inline Neighbouring selected(const SelectedVector& x,
                             const std::function<std::int64_t(std::int64_t)>& place) {
  RangeBytes outer;
  auto [samples, likely] = x.samples();
  double part = likely > 0 ? static_cast<double>(place(likely)) / static_cast<double>(likely) : 0;
  RangeBytes range = x.around(samples, part, outer);
  for (;;) {
    const RangeCounts counts = x.counts(range);
    const std::int64_t numbers = sum_of(counts.numbers);
    if (numbers == 0) return {};
    const std::int64_t wanted = place(numbers);
    if (const auto end = end_at(wanted, range, counts)) {
      return {*end, end_at(wanted + 1, range, counts).value_or(ElementBytes()), numbers};
    }
    if (wanted < sum_of(counts.before_low)) {
      range = {outer.low, range.low};
      continue;
    }
    if (wanted >= sum_of(counts.to_high)) {
      range = {range.high, outer.high};
      continue;
    }
    const OfBlocks inside = difference_of(counts.before_high, counts.to_low);
    const std::int64_t from_low = wanted - sum_of(counts.to_low);
    const std::int64_t count = sum_of(inside);
    if (count <= told_of_selection) {
      ElementBytes elements = x.told(range, inside, 1);
      x.select(elements, from_low);
      const auto next = from_low + 1 < count ? x.nth_of(elements, from_low + 1)
                                             : end_at(wanted + 1, range, counts);
      return {x.nth_of(elements, from_low), next.value_or(ElementBytes()), numbers};
    }
    outer = range;
    samples = x.told(range, inside, count / samples_of_selection);
    x.sort_numbers(samples);
    part = static_cast<double>(from_low) / static_cast<double>(count);
    range = x.around(samples, part, outer);
  }
}

RELATILE_INLINE Neighbouring
select_long(const tra::NodePtr& node, const SelectableElements& compared,
            const std::function<std::int64_t(std::int64_t numbers)>& place) {
  const transport::Operation operation("select");
  const SelectedVector x(node, compared);
  Neighbouring found = selected(x, place);
  if (found.numbers == 0 || !found.above.empty()) return found;
  const std::int64_t next = place(found.numbers) + 1;
  found.above = next == found.numbers ? found.below : selected(x, [next](std::int64_t numbers) {
                                                        return std::min(next, numbers - 1);
                                                      }).below;
  return found;
}

RELATILE_INLINE tra::NodePtr partition_long(const tra::NodePtr& node,
                                            const SelectableElements& compared, std::int64_t place,
                                            bool positions) {
  const transport::Operation operation("partition");
  const SelectedVector x(node, compared);
  const Neighbouring found =
      selected(x, [place](std::int64_t numbers) { return std::min(place, numbers - 1); });
  // Where the place is beyond all numbers, these are before it, and the others are equal to it.
  const bool is_number = place < found.numbers;
  const RangeBytes both = is_number ? RangeBytes{found.below, found.below} : RangeBytes{};
  const RangeCounts counts = x.counts(both);
  const OfBlocks& before = is_number ? counts.before_low : counts.numbers;
  const OfBlocks to = is_number ? counts.to_low : x.lengths();
  const tra::NodePtr from = positions ? arange<std::int64_t>(x.count()).node() : node;
  std::vector<tra::NodePtr> parts;
  const auto add = [&](Side side, const OfBlocks& lengths) {
    if (sum_of(lengths) == 0) return;
    parts.push_back(x.on_side(side, both.low, from, positions, lengths));
  };
  add(Side::before, before);
  add(Side::equal, difference_of(to, before));
  add(Side::after, difference_of(x.lengths(), to));
  return concatenate_node("partition", parts, 0);
}

}  // namespace relatile::detail
