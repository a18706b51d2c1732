// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/adopt.hpp"

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "relatile/array/parts.hpp"
#include "relatile/array/stored.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::detail {

/// A buffer in foreign memory. The library only reads the elements of arrays that it has not
/// computed itself, so that constant ones are not written to.
inline Buffer adopted_buffer(const Adopted& memory) {
  auto* const data = const_cast<std::byte*>(static_cast<const std::byte*>(memory.elements));
  return Buffer(data, [owner = memory.owner](std::byte*) {});
}

inline tra::NodePtr adopt_boxes(const char* operation, ElementType element, const Extents& shape,
                                const LocalBox& box, const Adopted& memory) {
  transport::Transport& sites = transport::current();
  std::vector<std::vector<Box>> held =
      agree_on_parts(operation, sites, shape, box.offset, box.extents, memory.size);
  SiteData data;
  const auto& own = nth(held, sites.local_sites().front());
  if (!own.empty()) data.pieces.push_back({own[0], adopted_buffer(memory)});
  return stored_node(operation, tra::array_type(element, shape), std::move(held), "as adopted",
                     {std::move(data)});
}

RELATILE_INLINE tra::NodePtr adopt_part(ElementType element, const Extents& shape,
                                        const LocalBox& box, const Adopted& memory) {
  const transport::Operation operation("adopt_local", element.name() + " " + to_string(shape));
  return adopt_boxes("adopt_local", element, shape, box, memory);
}

RELATILE_INLINE LocalBox box_placed(const Extents& shape, const Placing& placing) {
  const Session& session = Session::current();
  const placement::Placement placement = resolve(placing, shape, session.num_sites());
  const auto& boxes = placement.of(session.local_sites().front());
  if (boxes.empty() || boxes[0].empty()) {
    return {Extents::filled(shape.rank(), 0), Extents::filled(shape.rank(), 0)};
  }
  return {boxes[0].low, boxes[0].extents()};
}

/// Throws UnsupportedPlan where every rank would have memory of its own.
inline void refuse_everywhere(const Placing& placing) {
  if (placing.kind != Placing::Kind::everywhere || Session::current().num_sites() == 1) return;
  throw UnsupportedPlan(
      "relatile: adopt: every rank would have memory of its own, to be kept alike; use "
      "from_span(elements, shape), which copies, or on_rank(r), split(axis)");
}

RELATILE_INLINE tra::NodePtr adopt_map(ElementType element, const Extents& shape,
                                       const Placing& placing, Adopted memory, const Extents& own,
                                       bool by_columns) {
  const transport::Operation operation(
      "adopt", element.name() + " " + to_string(shape) + (by_columns ? " by columns" : ""));
  refuse_everywhere(placing);
  LocalBox box = box_placed(shape, placing);
  // What does not fit has the wrong size, which all ranks are told of.
  const bool fits = own == box.extents || (memory.size == 0 && volume(box.extents) == 0);
  if (!fits) memory.size = std::numeric_limits<std::size_t>::max();
  if (!by_columns) return adopt_boxes("adopt", element, shape, box, memory);
  const auto turned = [](const Extents& e) { return Extents{e[1], e[0]}; };
  const tra::NodePtr columns = adopt_boxes("adopt", element, turned(shape),
                                           {turned(box.offset), turned(box.extents)}, memory);
  Access reversed = Access::identity(2);
  std::swap(reversed.dims[0], reversed.dims[1]);
  return tra::make_view("transpose", columns, std::move(reversed), shape);
}

RELATILE_INLINE tra::NodePtr adopt_placed(ElementType element, const Extents& shape,
                                          const Placing& placing, const Adopted& memory) {
  const transport::Operation operation("adopt", element.name() + " " + to_string(shape));
  refuse_everywhere(placing);
  return adopt_boxes("adopt", element, shape, box_placed(shape, placing), memory);
}

}  // namespace relatile::detail
