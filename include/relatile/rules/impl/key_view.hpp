// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/rules/key_view.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::rules {
namespace detail {

/// Where a dimension of the keys read is for key 0, and by which label it moves, if by one alone.
inline std::optional<AccessDim> dim_of(const std::vector<Key>& from_of, const Extents& frontier,
                                       int d) {
  AccessDim dim{-1, from_of.front()[d], 1, 1, nullptr};
  for (int l = 0; l < frontier.rank(); ++l) {
    if (frontier[l] < 2) continue;
    Key one = Extents::filled(frontier.rank(), 0);
    one[l] = 1;
    const std::int64_t moved = nth(from_of, linear_index(one, frontier))[d] - dim.offset;
    if (moved == 0) continue;
    if (moved < 0 || dim.label >= 0) return std::nullopt;
    dim.label = l;
    dim.step = moved;
  }
  return dim;
}

/// The access by which the keys of `frontier` are made of `from_of` them, if there is one.
inline std::optional<Access> access_of(const std::vector<Key>& from_of, const Extents& frontier) {
  Access access;
  for (int d = 0; d < from_of.front().rank(); ++d) {
    const auto dim = dim_of(from_of, frontier, d);
    if (!dim) return std::nullopt;
    access.dims.push_back(*dim);
  }
  // What a label of extent one means is left to a dimension that does not move.
  for (int l = 0; l < frontier.rank(); ++l) {
    if (frontier[l] != 1 || access.has_label(l)) continue;
    const auto free = std::find_if(access.dims.begin(), access.dims.end(),
                                   [](const AccessDim& dim) { return dim.label < 0; });
    if (free != access.dims.end()) free->label = l;
  }
  for (std::size_t k = 0; k < from_of.size(); ++k) {
    const Key key = key_from_linear_index(static_cast<std::int64_t>(k), frontier);
    if (!(access.coordinate(key) == from_of[k])) return std::nullopt;
  }
  return access;
}

}  // namespace detail

RELATILE_INLINE tra::NodePtr key_view(const tra::Node& node, const tra::Node& last) {
  std::vector<std::int64_t> source = node.source();
  if (source.empty() || node.type.has_holes()) return nullptr;
  for (const tra::Node* at = &node; at != &last;) {
    at = at->inputs[0].get();
    for (std::int64_t& key : source) key = nth(at->source(), key);
  }
  const Extents& from = last.inputs[0]->type.extents;
  std::vector<Key> from_of;
  for (std::int64_t key : source) from_of.push_back(key_from_linear_index(key, from));
  auto access = detail::access_of(from_of, node.type.extents);
  if (!access) return nullptr;
  auto view = std::make_shared<tra::Node>(node);
  tra::set_op(*view, tra::Rekey{});
  view->inputs = {last.inputs[0]};
  view->labels = node.type.extents;
  view->label_names.assign(static_cast<std::size_t>(node.type.rank()), "");
  view->accesses = {*std::move(access)};
  view->output = Access::identity(node.type.rank());
  return view;
}

RELATILE_INLINE tra::NodePtr key_view_of(const tra::NodePtr& x, Access access,
                                         const Extents& frontier) {
  auto view = std::make_shared<tra::Node>();
  tra::set_op(*view, tra::Rekey{});
  view->inputs = {x};
  view->labels = frontier;
  view->label_names.assign(static_cast<std::size_t>(frontier.rank()), "");
  view->output = Access::identity(frontier.rank());
  view->type.block = x->type.block;
  view->type.extents = frontier;
  view->type.estimated = x->type.estimated;
  for_each_coordinate(Box::whole(frontier), [&](const Key& key) {
    const auto from =
        static_cast<std::size_t>(linear_index(access.coordinate(key), x->type.extents));
    view->type.block_extents.push_back(x->type.block_extents[from]);
    if (x->type.block.object) view->type.object_bytes.push_back(x->type.object_bytes[from]);
  });
  view->accesses = {std::move(access)};
  return view;
}

}  // namespace relatile::rules
