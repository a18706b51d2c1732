// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>

#include "relatile/core/definitions.hpp"
#include "relatile/cost/machine.hpp"
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

  /// The longest dimension of which every message brings all that its sender has, so that each
  /// panel along it takes an equal part of all messages; -1 if there is none.
  int dim() const;

  /// Into how many panels along it: of about `panel_bytes` that a site is sent, but none so thin
  /// that kernels get slow. 1 if it is not worth while.
  int panels_along(int dim, std::int64_t panel_bytes) const;

 private:
  SummedProduct(const plan::Plan& plan, int step) : plan_(plan), step_(step) {}

  const plan::Step& exchange() const { return nth(plan_.steps, step_); }
  const tra::RelationType& type() const { return nth(plan_.nodes, exchange().node)->type; }
  /// What a site has contributions to.
  Box held_by(int site) const;
  bool brings_all(int dim) const;
  /// What the site that is sent most gets by messages.
  std::int64_t bytes_into_one() const;

  const plan::Plan& plan_;
  int step_;
};

/// The panels' exchanges each after the product of the next panel, beside which they travel.
RELATILE_INLINE plan::Plan exchanges_later(const plan::Plan& sliced);

}  // namespace detail

/// The plan with products that are added up over sites made panel by panel, where that is predicted
/// to be faster: while contributions to one panel travel, the next one is multiplied. Two panels
/// are there at once, in place of the whole.
///
///   equation  sum over sites of A^T B  ==  for each panel of columns: the sum over sites of
///             A^T B[:, columns]
///   source    pipelining of a product with the reduction of its parts, as the panels of SUMMA
///             (slice_plan.hpp) overlap with broadcasts
RELATILE_INLINE plan::Plan with_reduce_panels(plan::Plan plan, const cost::Machine& machine,
                                              std::int64_t panel_bytes, std::int64_t message_limit);

}  // namespace relatile::pass

#if defined(RELATILE_DEFINITIONS)
#include "relatile/passes/impl/reduce_panels.hpp"
#endif
