// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/tra/relation_type.hpp"

// What the papers count is floats.
namespace relatile::papers {

/// The floats in a box of elements or of keys; holes and objects hold none.
inline Floats floats_in(const tra::RelationType& type, const Box& box) {
  if (type.elements) return {box.count()};
  Floats total;
  for_each_coordinate(box, [&](const Key& key) {
    const std::int64_t index = linear_index(key, type.extents);
    if (type.has_key(index) && !type.block.object) total += Floats{volume(type.extents_of(index))};
  });
  return total;
}

/// The floats of a whole array or relation.
inline Floats floats_of(const tra::RelationType& type) {
  return floats_in(type, Box::whole(type.extents));
}

/// The floats that all sites together hold under `sharding`.
RELATILE_INLINE double floats_held(const tra::RelationType& type,
                                   const placement::Sharding& sharding);

/// The floats under one key, on average; 1 for the elements of an array.
RELATILE_INLINE double floats_a_key(const tra::RelationType& type);

}  // namespace relatile::papers

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/impl/floats.hpp"
#endif
