// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/planner/space/objective.hpp"

namespace relatile::planner {

/// An objective that also charges for memory: so much for every byte that the busiest site needs
/// for an operator, or for what is moved to it. The more a byte costs, the less memory plans take.
class MemoryObjective : public ChangedObjective {
 public:
  MemoryObjective(const Objective& objective, double price_of_byte)
      : ChangedObjective(objective), price_of_byte_(price_of_byte) {}

  double work(const Work& work) const override {
    return ChangedObjective::work(work) + price_of_byte_ * static_cast<double>(work.busiest_bytes);
  }
  double transport(const Transport& transport) const override {
    const std::int64_t bytes = cost::TransferCosts(transport.type).bytes(fullest(transport.need));
    return ChangedObjective::transport(transport) + price_of_byte_ * static_cast<double>(bytes);
  }

 private:
  /// The most that a site gets.
  static Box fullest(const placement::Sharding& need) {
    if (!need.irregular) return need.box(need.fullest_site());
    Box most = Box::nothing(0);
    for (const auto& boxes : need.irregular->table()) {
      for (const auto& box : boxes) {
        if (box.count() > most.count()) most = box;
      }
    }
    return most;
  }

  double price_of_byte_;
};

}  // namespace relatile::planner
