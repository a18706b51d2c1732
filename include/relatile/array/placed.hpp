// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "relatile/expr/array.hpp"
#include "relatile/expr/relation.hpp"
#include "relatile/placement/layout.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/rekey.hpp"

// Placements and plans by hand: what the planner would choose can be pinned.

namespace relatile {

/// A placement in words, made concrete when it meets an array: everywhere, on_rank(r), split(axis).
struct Placing {
  enum class Kind { everywhere, on_rank, split } kind = Kind::everywhere;
  int rank = 0;
  std::vector<placement::MeshAxis> axes;  ///< split: parts per axis; 0 parts means all sites
};
inline const Placing everywhere{};
inline Placing on_rank(int rank) { return {Placing::Kind::on_rank, rank, {}}; }
/// Axis `axis` in as many even parts as there are sites.
inline Placing split(int axis) { return {Placing::Kind::split, 0, {{0, axis}}}; }
/// Several axes, each in the given number of parts: split({{2, 0}, {2, 1}}) is a 2 x 2 grid.
inline Placing split(std::vector<placement::MeshAxis> parts_and_axes) {
  return {Placing::Kind::split, 0, std::move(parts_and_axes)};
}

namespace detail {

inline placement::Placement resolve(const Placing& placing, const Extents& extents, int num_sites) {
  if (placing.kind == Placing::Kind::everywhere) return placement::replicated(num_sites, extents);
  if (placing.kind == Placing::Kind::on_rank) {
    if (placing.rank < 0 || placing.rank >= num_sites) {
      throw UnsupportedPlan("relatile: on_rank(" + std::to_string(placing.rank) +
                            "): the context has " + std::to_string(num_sites) + " sites");
    }
    return placement::on_site(num_sites, placing.rank, extents);
  }
  std::vector<placement::MeshAxis> axes = placing.axes;
  for (auto& axis : axes) {
    if (axis.size == 0) axis.size = num_sites;
    if (axis.label < 0 || axis.label >= extents.rank()) {
      throw UnsupportedPlan("relatile: split: axis " + std::to_string(axis.label) +
                            " of an array of shape " + to_string(extents));
    }
  }
  const auto layout = placement::Layout(std::move(axes));
  if (layout.num_working() > num_sites) {
    throw UnsupportedPlan("relatile: split: " + std::to_string(layout.num_working()) +
                          " parts on " + std::to_string(num_sites) + " sites");
  }
  return placement::split_by(layout, extents, num_sites);
}

}  // namespace detail

/// The same array, stored as told: the plan moves it there, and later expressions find it there.
template <ArrayExpression E>
auto placed(const E& x, const Placing& placing, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto array = as_array(x);
  auto node = tra::make_view("placed", array.node(), Access::identity(rank_of<E>), array.shape());
  const placement::Placement target =
      detail::resolve(placing, array.shape(), Session::current().num_sites());
  node->pinned_placement = target.boxes;
  node->pinned_text = target.text;
  return Array<element_of<E>, rank_of<E>>(std::move(node));
}

/// The same relation, stored as told; `split(k)` cuts key dimension k.
template <RelationExpression X>
auto placed(const X& x, const Placing& placing, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const tra::NodePtr node = tra::make_placed(to_node(x));
  Relation<block_of<X>, arity_of<X>> relation(node);
  const placement::Placement target =
      detail::resolve(placing, node->type.extents, Session::current().num_sites());
  if (relation.size() > 0) {  // a site can't get what no site has
    node->pinned_placement = target.boxes;
    node->pinned_text = target.text;
  }
  return relation;
}

/// The same product, contraction or join, executed by the named plan: broadcast_left,
/// broadcast_right, cross_product, replicate, co_partitioned or one_site.
///
///   errors  UnsupportedPlan if `x` is no join of two operands, or has no such plan
template <class X>
auto with_plan(const X& x, const std::string& name, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const tra::NodePtr node = to_node(x);
  if (node->evaluated() || node->inputs.size() != 2) {
    throw UnsupportedPlan("relatile: with_plan(" + name + "): " + node->name +
                          (node->evaluated() ? " is evaluated already"
                                             : " is no join of two operands; name the product, "
                                               "einsum or join itself"));
  }
  auto copy = std::make_shared<tra::Node>(*node);
  copy->handle.reset();
  copy->pinned_plan = name;
  if constexpr (ArrayExpression<X>) {
    return Array<element_of<X>, rank_of<X>>(std::move(copy));
  } else {
    return Relation<block_of<X>, arity_of<X>>(std::move(copy));
  }
}

}  // namespace relatile
