// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string>

#include "relatile/backend.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/transport/current.hpp"

namespace relatile {

/// What evaluating `x` will do, or what it did: the plan in the implementation algebra, with
/// placements, exact bytes and flops of each step, the total, and the plans that were rejected.
/// After evaluation, measured bytes and seconds stand beside the predicted ones.
///
///   collective  no: every rank can ask, the answer is the same on all of them
template <class X>
std::string explain(const X& x) {
  const tra::NodePtr node = to_node(x);
  if (!node->evaluated()) return detail::explain_planned({node}, transport::current());
  if (!node->value->report) {
    return "stored " + node->name + " " + to_string(node->type.extents) + ": " +
           node->value->placement + "\n";
  }
  return detail::explain_run(*std::static_pointer_cast<const engine::Report>(node->value->report));
}

/// The report of the plan that computed `x`; throws if nothing was computed for it.
template <class X>
const engine::Report& report(const X& x) {
  const tra::NodePtr node = to_node(x);
  if (!node->evaluated() || !node->value->report) {
    throw Error("relatile: report: this value was not computed by a plan; evaluate it first");
  }
  return *static_cast<const engine::Report*>(node->value->report.get());
}

}  // namespace relatile
