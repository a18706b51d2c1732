// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/placed.hpp"

#include <memory>
#include <utility>

#include "relatile/placement/layout.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::detail {

RELATILE_INLINE placement::Placement resolve(const Placing& placing, const Extents& extents,
                                             int num_sites) {
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

RELATILE_INLINE tra::NodePtr placed_array(const tra::NodePtr& array, const Placing& placing) {
  const Handle named = handle_of(*array);  // tells its operands their line
  const Extents& shape = array->type.extents;
  tra::NodePtr node = tra::make_view("placed", array, Access::identity(shape.rank()), shape);
  placement::Placement target = resolve(placing, shape, Session::current().num_sites());
  node->pins.boxes = target.table();
  node->pins.place = std::move(target.text);
  return node;
}

RELATILE_INLINE tra::NodePtr planned_join(const tra::NodePtr& node, const std::string& plan) {
  if (node->evaluated() || node->inputs.size() != 2) {
    throw UnsupportedPlan("relatile: with_plan(" + plan + "): " + node->name +
                          (node->evaluated() ? " is evaluated already"
                                             : " is no join of two operands; name the product, "
                                               "einsum or join itself"));
  }
  auto copy = std::make_shared<tra::Node>(*node);
  copy->handle.reset();
  copy->pins.plan = plan;
  return copy;
}

}  // namespace relatile::detail
