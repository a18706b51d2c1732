// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/tra/select.hpp"

#include <memory>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/tra/contract.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::tra {

RELATILE_INLINE NodePtr make_select(Selection selection, Stage stage) {
  Program program;
  std::vector<Access> accesses;
  for (std::size_t s = 0; s < selection.indices.size(); ++s) {
    const NodePtr& index = selection.indices[s];
    const std::int64_t extent = selection.labels[nth(selection.selected, s)];
    if (extent == 0 && volume(index->type.extents) > 0) {
      throw ShapeMismatch("relatile: " + selection.name + ": indices of shape " +
                          to_string(index->type.extents) + " into an axis of no elements");
    }
    accesses.push_back(
        labelled_access(selection.index_labels[s], index->type.extents, selection.labels));
    program.inputs.push_back(index->type.block.element);
  }
  accesses.push_back(
      labelled_access(selection.data_labels, selection.data->type.extents, selection.labels));
  const ElementType element = selection.data->type.block.element;
  program.inputs.push_back(element);
  program.stages.push_back(std::move(stage));
  std::vector<NodePtr> inputs = std::move(selection.indices);
  inputs.push_back(std::move(selection.data));
  NodePtr node = make_map(std::move(selection.name), std::move(inputs), std::move(accesses),
                          selection.labels, std::move(program), element);
  node->output = Access::of_labels(selection.output);
  Extents shape;
  for (const int label : selection.output) shape.push_back(selection.labels[label]);
  node->type = array_type(element, shape);
  change_op<Map>(*node, [&](Map& map) {
    map.flops_per_element = Flops{0};
    map.reduction = std::make_shared<const Reduction>(std::move(selection.reduction));
    map.select = std::move(selection.kernel);
  });
  return node;
}

}  // namespace relatile::tra
