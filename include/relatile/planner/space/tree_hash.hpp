// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/algebra/operator.hpp"
#include "relatile/plan/fingerprint.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// Tells trees of operators over the same inputs apart: by what every operator does with the keys
/// it gets, and the names of its kernels. The same on every site.
class TreeHash {
 public:
  std::uint64_t operator()(const std::vector<plan::OperatorPtr>& roots) {
    plan::Fingerprint all;
    known_.clear();
    for (const auto& op : plan::operators_of(roots)) known_[op.get()] = hash(*op);
    for (const auto& root : roots) all.add(static_cast<std::int64_t>(known_.at(root.get())));
    return all.value();
  }

 private:
  std::uint64_t hash(const plan::Operator& op);

  static void add_keys(plan::Fingerprint& hash, const plan::Operator& op);

  std::unordered_map<const tra::Node*, int> inputs_;
  std::unordered_map<const plan::Operator*, std::uint64_t> known_;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/space/impl/tree_hash.hpp"
#endif
