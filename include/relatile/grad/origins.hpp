// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <unordered_set>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/node.hpp"

// What a gradient must know of values that have been evaluated, and have forgotten what they were
// computed of: of which other values that can still be named they were.

namespace relatile::detail {

/// Notes for all nodes of a program that somebody can name which others of them they are computed
/// of, before it runs. A note refers to those nearest to it, and where they are gone to theirs, so
/// that what a loop remembers does not grow with its steps.
RELATILE_INLINE void note_origins(const std::vector<tra::NodePtr>& roots);

/// Whether evaluated nodes, one after the other, were computed of some values.
class OriginSearch {
 public:
  /// The first of `values`, in their order, that the value of `node` was computed of; null if of
  /// none that an earlier node did not lead to. A node is not computed of itself.
  RELATILE_INLINE const tra::Node* found(const tra::Node& node,
                                         const std::vector<tra::NodePtr>& values);

 private:
  std::unordered_set<const tra::Origin*> seen_;  ///< of which none led to any of the values
};

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/grad/impl/origins.hpp"
#endif
