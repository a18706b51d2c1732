// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/tra21/floats_moved.hpp"

#include "relatile/core/nth.hpp"

namespace relatile::papers {

RELATILE_INLINE std::int64_t floats_of_key(const tra::RelationType& type, std::int64_t key) {
  constexpr std::int64_t bytes_per_float = sizeof(double);
  if (!type.block.object) return volume(type.extents_of(key));
  return (type.bytes_of_key(key).value + bytes_per_float - 1) / bytes_per_float;
}

RELATILE_INLINE std::int64_t floats_moved_by(const plan::Operator& op) {
  if (!op.moves()) return 0;
  std::int64_t floats = 0;
  for (std::int64_t k = 0; k < op.type.num_keys(); ++k) {
    if (!op.type.has_key(k)) continue;
    const int contributions = op.partial() ? nth(op.contributions, k) : 1;
    floats += floats_of_key(op.type, k) * contributions *
              static_cast<std::int64_t>(op.sites.of(k).size());
  }
  return floats;
}

RELATILE_INLINE std::int64_t floats_moved(const std::vector<plan::OperatorPtr>& roots) {
  std::int64_t floats = 0;
  for (const auto& op : plan::operators_of(roots)) floats += floats_moved_by(*op);
  return floats;
}

}  // namespace relatile::papers
