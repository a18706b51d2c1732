// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/placement/partition_vector.hpp"
#include "relatile/plan/operator.hpp"

// input, bcast, shuf and exchange: where blocks are, and how they get elsewhere.

namespace relatile::plan {

/// "(0, 2)": key dimensions in an error or a plan.
inline std::string dims_text(const std::vector<int>& dims) {
  std::string text = "(";
  for (std::size_t i = 0; i < dims.size(); ++i) text += (i ? ", " : "") + std::to_string(dims[i]);
  return text + ")";
}

/// Throws unless `dims` are different dimensions of keys of `arity`.
inline void require_dims(const std::string& name, const std::vector<int>& dims, int arity) {
  for (std::size_t i = 0; i < dims.size(); ++i) {
    const bool twice = std::find(dims.begin(), dims.begin() + std::ptrdiff_t(i), dims[i]) !=
                       dims.begin() + std::ptrdiff_t(i);
    if (dims[i] >= 0 && dims[i] < arity && !twice) continue;
    throw ShapeMismatch("relatile: " + name + ": key dimensions " + dims_text(dims) +
                        " of a relation of key arity " + std::to_string(arity) +
                        (twice ? " name one twice" : "; they are numbered from 0"));
  }
}

/// A relation whose blocks are, or are taken to be, where `placement` says.
inline OperatorPtr input(const tra::NodePtr& node, placement::Placement placement) {
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

/// A relation that has its value.
inline OperatorPtr input(const tra::NodePtr& node) {
  if (!node->evaluated() || node->type.elements) {
    throw UnsupportedPlan("relatile: the implementation algebra reads relations that are stored; " +
                          (node->name.empty() ? "this input" : node->name) +
                          (node->type.elements ? " is an array (cut it into blocks first)"
                                               : " is not (evaluate it first)"));
  }
  return input(node, {node->value->held, node->value->placement});
}

namespace detail {

inline std::shared_ptr<Operator> moved(OperatorKind kind, const OperatorPtr& x) {
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

}  // namespace detail

/// BCAST: every block to every site, so that ALL holds.   source  [tra21] section 3 (1)
inline OperatorPtr bcast(const OperatorPtr& x) {
  auto op = detail::moved(OperatorKind::bcast, x);
  for (auto& holders : op->sites.of_key) {
    if (!holders.empty()) holders = all_sites(op->sites.num_sites);
  }
  return op;
}

/// The mesh over which `shuf` spreads keys: as balanced as the extents of the dimensions allow,
/// then over as many sites as possible, then as square as possible. It depends on the extents in
/// the order given and on nothing else, so that shuf<1>(left) and shuf<0>(right) bring together
/// what a join of left's dimension 1 and right's dimension 0 pairs.
inline placement::Layout shuffled(const Extents& extents, int num_sites) {
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

/// SHUF: blocks whose keys agree in `dims` to one site, so that PART_dims holds; without dimensions
/// everything to one site.
///
///   errors  ShapeMismatch if the relation does not have the dimensions
///   source  [tra21] section 3 (2)
inline OperatorPtr shuf(const OperatorPtr& x, const std::vector<int>& dims) {
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
    auto& holders = op->sites.of_key[static_cast<std::size_t>(k)];
    if (holders.empty()) continue;
    const Box key = unit_box(picked(key_from_linear_index(k, op->type.extents), dims));
    for (int site = 0; site < layout.num_working(); ++site) {
      if (parts[static_cast<std::size_t>(site)].contains(key)) holders = {site};
    }
  }
  return op;
}

/// Blocks to where `target` wants them: BCAST and SHUF in general, and every layout in between.
///
///   errors  UnsupportedPlan if `target` is for another number of sites, or leaves out a block
inline OperatorPtr exchange(const OperatorPtr& x, placement::Placement target) {
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
