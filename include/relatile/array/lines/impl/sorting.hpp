// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/lines/sorting.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "relatile/array/arg_reduce.hpp"
#include "relatile/array/lines/long_sort.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/kernel/sorting.hpp"
#include "relatile/tra/along_axis.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::detail {

/// Truth values are sorted as numbers.
template <class T>
using sorted_as = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>;

/// What a comparison sort does for each of n elements.
inline Flops flops_of_sorting(std::int64_t extent) {
  return Flops{static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(extent)))};
}

template <class Key>
OrderedElements ordered_elements() {
  const auto sort_bytes = [](std::vector<std::byte>& bytes) {
    auto* const first = reinterpret_cast<Key*>(bytes.data());
    std::sort(first, first + bytes.size() / sizeof(Key), kernel::ComesBefore());
  };
  return {{"sort.blocks", kernel::sort_lines<Key>},
          {"sort.merge", kernel::merge_lines<Key>},
          {"sort.places", kernel::place_in_lines<Key>},
          sort_bytes};
}

template <class T>
tra::NodePtr ordered_long(const std::string& name, const tra::NodePtr& x, Ordering ordering) {
  using Key = sorted_as<T>;
  if (ordering == Ordering::sorted) return sort_long(x, ordered_elements<Key>());
  const Pairing pairing = pairing_of<Key>();
  const tra::NodePtr pairs = paired_node(x, pairing, name);
  return positions_of(sort_long(pairs, ordered_elements<kernel::ValueIndex<Key>>()), pairing, name);
}

template <class T>
tra::NodePtr ordered_node(const std::string& name, const tra::NodePtr& x, int axis,
                          Ordering ordering) {
  using Key = sorted_as<T>;
  const int at = normal_axis(name, axis, x->type.rank());
  const std::int64_t extent = x->type.extents[at];
  if (x->type.rank() == 1 && extent >= long_vector) return ordered_long<T>(name, x, ordering);
  if (ordering == Ordering::order) {
    return tra::make_along_axis(x, at, {name, kernel::argsort_lines<Key>},
                                {element_type_of<std::int64_t>(), extent},
                                flops_of_sorting(extent));
  }
  return tra::make_along_axis(x, at, {name, kernel::sort_lines<Key>},
                              {x->type.block.element, extent}, flops_of_sorting(extent));
}

template <class T>
tra::NodePtr search_node(const tra::NodePtr& sorted, const tra::NodePtr& values, bool right) {
  using Key = sorted_as<T>;
  const std::string name = right ? "searchsorted.right" : "searchsorted";
  // Each value is a line of one element, so that values may lie anywhere.
  const Extents shape = values->type.extents;
  const tra::NodePtr apart = with_axes_node(values, 0, 1);
  const auto search = [right](const Lines& all) { kernel::search_lines<Key>(all, right); };
  const tra::NodePtr places = tra::make_along_axis(
      apart, shape.rank(), {name, search}, {element_type_of<std::int64_t>(), 1},
      flops_of_sorting(sorted->type.extents[0]), sorted);
  Access access = Access::identity(shape.rank());
  access.dims.push_back({-1, 0, 1, 1, nullptr});
  return tra::make_view("searchsorted", places, std::move(access), shape);
}

RELATILE_INLINE void require_like_key(const Extents& first, const Extents& key) {
  if (first == key) return;
  throw ShapeMismatch("relatile: lexsort: keys of shapes " + to_string(first) + " and " +
                      to_string(key));
}

}  // namespace relatile::detail
