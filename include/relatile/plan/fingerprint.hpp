// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::plan {

/// A hash of everything that decides communication and results' shapes, without addresses: equal
/// on all sites exactly if they built the same plan (but for collisions of 64-bit hashes, and for
/// plans that differ only in what some of the sites that are not looked at do).
class Fingerprint {
 public:
  void add(std::int64_t number);
  void add(std::string_view text) {
    for (char c : text) add(static_cast<std::int64_t>(c));
  }
  void add(const Extents& extents) {
    add(extents.rank());
    for (auto extent : extents) add(extent);
  }
  void add(const Box& box);
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325ULL;
};

RELATILE_INLINE std::uint64_t fingerprint(const Plan& plan);

/// Of the plan and of what else sites must agree on to run it: who reads whose memory, and what
/// begins when.
RELATILE_INLINE std::uint64_t fingerprint_of_run(const Plan& plan);

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/impl/fingerprint.hpp"
#endif
