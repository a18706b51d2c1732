// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/text/print.hpp"

#include <complex>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <optional>
#include <span>
#include <sstream>
#include <utility>
#include <vector>

#include "relatile/array/placed.hpp"
#include "relatile/array/text/format.hpp"
#include "relatile/core/scalar_types.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/together.hpp"

namespace relatile::detail {

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

/// Copies the dense elements of a corner to its place in the shown array.
inline void put_corner(const std::byte* from, const Extents& extents, const Corner& corner,
                       std::byte* shown, const Extents& shown_extents, std::size_t size) {
  for_each_coordinate(Box::whole(extents), [&](Extents at) {
    for (int d = 0; d < at.rank(); ++d) at[d] += corner.position[d];
    const auto index = static_cast<std::size_t>(linear_index(at, shown_extents));
    std::copy(from, from + size, shown + index * size);
    from += size;
  });
}

/// The elements that the text of an array shows, from the corners that site 0 has.
inline std::vector<std::byte> shown_elements(const std::vector<tra::NodePtr>& parts,
                                             const std::vector<Corner>& corners,
                                             const Extents& extents, std::size_t size) {
  std::vector<std::byte> shown(static_cast<std::size_t>(volume(extents)) * size);
  for (std::size_t i = 0; i < corners.size() && !shown.empty(); ++i) {
    const Extents& part = parts[i]->type.extents;
    // Site 0 is the first of the local sites here.
    const SiteData& data = parts[i]->value->local[0];
    if (const ArrayPiece* const piece = data.piece_holding(Box::whole(part))) {
      put_corner(piece->data.get(), part, corners[i], shown.data(), extents, size);
    }
  }
  return shown;
}

/// The text of the array on the process that runs site 0, "" on the others. Only elements that the
/// text shows travel to that site. Collective.
inline std::string text_on_first(const tra::NodePtr& array, std::optional<int> precision = {}) {
  const Extents shape = array->type.extents;
  const ElementType element = array->type.block.element;
  const std::vector<Corner> corners = corners_of(shape);
  std::vector<tra::NodePtr> parts;
  std::vector<Handle> handles;
  for (const auto& corner : corners) {
    const tra::NodePtr part =
        tra::make_view("slice", array, corner.indexing.access, corner.indexing.shape);
    const Handle named = handle_of(*part);  // tells its operands their line
    parts.push_back(placed_array(part, on_rank(0)));
    handles.push_back(handle_of(*parts.back()));
  }
  Session::current().evaluate(parts);
  std::string text;
  transport::together(transport::current(), [&] {
    if (!transport::current().is_root()) return;
    const Extents extents = format::shown_extents(shape);
    const std::vector<std::byte> shown = shown_elements(parts, corners, extents, element.size);
    const auto count = static_cast<std::size_t>(volume(extents));
    text = visit_scalar_type(element, [&]<class T>(std::type_identity<T>) {
      return format::array_text(std::span<const T>(reinterpret_cast<const T*>(shown.data()), count),
                                shape, precision);
    });
  });
  return text;
}

RELATILE_INLINE std::ostream& write_array(std::ostream& out, const tra::NodePtr& array) {
  const transport::Operation operation("<< of an array", {}, array->where);
  return out << text_on_first(array);
}

RELATILE_INLINE std::string array_text(const tra::NodePtr& array) {
  const transport::Operation operation("to_string");
  return transport::current().text_from(0, text_on_first(array));
}

RELATILE_INLINE std::string array_text(const tra::NodePtr& array, int precision) {
  if (precision < 0) {
    throw ShapeMismatch("relatile: to_string: a precision of " + std::to_string(precision));
  }
  const transport::Operation operation("to_string");
  return transport::current().text_from(0, text_on_first(array, precision));
}

RELATILE_INLINE void write_number(std::ostream& out, bool x) { out << format::number_text(x); }
RELATILE_INLINE void write_number(std::ostream& out, std::int64_t x) {
  out << format::number_text(x);
}
RELATILE_INLINE void write_number(std::ostream& out, std::uint64_t x) {
  out << format::number_text(x);
}
RELATILE_INLINE void write_number(std::ostream& out, float x) { out << format::number_text(x); }
RELATILE_INLINE void write_number(std::ostream& out, double x) { out << format::number_text(x); }
RELATILE_INLINE void write_number(std::ostream& out, const std::complex<float>& x) {
  out << format::number_text(x);
}
RELATILE_INLINE void write_number(std::ostream& out, const std::complex<double>& x) {
  out << format::number_text(x);
}

struct PrintedLine::State {
  transport::Operation operation;
  std::ostringstream text{};
  bool begun = false;
};

RELATILE_INLINE PrintedLine::PrintedLine(const std::string& where)
    : state_(new State{transport::Operation("print", {}, where)}) {}
RELATILE_INLINE PrintedLine::~PrintedLine() = default;

RELATILE_INLINE void PrintedLine::next_word() {
  if (std::exchange(state_->begun, true)) state_->text << ' ';
}

RELATILE_INLINE std::ostream& PrintedLine::text() { return state_->text; }

RELATILE_INLINE void PrintedLine::write_inside(const tra::NodePtr& array) {
  const std::string before = state_->text.str();
  const std::size_t column = before.size() - (before.rfind('\n') + 1);  // of none it is 0
  std::ostringstream text;
  write_array(text, array);
  for (const char c : text.str()) {
    state_->text << c;
    if (c == '\n') state_->text << std::string(column, ' ');
  }
}

RELATILE_INLINE void PrintedLine::print() const {
  if (transport::current().is_root()) std::cout << state_->text.str() << std::endl;
}

}  // namespace relatile::detail
