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

#include "relatile/core/nth.hpp"
#include "relatile/expr/with_pullback.hpp"
#include "relatile/grad/impl/relation_nodes.hpp"
#include "relatile/tra/rekey.hpp"

// The derivatives of what gives blocks other keys: the cotangent's blocks go back, and where there
// are none are zeros.

namespace relatile::detail {

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
    if (number_in(number) != 0) {
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
    for (const auto& [k, key] : tra::present_keys(x->type)) {
      const Key number{std::int64_t(has_block_.size())};
      const auto same = like.find(x->type.extents_of(k));
      const bool has = nth(back, k) >= 0;
      like_x_ |= !has && same == like.end();
      const std::int64_t stand_in = same == like.end() ? like.begin()->second : same->second;
      has_block_.push_back(has ? 1 : 0);
      from_g_.emplace_back(has ? nth(back, k) : stand_in, number);
      from_x_.emplace_back(k, number);
      to_x_.emplace_back(number[0], key);
    }
  }

  tra::NodePtr node() const {
    const Extents count{std::int64_t(has_block_.size())};
    std::vector<tra::NodePtr> relations;
    if (like_x_) relations.push_back(tra::make_key_map("keys", x_, from_x_, 1));
    relations.push_back(numbers_by_key(count, has_block_));
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
  tra::KeyPairs from_g_;
  tra::KeyPairs from_x_;
  tra::KeyPairs to_x_;
};

/// Of rekey and filter, which keep the blocks of x that `source` tells.
inline tra::NodePtr key_map_rule(const tra::Node& node, const tra::NodePtr& g) {
  const tra::NodePtr& x = node.inputs[0];
  const Extents& frontier = g->type.extents;
  std::vector<std::int64_t> back(static_cast<std::size_t>(x->type.num_keys()), -1);
  tra::KeyPairs returned;
  tra::KeyPairs kept;
  for (std::size_t k = 0; k < node.source().size(); ++k) {
    const std::int64_t from = node.source()[k];
    if (from < 0) continue;
    nth(back, from) = std::int64_t(k);
    returned.emplace_back(std::int64_t(k), key_from_linear_index(from, x->type.extents));
    kept.emplace_back(from, key_from_linear_index(std::int64_t(k), frontier));
  }
  const std::string name = "grad of " + node.name;
  if (returned.empty()) return nullptr;
  if (returned.size() == tra::present_keys(x->type).size()) {
    return tra::make_key_map(name, g, returned, x->type.rank());
  }
  return with_pullback(
      FilledWithZeros(g, x, back).node(), {g},
      [name, kept, arity = frontier.rank()](const tra::NodePtr&, const std::vector<tra::NodePtr>&,
                                            const tra::NodePtr& h) -> std::vector<tra::NodePtr> {
        return {tra::make_key_map(name, h, kept, arity)};
      });
}

}  // namespace relatile::detail
