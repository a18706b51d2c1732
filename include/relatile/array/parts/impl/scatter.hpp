// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/parts/scatter.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/conversion.hpp"
#include "relatile/array/lines/count_blocks.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/core/differentiable.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/expr/function_node.hpp"
#include "relatile/expr/selection_node.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/function/as_type.hpp"
#include "relatile/function/list.hpp"
#include "relatile/kernel/searching.hpp"
#include "relatile/tra/contract.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/select.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::detail {

template <class Op, class T>
Combining combining() {
  return {kernel::make_reduction<Op, T>(), kernel::combined<Op, T>()};
}

/// The shape of values: that of the indices and of a row.
inline Extents shape_of_scattered(const Extents& shape, const Extents& places) {
  Extents given = places;
  for (int d = 1; d < shape.rank(); ++d) given.push_back(shape[d]);
  return given;
}

/// The best of values, of `given` shape, at each place: it gets what is told of that place, and of
/// equal best ones each the same share.
inline tra::NodePtr with_rule_of_best(tra::NodePtr best, const tra::NodePtr& indices,
                                      const tra::NodePtr& values) {
  return with_pullback(
      std::move(best), {values},
      [indices](const tra::NodePtr& self, const std::vector<tra::NodePtr>& of,
                const tra::NodePtr& g) {
        const auto at_places = [&](const tra::NodePtr& x) {
          return gather_node("take", x, {indices}, {0}, false);
        };
        tra::NodePtr by_values;
        visit_type(g->type.block.element, [&]<class T>(std::type_identity<T>) {
          const tra::NodePtr none = number_node(T(0));
          const tra::NodePtr is_best = function_node<function::Equal, T>(of[0], at_places(self));
          const tra::NodePtr counts = scatter_node(
              "ties", self->type.extents, indices,
              function_node<function::AsType<T>, bool>(is_best),
              {kernel::make_reduction<kernel::Sum, T>(), kernel::combined<kernel::Sum, T>()});
          by_values = function_node<function::Where, T>(
              is_best, function_node<function::Divide, T>(at_places(g), at_places(counts)), none);
        });
        return std::vector<tra::NodePtr>{by_values};
      });
}

inline tra::NodePtr scattered_node(const std::string& name, const Extents& shape,
                                   const tra::NodePtr& indices, const tra::NodePtr& values,
                                   Combining combining) {
  const Extents& places = indices->type.extents;
  const Extents given = shape_of_scattered(shape, places);
  const Extents extents{shape[0]};
  tra::Selection selection;
  selection.name = name;
  selection.labels = given;
  selection.labels.push_back(shape[0]);
  selection.selected = {given.rank()};
  selection.indices = {indices};
  selection.index_labels.emplace_back(static_cast<std::size_t>(places.rank()));
  std::iota(selection.index_labels[0].begin(), selection.index_labels[0].end(), 0);
  selection.data = values;
  selection.data_labels.resize(static_cast<std::size_t>(values->type.extents.rank()));
  std::iota(selection.data_labels.begin(), selection.data_labels.end(),
            given.rank() - values->type.extents.rank());
  selection.output = {given.rank()};
  for (int d = places.rank(); d < given.rank(); ++d) selection.output.push_back(d);
  selection.reduction = std::move(combining.reduction);
  return selection_node(std::move(selection), extents, combining.into);
}

RELATILE_INLINE tra::NodePtr scatter_node(const std::string& name, const Extents& shape,
                                          const tra::NodePtr& indices, const tra::NodePtr& values,
                                          Combining combining) {
  const Extents given = shape_of_scattered(shape, indices->type.extents);
  const std::vector<Extents> both{values->type.extents, given};
  if (!(tra::broadcast_shapes(name, both) == given)) {
    throw ShapeMismatch("relatile: " + name + ": values of shape " +
                        to_string(values->type.extents) + " for " + to_string(given) +
                        ", the shape of the indices and of a row");
  }
  const bool chooses = combining.reduction.name == "min" || combining.reduction.name == "max";
  const tra::NodePtr node = scattered_node(name, shape, indices, values, std::move(combining));
  if (!chooses || !is_differentiable(values->type.block.element)) return node;
  const tra::NodePtr all = tra::make_view(
      "broadcast_to", values, tra::broadcast_access(values->type.extents, given), given);
  return with_rule_of_best(node, indices, all);
}

RELATILE_INLINE std::int64_t num_bins(const tra::NodePtr& numbers, std::int64_t minlength) {
  if (minlength < 0) {
    throw ShapeMismatch("relatile: bincount: a minlength of " + std::to_string(minlength));
  }
  if (volume(numbers->type.extents) == 0) return minlength;
  const transport::Operation operation("bincount");
  // In one pass: without a sign, negative numbers are the greatest.
  const Array<std::int64_t, 1> x(numbers);
  const auto most = static_cast<std::int64_t>(item(max(astype<std::uint64_t>(x))));
  if (most < 0) {
    throw ShapeMismatch("relatile: bincount: counts numbers from 0 on, and there is " +
                        std::to_string(item(min(x))));
  }
  if (most == std::numeric_limits<std::int64_t>::max()) {
    throw LimitExceeded("relatile: bincount: of 2^63 different numbers");
  }
  return std::max(most + 1, minlength);
}

RELATILE_INLINE Array<std::int64_t, 1> counts_of_numbers(const Array<std::int64_t, 1>& numbers,
                                                         std::int64_t bins) {
  if (counted_blocks(numbers.shape(0), bins) > 0) {
    return counts_of_blocks(numbers.node(), {"bincount", kernel::counts_of_numbers}, bins);
  }
  const Array<std::int64_t, 0> one = full<std::int64_t, 0>({}, 1);
  return Array<std::int64_t, 1>(scatter_node("bincount", Extents{bins}, numbers.node(), one.node(),
                                             combining<kernel::Sum, std::int64_t>()));
}

RELATILE_INLINE void refuse_weights(const Extents& numbers, const Extents& weights) {
  throw ShapeMismatch("relatile: bincount: weights of shape " + to_string(weights) +
                      " for numbers of shape " + to_string(numbers));
}

}  // namespace relatile::detail
