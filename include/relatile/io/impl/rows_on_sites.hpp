// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <list>
#include <string>
#include <vector>

#include "relatile/array/placed.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/io/impl/write_elements.hpp"

namespace relatile::io::detail {

/// The rows of an array that one site has.
struct RowsPart {
  Box box;
  const std::byte* elements = nullptr;
};

/// The array evaluated with even parts of its first axis on the sites, in their order. It keeps the
/// memory of the parts alive.
class RowsOnSites {
 public:
  /// Collective. `operation` is what errors call it.
  RowsOnSites(const char* operation, const tra::NodePtr& array)
      : node_(relatile::detail::placed_array(array,
                                             array->type.extents.empty() ? on_rank(0) : split(0))),
        handle_(handle_of(*node_)) {
    Session::current().evaluate({node_});
    require_same_array(operation, *node_,
                       node_->type.block.element.name() + to_string(node_->type.extents));
  }
  const tra::Node& node() const { return *node_; }

  /// Of every local site, whatever it has. Not collective.
  std::vector<RowsPart> parts() const {
    const tra::StoredValue& value = *node_->value;
    std::vector<RowsPart> parts(value.local.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const auto& boxes = nth(node_->pins.boxes, value.local_sites[i]);
      parts[i].box = Box::nothing(node_->type.extents.rank());
      if (boxes.empty() || boxes[0].empty()) continue;
      const ArrayPiece& piece = *value.local[i].piece_holding(boxes[0]);
      std::vector<std::byte>& scratch = scratch_.emplace_back();
      parts[i] = {boxes[0],
                  dense_part(piece, boxes[0], node_->type.block.element.size, scratch).data()};
    }
    return parts;
  }

 private:
  tra::NodePtr node_;
  Handle handle_;
  mutable std::list<std::vector<std::byte>> scratch_;  // of what is part of a larger piece
};

}  // namespace relatile::io::detail
