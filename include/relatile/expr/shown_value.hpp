// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/extents.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/operators.hpp"

// What is worth keeping of a view that has a name, and is a view of a value that has none and that
// nobody has computed yet: a loop that goes on from the view would compute all its steps anew in
// each.

namespace relatile::detail {

/// Whether a node has its operand's elements, only elsewhere or more than once: a view, or windows,
/// which take many times their operand's memory and are soon made again.
inline bool shows_operand(const tra::Node& node) {
  const auto* const along = tra::op_if<tra::AlongAxis>(node);
  return node.is_view() || (along && along->copies);
}

/// The value without a name that a view with one shows, if both are arrays; else null.
inline tra::NodePtr value_behind(const tra::Node& node) {
  if (node.evaluated() || !node.held_by_user() || !shows_operand(node)) return nullptr;
  const tra::NodePtr* shown = &node.inputs[0];
  const auto is_known = [](const tra::Node& one) {
    return one.evaluated() || one.held_by_user() || one.kind() == tra::Kind::input;
  };
  while (!is_known(**shown) && shows_operand(**shown)) shown = &(*shown)->inputs[0];
  const tra::Node& value = **shown;
  const bool of_elements = node.type.elements && value.type.elements;
  return of_elements && !is_known(value) ? *shown : nullptr;
}

/// Whether a view is no less than a quarter of a value: a name keeps no more than four times the
/// memory of its own array.
inline bool is_most_of(const tra::Node& view, const tra::Node& value) {
  return volume(value.type.extents) <= 4 * volume(view.type.extents);
}

/// The value behind a view of most of it, as of a transpose, or a matrix without its border: who
/// reads such a view reads that value.
inline tra::NodePtr shown_value(const tra::Node& node) {
  tra::NodePtr value = value_behind(node);
  return value && is_most_of(node, *value) ? value : nullptr;
}
/// Whether a view is a smaller part, as one row, which is a value of its own.
inline bool is_small_part(const tra::Node& node) {
  const tra::NodePtr value = value_behind(node);
  return value && !value->is_generator() && !is_most_of(node, *value);
}

}  // namespace relatile::detail
