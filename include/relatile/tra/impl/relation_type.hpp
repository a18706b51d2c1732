// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/relation_type.hpp"

#include <memory>
#include <vector>

#include "relatile/core/block.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/core/source_line.hpp"
#include "relatile/core/units.hpp"

namespace relatile::tra {

RELATILE_INLINE RelationType array_type(ElementType element, const Extents& shape) {
  RelationType type;
  type.elements = true;
  type.extents = shape;
  type.block.element = element;
  type.block.rank = shape.rank();
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(volume(shape), std::int64_t(element.size), &bytes)) {
    const std::string& line = AskedFrom::text();
    throw LimitExceeded("relatile: an array of shape " + to_string(shape) + " of " +
                        element.name() + " takes more than 2^63 bytes" +
                        (line.empty() ? "" : " [" + line + "]"));
  }
  return type;
}

RELATILE_INLINE Bytes RelationType::bytes_in(const Box& box) const {
  if (elements) return {box.count() * std::int64_t(block.element.size)};
  Bytes total;
  for_each_coordinate(box, [&](const Key& key) {
    const std::int64_t index = linear_index(key, extents);
    if (has_key(index)) total += bytes_of_key(index);
  });
  return total;
}

RELATILE_INLINE Bytes RelationType::bytes_of_key(std::int64_t key_index) const {
  if (block.object) return {nth(object_bytes, key_index)};
  return {volume(extents_of(key_index)) * std::int64_t(block.element.size)};
}

RELATILE_INLINE bool RelationType::has_holes() const {
  for (char here : present) {
    if (!here) return true;
  }
  return false;
}

}  // namespace relatile::tra
