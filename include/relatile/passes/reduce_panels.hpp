// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "relatile/core/definitions.hpp"
#include "relatile/passes/slice_group.hpp"
#include "relatile/passes/sliced_steps.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::pass {

namespace detail {

/// A product whose sites each have contributions to all that it makes, and the exchange that adds
/// them up.
class SummedProduct {
 public:
  /// Nothing if step `s` of the plan is no such exchange, or somebody else reads the contributions.
  static std::optional<SummedProduct> added_up_by(const plan::Plan& plan, const ValueUses& uses,
                                                  int s);

  /// Whether a site sends or gets enough for two panels: what follows looks at all messages.
  bool moves_two(std::int64_t panel_bytes) const {
    return exchange().traffic->most_loaded().value >= 2 * panel_bytes;
  }

  /// The longest dimension of which every site that adds up is sent all, and the same range by all
  /// others: each panel along it takes an equal part of all messages, and no two panels meet. -1 if
  /// there is none.
  int dim() const;

  /// Into how many panels along it: of about `panel_bytes` that a site is sent, but none so thin
  /// that kernels get slow, or that what was read in place is sent. 1 if it is not worth while.
  int panels_along(int dim, std::int64_t panel_bytes) const;

 private:
  SummedProduct(const plan::Plan& plan, int step) : plan_(plan), step_(step) {}

  const plan::Step& exchange() const { return nth(plan_.steps, step_); }
  const tra::RelationType& type() const { return nth(plan_.nodes, exchange().node)->type; }
  /// What a site has contributions to.
  Box held_by(int site) const;
  bool brings_all(int dim) const;
  struct Arriving {
    std::int64_t by_messages = 0;  ///< at the site that is sent most
    std::int64_t least_in_place = std::numeric_limits<std::int64_t>::max();  ///< of one transfer
  };
  Arriving arriving() const;

  const plan::Plan& plan_;
  int step_;
};

/// The panels' exchanges, the only ones of the plan that are in slices, each after the product of
/// the next panel, beside which they travel. They are early, so that one begins before the one
/// before it has ended and the network has always something to do.
RELATILE_INLINE plan::Plan exchanges_later(const plan::Plan& sliced);

}  // namespace detail

/// The plan with products that are added up over sites made panel by panel, if there are any: while
/// contributions to one panel travel, the next one is multiplied. Two or three panels are there at
/// once, in place of the whole, beside what they are added up in.
///
///   equation  sum over sites of A^T B  ==  for each panel of columns: the sum over sites of
///             A^T B[:, columns]
///   source    pipelining of a product with the reduction of its parts, as the panels of SUMMA
///             (slice_plan.hpp) overlap with broadcasts
RELATILE_INLINE std::optional<plan::Plan> with_reduce_panels(const plan::Plan& plan,
                                                             std::int64_t panel_bytes,
                                                             std::int64_t message_limit);

}  // namespace relatile::pass

#if defined(RELATILE_DEFINITIONS)
#include "relatile/passes/impl/reduce_panels.hpp"
#endif
