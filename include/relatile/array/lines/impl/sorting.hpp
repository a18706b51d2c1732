// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/lines/sorting.hpp"

#include <algorithm>
#include <array>
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
  const auto sort_bytes = [](std::vector<std::byte>& bytes) {
    auto* const first = reinterpret_cast<Key*>(bytes.data());
    std::sort(first, first + bytes.size() / sizeof(Key), kernel::ComesBefore());
  };
  return {{"sort.blocks", kernel::sort_lines<Key>},
          {"sort.merge", kernel::merge_lines<Key>},
          {"sort.places", kernel::place_in_lines<Key>},
          sort_bytes};
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

/// A kernel whose state is these elements and a number.
template <class Run>
LineKernel selecting_kernel(const char* name, const RangeBytes& range, std::int64_t number,
                            Run run) {
  LineKernel kernel{name, std::move(run)};
  kernel.identity.type = hash_of_name(name);
  kernel.identity.state = std::to_string(number) + (range.low.empty() ? "-" : "+");
  for (const ElementBytes& bytes : {range.low, range.high}) {
    kernel.identity.state.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  return kernel;
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
  compared.count = [](const RangeBytes& range) {
    return selecting_kernel(
        "select.counts", range, 0,
        [typed = typed_range<T>(range)](const Lines& lines) { kernel::count_lines(lines, typed); });
  };
  compared.keep = [](const RangeBytes& range, std::int64_t every) {
    const kernel::IsBetween<T> between(typed_range<T>(range));
    return selecting_kernel("select.told", range, every, [between, every](const Lines& lines) {
      kernel::keep_line<T, T>(lines, every, between);
    });
  };
  compared.keep_side = [](Side side, const ElementBytes& of, bool positions) {
    constexpr std::array<const char*, 3> names{"partition.before", "partition.equal",
                                               "partition.after"};
    const RangeBytes range{of, {}};
    return selecting_kernel(
        names[std::size_t(side)], range, positions,
        [side, positions, element = typed_range<T>(range).low](const Lines& lines) {
          positions ? keep_side_of_line<T, std::int64_t>(lines, side, element)
                    : keep_side_of_line<T, T>(lines, side, element);
        });
  };
  compared.sort_numbers = [](ElementBytes& bytes) {
    T* const first = reinterpret_cast<T*>(bytes.data());
    T* const end = std::partition(first, first + bytes.size() / sizeof(T),
                                  [](const T& x) { return kernel::is_number(x); });
    std::sort(first, end, kernel::ComesBefore());
    bytes.resize(static_cast<std::size_t>(end - first) * sizeof(T));
  };
  compared.select = [](ElementBytes& bytes, std::int64_t place) {
    T* const first = reinterpret_cast<T*>(bytes.data());
    T* const end = first + bytes.size() / sizeof(T);
    std::nth_element(first, first + place, end, kernel::ComesBefore());
    if (first + place + 1 == end) return;
    std::iter_swap(first + place + 1,
                   std::min_element(first + place + 1, end, kernel::ComesBefore()));
  };
  return compared;
}

template <class T>
tra::NodePtr ordered_long(const std::string& name, const tra::NodePtr& x, Ordering ordering) {
  using Key = sorted_as<T>;
  if (ordering == Ordering::sorted) return sort_long(x, ordered_elements<Key>());
  const Pairing pairing = pairing_of<Key>();
  const tra::NodePtr pairs = paired_node(x, pairing, name);
  return positions_of(sort_long(pairs, ordered_elements<kernel::ValueIndex<Key>>()), pairing, name);
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
tra::NodePtr ordered_lines(const std::string& name, const tra::NodePtr& x, int at,
                           Ordering ordering) {
  using Key = sorted_as<T>;
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
tra::NodePtr ordered_node(const std::string& name, const tra::NodePtr& x, int axis,
                          Ordering ordering) {
  const int at = normal_axis(name, axis, x->type.rank());
  return with_rule_of_order<T>(ordered_lines<T>(name, x, at, ordering), x, at, true);
}

template <class T>
tra::NodePtr partition_node(const std::string& name, const tra::NodePtr& x, std::int64_t kth,
                            int axis, Ordering ordering) {
  using Key = sorted_as<T>;
  const int at = normal_axis(name, axis, x->type.rank());
  const std::int64_t extent = x->type.extents[at];
  const std::int64_t place = kth < 0 ? kth + extent : kth;
  if (extent == 0 && kth == 0) return ordered_node<T>(name, x, axis, ordering);
  if (place < 0 || place >= extent) {
    throw ShapeMismatch("relatile: " + name + ": there is no place " + std::to_string(kth) +
                        " among " + std::to_string(extent) + " elements");
  }
  const bool positions = ordering == Ordering::order;
  if (x->type.rank() == 1 && extent >= long_vector) {
    return with_rule_of_order<T>(partition_long(x, selectable_elements<Key>(), place, positions), x,
                                 at, false);
  }
  LineKernel kernel{name, nullptr};
  kernel.identity.type = hash_of_name(name);
  kernel.identity.state = std::to_string(place);
  ElementType element = x->type.block.element;
  if (positions) {
    element = element_type_of<std::int64_t>();
    kernel.run = [place](const Lines& lines) { kernel::argpartition_lines<Key>(lines, place); };
  } else {
    kernel.run = [place](const Lines& lines) { kernel::partition_lines<Key>(lines, place); };
  }
  return with_rule_of_order<T>(
      tra::make_along_axis(x, at, std::move(kernel), {element, extent}, Flops{3}), x, at, false);
}

RELATILE_INLINE tra::NodePtr places_node(LineKernel search, const tra::NodePtr& table,
                                         const tra::NodePtr& values, Flops flops) {
  // Each value is a line of one element, so that values may lie anywhere.
  const Extents shape = values->type.extents;
  const tra::NodePtr apart = with_axes_node(values, 0, 1);
  const std::string name = search.name;
  const tra::NodePtr places = tra::make_along_axis(
      apart, shape.rank(), std::move(search), {element_type_of<std::int64_t>(), 1}, flops, table);
  Access access = Access::identity(shape.rank());
  access.dims.push_back({-1, 0, 1, 1, nullptr});
  return tra::make_view(name, places, std::move(access), shape);
}

template <class T>
tra::NodePtr search_node(const tra::NodePtr& sorted, const tra::NodePtr& values, bool right) {
  using Key = sorted_as<T>;
  const std::string name = right ? "searchsorted.right" : "searchsorted";
  const auto search = [right](const Lines& all) { kernel::search_lines<Key>(all, right); };
  return places_node({name, search}, sorted, values, flops_of_sorting(sorted->type.extents[0]));
}

RELATILE_INLINE void require_like_key(const Extents& first, const Extents& key) {
  if (first == key) return;
  throw ShapeMismatch("relatile: lexsort: keys of shapes " + to_string(first) + " and " +
                      to_string(key));
}

}  // namespace relatile::detail
