// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/lines/sorting.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "relatile/array/arg_reduce.hpp"
#include "relatile/array/lines/long_select.hpp"
#include "relatile/array/lines/long_sort.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/differentiable.hpp"
#include "relatile/expr/gather.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/kernel/searching.hpp"
#include "relatile/kernel/selecting.hpp"
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
  return {kernel::sort_lines<Key>, kernel::merge_lines<Key>, kernel::place_in_lines<Key>};
}

/// Elements of T as bytes, or none.
template <class T>
kernel::OpenRange<T> typed_range(const RangeBytes& range) {
  const auto typed = [](const ElementBytes& bytes) {
    std::optional<T> element;
    if (!bytes.empty()) std::memcpy(&element.emplace(), bytes.data(), sizeof(T));
    return element;
  };
  return {typed(range.low), typed(range.high)};
}

/// The elements or positions whose second operand is on a side of an element, or is a number
/// (`before`) or not (`equal`) if there is none.
template <class T, class K>
void keep_side_of_line(const Lines& lines, Side side, const std::optional<T>& of) {
  const auto keep = [&](const auto& is_kept) { kernel::keep_line<T, K>(lines, 1, is_kept); };
  if (!of) {
    const bool numbers = side == Side::before;
    return keep([numbers](const T& x) { return kernel::is_number(x) == numbers; });
  }
  const T element = *of;
  if constexpr (std::is_arithmetic_v<T>) {  // a number
    if (side == Side::before) return keep([element](const T& x) { return x < element; });
    if (side == Side::equal) return keep([element](const T& x) { return x == element; });
    return keep([element](const T& x) { return !(x <= element); });
  } else {
    using kernel::comes_before;
    if (side == Side::before) return keep([&](const T& x) { return comes_before(x, element); });
    if (side == Side::after) return keep([&](const T& x) { return comes_before(element, x); });
    return keep([&](const T& x) { return !comes_before(x, element) && !comes_before(element, x); });
  }
}

template <class T>
SelectableElements selectable_elements() {
  SelectableElements compared;
  compared.count = [](const Lines& lines, const RangeBytes& range) {
    kernel::count_lines(lines, typed_range<T>(range));
  };
  compared.keep = [](const Lines& lines, const RangeBytes& range, std::int64_t every) {
    kernel::keep_line<T, T>(lines, every, kernel::IsBetween<T>(typed_range<T>(range)));
  };
  compared.keep_side = [](const Lines& lines, Side side, const ElementBytes& of, bool positions) {
    const std::optional<T> element = typed_range<T>({of, {}}).low;
    positions ? keep_side_of_line<T, std::int64_t>(lines, side, element)
              : keep_side_of_line<T, T>(lines, side, element);
  };
  compared.sort = kernel::sort_lines<T>;
  compared.partition = kernel::partition_lines<T>;
  return compared;
}

using PartitionPositions = void (*)(const Lines& lines, std::int64_t place);
using SearchLines = void (*)(const Lines& lines, bool right);

/// What puts elements of one type, or their positions, in order.
struct Order {
  OrderedElements elements;
  OrderedElements pairs;
  LineFunction positions;
  Pairing (*pairing)();
};

inline tra::NodePtr ordered_long(const std::string& name, const tra::NodePtr& x, const Order& order,
                                 Ordering ordering) {
  if (ordering == Ordering::sorted) return sort_long(x, order.elements);
  const Pairing pairing = order.pairing();
  return positions_of(sort_long(paired_node(x, pairing, name), order.pairs), pairing, name);
}

RELATILE_INLINE tra::NodePtr ordered_by(const Order& order, const std::string& name,
                                        const tra::NodePtr& x, int axis, Ordering ordering) {
  const int at = normal_axis(name, axis, x->type.rank());
  const std::int64_t extent = x->type.extents[at];
  if (x->type.rank() == 1 && extent >= long_vector) return ordered_long(name, x, order, ordering);
  const bool positions = ordering == Ordering::order;
  const ElementType element = positions ? element_type_of<std::int64_t>() : x->type.block.element;
  return tra::make_along_axis(x, at, {name, positions ? order.positions : order.elements.sort},
                              {element, extent}, flops_of_sorting(extent));
}

/// Lines of x in another order, by whose elements gradients go back to those of x; equal ones in
/// their order, as of a stable sort. An array of places is left as it is.
///
///   in_order  whether that is the order of the elements, all of them
template <class T>
tra::NodePtr with_rule_of_order(tra::NodePtr node, const tra::NodePtr& x, int at, bool in_order) {
  if (!is_differentiable(node->type.block.element)) return node;
  using Operands = std::vector<tra::NodePtr>;
  return with_pullback(
      std::move(node), {x},
      [at, in_order](const tra::NodePtr& self, const Operands& of, const tra::NodePtr& g) {
        const auto order = [at](const tra::NodePtr& line) {
          return ordered_node<T>("argsort", line, at, Ordering::order);
        };
        const tra::NodePtr ascending = in_order ? g : gather_along_node(g, order(self), at);
        const std::int64_t extent = g->type.extents[at];
        return Operands{scatter_along_node(ascending, order(of[0]), at, extent)};
      });
}

template <class T>
tra::NodePtr ordered_node(const std::string& name, const tra::NodePtr& x, int axis,
                          Ordering ordering) {
  using Key = sorted_as<T>;
  const Order order{ordered_elements<Key>(), ordered_elements<kernel::ValueIndex<Key>>(),
                    kernel::argsort_lines<Key>, pairing_of<Key>};
  const int at = normal_axis(name, axis, x->type.rank());
  return with_rule_of_order<T>(ordered_by(order, name, x, at, ordering), x, at, true);
}

RELATILE_INLINE tra::NodePtr partition_by(const SelectableElements& compared,
                                          PartitionPositions partition_positions,
                                          const std::string& name, const tra::NodePtr& x,
                                          std::int64_t kth, int axis, Ordering ordering) {
  const int at = normal_axis(name, axis, x->type.rank());
  const std::int64_t extent = x->type.extents[at];
  const std::int64_t place = kth < 0 ? kth + extent : kth;
  const bool is_there = place >= 0 && (place < extent || (extent == 0 && kth == 0));
  if (!is_there) {
    throw ShapeMismatch("relatile: " + name + ": there is no place " + std::to_string(kth) +
                        " among " + std::to_string(extent) + " elements");
  }
  const bool positions = ordering == Ordering::order;
  if (x->type.rank() == 1 && extent >= long_vector) {
    return partition_long(x, compared, place, positions);
  }
  const auto partition = positions ? partition_positions : compared.partition;
  LineKernel kernel{name, [partition, place](const Lines& lines) { partition(lines, place); }};
  kernel.identity.type = hash_of_name(name);
  kernel.identity.state = std::to_string(place);
  const ElementType element = positions ? element_type_of<std::int64_t>() : x->type.block.element;
  return tra::make_along_axis(x, at, std::move(kernel), {element, extent}, Flops{3});
}

template <class T>
tra::NodePtr partition_node(const std::string& name, const tra::NodePtr& x, std::int64_t kth,
                            int axis, Ordering ordering) {
  using Key = sorted_as<T>;
  tra::NodePtr parted = partition_by(selectable_elements<Key>(), kernel::argpartition_lines<Key>,
                                     name, x, kth, axis, ordering);
  return with_rule_of_order<T>(std::move(parted), x, normal_axis(name, axis, x->type.rank()),
                               false);
}

RELATILE_INLINE tra::NodePtr places_node(LineKernel search, const tra::NodePtr& table,
                                         const tra::NodePtr& values, Flops flops,
                                         ElementType found) {
  // Each value is a line of one element, so that values may lie anywhere.
  const Extents shape = values->type.extents;
  const tra::NodePtr apart = with_axes_node(values, 0, 1);
  const std::string name = search.name;
  const tra::NodePtr places =
      tra::make_along_axis(apart, shape.rank(), std::move(search), {found, 1}, flops, table);
  Access access = Access::identity(shape.rank());
  access.dims.push_back({-1, 0, 1, 1, nullptr});
  return tra::make_view(name, places, std::move(access), shape);
}

RELATILE_INLINE tra::NodePtr search_by(SearchLines search, std::string name,
                                       const tra::NodePtr& sorted, const tra::NodePtr& values,
                                       bool right) {
  const auto run = [search, right](const Lines& all) { search(all, right); };
  return places_node({std::move(name), run}, sorted, values,
                     flops_of_sorting(sorted->type.extents[0]));
}

template <class T>
tra::NodePtr search_node(const tra::NodePtr& sorted, const tra::NodePtr& values, bool right) {
  return search_by(kernel::search_lines<sorted_as<T>>,
                   right ? "searchsorted.right" : "searchsorted", sorted, values, right);
}

template <class T>
tra::NodePtr is_among_node(const tra::NodePtr& sorted, const tra::NodePtr& values) {
  return places_node({"isin", kernel::is_among_lines<sorted_as<T>>}, sorted, values,
                     flops_of_sorting(sorted->type.extents[0]), element_type_of<bool>());
}

template <class T>
tra::NodePtr bin_number_node(const tra::NodePtr& edges, const tra::NodePtr& values, bool right) {
  return search_by(kernel::bin_number_lines<sorted_as<T>>, right ? "digitize.right" : "digitize",
                   edges, values, !right);
}

RELATILE_INLINE void require_like_key(const Extents& first, const Extents& key) {
  if (first == key) return;
  throw ShapeMismatch("relatile: lexsort: keys of shapes " + to_string(first) + " and " +
                      to_string(key));
}

}  // namespace relatile::detail
