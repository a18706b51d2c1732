// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/shared.hpp"
#include "relatile/core/units.hpp"
#include "relatile/placement/box_of_site.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::pass {

/// What is to be counted of a plan's steps on all sites, found once for steps that are alike: the
/// layers of a network, or the slices of products of equal shapes, move the same regions. They
/// share it, so that a plan takes memory for those that differ.
///
///   complexity  of an exchange that is like one before it, or of work that is: some comparisons of
///               closed forms; of any other, what all sites send, or the number of sites
class AlikeSteps {
 public:
  AlikeSteps(int num_sites, std::int64_t message_limit)
      : num_sites_(num_sites), message_limit_(message_limit) {}

  /// Fills in a step's exchange and traffic, which lead from one value to another. `whole`, if it
  /// is there, is a redistribution of the same value of which this one is a part.
  void set_exchange(plan::Step& step, const plan::Value& from, const plan::Value& to,
                    const tra::RelationType& type, const plan::Exchange* whole = nullptr);

  /// Fills in the flops of a step's iteration.
  void set_flops(plan::Step& step, const tra::Node& node);

 private:
  struct Exchange {
    plan::Value from;
    plan::Value to;
    Extents extents;
    std::size_t element_size = 0;
    plan::Exchange exchange;
    Shared<plan::Traffic> traffic;
  };
  struct Work {
    placement::BoxOfSite iteration;
    Flops flops_per_element;
    Shared<std::vector<Flops>> flops;
  };

  static std::size_t hash_of(const plan::Value& from, const plan::Value& to);
  static bool is_same(const plan::Value& a, const plan::Value& b) {
    return a.partial == b.partial && a.placement.has_same_form(b.placement);
  }
  const Exchange* find(std::size_t hash, const plan::Value& from, const plan::Value& to,
                       const tra::RelationType& type) const;

  int num_sites_;
  std::int64_t message_limit_;
  std::unordered_multimap<std::size_t, Exchange> exchanges_;  ///< of arrays
  std::unordered_multimap<std::size_t, Work> works_;          ///< of maps and contractions
};

}  // namespace relatile::pass

#if defined(RELATILE_DEFINITIONS)
#include "relatile/passes/impl/alike_steps.hpp"
#endif
