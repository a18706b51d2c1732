// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::planner {

/// Bytes that are equal for two nodes only if they have the same search space at the same prices of
/// work: the layers of a deep network share theirs. Relations get a key of their own each, since
/// their blocks may differ.
class StructureKey {
 public:
  static std::string of(const tra::Node& node, const std::vector<int>& ranks);

 private:
  /// The order of the ranks matters, not their values.
  static std::int64_t order_of(int rank, const std::vector<int>& ranks) {
    return std::count_if(ranks.begin(), ranks.end(), [&](int other) { return other < rank; });
  }
  void add(std::int64_t number);
  void add(const Extents& extents) {
    add(extents.rank());
    for (auto extent : extents) add(extent);
  }
  void add(const Access& access);
  void add_type(const tra::RelationType& type) {
    add(type.extents);
    add(static_cast<std::int64_t>(type.block.element.size));
  }
  std::string text_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/space/impl/structure_key.hpp"
#endif
