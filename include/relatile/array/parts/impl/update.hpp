// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/parts/update.hpp"

#include <array>
#include <cstdlib>
#include <vector>

#include "relatile/array/lines/scan.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/tra/assemble.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/reshape.hpp"

namespace relatile::detail {

RELATILE_INLINE Array<std::int64_t, 1> numbers_of_true(const Array<bool, 1>& mask) {
  return maximum(cumsum(mask) - 1, 0);
}

RELATILE_INLINE NamedRows named_rows(const Array<std::int64_t, 1>& indices, std::int64_t count) {
  const Array<std::int64_t, 1> none = relatile::full<std::int64_t, 1>(Extents{count}, -1);
  const Array<std::int64_t, 1> last =
      scatter_max(none, indices, arange<std::int64_t>(indices.shape(0)));
  return {last >= 0, maximum(last, 0)};
}

RELATILE_INLINE void refuse_place(std::int64_t index, std::int64_t count) {
  throw ShapeMismatch("relatile: index " + std::to_string(index) + " is none of " +
                      std::to_string(count));
}

RELATILE_INLINE void require_values(const std::string& name, std::int64_t values,
                                    std::int64_t count) {
  if (values > 0 || count == 0) return;
  throw ShapeMismatch("relatile: " + name + ": no values for " + std::to_string(count) + " places");
}

RELATILE_INLINE void check_value(const Extents& value, const Extents& part) {
  const std::array<Extents, 2> both{value, part};
  if (value.rank() <= part.rank() && tra::broadcast_shapes("assign", both) == part) return;
  throw ShapeMismatch("relatile: a value of shape " + to_string(value) +
                      " can't be assigned to a part of shape " + to_string(part));
}

/// The places of one axis that are written: first, first + step, ..., count of them.
struct WrittenRange {
  std::int64_t first = 0;
  std::int64_t step = 1;
  std::int64_t count = 1;
};

inline tra::NodePtr strided_part(const tra::NodePtr& x, int axis, const WrittenRange& range) {
  const std::int64_t end = range.first + (range.count - 1) * range.step + 1;
  return slice_node("slice", x, axis, slice(range.first, end, range.step));
}

/// x with `parts` in front of it, at `begin` each.
inline tra::NodePtr in_front(const tra::NodePtr& x,
                             std::vector<std::pair<tra::NodePtr, Extents>> parts) {
  parts.insert(parts.begin(), {x, Extents::filled(x->type.rank(), 0)});
  return tra::make_assemble("assign", x->type.extents, parts);
}

/// x with `value` at the places of one axis, which do not follow each other: the axis from the
/// first to the last of them, cut into steps whose first elements are written, and the last one.
inline tra::NodePtr with_strided(const tra::NodePtr& x, int axis, const WrittenRange& range,
                                 const tra::NodePtr& value) {
  const Extents& shape = x->type.extents;
  const std::int64_t steps = range.count - 1;
  const std::int64_t last = range.first + steps * range.step;
  Extents apart;
  for (int d = 0; d < shape.rank(); ++d) {
    apart.push_back(d == axis ? steps : shape[d]);
    if (d == axis) apart.push_back(range.step);
  }
  Extents firsts = apart;
  firsts[axis + 1] = 1;
  const tra::NodePtr stretch = part_node("assign", x, axis, {range.first, last});
  const tra::NodePtr written =
      in_front(tra::make_reshape(stretch, apart),
               {{tra::make_reshape(part_node("assign", value, axis, {0, steps}), firsts),
                 Extents::filled(apart.rank(), 0)}});
  Extents begin = Extents::filled(shape.rank(), 0);
  Extents end = begin;
  begin[axis] = range.first;
  end[axis] = last;
  return in_front(x, {{tra::make_reshape(written, stretch->type.extents), begin},
                      {part_node("assign", value, axis, {steps, range.count}), end}});
}

inline tra::NodePtr with_ranges(const tra::NodePtr& x, std::vector<WrittenRange> ranges,
                                const tra::NodePtr& value) {
  for (int d = 0; d < x->type.rank(); ++d) {
    WrittenRange& range = nth(ranges, d);
    if (range.step == 1) continue;
    const WrittenRange own = range;
    range = {0, 1, own.count};
    return with_strided(x, d, own, with_ranges(strided_part(x, d, own), ranges, value));
  }
  Extents begin;
  for (const WrittenRange& range : ranges) begin.push_back(range.first);
  if (begin == Extents::filled(begin.rank(), 0) && value->type.extents == x->type.extents) {
    return value;
  }
  return in_front(x, {{value, begin}});
}

/// A value as NumPy takes it: axes of extent 1 may stand before those of the part.
inline tra::NodePtr without_leading_ones(const tra::NodePtr& value, int rank) {
  const Extents& shape = value->type.extents;
  const int more = shape.rank() - rank;
  for (int d = 0; d < more; ++d) {
    if (shape[d] != 1) return value;
  }
  if (more <= 0) return value;
  Access access;
  Extents kept;
  for (int d = 0; d < shape.rank(); ++d) {
    access.dims.push_back({d < more ? -1 : kept.rank(), 0, 1, 1, nullptr});
    if (d >= more) kept.push_back(shape[d]);
  }
  return tra::make_view("squeeze", value, std::move(access), kept);
}

RELATILE_INLINE tra::NodePtr updated_node(const tra::NodePtr& x, const Access& access,
                                          const Extents& shape, const tra::NodePtr& given) {
  const tra::NodePtr value = without_leading_ones(given, shape.rank());
  check_value(value->type.extents, shape);
  if (volume(shape) == 0) return x;
  std::vector<WrittenRange> ranges;
  Extents written;
  Access of_value = Access::of_labels(std::vector<int>(std::size_t(shape.rank()), -1));
  for (const AccessDim& dim : access.dims) {
    const std::int64_t count = dim.label < 0 ? 1 : shape[dim.label];
    const bool back = dim.label >= 0 && dim.step < 0;
    const std::int64_t first = back ? dim.offset + (count - 1) * dim.step : dim.offset;
    ranges.push_back({first, count > 1 ? std::abs(dim.step) : 1, count});
    if (dim.label >= 0) {
      nth(of_value.dims, dim.label) = {written.rank(), back ? count - 1 : 0, back ? -1 : 1, 1,
                                       nullptr};
    }
    written.push_back(count);
  }
  const tra::NodePtr wide = tra::make_view(
      "broadcast_to", value, tra::broadcast_access(value->type.extents, shape), shape);
  return with_ranges(x, std::move(ranges),
                     tra::make_view("assign", wide, std::move(of_value), written));
}

}  // namespace relatile::detail
