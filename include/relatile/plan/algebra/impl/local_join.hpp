// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/algebra/local_join.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/plan/algebra/moves.hpp"
#include "relatile/plan/algebra/relation_builder.hpp"
#include "relatile/tra/block_operator.hpp"

namespace relatile::plan {

RELATILE_INLINE JoinSpace join_space(const Operator& left, const Operator& right,
                                     const std::vector<int>& on_left,
                                     const std::vector<int>& on_right) {
  JoinSpace space{tra::join_labels(left.type.rank(), right.type.rank(), on_left, on_right), {}};
  space.extents = Extents::filled(space.labels.count, 0);
  for (int d = 0; d < left.type.rank(); ++d) space.extents[d] = left.type.extents[d];
  for (int d = 0; d < right.type.rank(); ++d) {
    space.extents[nth(space.labels.right, d)] = right.type.extents[d];
  }
  return space;
}

RELATILE_INLINE std::vector<int> common_sites(const std::vector<int>& a,
                                              const std::vector<int>& b) {
  std::vector<int> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

}  // namespace relatile::plan

namespace relatile::plan::detail {

RELATILE_INLINE std::string sites_text(const std::vector<int>& sites) {
  std::string text = sites.size() == 1 ? "site " : "sites ";
  for (std::size_t i = 0; i < sites.size(); ++i) {
    text += (i ? ", " : "") + std::to_string(sites[i]);
  }
  return text;
}

RELATILE_INLINE void refuse_apart(const Operator& left, const Operator& right,
                                  const std::vector<int>& on_left, const std::vector<int>& on_right,
                                  std::int64_t l, std::int64_t r) {
  throw UnsupportedPlan(
      "relatile: local_join of the left keys' dimensions " + dims_text(on_left) +
      " with the right keys' " + dims_text(on_right) + ": block " +
      to_string(key_from_linear_index(l, left.type.extents)) + " of the left operand is on " +
      sites_text(left.sites.of(l)) + ", block " +
      to_string(key_from_linear_index(r, right.type.extents)) + " of the right one on " +
      sites_text(right.sites.of(r)) + ", so they meet nowhere; bcast one operand" +
      (on_left.empty() ? "" : ", or shuf both by the joined dimensions, in the same order"));
}

RELATILE_INLINE void require_whole(const Operator& x, const char* name, const char* which) {
  if (!x.partial()) return;
  throw UnsupportedPlan("relatile: " + std::string(name) + ": the " + which +
                        " operand's blocks are contributions that " + x.pending->name +
                        " still has to combine; put a shuf and a local_aggregate below it");
}

RELATILE_INLINE void require_equal_frontiers(const Operator& left, const Operator& right,
                                             const std::vector<int>& on_left,
                                             const std::vector<int>& on_right) {
  if (on_left.size() != on_right.size()) {
    throw ShapeMismatch("relatile: local_join: dimensions " + dims_text(on_left) +
                        " of the left keys can't be joined with dimensions " + dims_text(on_right) +
                        " of the right ones; name as many of both");
  }
  require_dims("local_join (left)", on_left, left.type.rank());
  require_dims("local_join (right)", on_right, right.type.rank());
  if (tra::has_no_blocks(left.type) || tra::has_no_blocks(right.type)) return;
  for (std::size_t pair = 0; pair < on_left.size(); ++pair) {
    const std::int64_t l = left.type.extents[on_left[pair]];
    const std::int64_t r = right.type.extents[on_right[pair]];
    if (l == r) continue;
    throw ShapeMismatch("relatile: local_join: key dimension " + std::to_string(on_left[pair]) +
                        " of the left operand has frontier " + std::to_string(l) +
                        ", but dimension " + std::to_string(on_right[pair]) +
                        " of the right one has " + std::to_string(r) +
                        "; joined key dimensions must have equal frontiers");
  }
}

}  // namespace relatile::plan::detail

namespace relatile::plan {

RELATILE_INLINE OperatorPtr local_join(const OperatorPtr& left, const OperatorPtr& right,
                                       std::vector<int> on_left, std::vector<int> on_right,
                                       KernelTo kernel, KeyMap keys) {
  detail::require_equal_frontiers(*left, *right, on_left, on_right);
  detail::require_whole(*left, "local_join", "left");
  detail::require_whole(*right, "local_join", "right");
  if (left->sites.num_sites != right->sites.num_sites) {
    throw UnsupportedPlan("relatile: local_join: the operands are on different numbers of sites");
  }
  const JoinSpace space = join_space(*left, *right, on_left, on_right);
  if (keys.is_identity()) keys.arity = space.labels.count;
  auto op = std::make_shared<Operator>();
  op->kind = OperatorKind::local_join;
  op->inputs = {left, right};
  RelationBuilder builder("local_join", keys.arity, kernel.block, left->sites.num_sites);
  tra::BlockInference infer(kernel.kernel.get());
  for_each_pair(*left, *right, space, [&](const Key& at, std::int64_t l, std::int64_t r) {
    std::vector<int> sites = common_sites(left->sites.of(l), right->sites.of(r));
    if (sites.empty()) detail::refuse_apart(*left, *right, on_left, on_right, l, r);
    builder.add(keys(at)[0], infer({left->type.extents_of(l), right->type.extents_of(r)}),
                std::move(sites));
  });
  op->type = builder.finish();
  op->sites = builder.sites();
  op->on_left = std::move(on_left);
  op->on_right = std::move(on_right);
  op->kernel = std::move(kernel);
  op->keys = std::move(keys);
  return op;
}

}  // namespace relatile::plan
