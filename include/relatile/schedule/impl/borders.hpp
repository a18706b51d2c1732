// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/schedule/borders.hpp"

#include <algorithm>
#include <optional>

#include "relatile/core/access.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::schedule::detail {

/// Collectives take and give one piece. Between two sites, messages do what they do.
inline bool may_have_borders(const plan::Plan& plan, const plan::Step& step) {
  return plan.num_sites == 2 || step.exchange.pattern == plan::Pattern::point_to_point;
}

/// The only box of a site, if it has one.
inline std::optional<Box> one_box(const placement::SiteBoxes& boxes) {
  return boxes.size() == 1 ? std::optional(boxes.front()) : std::nullopt;
}

inline bool reads(const plan::Step& step, int value) {
  return std::find(step.inputs.begin(), step.inputs.end(), value) != step.inputs.end();
}

/// True if `inner` is as large as `outer`, or larger, along all dimensions but the first.
inline bool has_whole_rows(const Box& inner, const Box& outer) {
  Box rows = outer;
  rows.low[0] = inner.low[0];
  rows.high[0] = inner.high[0];
  return inner.contains(rows);
}

RELATILE_INLINE bool widen_by_readers(const plan::Plan& plan, const plan::Step& step, int value,
                                      int site, const Range& own, Borders& borders) {
  const tra::Node& node = *nth(plan.nodes, step.node);
  if (step.kind != plan::StepKind::local || !tra::op_if<tra::OnPieces>(node)) return false;
  const Box iteration =
      step.iteration.empty() ? Box::nothing(0) : step.iteration[static_cast<std::size_t>(site)];
  for (std::size_t x = 0; x < step.inputs.size(); ++x) {
    if (step.inputs[x] != value) continue;
    const AccessDim& rows = node.accesses[x].dims[0];
    if (rows.label != 0 || !rows.cuts) return false;
    if (iteration.empty()) continue;
    for (std::int64_t b = iteration.low[0]; b < iteration.high[0]; ++b) {
      const Range read = rows.of_range(b, b + 1);
      if (read.low >= read.high || (read.low >= own.low && read.high <= own.high)) continue;
      if (read.low < own.low && read.high > own.high) return false;
      if (read.low < own.low) {
        borders.below.high = std::max(borders.below.high, read.high);
      } else {
        borders.above.low = std::min(borders.above.low, read.low);
      }
    }
  }
  return true;
}

}  // namespace relatile::schedule::detail

namespace relatile::schedule {

RELATILE_INLINE std::vector<Box> borders_of(const SiteExchange& exchange) {
  const auto& [plan, makers, step, site, transfers, rounds] = exchange;
  if (step.exchange.reduces || !detail::may_have_borders(plan, step)) return {};
  const auto wanted = detail::one_box(nth(plan.values, step.output).placement.of(site));
  const auto held = detail::one_box(pieces_of(plan, makers, step.inputs[0], site));
  if (!wanted || !held || wanted->low.rank() == 0 || held->contains(*wanted)) return {};
  if (intersect(*wanted, *held).empty() || !detail::has_whole_rows(*held, *wanted)) return {};
  const Range own{held->low[0], held->high[0]};
  const Range all{wanted->low[0], wanted->high[0]};
  detail::Borders borders{{all.low, std::max(own.low, all.low)},
                          {std::min(own.high, all.high), all.high}};
  for (const auto& result : plan.results) {
    if (result.second == step.output) return {};
  }
  const auto first = static_cast<std::size_t>(nth(makers, step.output));
  for (std::size_t s = first + 1; s < plan.steps.size(); ++s) {
    const plan::Step& reader = plan.steps[s];
    if (!detail::reads(reader, step.output)) continue;
    if (!detail::widen_by_readers(plan, reader, step.output, site, own, borders)) return {};
  }
  std::vector<Box> boxes;
  std::int64_t rows = 0;
  for (const Range& border : {borders.below, borders.above}) {
    if (border.low >= border.high) continue;
    boxes.push_back(*wanted);
    boxes.back().low[0] = border.low;
    boxes.back().high[0] = border.high;
    rows += border.high - border.low;
  }
  const bool arrives = std::all_of(
      transfers.incoming.begin(), transfers.incoming.end(), [&](const plan::Transfer& transfer) {
        return std::any_of(boxes.begin(), boxes.end(),
                           [&](const Box& box) { return box.contains(transfer.region); });
      });
  return arrives && rows < all.high - all.low ? boxes : std::vector<Box>{};
}

RELATILE_INLINE bool other_of_two_has_borders(const plan::Plan& plan,
                                              const std::vector<int>& makers,
                                              const plan::Step& step, int site) {
  if (plan.num_sites != 2 || step.exchange.reduces) return false;
  const SiteTransfers own = transfers_of(step.exchange, 1 - site);
  return !borders_of({plan, makers, step, 1 - site, own, std::nullopt}).empty();
}

}  // namespace relatile::schedule
