// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

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

/// The value that a view with a name shows, if nobody has computed it yet and it has no name of its
/// own; else null. Whoever reads such a view reads the value behind it, so that is what the name is
/// worth keeping of: a loop that goes on from a transpose would compute all its steps anew in each.
/// Of a part, as of a matrix without its border, it is worth that if it is no less than a quarter
/// of the value: a name keeps no more than four times the memory of its own array.
inline tra::NodePtr shown_value(const tra::Node& node) {
  if (node.evaluated() || !node.held_by_user() || !shows_operand(node)) return nullptr;
  const tra::NodePtr* shown = &node.inputs[0];
  const auto is_known = [](const tra::Node& one) {
    return one.evaluated() || one.held_by_user() || one.kind() == tra::Kind::input;
  };
  while (!is_known(**shown) && shows_operand(**shown)) shown = &(*shown)->inputs[0];
  const tra::Node& value = **shown;
  const bool of_elements = node.type.elements && value.type.elements;
  const bool is_most = volume(value.type.extents) <= 4 * volume(node.type.extents);
  return of_elements && is_most && !is_known(value) ? *shown : nullptr;
}

}  // namespace relatile::detail
