// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/in_place.hpp"

namespace relatile::schedule {

/// Whether a step is an exchange of an array that is not all read in place.
inline bool has_messages(const plan::Plan& plan, const plan::Step& step) {
  if (step.kind != plan::StepKind::exchange) return false;
  const auto& transfers = step.exchange.transfers;
  return nth(plan.nodes, step.node)->type.elements &&
         std::any_of(transfers.begin(), transfers.end(), [&](const plan::Transfer& transfer) {
           return !is_in_place(plan, step, transfer);
         });
}

/// Whether they make one value together.
inline bool are_slices(const plan::Step& one, const plan::Step& other) {
  return one.slice.count > 1 && one.output == other.output;
}

/// Per value, whether one step alone reads it.
inline std::vector<char> read_once(const plan::Plan& plan) {
  std::vector<char> once(plan.values.size(), 1);
  std::vector<std::size_t> readers(plan.values.size(), plan.steps.size());
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    for (const int input : plan.steps[s].inputs) {
      std::size_t& reader = nth(readers, input);
      if (reader != plan.steps.size() && reader != s) nth(once, input) = 0;
      reader = s;
    }
  }
  return once;
}

/// Whether a step waits for what an exchange brings for it alone. What several slices read has to
/// be there before the first of them.
template <class Travels>
bool waits_for_messages(const plan::Step& step, const std::vector<int>& makers,
                        const std::vector<char>& once, Travels&& travels) {
  return std::any_of(step.inputs.begin(), step.inputs.end(), [&](int input) {
    const int maker = nth(makers, input);
    return maker >= 0 && nth(once, input) && travels(static_cast<std::size_t>(maker));
  });
}

/// Whether what step s brings is read by a slice of what the other step makes a slice of.
inline bool reads_slices(const plan::Plan& plan, std::size_t s, const plan::Step& other) {
  const int output = plan.steps[s].output;
  const auto reads = [&](const plan::Step& step) {
    return std::find(step.inputs.begin(), step.inputs.end(), output) != step.inputs.end();
  };
  const auto reader = std::find_if(plan.steps.begin() + static_cast<std::ptrdiff_t>(s) + 1,
                                   plan.steps.end(), reads);
  return reader != plan.steps.end() && are_slices(*reader, other);
}

/// Per step, before which step it begins. Kernels begin when it is their turn; an exchange of an
/// array travels already while the kernel before it runs, if that kernel does not make what it
/// moves. So a panel of a product arrives while the one before it is multiplied, and what the site
/// has between the two, and at most two are there at once. Panels that may begin `ahead` of their
/// turn do so while as many before them wait to be multiplied, whatever lies in between, and no
/// more than that and one are there. None begins before what a kernel waits for that it passes. An
/// early exchange begins as soon as what it moves is made, of several slices no earlier than the
/// slice before it.
///
/// `travels(s)` says whether step number s, an exchange, is of an array and has messages.
template <class Travels>
std::vector<int> begins_of(const plan::Plan& plan, Travels&& travels) {
  std::vector<int> begins(plan.steps.size());
  const std::vector<int> makers = plan.makers();
  const std::vector<char> once = read_once(plan);
  for (std::size_t s = 0; s < begins.size(); ++s) {
    const plan::Step& step = plan.steps[s];
    int& begin = begins[s];
    begin = static_cast<int>(s);
    if (!plan.overlaps || step.kind != plan::StepKind::exchange || !travels(s)) continue;
    const plan::Step* passed = nullptr;  // a kernel
    int waiting = 0;                     // kernels that were passed and wait for others
    int awaited = -1;                    // where what a kernel before waits for begins
    int slice_before = -1;               // began, at the latest, where this one does
    while (begin > 0) {
      const plan::Step& before = plan.steps[static_cast<std::size_t>(begin) - 1];
      const bool kernel = before.kind == plan::StepKind::local;
      if (before.output == step.inputs[0]) break;
      if (before.output == step.output) {
        if (!step.early) break;
        slice_before = std::max(slice_before, begin - 1);
      }
      const bool waits =
          kernel && step.ahead > 1 && waits_for_messages(before, makers, once, travels);
      if (kernel && passed && !step.early) {
        if (!are_slices(before, *passed)) break;
        const bool has_room = step.ahead > 1 && (waiting < step.ahead || !waits);
        if (awaited >= 0 && !(has_room && reads_slices(plan, s, before))) break;
      }
      if (kernel) passed = &before;
      if (waits) ++waiting;
      --begin;
      if (passed && !step.early && travels(static_cast<std::size_t>(begin))) {
        awaited = std::max(awaited, nth(begins, begin));
      }
    }
    if (slice_before >= 0) {
      begin = std::max(begin, nth(begins, slice_before));
      continue;
    }
    // Other exchanges that are done before the kernel gain nothing from starting earlier than it.
    if (!passed) begin = static_cast<int>(s);
    if (!step.early) begin = std::max(begin, awaited);
  }
  return begins;
}
inline std::vector<int> begins_of(const plan::Plan& plan) {
  enum : char { unknown, stays, moves };
  std::vector<char> known(plan.steps.size(), unknown);
  return begins_of(plan, [&](std::size_t s) {
    if (known[s] == unknown) known[s] = has_messages(plan, plan.steps[s]) ? moves : stays;
    return known[s] == moves;
  });
}

}  // namespace relatile::schedule
