// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/plan/algebra/local_aggregate.hpp"

#include <set>
#include <string>
#include <utility>

#include "relatile/core/block.hpp"
#include "relatile/plan/algebra/moves.hpp"
#include "relatile/plan/algebra/relation_builder.hpp"
#include "relatile/plan/algebra/sites.hpp"
#include "relatile/tra/block_operator.hpp"

namespace relatile::plan {

RELATILE_INLINE Groups groups_of(const tra::RelationType& type, const std::vector<int>& by) {
  Groups groups;
  for (std::int64_t k = 0; k < type.num_keys(); ++k) {
    if (!type.has_key(k)) continue;
    groups[picked(key_from_linear_index(k, type.extents), by)].push_back(k);
  }
  return groups;
}

}  // namespace relatile::plan

namespace relatile::plan::detail {

RELATILE_INLINE GroupSites sites_of_group(const Operator& x, const Key& key,
                                          const std::vector<std::int64_t>& members) {
  std::set<int> any;
  bool disjoint = true;
  for (std::int64_t member : members) {
    any.insert(x.sites.of(member).begin(), x.sites.of(member).end());
    disjoint = disjoint && x.sites.of(member).size() == 1;
  }
  GroupSites group{{any.begin(), any.end()}, true};
  if (x.partial() && !x.gathered) {
    group.whole = group.sites.size() == 1;
    return group;
  }
  for (int site : group.sites) {
    for (std::int64_t member : members) group.whole = group.whole && x.sites.has(member, site);
  }
  if (group.whole || disjoint) return group;
  throw UnsupportedPlan("relatile: local_aggregate: of group " + to_string(key) +
                        " some blocks are on several sites, but no site that has one has them all, "
                        "so they would count more than once; shuf the operand by the grouped "
                        "dimensions first");
}

RELATILE_INLINE std::shared_ptr<Operator> aggregate_of(const OperatorPtr& x, std::vector<int> by) {
  require_dims("local_aggregate", by, x->type.rank());
  auto op = std::make_shared<Operator>();
  op->kind = OperatorKind::local_aggregate;
  op->inputs = {x};
  op->by = std::move(by);
  return op;
}

RELATILE_INLINE void require_same_combine(const Operator& x, const BlockCombine& combine,
                                          const KernelTo& prepare) {
  if (!x.partial() || (same_kernel(*x.pending, combine) && !prepare)) return;
  throw UnsupportedPlan("relatile: local_aggregate by " + combine.name +
                        ": the operand's blocks are contributions that " + x.pending->name +
                        " still has to combine" +
                        (combine.anonymous || x.pending->anonymous
                             ? "; name the kernel of both phases with declare(kernel).named(...)"
                             : "; aggregate them by it first"));
}

}  // namespace relatile::plan::detail

namespace relatile::plan {

RELATILE_INLINE OperatorPtr local_aggregate(const OperatorPtr& x, std::vector<int> by,
                                            std::shared_ptr<const BlockCombine> combine,
                                            KernelTo prepare, KernelTo finish) {
  auto op = detail::aggregate_of(x, std::move(by));
  detail::require_same_combine(*x, *combine, prepare);
  const BlockType block = finish ? finish.block : (prepare ? prepare.block : x->type.block);
  RelationBuilder builder("local_aggregate", static_cast<int>(op->by.size()), block,
                          x->sites.num_sites);
  tra::BlockInference prepared(prepare.kernel.get());
  tra::BlockInference finished(finish.kernel.get());
  bool partial = false;
  bool copies = false;
  for (const auto& [key, members] : groups_of(x->type, op->by)) {
    detail::GroupSites group = detail::sites_of_group(*x, key, members);
    partial = partial || !group.whole;
    copies = copies || (group.whole && group.sites.size() > 1);
    tra::BlockMetadata made;
    for (std::size_t m = 0; m < members.size(); ++m) {
      tra::BlockMetadata one = metadata_of(x->type, members[m]);
      if (prepare) one = prepared({one.extents});
      if (m > 0 && !(one.extents == made.extents)) {
        throw ShapeMismatch("relatile: local_aggregate: blocks of shapes " +
                            to_string(made.extents) + " and " + to_string(one.extents) +
                            " meet under key " + to_string(key) +
                            "; blocks that are aggregated must have equal extents");
      }
      made = one;
    }
    if (finish) made = finished({made.extents});
    const int contributions = static_cast<int>(group.whole ? 1 : group.sites.size());
    builder.add(key, made, std::move(group.sites), contributions);
  }
  if (partial && (copies || finish)) {
    throw UnsupportedPlan(
        std::string(
            "relatile: local_aggregate: the blocks of some groups are spread over sites, ") +
        (finish ? "so its final map would see contributions"
                : "those of others are all on several, so contributions could not be told from "
                  "copies") +
        "; shuf the operand by the grouped dimensions first");
  }
  op->type = builder.finish();
  op->sites = builder.sites();
  if (partial) {
    op->pending = combine;
    op->contributions = builder.contributions();
  }
  op->combine = std::move(combine);
  op->prepare = std::move(prepare);
  op->finish = std::move(finish);
  return op;
}

RELATILE_INLINE OperatorPtr local_concat(const OperatorPtr& x, int key_dim, int array_dim) {
  require_dims("local_concat", {key_dim}, x->type.rank());
  if (x->type.block.object || array_dim < 0 || array_dim >= x->type.block.rank) {
    throw ShapeMismatch("relatile: local_concat: the blocks have no axis " +
                        std::to_string(array_dim));
  }
  std::vector<int> by;
  for (int d = 0; d < x->type.rank(); ++d) {
    if (d != key_dim) by.push_back(d);
  }
  auto op = detail::aggregate_of(x, std::move(by));
  op->concat_key = key_dim;
  op->concat_dim = array_dim;
  RelationBuilder builder("local_concat", static_cast<int>(op->by.size()), x->type.block,
                          x->sites.num_sites);
  for (const auto& [key, members] : groups_of(x->type, op->by)) {
    detail::GroupSites group = detail::sites_of_group(*x, key, members);
    if (x->partial() || !group.whole) {
      throw UnsupportedPlan("relatile: local_concat: the blocks of group " + to_string(key) +
                            " are not all on one site; shuf the operand by dimensions " +
                            dims_text(op->by) + " first");
    }
    tra::BlockMetadata made = metadata_of(x->type, members[0]);
    made.extents[array_dim] = 0;
    for (std::int64_t member : members) {
      Extents part = x->type.extents_of(member);
      made.extents[array_dim] += part[array_dim];
      part[array_dim] = made.extents[array_dim];
      if (part == made.extents) continue;
      throw ShapeMismatch("relatile: local_concat: blocks of group " + to_string(key) +
                          " differ in an axis other than " + std::to_string(array_dim));
    }
    builder.add(key, made, std::move(group.sites));
  }
  op->type = builder.finish();
  op->sites = builder.sites();
  return op;
}

}  // namespace relatile::plan
