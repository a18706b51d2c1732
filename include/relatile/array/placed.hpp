// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/placement/mesh_axis.hpp"

// Placements and plans by hand: what the planner would choose can be pinned.

namespace relatile::placement {
class Placement;  // in placement/placement.hpp
}

namespace relatile {

/// A placement in words, made concrete when it meets an array: everywhere, on_rank(r), split(axis).
struct Placing {
  /// Which of the functions below made it.
  enum class Kind { everywhere, on_rank, split } kind = Kind::everywhere;
  int rank = 0;                           ///< on_rank: which
  std::vector<placement::MeshAxis> axes;  ///< split: parts per axis; 0 parts means all sites
};
/// Every rank has all of it.
inline const Placing everywhere{};
/// All of it on one rank; what uses it is refused, by an UnsupportedPlan, if there is no such rank.
inline Placing on_rank(int rank) { return {Placing::Kind::on_rank, rank, {}}; }
/// Axis `axis` in as many even parts as there are sites.
inline Placing split(int axis) { return {Placing::Kind::split, 0, {{0, axis}}}; }
/// Several axes, each in the given number of parts: split({{2, 0}, {2, 1}}) is a 2 x 2 grid.
inline Placing split(std::vector<placement::MeshAxis> parts_and_axes) {
  return {Placing::Kind::split, 0, std::move(parts_and_axes)};
}

namespace detail {

RELATILE_INLINE placement::Placement resolve(const Placing& placing, const Extents& extents,
                                             int num_sites);
/// The same array, to be stored as told.
RELATILE_INLINE tra::NodePtr placed_array(const tra::NodePtr& array, const Placing& placing);
/// The same join of two operands, to be executed by the named plan.
RELATILE_INLINE tra::NodePtr planned_join(const tra::NodePtr& node, const std::string& plan);

}  // namespace detail

/// The same array, stored as told: the plan moves it there, and later expressions find it there.
///
///   errors  UnsupportedPlan for a rank or an axis that there is not, and for more parts than sites
template <ArrayExpression E>
auto placed(const E& x, const Placing& placing, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Array<element_of<E>, rank_of<E>>(detail::placed_array(to_node(x), placing));
}

/// The same product, contraction or join, executed by the named plan: broadcast_left,
/// broadcast_right, cross_product, replicate, co_partitioned or one_site.
///
///   errors  UnsupportedPlan if `x` is no join of two operands, or has no such plan
template <ArrayExpression E>
auto with_plan(const E& x, const std::string& name, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Array<element_of<E>, rank_of<E>>(detail::planned_join(to_node(x), name));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/impl/placed.hpp"
#endif
