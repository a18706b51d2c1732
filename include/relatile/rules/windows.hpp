// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/node.hpp"
#include "relatile/tra/operators.hpp"

// What rules ask of windows that slide along an axis.

namespace relatile::rules::detail {

/// Not there yet, and nobody says how to make it. It may have a name, and be made when it is read.
inline bool need_not_be(const tra::Node& node) { return !node.evaluated() && node.pins.none(); }

/// How a node copies windows, if it does nothing else and need not be; else null.
inline const tra::AlongAxis* made_windows(const tra::Node& node) {
  const auto* const along = tra::op_if<tra::AlongAxis>(node);
  return along && along->copies && need_not_be(node) ? along : nullptr;
}

/// What is known of a node's value, of one that takes its place.
inline void take_place_of(const tra::Node& node, tra::Node& made) {
  made.where = node.where;
  made.title = node.title;
  made.handle = node.handle;
  made.pins = node.pins;
}

}  // namespace relatile::rules::detail
