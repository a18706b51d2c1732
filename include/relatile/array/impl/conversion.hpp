// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/conversion.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "relatile/core/box.hpp"
#include "relatile/core/buffer.hpp"
#include "relatile/core/byte_runs.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/together.hpp"

namespace relatile::detail {

RELATILE_INLINE void take_here(const tra::NodePtr& there, TakeElements take, void* result) {
  const Extents& shape = there->type.extents;
  const tra::StoredValue& value = *there->value;
  for (std::size_t i = 0; i < value.local.size(); ++i) {
    const auto site = static_cast<std::size_t>(value.local_sites[i]);
    if (there->pins.boxes[site].empty()) continue;
    const ArrayPiece* const piece = value.local[i].piece_holding(Box::whole(shape));
    return take(result, piece ? piece->data.get() : nullptr, shape);
  }
}

RELATILE_INLINE void take_whole(const char* operation, const tra::NodePtr& array,
                                const Placing& placing, TakeElements take, void* result) {
  const transport::Operation scope(operation);
  const tra::NodePtr there = placed_array(array, placing);
  const Handle handle = handle_of(*there);
  Session::current().evaluate({there});
  transport::together(transport::current(), [&] { take_here(there, take, result); });
}

RELATILE_INLINE void take_item(const tra::NodePtr& array, void* element) {
  const Extents& shape = array->type.extents;
  if (volume(shape) != 1) {
    throw ShapeMismatch("relatile: item: an array of shape " + to_string(shape) +
                        " is no single element; reduce or index it first");
  }
  struct Item {
    void* target;
    std::size_t size;
  } item{element, array->type.block.element.size};
  const auto copy = [](void* result, const std::byte* elements, const Extents&) {
    const Item& to = *static_cast<const Item*>(result);
    std::memcpy(to.target, elements, to.size);
  };
  take_whole("item", array, everywhere, copy, &item);
}

/// A box of a piece, in the piece's memory if it lies there without gaps, else in its own.
inline ArrayPiece part_of(const ArrayPiece& piece, const Box& box, std::int64_t element_size) {
  if (piece.box == box) return piece;
  const ByteRuns runs = runs_of(box, piece.box, element_size);
  std::byte* const first = piece.data.get() + offset_in(piece.box, box.low) * element_size;
  if (runs.is_one()) return {box, Buffer(piece.data, first)};
  ArrayPiece part{box, allocate_buffer(runs.bytes())};
  copy_runs(part.data.get(), ByteRuns::one(runs.bytes()), first, runs);
  return part;
}

RELATILE_INLINE std::vector<ArrayPiece> local_pieces(const tra::NodePtr& array) {
  const transport::Operation operation("local_parts");
  const Handle handle = handle_of(*array);
  Session::current().evaluate({array});
  std::vector<ArrayPiece> pieces;
  const tra::StoredValue& value = *array->value;
  const auto element_size = static_cast<std::int64_t>(array->type.block.element.size);
  for (std::size_t i = 0; i < value.local.size(); ++i) {
    for (const Box& box : value.held[static_cast<std::size_t>(value.local_sites[i])]) {
      if (box.empty()) continue;  // what is held may lie in memory of more
      pieces.push_back(part_of(*value.local[i].piece_holding(box), box, element_size));
    }
  }
  return pieces;
}

}  // namespace relatile::detail
