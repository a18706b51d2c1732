// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/parts/update.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "relatile/array/lines/scan.hpp"
#include "relatile/array/parts/impl/written_over.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/reshape.hpp"
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
  const Array<std::int64_t, 1> last = maximum(
      none,
      scattered<kernel::Max>("assign", none, indices, arange<std::int64_t>(indices.shape(0))));
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

/// x with `one`, an element, where ranges with steps lead: an elementwise function of x, which
/// stays where it is. It is one of the stretch from the first to the last place, or of all of x if
/// that is most of it, since a stretch is cut elsewhere than x.
inline tra::NodePtr with_one(const tra::NodePtr& x, WrittenRanges ranges, const tra::NodePtr& one) {
  const Extents& shape = x->type.extents;
  Extents begin;
  Extents lengths;
  for (const WrittenRange& range : ranges) {
    begin.push_back(range.first);
    lengths.push_back(range.length());
  }
  const auto values = [&](const Extents& extents) {
    return tra::make_view("assign", one, tra::broadcast_access(one->type.extents, extents),
                          extents);
  };
  if (2 * volume(lengths) >= volume(shape)) return written_over(x, ranges, values(shape));
  tra::NodePtr stretch = x;
  for (int d = 0; d < shape.rank(); ++d) {
    stretch = part_node("assign", stretch, d, {begin[d], begin[d] + lengths[d]});
    nth(ranges, d).first = 0;
  }
  const Extents first = Extents::filled(shape.rank(), 0);
  return tra::make_assemble("assign", shape,
                            {{x, first}, {written_over(stretch, ranges, values(lengths)), begin}});
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
  Extents begin;
  Extents steps;
  Extents written;
  WrittenRanges ranges;
  bool strided = false;
  Access of_value = Access::of_labels(std::vector<int>(std::size_t(shape.rank()), -1));
  for (const AccessDim& dim : access.dims) {
    const std::int64_t count = dim.label < 0 ? 1 : shape[dim.label];
    const bool back = dim.label >= 0 && dim.step < 0;
    begin.push_back(back ? dim.offset + (count - 1) * dim.step : dim.offset);
    steps.push_back(count > 1 ? std::abs(dim.step) : 1);
    ranges.push_back({begin[begin.rank() - 1], steps[steps.rank() - 1], count});
    strided = strided || ranges.back().step != 1;
    if (dim.label >= 0) {
      nth(of_value.dims, dim.label) = {written.rank(), back ? count - 1 : 0, back ? -1 : 1, 1,
                                       nullptr};
    }
    written.push_back(count);
  }
  if (strided && volume(value->type.extents) == 1) return with_one(x, std::move(ranges), value);
  const tra::NodePtr wide = tra::make_view(
      "broadcast_to", value, tra::broadcast_access(value->type.extents, shape), shape);
  const tra::NodePtr values = tra::make_view("assign", wide, std::move(of_value), written);
  if (values->type.extents == x->type.extents) return values;
  const Extents first = Extents::filled(x->type.rank(), 0);
  return tra::make_assemble("assign", x->type.extents, {{x, first}, {values, begin, steps}});
}

}  // namespace relatile::detail
