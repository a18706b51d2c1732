// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/expr/array.hpp"

#include <memory>
#include <string>

#include "relatile/core/error.hpp"

namespace relatile {

RELATILE_INLINE Handle handle_of(tra::Node& node) {
  if (auto alive = node.handle.lock()) return alive;
  for (auto& input : node.inputs) {  // what does not know its line was asked for by its reader
    if (input->where.empty() && !input->evaluated()) input->where = node.where;
  }
  auto handle = std::make_shared<const char>();
  node.handle = std::shared_ptr<const void>(handle);
  return handle;
}

namespace detail {

RELATILE_INLINE std::int64_t extent_of(const Extents& shape, int axis) {
  const int normal = axis < 0 ? axis + shape.rank() : axis;
  if (normal >= 0 && normal < shape.rank()) return shape[normal];
  throw ShapeMismatch("relatile: shape(" + std::to_string(axis) + "): an array of shape " +
                      to_string(shape) + " has no axis " + std::to_string(axis));
}

RELATILE_INLINE void refuse_unassigned() {
  throw Error("relatile: this Array was never assigned, or was moved from; give it a value first");
}

}  // namespace detail
}  // namespace relatile
