// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <iostream>
#include <memory>
#include <ostream>
#include <span>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "relatile/array/conversion.hpp"
#include "relatile/array/format.hpp"
#include "relatile/array/placed.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/together.hpp"

// std::cout << x: arrays as NumPy prints them.

namespace relatile {

namespace detail {

/// A corner of an array: which range of each axis it is, and where it stands among the elements
/// that are shown.
struct Corner {
  Indexing indexing;
  Extents position;
};

/// The corners that the text of an array of `shape` shows: one that is the whole array, or two for
/// each axis that is cut. `shape` must outlive them.
inline std::vector<Corner> corners_of(const Extents& shape) {
  std::vector<Corner> corners{{{shape, {}, {}}, {}}};
  for (auto extent : shape) {
    const bool cut = format::summarised(shape) && format::is_cut(extent);
    std::vector<Corner> longer;
    for (const auto& corner : corners) {
      longer.push_back(corner);
      longer.back().indexing.add(cut ? slice(0, format::edge_items) : all_of_axis);
      longer.back().position.push_back(0);
      if (!cut) continue;
      longer.push_back(corner);
      longer.back().indexing.add(slice(-format::edge_items));
      longer.back().position.push_back(format::edge_items);
    }
    corners = std::move(longer);
  }
  return corners;
}

/// Copies the dense elements of a box of `extents` to their place in the shown array.
template <class T>
void put_corner(const T* from, const Extents& extents, const Extents& position, T* shown,
                const Extents& shown_extents) {
  for_each_coordinate(Box::whole(extents), [&](Extents at) {
    for (int d = 0; d < at.rank(); ++d) at[d] += position[d];
    shown[linear_index(at, shown_extents)] = *from++;
  });
}

/// The text of x on the process that runs site 0, "" on the others. Only elements that the text
/// shows travel to that site. Collective.
template <ArrayExpression E>
std::string text_on_first(const E& x) {
  using T = element_of<E>;
  using Part = Array<T, rank_of<E>>;
  static_assert(is_scalar_type_v<T>,
                "relatile: arrays of this element type can't be printed; only bool, integers, "
                "float, double and complex numbers can");
  const tra::NodePtr node = to_node(x);
  const Extents shape = node->type.extents;
  const std::vector<Corner> corners = corners_of(shape);
  std::vector<Part> parts;
  std::vector<tra::NodePtr> nodes;
  for (const auto& corner : corners) {
    const Part part(tra::make_view("slice", node, corner.indexing.access, corner.indexing.shape));
    parts.push_back(placed(part, on_rank(0)));
    nodes.push_back(parts.back().node());
  }
  Session::current().evaluate(nodes);
  std::string text;
  transport::together(transport::current(), [&] {
    if (!transport::current().speaks_first()) return;
    const Extents extents = format::shown_extents(shape);
    const std::int64_t count = volume(extents);
    const auto shown = std::make_unique<T[]>(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < corners.size() && count > 0; ++i) {
      // Site 0 is the first of the local sites here.
      put_corner(whole_data<T>(*nodes[i], 0), parts[i].shape(), corners[i].position, shown.get(),
                 extents);
    }
    text =
        format::array_text(std::span<const T>(shown.get(), static_cast<std::size_t>(count)), shape);
  });
  return text;
}

}  // namespace detail

/// Writes the array as NumPy prints it. It is written once, by the process that runs site 0; on all
/// others nothing comes out. Of more than 1000 elements only the corners are shown, and only they
/// travel to that site.
///
///   collective  yes: it evaluates x
template <ArrayExpression E>
std::ostream& operator<<(std::ostream& out, const E& x) {
  const transport::Operation operation("<< of an array", {}, to_node(x)->where);
  return out << detail::text_on_first(x);
}

/// The same text as a string, on every rank. Collective.
template <ArrayExpression E>
std::string to_string(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const transport::Operation operation("to_string");
  return transport::current().text_from(0, detail::text_on_first(x));
}

/// Prints its arguments, separated by spaces, and a newline, once: Python's print. Numbers and
/// texts are written as std::cout would.
///
///   collective  yes, also where no argument is an array: all ranks call it
template <class... X>
void print(const X&... x) {
  std::string line_of_first;
  const auto take_line = [&](const auto& word) {
    if constexpr (ArrayExpression<std::remove_cvref_t<decltype(word)>>) {
      if (line_of_first.empty()) line_of_first = to_node(word)->where;
    }
  };
  (take_line(x), ...);
  const transport::Operation operation("print", {}, line_of_first);
  std::ostringstream line;
  const char* separator = "";
  const auto add_word = [&](const auto& word) {
    line << separator << word;
    separator = " ";
  };
  (add_word(x), ...);
  if (transport::current().speaks_first()) std::cout << line.str() << std::endl;
}

}  // namespace relatile
