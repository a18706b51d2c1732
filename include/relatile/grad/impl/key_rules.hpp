// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/core/error.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/grad/impl/join_of_many.hpp"
#include "relatile/kernel/blocks/ready_partials.hpp"
#include "relatile/tra/aggregate.hpp"
#include "relatile/tra/blocks.hpp"
#include "relatile/tra/concat.hpp"
#include "relatile/tra/rekey.hpp"
#include "relatile/tra/tile.hpp"

// The derivatives of what gives blocks other keys, or cuts them and lays them together: the
// cotangent's blocks go back.

namespace relatile::detail {

/// Which linear key of a relation goes to which key of another one; one may go to several.
using KeyPairs = std::vector<std::pair<std::int64_t, Key>>;

inline std::vector<int> all_labels(int rank) {
  std::vector<int> labels;
  for (int k = 0; k < rank; ++k) labels.push_back(k);
  return labels;
}

/// The same blocks under the same keys, as a relation of its own.
inline tra::NodePtr same_relation(const std::string& name, const tra::NodePtr& x) {
  KeyPairs pairs;
  for (std::int64_t k = 0; k < x->type.num_keys(); ++k) {
    if (x->type.has_key(k)) pairs.emplace_back(k, key_from_linear_index(k, x->type.extents));
  }
  return tra::make_key_map(name, x, pairs, x->type.rank());
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
  KeyPairs there;
  KeyPairs back;
  for (std::int64_t k = 0; k < a->type.num_keys(); ++k) {
    if (!a->type.has_key(k)) continue;
    const Key number{std::int64_t(there.size())};
    there.emplace_back(k, number);
    back.emplace_back(number[0], key_from_linear_index(k, a->type.extents));
  }
  const std::vector<tra::NodePtr> numbered{tra::make_key_map("keys", a, there, 1),
                                           tra::make_key_map("keys", b, there, 1)};
  const tra::NodePtr total = join_by_key("sum", std::move(sum), numbered, block);
  return tra::make_key_map("sum", total, back, a->type.rank());
}

/// A relation with a number under every key: the one that `numbers` has for it, of 0 to below
/// `count`.
inline tra::NodePtr numbers_by_key(const Extents& frontier,
                                   const std::vector<std::int64_t>& numbers, std::int64_t count) {
  const tra::NodePtr all = tra::make_blocks(arange_node<double>(0, double(count), 1), {1});
  KeyPairs pairs;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    pairs.emplace_back(numbers[k], key_from_linear_index(std::int64_t(k), frontier));
  }
  return tra::make_key_map("numbers", all, pairs, frontier.rank());
}

/// Of a number and a block, the last two operands: the block where the number is not 0, and zeros
/// elsewhere, like the first operand.
inline BlockKernel block_or_zeros(const ElementType& element) {
  BlockKernel kernel;
  kernel.name = "block or zeros";
  kernel.anonymous = true;
  kernel.shape = [](std::span<const Extents> blocks) { return blocks.back(); };
  kernel.flops = [](std::span<const Extents> blocks) { return Flops{volume(blocks.back())}; };
  kernel.run = [size = std::int64_t(element.size)](std::span<const BlockRef> blocks, BlockRef out,
                                                   bool) {
    const BlockRef& number = blocks[blocks.size() - 2];
    const std::int64_t bytes = volume(out.extents) * size;
    auto* const to = static_cast<std::byte*>(out.data);
    if (*static_cast<const double*>(number.data) != 0) {
      std::copy_n(static_cast<const std::byte*>(blocks.back().data), bytes, to);
    } else {
      std::fill_n(to, bytes, std::byte{0});
    }
  };
  return kernel;
}

/// A relation with the keys of x, of which some had blocks in g, as `back` tells (-1: none), and
/// all others get zeros. Keys of x may have holes; they are numbered.
class FilledWithZeros {
 public:
  FilledWithZeros(const tra::NodePtr& g, const tra::NodePtr& x,
                  const std::vector<std::int64_t>& back)
      : g_(g), x_(x) {
    std::map<Extents, std::int64_t> like;  // a block of g for every shape
    for (const std::int64_t k : back) {
      if (k >= 0) like.emplace(g->type.extents_of(k), k);
    }
    for (std::int64_t k = 0; k < x->type.num_keys(); ++k) {
      if (!x->type.has_key(k)) continue;
      const Key number{std::int64_t(has_block_.size())};
      const auto same = like.find(x->type.extents_of(k));
      const bool has = nth(back, k) >= 0;
      like_x_ |= !has && same == like.end();
      const std::int64_t stand_in = same == like.end() ? like.begin()->second : same->second;
      has_block_.push_back(has ? 1 : 0);
      from_g_.emplace_back(has ? nth(back, k) : stand_in, number);
      from_x_.emplace_back(k, number);
      to_x_.emplace_back(number[0], key_from_linear_index(k, x->type.extents));
    }
  }

  tra::NodePtr node() const {
    const Extents count{std::int64_t(has_block_.size())};
    std::vector<tra::NodePtr> relations;
    if (like_x_) relations.push_back(tra::make_key_map("keys", x_, from_x_, 1));
    relations.push_back(numbers_by_key(count, has_block_, 2));
    relations.push_back(tra::make_key_map("keys", g_, from_g_, 1));
    BlockKernel kernel = block_or_zeros(x_->type.block.element);
    const tra::NodePtr filled =
        join_by_key("zeros of others", std::move(kernel), relations, x_->type.block);
    return tra::make_key_map("zeros of others", filled, to_x_, x_->type.rank());
  }

 private:
  tra::NodePtr g_;
  tra::NodePtr x_;
  bool like_x_ = false;  ///< a shape is known of x only
  std::vector<std::int64_t> has_block_;
  KeyPairs from_g_;
  KeyPairs from_x_;
  KeyPairs to_x_;
};

/// Of rekey and filter, which keep the blocks of x that `source` tells.
inline tra::NodePtr key_map_rule(const tra::Node& node, const tra::NodePtr& g) {
  const tra::NodePtr& x = node.inputs[0];
  const Extents& frontier = g->type.extents;
  std::vector<std::int64_t> back(static_cast<std::size_t>(x->type.num_keys()), -1);
  KeyPairs returned;
  KeyPairs kept;
  for (std::size_t k = 0; k < node.source().size(); ++k) {
    const std::int64_t from = node.source()[k];
    if (from < 0) continue;
    nth(back, from) = std::int64_t(k);
    returned.emplace_back(std::int64_t(k), key_from_linear_index(from, x->type.extents));
    kept.emplace_back(from, key_from_linear_index(std::int64_t(k), frontier));
  }
  const std::string name = "grad of " + node.name;
  std::int64_t blocks = 0;
  for (std::int64_t k = 0; k < x->type.num_keys(); ++k) blocks += x->type.has_key(k) ? 1 : 0;
  if (returned.empty()) return nullptr;
  if (std::int64_t(returned.size()) == blocks) {
    return tra::make_key_map(name, g, returned, x->type.rank());
  }
  return with_pullback(
      FilledWithZeros(g, x, back).node(), {g},
      [name, kept, arity = frontier.rank()](const tra::NodePtr&, const std::vector<tra::NodePtr>&,
                                            const tra::NodePtr& h) -> std::vector<tra::NodePtr> {
        return {tra::make_key_map(name, h, kept, arity)};
      });
}

/// The blocks of g, one for every group of keys, under all keys of the group: the inverse of an
/// aggregate's sum. `by` are the dimensions of `frontier` that g has kept.
inline tra::NodePtr repeated(const std::string& name, const tra::NodePtr& g,
                             const Extents& frontier, const std::vector<int>& by) {
  KeyPairs pairs;
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
