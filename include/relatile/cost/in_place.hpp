// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>

#include "relatile/plan/plan.hpp"

namespace relatile::cost {

/// True if the receiver reads what is transferred where the sender has it, since both are on one
/// host: no message, nothing is packed.
inline bool is_in_place(const plan::Plan& plan, const plan::Step& step,
                        const plan::Transfer& transfer) {
  if (!plan.hosts.share(transfer.from, transfer.to)) return false;
  const tra::RelationType& type = plan.nodes[static_cast<std::size_t>(step.node)]->type;
  return type.elements && type.bytes_in(transfer.region).value >= plan.hosts.in_place_bytes;
}

namespace detail {

/// True if nothing but kernels read a value, and it does not outlive the plan.
inline bool only_kernels_read(const plan::Plan& plan, int value) {
  for (const auto& result : plan.results) {
    if (result.second == value) return false;
  }
  return std::none_of(plan.steps.begin(), plan.steps.end(), [&](const plan::Step& step) {
    return step.kind != plan::StepKind::local &&
           std::find(step.inputs.begin(), step.inputs.end(), value) != step.inputs.end();
  });
}

}  // namespace detail

/// The transfer by which a site has all that an exchange gives it, if it does not even copy that:
/// its kernels read the sender's memory. Else nullptr.
inline const plan::Transfer* borrowed(const plan::Plan& plan, const plan::Step& step, int site) {
  if (plan.hosts.empty() || step.kind != plan::StepKind::exchange || step.exchange.reduces) {
    return nullptr;
  }
  const auto& boxes = plan.values[static_cast<std::size_t>(step.output)].placement.of(site);
  if (boxes.size() != 1) return nullptr;
  for (const auto& transfer : step.exchange.transfers) {
    if (transfer.to != site) continue;
    const bool all = transfer.region == boxes[0] && is_in_place(plan, step, transfer);
    return all && detail::only_kernels_read(plan, step.output) ? &transfer : nullptr;
  }
  return nullptr;
}

/// True if another site's kernels read what `site` has of an exchange's input, after the exchange.
inline bool lends(const plan::Plan& plan, const plan::Step& step, int site) {
  if (plan.hosts.empty() || step.kind != plan::StepKind::exchange) return false;
  return std::any_of(step.exchange.transfers.begin(), step.exchange.transfers.end(),
                     [&](const plan::Transfer& transfer) {
                       return transfer.from == site &&
                              borrowed(plan, step, transfer.to) == &transfer;
                     });
}

/// True if another site reads what `site` has of an exchange's input at all, other than by
/// messages.
inline bool shows(const plan::Plan& plan, const plan::Step& step, int site) {
  if (plan.hosts.empty() || step.kind != plan::StepKind::exchange) return false;
  return std::any_of(step.exchange.transfers.begin(), step.exchange.transfers.end(),
                     [&](const plan::Transfer& transfer) {
                       return transfer.from == site && is_in_place(plan, step, transfer);
                     });
}

}  // namespace relatile::cost
