// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "relatile/planner/search/contraction_orders.hpp"
#include "relatile/program/to_graph.hpp"
#include "relatile/rules/fuse_maps.hpp"
#include "support/random_program.hpp"

namespace relatile::test {

/// The site counts that planners are compared at: small ones, powers of two, and others.
inline constexpr std::array site_counts{2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 48, 64};
inline int sites_of(std::uint64_t seed) { return site_counts[seed % site_counts.size()]; }

/// The outputs of a program as they are planned: einsums split into steps, maps fused; without
/// kernels.
inline std::vector<tra::NodePtr> sketched(const program::Program& program, int num_sites,
                                          const planner::Objective& objective) {
  program::GraphOptions options;
  options.num_sites = num_sites;
  const program::Graph graph = program::to_graph(program, std::move(options));
  const auto expanded = planner::expand_contractions(graph.outputs, num_sites, objective);
  const auto fused = rules::fuse_maps(expanded.roots);
  std::vector<tra::NodePtr> roots;
  for (const auto& root : expanded.roots) roots.push_back(fused.at(root.get()));
  return roots;
}

}  // namespace relatile::test
