// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/operators_by_site.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "support/catch.hpp"

namespace relatile::test {
namespace {

reference::Block made_by(const BlockKernel& kernel,
                         const std::vector<const reference::Block*>& operands,
                         std::size_t element_size) {
  std::vector<BlockRef> refs;
  std::vector<Extents> extents;
  for (const auto* operand : operands) {
    refs.push_back(operand->ref());
    extents.push_back(operand->extents);
  }
  reference::Block block;
  block.extents = kernel.shape(extents);
  block.dense.resize(static_cast<std::size_t>(volume(block.extents)) * element_size);
  kernel.run(refs, block.ref(), false);
  return block;
}

std::set<int> holders(const Physical& x, const Tuple& tuple) {
  std::set<int> sites;
  for (std::size_t site = 0; site < x.size(); ++site) {
    if (x[site].contains(tuple)) sites.insert(static_cast<int>(site));
  }
  return sites;
}

/// All different (key, block) pairs; copies must be equal.
SiteBlocks pairs_of(const Physical& x) {
  SiteBlocks all;
  for (const auto& site : x) {
    for (const auto& [tuple, block] : site) {
      const auto [found, fresh] = all.emplace(tuple, block);
      if (!fresh) REQUIRE(found->second.dense == block.dense);
    }
  }
  return all;
}

Physical stored(const plan::Operator& op) {
  const reference::Value value = reference::from_stored(*op.node);
  Physical x(static_cast<std::size_t>(op.sites.num_sites));
  for (std::size_t site = 0; site < x.size(); ++site) {
    for (const auto& [k, block] : value.blocks) {
      const Key key = key_from_linear_index(k, op.type.extents);
      if (op.target.holds(static_cast<int>(site), unit_box(key))) x[site][{key, ""}] = block;
    }
  }
  return x;
}

/// bcast, shuf, exchange: every pair to the sites of its key.
Physical moved(const plan::Operator& op, const Physical& from) {
  Physical x(from.size());
  for (const auto& [tuple, block] : pairs_of(from)) {
    for (int site : op.sites.of(linear_index(tuple.first, op.type.extents))) {
      x[static_cast<std::size_t>(site)][tuple] = block;
    }
  }
  return x;
}

SiteBlocks joined(const plan::Operator& op, const SiteBlocks& left, const SiteBlocks& right) {
  SiteBlocks x;
  for (const auto& [l, a] : left) {
    for (const auto& [r, b] : right) {
      if (!(plan::picked(l.first, op.on_left) == plan::picked(r.first, op.on_right))) continue;
      Key key = l.first;
      for (int d = 0; d < r.first.rank(); ++d) {
        const bool shared =
            std::find(op.on_right.begin(), op.on_right.end(), d) != op.on_right.end();
        if (!shared) key.push_back(r.first[d]);
      }
      const bool fresh = x.emplace(Tuple{op.keys(key)[0], l.second + "*" + r.second},
                                   made_by(*op.kernel, {&a, &b}, op.kernel.block.element.size))
                             .second;
      REQUIRE(fresh);
    }
  }
  return x;
}

reference::Block concatenated(const plan::Operator& op,
                              const std::vector<reference::Block>& parts) {
  reference::Block whole = parts[0];
  for (std::size_t p = 1; p < parts.size(); ++p) {
    whole.extents[op.concat_dim] += parts[p].extents[op.concat_dim];
  }
  const std::size_t size = op.type.block.element.size;
  whole.dense.resize(static_cast<std::size_t>(volume(whole.extents)) * size);
  Extents start = Extents::filled(whole.extents.rank(), 0);
  for (auto part : parts) {
    reference::copy_part(part.dense.data(), part.extents, whole.dense.data(), whole.extents, start,
                         size, true);
    start[op.concat_dim] += part.extents[op.concat_dim];
  }
  return whole;
}

SiteBlocks aggregated(const plan::Operator& op, const SiteBlocks& from) {
  std::map<Key, std::vector<reference::Block>> groups;
  std::map<Key, Origin> origins;
  for (const auto& [tuple, block] : from) {
    const Key key = plan::picked(tuple.first, op.by);
    groups[key].push_back(op.prepare ? made_by(*op.prepare, {&block}, op.prepare.block.element.size)
                                     : block);
    origins[key] += to_string(tuple.first) + tuple.second + ";";
  }
  SiteBlocks x;
  for (auto& [key, blocks] : groups) {
    reference::Block result = op.combine ? blocks[0] : concatenated(op, blocks);
    for (std::size_t b = 1; b < blocks.size() && op.combine; ++b) {
      op.combine->run(result.ref(), blocks[b].ref());
    }
    if (op.finish) result = made_by(*op.finish, {&result}, op.finish.block.element.size);
    x[{key, std::to_string(std::hash<std::string>{}(origins[key]))}] = std::move(result);
  }
  return x;
}

SiteBlocks mapped(const plan::Operator& op, const SiteBlocks& from) {
  SiteBlocks x;
  for (const auto& [tuple, block] : from) {
    const std::vector<Key> keys = op.keys(tuple.first);
    for (std::size_t part = 0; part < keys.size(); ++part) {
      reference::Block made = block;
      if (op.blocks.tile_dim >= 0) {
        const int dim = op.blocks.tile_dim;
        Extents start = Extents::filled(block.extents.rank(), 0);
        start[dim] = std::min(std::int64_t(part) * op.blocks.tile_size, block.extents[dim]);
        made.extents[dim] = std::min(op.blocks.tile_size, block.extents[dim] - start[dim]);
        made.dense.resize(static_cast<std::size_t>(volume(made.extents)) *
                          op.type.block.element.size);
        reference::Block source = block;
        reference::copy_part(made.dense.data(), made.extents, source.dense.data(), source.extents,
                             start, op.type.block.element.size, false);
      } else if (!op.blocks.kernels.empty()) {
        made = made_by(*op.blocks.kernels[part], {&block}, op.blocks.block.element.size);
      }
      REQUIRE(x.emplace(Tuple{keys[part], tuple.second}, std::move(made)).second);
    }
  }
  return x;
}

SiteBlocks filtered(const plan::Operator& op, const SiteBlocks& from) {
  SiteBlocks x;
  for (const auto& [tuple, block] : from) {
    if (op.predicate(tuple.first)) x[tuple] = block;
  }
  return x;
}

Physical by_definition(const plan::Operator& op, const std::vector<const Physical*>& from) {
  if (op.kind == plan::OperatorKind::input) return stored(op);
  if (op.moves()) return moved(op, *from[0]);
  Physical x;
  for (std::size_t site = 0; site < from[0]->size(); ++site) {
    const SiteBlocks& here = (*from[0])[site];
    switch (op.kind) {
      case plan::OperatorKind::local_join: x.push_back(joined(op, here, (*from[1])[site])); break;
      case plan::OperatorKind::local_aggregate: x.push_back(aggregated(op, here)); break;
      case plan::OperatorKind::local_filter: x.push_back(filtered(op, here)); break;
      default: x.push_back(mapped(op, here)); break;
    }
  }
  return x;
}

/// The inferred type, sites and predicates against the definition.
void require_inferred(const plan::Operator& op, const Physical& x) {
  std::map<Key, std::map<Origin, std::set<int>>> sites;
  bool all = true;
  for (const auto& [tuple, block] : pairs_of(x)) {
    const std::int64_t k = linear_index(tuple.first, op.type.extents);
    REQUIRE(Box::whole(op.type.extents).contains(unit_box(tuple.first)));
    REQUIRE(op.type.has_key(k));
    REQUIRE(op.type.extents_of(k) == block.extents);
    sites[tuple.first][tuple.second] = holders(x, tuple);
    all = all && sites[tuple.first][tuple.second].size() == x.size();
  }
  std::int64_t present = 0;
  for (std::int64_t k = 0; k < op.type.num_keys(); ++k) present += op.type.has_key(k) ? 1 : 0;
  REQUIRE(present == static_cast<std::int64_t>(sites.size()));
  bool several = false;
  for (const auto& [key, origins] : sites) {
    const auto k = static_cast<std::size_t>(linear_index(key, op.type.extents));
    std::set<int> any;
    for (const auto& [origin, own] : origins) any.insert(own.begin(), own.end());
    REQUIRE(op.sites.of_key[k] == std::vector<int>(any.begin(), any.end()));
    several = several || origins.size() > 1;
    if (op.partial()) REQUIRE(op.contributions[k] == static_cast<int>(origins.size()));
    for (const auto& [origin, own] : origins) {
      if (op.partial() && !op.gathered) REQUIRE(own.size() == 1);
      if (op.gathered) REQUIRE(own == any);
    }
  }
  if (several) REQUIRE(op.partial());
  if (!op.partial()) REQUIRE(plan::is_all(op) == all);
  for (int subset = 0; subset < (1 << op.type.rank()); ++subset) {
    std::vector<int> dims;
    for (int d = 0; d < op.type.rank(); ++d) {
      if (subset >> d & 1) dims.push_back(d);
    }
    bool part = true;
    std::map<Key, int> site_of;
    for (const auto& [key, origins] : sites) {
      for (const auto& [origin, own] : origins) {
        const int site = *own.begin();
        part = part && own.size() == 1 &&
               site_of.try_emplace(plan::picked(key, dims), site).first->second == site;
      }
    }
    REQUIRE(plan::is_partitioned(op, dims) == part);
  }
}
}  // namespace

Physical evaluate_by_site(const plan::OperatorPtr& root) {
  std::map<const plan::Operator*, Physical> values;
  for (const auto& op : plan::operators_of({root})) {
    std::vector<const Physical*> inputs;
    for (const auto& input : op->inputs) inputs.push_back(&values.at(input.get()));
    Physical value = by_definition(*op, inputs);
    require_inferred(*op, value);
    values[op.get()] = std::move(value);
  }
  return std::move(values.at(root.get()));
}

std::map<Key, reference::Block> relation_of(const plan::OperatorPtr& root) {
  std::map<Key, reference::Block> relation;
  for (const auto& [tuple, block] : pairs_of(evaluate_by_site(root))) {
    const auto [found, fresh] = relation.emplace(tuple.first, block);
    if (fresh) continue;
    REQUIRE(root->partial());
    root->pending->run(found->second.ref(), block.ref());
  }
  return relation;
}

bool equal(const std::map<Key, reference::Block>& a, const std::map<Key, reference::Block>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.first == y.first && x.second.extents == y.second.extents &&
           x.second.dense == y.second.dense;
  });
}

}  // namespace relatile::test
