// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "relatile/context/evaluate_options.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/engine/report.hpp"
#include "relatile/plan/text/format.hpp"
#include "relatile/tra/node.hpp"

namespace relatile {

// How `explain` writes a plan.

/// A table for people, of rounded numbers: what `explain` writes unless told otherwise.
inline constexpr plan::Format as_table = plan::Format::table;
/// For people, with every number and the lines of the program.
inline constexpr plan::Format in_full = plan::Format::text;
/// For programs.
inline constexpr plan::Format as_json = plan::Format::json;
/// For Graphviz: `dot -Tsvg`.
inline constexpr plan::Format as_dot = plan::Format::dot;
/// How the plan came about: the rules that changed the program, the search, and each pass over the
/// plan, with what the plan was predicted to take after it.
inline constexpr plan::Format passes = plan::Format::passes;
/// What this rank does, one instruction a line: what it computes, sends, receives and forgets, and
/// where in its memory.
inline constexpr plan::Format site_program = plan::Format::site_program;

/// What memory buys: the plan as it is, and ever smaller ones with what each would take longer. A
/// line's memory is the `memory_per_rank` to ask for; between two lines one gets the smaller plan.
/// Programs of thousands of operators take minutes to be planned so often.
inline constexpr plan::Format memory_curve = plan::Format::memory_curve;

namespace detail {
template <class... X>
std::vector<tra::NodePtr> nodes_of(const std::tuple<X...>& together) {
  const auto nodes = [](const auto&... x) { return std::vector<tra::NodePtr>{to_node(x)...}; };
  return std::apply(nodes, together);
}
RELATILE_INLINE std::string explain_nodes(const std::vector<tra::NodePtr>& nodes,
                                          plan::Format format);
RELATILE_INLINE std::string explain_otherwise(const std::vector<tra::NodePtr>& nodes,
                                              const EvaluateOptions& told, plan::Format format);
RELATILE_INLINE std::string analyze_node(const tra::NodePtr& node);
RELATILE_INLINE const engine::Report& report_of(const tra::Node& node);
}  // namespace detail

/// What evaluating `x` will do, or what it did: the plan in the implementation algebra, with
/// placements, exact bytes, messages, flops and memory of each step and the line of the program
/// that asked for it, the total, and the plans that were rejected. After evaluation, measured bytes
/// and seconds stand beside the predicted ones.
///
///   collective  no: every rank can ask; the answer is the same on all of them, but for
///   site_program
template <class X>
[[gnu::always_inline]] inline std::string explain(const X& x, plan::Format format = as_table) {
  const AskedFrom scope(SourceLine::unknown_here());
  return detail::explain_nodes({to_node(x)}, format);
}

/// What evaluating all of them together will do, or did: `explain(grad(loss, w, b))`,
/// `explain(std::tie(x, y))`. Of values that were not computed together, each plan by itself.
template <class... X>
[[gnu::always_inline]] inline std::string explain(const std::tuple<X...>& together,
                                                  plan::Format format = as_table) {
  const AskedFrom scope(SourceLine::unknown_here());
  return detail::explain_nodes(detail::nodes_of(together), format);
}

/// What evaluating `x` as told would do, which is not evaluated by that:
/// explain(x, {.planner = "spartan"}), explain(x, {.memory_per_rank = 1 << 30}, as_json).
///
///   errors  those of planning; one if x has its value already, or if a saved plan is told
template <class X>
[[gnu::always_inline]] inline std::string explain(const X& x, const EvaluateOptions& told,
                                                  plan::Format format = as_table) {
  const AskedFrom scope(SourceLine::unknown_here());
  return detail::explain_otherwise({to_node(x)}, told, format);
}
/// The same of what is evaluated together: explain(grad(loss, w, b), {.objective = "bytes"}).
template <class... X>
[[gnu::always_inline]] inline std::string explain(const std::tuple<X...>& together,
                                                  const EvaluateOptions& told,
                                                  plan::Format format = as_table) {
  const AskedFrom scope(SourceLine::unknown_here());
  return detail::explain_otherwise(detail::nodes_of(together), told, format);
}
/// The same of both by one plan.
template <class X, class Y>
[[gnu::always_inline]] inline std::string explain(const X& x, const Y& y,
                                                  const EvaluateOptions& told,
                                                  plan::Format format = as_table) {
  const AskedFrom scope(SourceLine::unknown_here());
  return detail::explain_otherwise({to_node(x), to_node(y)}, told, format);
}

/// Of arrays named one after another, as evaluate(x, y) has them, and a format if one
/// comes last: explain(x, y), explain(x, y, as_json).
template <class X, class Y, class... More>
  requires(!std::is_same_v<Y, plan::Format> && !std::is_same_v<Y, EvaluateOptions> &&
           !(std::is_same_v<More, EvaluateOptions> || ...))
[[gnu::always_inline]] inline std::string explain(const X& x, const Y& y, const More&... more) {
  const AskedFrom scope(SourceLine::unknown_here());
  std::vector<tra::NodePtr> nodes{to_node(x), to_node(y)};
  plan::Format format = as_table;
  [[maybe_unused]] const auto take = [&]<class T>(const T& each) {
    if constexpr (std::is_same_v<T, plan::Format>) {
      format = each;
    } else {
      nodes.push_back(to_node(each));
    }
  };
  (take(more), ...);
  return detail::explain_nodes(nodes, format);
}

/// Evaluates `x` and says what each step of its plan really took beside what was predicted: bytes,
/// messages, seconds and memory, and how unevenly the sites were loaded.
///
///   collective  yes; the answer is the same on all ranks
template <class X>
[[gnu::always_inline]] inline std::string explain_analyze(const X& x) {
  const AskedFrom scope(SourceLine::unknown_here());
  return detail::analyze_node(to_node(x));
}

/// The report of the plan that computed `x`; throws if nothing was computed for it.
template <class X>
const engine::Report& report(const X& x) {
  return detail::report_of(*to_node(x));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/context/impl/explain.hpp"
#endif
