// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/algebra/moves.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "relatile/core/box.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/placement/partition_vector.hpp"
#include "relatile/plan/algebra/sites.hpp"

namespace relatile::plan {

RELATILE_INLINE std::string dims_text(const std::vector<int>& dims) {
  std::string text = "(";
  for (std::size_t i = 0; i < dims.size(); ++i) text += (i ? ", " : "") + std::to_string(dims[i]);
  return text + ")";
}

RELATILE_INLINE void require_dims(const std::string& name, const std::vector<int>& dims,
                                  int arity) {
  for (std::size_t i = 0; i < dims.size(); ++i) {
    const bool twice = std::find(dims.begin(), dims.begin() + std::ptrdiff_t(i), dims[i]) !=
                       dims.begin() + std::ptrdiff_t(i);
    if (dims[i] >= 0 && dims[i] < arity && !twice) continue;
    throw ShapeMismatch("relatile: " + name + ": key dimensions " + dims_text(dims) +
                        " of a relation of key arity " + std::to_string(arity) +
                        (twice ? " name one twice" : "; they are numbered from 0"));
  }
}

RELATILE_INLINE OperatorPtr input(const tra::NodePtr& node, placement::Placement placement) {
  auto op = std::make_shared<Operator>();
  op->kind = OperatorKind::input;
  op->node = node;
  op->type = node->type;
  op->sites = sites_of(placement, node->type);
  op->target = std::move(placement);
  for (std::int64_t k = 0; k < op->type.num_keys(); ++k) {
    if (!op->type.has_key(k) || !op->sites.of(k).empty()) continue;
    throw UnsupportedPlan("relatile: input: no site has block " +
                          to_string(key_from_linear_index(k, op->type.extents)) + " of " +
                          (node->name.empty() ? "the relation" : node->name));
  }
  return op;
}

RELATILE_INLINE OperatorPtr input(const tra::NodePtr& node) {
  if (!node->evaluated() || node->type.elements) {
    throw UnsupportedPlan("relatile: the implementation algebra reads relations that are stored; " +
                          (node->name.empty() ? "this input" : node->name) +
                          (node->type.elements ? " is an array (cut it into blocks first)"
                                               : " is not (evaluate it first)"));
  }
  return input(node, {node->value->held, node->value->placement});
}

}  // namespace relatile::plan

namespace relatile::plan::detail {

RELATILE_INLINE std::shared_ptr<Operator> moved(OperatorKind kind, const OperatorPtr& x) {
  auto op = std::make_shared<Operator>();
  op->kind = kind;
  op->inputs = {x};
  op->type = x->type;
  op->sites = x->sites;
  op->pending = x->pending;
  op->contributions = x->contributions;
  op->gathered = x->partial();
  return op;
}

}  // namespace relatile::plan::detail

namespace relatile::plan {

RELATILE_INLINE OperatorPtr bcast(const OperatorPtr& x) {
  auto op = detail::moved(OperatorKind::bcast, x);
  for (auto& holders : op->sites.of_key) {
    if (!holders.empty()) holders = all_sites(op->sites.num_sites);
  }
  return op;
}

RELATILE_INLINE placement::Layout shuffled(const Extents& extents, int num_sites) {
  struct Choice {
    double share;
    int idle;
    int perimeter;
    placement::PartitionVector d;
  };
  std::vector<Choice> choices;
  for (auto& d : placement::partition_vectors(extents, {}, num_sites)) {
    int sites = 1;
    int perimeter = 0;
    for (int parts : d) {
      sites *= parts;
      perimeter += parts;
    }
    choices.push_back({placement::largest_share(d, extents), num_sites - sites, perimeter, d});
  }
  const auto best =
      std::min_element(choices.begin(), choices.end(), [](const Choice& a, const Choice& b) {
        return std::tie(a.share, a.idle, a.perimeter) < std::tie(b.share, b.idle, b.perimeter);
      });
  return placement::layouts_of(best->d).front();
}

RELATILE_INLINE OperatorPtr shuf(const OperatorPtr& x, const std::vector<int>& dims) {
  require_dims("shuf", dims, x->type.rank());
  auto op = detail::moved(OperatorKind::shuf, x);
  op->part_dims = dims;
  const Extents extents = picked(x->type.extents, dims);
  const placement::Layout layout = shuffled(extents, x->sites.num_sites);
  std::vector<Box> parts;
  for (int site = 0; site < layout.num_working(); ++site) {
    parts.push_back(layout.box(site, extents));
  }
  for (std::int64_t k = 0; k < op->type.num_keys(); ++k) {
    auto& holders = nth(op->sites.of_key, k);
    if (holders.empty()) continue;
    const Box key = unit_box(picked(key_from_linear_index(k, op->type.extents), dims));
    for (int site = 0; site < layout.num_working(); ++site) {
      if (nth(parts, site).contains(key)) holders = {site};
    }
  }
  return op;
}

RELATILE_INLINE OperatorPtr exchange(const OperatorPtr& x, placement::Placement target) {
  if (target.num_sites() != x->sites.num_sites) {
    throw UnsupportedPlan("relatile: exchange: the placement is for " +
                          std::to_string(target.num_sites()) + " sites, the relation is on " +
                          std::to_string(x->sites.num_sites));
  }
  auto op = detail::moved(OperatorKind::exchange, x);
  op->sites = sites_of(target, op->type);
  op->target = std::move(target);
  for (std::int64_t k = 0; k < op->type.num_keys(); ++k) {
    if (!op->type.has_key(k) || !op->sites.of(k).empty()) continue;
    throw UnsupportedPlan("relatile: exchange: the placement leaves out block " +
                          to_string(key_from_linear_index(k, op->type.extents)) +
                          "; every block must stay on some site");
  }
  return op;
}

}  // namespace relatile::plan
