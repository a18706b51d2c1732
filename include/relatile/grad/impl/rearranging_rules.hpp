// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "relatile/array/parts/scatter.hpp"
#include "relatile/expr/selection_node.hpp"
#include "relatile/grad/impl/nodes.hpp"
#include "relatile/grad/impl/through_access.hpp"
#include "relatile/kernel/select.hpp"
#include "relatile/tra/assemble.hpp"
#include "relatile/tra/contract.hpp"
#include "relatile/tra/reshape.hpp"
#include "relatile/tra/select.hpp"

// The derivatives of operators that put elements elsewhere: they go back.

namespace relatile::detail {

/// What an assembly made of its operand x: the cotangent there, but where a later operand is in
/// front of it.
inline tra::NodePtr assemble_rule(const tra::Node& node, std::size_t x,
                                  const tra::NodePtr& cotangent) {
  const auto& assemble = tra::op_of<tra::Assemble>(node);
  const Box& place = assemble.places[x];
  tra::NodePtr visible = cotangent;
  for (std::size_t later = x + 1; later < node.inputs.size(); ++later) {
    const Box& in_front = assemble.places[later];
    if (intersect(place, in_front).empty()) continue;
    const tra::NodePtr zeros =
        full_like_node(node.inputs[later]->type.extents, node.type.block.element, 0);
    const int rank = node.type.rank();
    visible = tra::make_assemble(
        "hidden", node.type.extents,
        {{visible, Extents::filled(rank, 0)}, {zeros, in_front.low, assemble.spacing[later]}});
  }
  Access access;
  for (int d = 0; d < node.type.rank(); ++d) {
    access.dims.push_back({d, place.low[d], assemble.spacing[x][d], 1, nullptr});
  }
  return tra::make_view("slice", visible, std::move(access), node.inputs[x]->type.extents);
}

/// A label for every axis of an operand of a selection, by which tra::labelled_access reads it as
/// `access` does.
inline std::vector<int> labels_reading(const Access& access, const Extents& labels) {
  const auto longer =
      std::find_if(labels.begin(), labels.end(), [](std::int64_t extent) { return extent != 1; });
  std::vector<int> found;
  for (const AccessDim& dim : access.dims) {
    found.push_back(dim.label < 0 ? static_cast<int>(longer - labels.begin()) : dim.label);
  }
  return found;
}

/// Elements by indices (tra/select.hpp): the same indices, with data and result exchanged. What was
/// gathered adds up where it came from, and what was added up is gathered.
inline tra::NodePtr select_rule(const tra::Node& node, const tra::NodePtr& cotangent) {
  const auto& map = tra::op_of<tra::Map>(node);
  const Stage& old_stage = map.program->stages.back();
  if (map.reduction->name == "min" || map.reduction->name == "max") {
    throw Error("relatile: grad: no derivative is known of " + tra::description(node) +
                ", which chooses among elements at the same index");
  }
  const std::size_t data = node.inputs.size() - 1;
  tra::Selection selection;
  selection.name = "grad of " + node.name;
  selection.labels = node.labels;
  Extents extents;
  for (const AccessDim& dim : old_stage.coordinates->dims) {
    selection.selected.push_back(dim.label);
    extents.push_back(node.labels[dim.label]);
  }
  for (std::size_t s = 0; s < data; ++s) {
    selection.indices.push_back(node.inputs[s]);
    selection.index_labels.push_back(labels_reading(node.accesses[s], node.labels));
  }
  selection.data = cotangent;
  for (const AccessDim& dim : node.output.dims) selection.data_labels.push_back(dim.label);
  selection.output = distinct_labels(node.accesses[data]);
  const std::vector<int> labels = selection.output;
  tra::NodePtr selected;
  visit_type(node.type.block.element, [&]<class T>(std::type_identity<T>) {
    Combining sums = combining<kernel::Sum, T>();
    selection.reduction = std::move(sums.reduction);
    selected = selection_node(std::move(selection), extents, sums.into);
  });
  return through_access(selected, labels, node.accesses[data], node.labels,
                        node.inputs[data]->type.extents);
}

}  // namespace relatile::detail
