// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string>

#include "relatile/backend.hpp"
#include "relatile/context.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile {

/// How `explain` writes a plan: as_text for people, as_json for programs, as_dot for Graphviz
/// (`dot -Tsvg`).
inline constexpr plan::Format as_text = plan::Format::text;
inline constexpr plan::Format as_json = plan::Format::json;
inline constexpr plan::Format as_dot = plan::Format::dot;

/// What evaluating `x` will do, or what it did: the plan in the implementation algebra, with
/// placements, exact bytes, messages, flops and memory of each step and the line of the program
/// that asked for it, the total, and the plans that were rejected. After evaluation, measured bytes
/// and seconds stand beside the predicted ones.
///
///   collective  no: every rank can ask, the answer is the same on all of them
template <class X>
std::string explain(const X& x, plan::Format format = as_text) {
  const tra::NodePtr node = to_node(x);
  if (!node->evaluated())
    return detail::explain_planned({node}, transport::current(), Context::current().plan_options(),
                                   format);
  if (!node->value->report) return detail::explain_stored(*node, format);
  return detail::explain_run(*static_cast<const engine::Report*>(node->value->report.get()),
                             Context::current().plan_options(), format);
}

/// Evaluates `x` and says what each step of its plan really took beside what was predicted: bytes,
/// messages, seconds and memory, and how unevenly the sites were loaded.
///
///   collective  yes; the answer is the same on all ranks
template <class X>
std::string explain_analyze(const X& x) {
  const transport::Operation operation("explain_analyze");
  const tra::NodePtr node = to_node(x);
  Session::current().evaluate({node});
  if (!node->value->report) return detail::explain_stored(*node, as_text);
  return detail::analyze_run(*static_cast<const engine::Report*>(node->value->report.get()),
                             Context::current().plan_options());
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
