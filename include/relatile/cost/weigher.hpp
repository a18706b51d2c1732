// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/placement/placement.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::cost {

/// Prices moves between placements without listing the transfers: every site receives what it
/// needs and does not hold. Equals the bytes of the exchange that `redistribute` builds.
class Weigher {
 public:
  explicit Weigher(const tra::RelationType& type) : type_(type) {
    if (type.elements) {
      unit_ = std::int64_t(type.block.element.size);
      return;
    }
    if (type.num_keys() == 0 || type.has_holes()) return;
    unit_ = type.bytes_of_key(0).value;
    for (std::int64_t k = 1; k < type.num_keys(); ++k) {
      if (type.bytes_of_key(k).value != unit_) unit_ = -1;
      if (unit_ < 0) return;
    }
  }

  Bytes bytes(const Box& box) const {
    return unit_ >= 0 ? Bytes{box.count() * unit_} : type_.bytes_in(box);
  }

  Bytes move(const placement::Placement& have, const placement::Placement& need) const {
    Bytes total;
    for (int site = 0; site < need.num_sites(); ++site) {
      for (const auto& wanted : need.of(site)) {
        if (wanted.empty()) continue;
        total += bytes(wanted);
        for (const auto& own : have.of(site)) total = total - bytes(intersect(wanted, own));
      }
    }
    return total;
  }

 private:
  const tra::RelationType& type_;
  std::int64_t unit_ = -1;
};

}  // namespace relatile::cost
