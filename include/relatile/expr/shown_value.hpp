// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/access.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::detail {

/// Whether a node has its operand's elements, only elsewhere or more than once: a view, or windows,
/// which take many times their operand's memory and are soon made again.
inline bool shows_operand(const tra::Node& node) {
  const auto* const along = tra::op_if<tra::AlongAxis>(node);
  return node.is_view() || (along && along->copies);
}

/// Whether a view reads every element of its operand. If it doesn't, however often it shows those
/// that it reads, no more than these may be computed, in the view's order.
inline bool shows_all(const tra::Node& node) {
  if (!node.is_view()) return true;
  std::int64_t read = 1;
  std::uint32_t labels = 0;
  for (const AccessDim& dim : node.accesses[0].dims) {
    if (dim.width != 1 || dim.cuts || dim.is_clipped()) return false;
    if (dim.label < 0) continue;
    const std::uint32_t label = std::uint32_t{1} << dim.label;
    if ((labels & label) != 0) return false;  // a diagonal
    labels |= label;
    read *= node.labels[dim.label];
  }
  return read >= volume(node.inputs[0]->type.extents);
}

/// The value that a view with a name shows, all of it, if nobody has computed it yet and it has no
/// name of its own; else null. Whoever reads such a view reads the value behind it, so that is what
/// the name is worth keeping of: a loop that goes on from a transpose would compute all its steps
/// anew in each.
inline tra::NodePtr shown_value(const tra::Node& node) {
  if (node.evaluated() || !node.held_by_user() || !shows_operand(node)) return nullptr;
  const auto is_known = [](const tra::Node& one) { return one.evaluated() || one.held_by_user(); };
  const tra::Node* view = &node;
  while (shows_all(*view)) {
    const tra::NodePtr& shown = view->inputs[0];
    if (is_known(*shown) || shown->kind() == tra::Kind::input) return nullptr;
    if (!shows_operand(*shown)) return shown;
    view = shown.get();
  }
  return nullptr;
}

}  // namespace relatile::detail
