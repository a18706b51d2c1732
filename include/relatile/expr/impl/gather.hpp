// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/expr/gather.hpp"

#include <numeric>
#include <type_traits>
#include <utility>

#include "relatile/core/differentiable.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/expr/selection_node.hpp"
#include "relatile/kernel/reductions.hpp"
#include "relatile/kernel/select.hpp"
#include "relatile/tra/contract.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/select.hpp"

namespace relatile::detail {

/// The selection's node, each of whose elements one index names.
RELATILE_INLINE tra::NodePtr node_of_gather(tra::Selection selection, const Extents& extents) {
  const ElementType element = selection.data->type.block.element;
  selection.reduction = kernel::only_one(element);
  return selection_node(std::move(selection), extents,
                        kernel::assigned(std::int64_t(element.size)));
}

RELATILE_INLINE tra::NodePtr gather_node(const std::string& name, const tra::NodePtr& x,
                                         std::vector<tra::NodePtr> indices,
                                         const std::vector<int>& axes, bool apart) {
  const Extents& shape = x->type.extents;
  const Extents together = tra::broadcast_shapes(name, tra::shapes_of(indices));
  const int kept = shape.rank() - static_cast<int>(axes.size());
  const int rank = kept + together.rank();
  if (rank + static_cast<int>(axes.size()) > max_rank) {
    throw LimitExceeded(
        "relatile: " + name + ": the result's axes and those that are indexed are " +
        std::to_string(rank + int(axes.size())) + ", more than " + std::to_string(max_rank));
  }
  const int first = apart ? 0 : axes.front();
  tra::Selection selection;
  selection.name = name;
  selection.labels = Extents::filled(rank, 1);
  selection.data = x;
  for (int d = 0; d < together.rank(); ++d) selection.labels[first + d] = together[d];
  Extents extents;
  for (int d = 0, next = 0; d < shape.rank(); ++d) {
    if (extents.rank() < int(axes.size()) && nth(axes, extents.rank()) == d) {
      extents.push_back(shape[d]);
      selection.selected.push_back(rank + extents.rank() - 1);
      selection.data_labels.push_back(selection.selected.back());
      continue;
    }
    if (next == first) next += together.rank();
    selection.labels[next] = shape[d];
    selection.data_labels.push_back(next++);
  }
  for (const std::int64_t extent : extents) selection.labels.push_back(extent);
  for (const auto& index : indices) {
    std::vector<int>& labels = selection.index_labels.emplace_back();
    labels.resize(static_cast<std::size_t>(index->type.extents.rank()));
    std::iota(labels.begin(), labels.end(), first + together.rank() - index->type.extents.rank());
  }
  selection.output.resize(static_cast<std::size_t>(rank));
  std::iota(selection.output.begin(), selection.output.end(), 0);
  selection.indices = std::move(indices);
  return node_of_gather(std::move(selection), extents);
}

RELATILE_INLINE tra::NodePtr gather_along_node(const tra::NodePtr& x, const tra::NodePtr& indices,
                                               int axis) {
  const std::string name = "take_along_axis";
  Extents of_x = x->type.extents;
  Extents of_indices = indices->type.extents;
  const int rank = of_x.rank();
  const int at = normal_axis(name, axis, rank);
  const Extents extents{std::exchange(of_x[at], of_indices[at])};
  const std::vector<Extents> both{of_x, of_indices};
  tra::Selection selection;
  selection.name = name;
  selection.labels = tra::broadcast_shapes(name, both);
  selection.labels.push_back(extents[0]);
  selection.output.resize(static_cast<std::size_t>(rank));
  std::iota(selection.output.begin(), selection.output.end(), 0);
  selection.index_labels = {selection.output};
  selection.selected = {rank};
  selection.data_labels = selection.output;
  nth(selection.data_labels, at) = rank;
  selection.data = x;
  selection.indices = {indices};
  return node_of_gather(std::move(selection), extents);
}

RELATILE_INLINE tra::NodePtr scatter_along_node(const tra::NodePtr& values,
                                                const tra::NodePtr& indices, int axis,
                                                std::int64_t extent) {
  const int rank = values->type.rank();
  const Extents extents{extent};
  tra::Selection selection;
  selection.name = "put along axis";
  selection.labels = values->type.extents;
  selection.labels.push_back(extent);
  selection.data_labels.resize(static_cast<std::size_t>(rank));
  std::iota(selection.data_labels.begin(), selection.data_labels.end(), 0);
  selection.index_labels = {selection.data_labels};
  selection.selected = {rank};
  selection.output = selection.data_labels;
  nth(selection.output, axis) = rank;
  selection.data = values;
  selection.indices = {indices};
  tra::NodePtr made;
  visit_type(values->type.block.element, [&]<class T>(std::type_identity<T>) {
    selection.reduction = kernel::make_reduction<kernel::Sum, T>();
    made = selection_node(std::move(selection), extents, kernel::combined<kernel::Sum, T>());
  });
  return made;
}

}  // namespace relatile::detail
