// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/papers/planning.hpp"
#include "relatile/planner/search/nearest.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::papers::spartan15 {

/// One way to have an array: computed by a candidate, or, for an input, stored in a state.
struct Way {
  int candidate = 0;
  int state = 0;
};

/// The partitions that Spartan tries for `extents`: along one axis, or in blocks over two.
RELATILE_INLINE std::vector<PartitionVector> tilings(const Extents& extents, int num_sites);

/// Whether an operator may be shared out along what `d` cuts. A product has two implementations
/// (Fig. 2): its workers have rows of the first operand and read all of the second one, or they
/// have a part of both and update all of the result.
RELATILE_INLINE bool is_implemented(const tra::Node& node, const PartitionVector& d);

inline void add_new(std::vector<int>& ways, int way) {
  if (std::find(ways.begin(), ways.end(), way) == ways.end()) ways.push_back(way);
}

/// Whether `parts` cut nothing that `tiling` does not cut: short axes are cut less, not others.
RELATILE_INLINE bool realises(const PartitionVector& parts, const PartitionVector& tiling);

/// The tilings by which an operator is implemented; all of them where none is, as for a product
/// whose first operand is a number.
RELATILE_INLINE std::vector<PartitionVector> implemented_tilings(const tra::Node& node,
                                                                 int num_sites);

/// The first candidate of every tiling, and of every partition it may leave the result in.
RELATILE_INLINE std::vector<Way> ways_of_operator(const Problem& problem, int n);

RELATILE_INLINE std::vector<Way> ways_of(const Problem& problem, int n);

}  // namespace relatile::papers::spartan15

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/spartan15/impl/tilings.hpp"
#endif
