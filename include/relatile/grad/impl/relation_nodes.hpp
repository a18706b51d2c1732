// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "relatile/expr/generate.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/grad/impl/join_of_many.hpp"
#include "relatile/kernel/blocks/ready_partials.hpp"
#include "relatile/tra/aggregate.hpp"
#include "relatile/tra/blocks.hpp"
#include "relatile/tra/rekey.hpp"

// Relations that the derivatives of others are made of.

namespace relatile::detail {

inline std::vector<int> all_labels(int rank) {
  std::vector<int> labels;
  for (int k = 0; k < rank; ++k) labels.push_back(k);
  return labels;
}

/// The same blocks under the same keys, as a relation of its own.
inline tra::NodePtr same_relation(const std::string& name, const tra::NodePtr& x) {
  return tra::make_key_map(name, x, tra::present_keys(x->type), x->type.rank());
}

/// Zeros in the place of every block.
inline tra::NodePtr zeros_like_relation(const tra::NodePtr& x) {
  BlockKernel zeros;
  zeros.name = "zeros";
  zeros.anonymous = true;
  zeros.shape = [](std::span<const Extents> blocks) { return blocks[0]; };
  zeros.flops = [](std::span<const Extents>) { return Flops{0}; };
  zeros.run = [size = std::int64_t(x->type.block.element.size)](std::span<const BlockRef>,
                                                                BlockRef out, bool) {
    std::fill_n(static_cast<std::byte*>(out.data), volume(out.extents) * size, std::byte{0});
  };
  tra::NodePtr made = tra::make_transform("zeros", x, x->type.block, std::move(zeros));
  return with_pullback(std::move(made), {}, nullptr);
}

/// Relations of the same keys, which have no holes, joined.
inline tra::NodePtr join_by_key(const std::string& name, BlockKernel kernel,
                                const std::vector<tra::NodePtr>& relations,
                                const BlockType& block) {
  const std::vector<int> labels = all_labels(relations[0]->type.rank());
  JoinOfMany join{name, std::move(kernel), {}, labels, block};
  for (const tra::NodePtr& relation : relations) join.operands.push_back({relation, labels});
  return relations.size() > 2 ? join_by_packing(join, 0, name) : join_of_two(join);
}

/// The sum of two relations with the same keys, which may have holes.
inline tra::NodePtr sum_of_relations(const tra::NodePtr& a, const tra::NodePtr& b) {
  const BlockType& block = a->type.block;
  BlockKernel sum = kernel::sum_of_two(block.element);
  if (!a->type.has_holes()) return join_by_key("sum", std::move(sum), {a, b}, block);
  tra::KeyPairs there;
  tra::KeyPairs back;
  for (const auto& [k, key] : tra::present_keys(a->type)) {
    const Key number{std::int64_t(there.size())};
    there.emplace_back(k, number);
    back.emplace_back(number[0], key);
  }
  const std::vector<tra::NodePtr> numbered{tra::make_key_map("keys", a, there, 1),
                                           tra::make_key_map("keys", b, there, 1)};
  const tra::NodePtr total = join_by_key("sum", std::move(sum), numbered, block);
  return tra::make_key_map("sum", total, back, a->type.rank());
}

/// A relation with a whole number under every key, a block of one element.
inline tra::NodePtr numbers_by_key(const Extents& frontier, std::vector<std::int64_t> numbers) {
  KernelIdentity identity;
  identity.type = hash_of_name("numbers by key");
  identity.pure = true;
  identity.state.assign(reinterpret_cast<const char*>(numbers.data()),
                        numbers.size() * sizeof(std::int64_t));
  const auto write = [numbers = std::move(numbers), frontier](Extents at, const Extents& step,
                                                              std::int64_t count, void* elements) {
    for (std::int64_t i = 0; i < count; ++i) {
      static_cast<std::int64_t*>(elements)[i] = nth(numbers, linear_index(at, frontier));
      for (int d = 0; d < at.rank(); ++d) at[d] += step[d];
    }
  };
  const tra::NodePtr array = make_generator("numbers by key", frontier, 1,
                                            element_type_of<std::int64_t>(), write, identity);
  return tra::make_blocks(array, Extents::filled(frontier.rank(), 1));
}
inline std::int64_t number_in(const BlockRef& block) {
  return *static_cast<const std::int64_t*>(block.data);
}

/// The blocks of g, one for every group of keys, under all keys of the group: the inverse of an
/// aggregate's sum. `by` are the dimensions of `frontier` that g has kept.
inline tra::NodePtr repeated(const std::string& name, const tra::NodePtr& g,
                             const Extents& frontier, const std::vector<int>& by) {
  tra::KeyPairs pairs;
  for_each_coordinate(Box::whole(frontier), [&](const Key& key) {
    Key group;
    for (const int k : by) group.push_back(key[k]);
    pairs.emplace_back(linear_index(group, g->type.extents), key);
  });
  return with_pullback(
      tra::make_key_map(name, g, pairs, frontier.rank()), {g},
      [name, by](const tra::NodePtr&, const std::vector<tra::NodePtr>&,
                 const tra::NodePtr& h) -> std::vector<tra::NodePtr> {
        return {tra::make_aggregate(name, h, by, sum_of_blocks(h->type.block.element))};
      });
}

}  // namespace relatile::detail
