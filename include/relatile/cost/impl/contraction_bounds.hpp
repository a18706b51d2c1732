// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/contraction_bounds.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::cost {

namespace detail {

/// True if each dimension is all of a label of its own.
inline bool reads_whole(const Access& access, const Extents& extents, const Extents& labels) {
  std::set<int> seen;
  for (int d = 0; d < access.rank(); ++d) {
    const AccessDim& dim = nth(access.dims, d);
    const bool plain = dim.label >= 0 && dim.offset == 0 && dim.step == 1 && dim.width == 1;
    if (!plain || dim.cuts || dim.is_clipped() || extents[d] != labels[dim.label]) return false;
    if (!seen.insert(dim.label).second) return false;
  }
  return true;
}

/// True if every element of a stored value is on one site.
inline bool is_there_once(const plan::Plan& plan, const tra::Node& operand) {
  for (const plan::Step& step : plan.steps) {
    if (step.kind != plan::StepKind::stored) continue;
    const plan::Value& value = nth(plan.values, step.output);
    if (nth(plan.nodes, value.node).get() != &operand) continue;
    std::int64_t held = 0;
    for (int site = 0; site < plan.num_sites; ++site) {
      for (const Box& box : value.placement.of(site)) held += box.count();
    }
    return held == volume(operand.type.extents);
  }
  return false;
}

/// The share of a node's work that the site has which does most of it.
inline double busiest_share(const plan::Plan& plan, int node) {
  std::vector<double> points(static_cast<std::size_t>(plan.num_sites), 0);
  for (const plan::Step& step : plan.steps) {
    if (step.kind != plan::StepKind::local || step.node != node) continue;
    std::size_t site = 0;
    for (const Box& box : step.iteration) points[site++] += static_cast<double>(box.count());
  }
  const auto all = static_cast<double>(volume(nth(plan.nodes, node)->labels));
  return *std::max_element(points.begin(), points.end()) / all;
}

/// What exchanges send that bring a node's operands to it, and its contributions together.
inline Bytes sent_for(const plan::Plan& plan, int node) {
  std::set<int> read;  // values that the node reads, or that go into those
  for (const plan::Step& step : plan.steps) {
    if (step.kind == plan::StepKind::local && step.node == node) {
      read.insert(step.inputs.begin(), step.inputs.end());
    }
  }
  Bytes total;
  for (auto step = plan.steps.rbegin(); step != plan.steps.rend(); ++step) {
    if (step->kind != plan::StepKind::exchange) continue;
    const plan::Value& from = nth(plan.values, step->inputs.front());
    const bool combines = from.partial && from.node == node;
    const bool brings = read.contains(step->output) && from.node != node;
    if (brings) read.insert(step->inputs.front());
    if (combines || brings) total += step->traffic->total();
  }
  return total;
}

}  // namespace detail

RELATILE_INLINE std::optional<ProductShape> product_of(const tra::Node& node) {
  if (node.kind() != tra::Kind::contract || node.is_many() || node.inputs.size() != 2) return {};
  const bool whole =
      node.type.elements && node.inputs[0]->type.elements && node.inputs[1]->type.elements &&
      detail::reads_whole(node.accesses[0], node.inputs[0]->type.extents, node.labels) &&
      detail::reads_whole(node.accesses[1], node.inputs[1]->type.extents, node.labels) &&
      detail::reads_whole(node.output, node.type.extents, node.labels);
  if (!whole) return {};
  ProductShape shape;
  for (int label = 0; label < node.labels.rank(); ++label) {
    const bool left = node.accesses[0].has_label(label);
    const bool right = node.accesses[1].has_label(label);
    const bool out = node.output.has_label(label);
    if (int(left) + int(right) + int(out) != 2) return {};
    std::int64_t& side = left && right ? shape.common : left ? shape.rows : shape.columns;
    side *= node.labels[label];
  }
  return shape;
}

RELATILE_INLINE std::vector<plan::ContractionBound> contraction_bounds(const plan::Plan& plan) {
  std::vector<plan::ContractionBound> bounds;
  for (std::size_t n = 0; n < plan.nodes.size(); ++n) {
    const tra::Node& node = *plan.nodes[n];
    const auto shape = node.evaluated() ? std::nullopt : product_of(node);
    if (!shape || shape->points() == 0 || plan.num_sites == 1) continue;
    if (!detail::is_there_once(plan, *node.inputs[0])) continue;
    if (!detail::is_there_once(plan, *node.inputs[1])) continue;
    const double share = detail::busiest_share(plan, static_cast<int>(n));
    if (share == 0) continue;
    const double elements = node.inputs[0] == node.inputs[1]
                                ? least_elements_sent_of_one_matrix(*shape, share)
                                : least_elements_sent(*shape, share);
    const std::size_t size =
        std::min({node.inputs[0]->type.block.element.size, node.inputs[1]->type.block.element.size,
                  node.type.block.element.size});
    // Rounded down, by more than what sums of doubles are off.
    const double bytes = elements * static_cast<double>(size) * (1 - 1e-12);
    bounds.push_back({node.name + (node.title.empty() ? "" : " \"" + node.title + '"'),
                      Bytes{static_cast<std::int64_t>(bytes)},
                      detail::sent_for(plan, static_cast<int>(n)), share * plan.num_sites});
  }
  return bounds;
}

}  // namespace relatile::cost
