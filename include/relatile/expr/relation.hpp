// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "relatile/expr/array.hpp"

namespace relatile {

/// Key positions, fixed at compile time: on<1>, by<0, 2>.
template <int... Positions>
struct KeyPositions {
  static constexpr int size = sizeof...(Positions);
};
template <int... Positions>
inline constexpr KeyPositions<Positions...> on{};
template <int... Positions>
inline constexpr KeyPositions<Positions...> by{};

/// An axis of a block (tile, concat) and a dimension of a key (concat).
template <int D>
struct ArrayDim {};
template <int D>
inline constexpr ArrayDim<D> dim{};
template <int D>
inline constexpr ArrayDim<D> array_dim{};
template <int K>
struct KeyDim {};
template <int K>
inline constexpr KeyDim<K> key_dim{};

/// Anything that lowers to a relation: Relation, or a join that is not yet evaluated.
template <class R>
concept RelationExpression = requires {
  typename std::remove_cvref_t<R>::block;
  typename std::remove_cvref_t<R>::relatile_relation_expression;
};

template <class R>
using block_of = typename std::remove_cvref_t<R>::block;
template <class R>
inline constexpr int arity_of = std::remove_cvref_t<R>::arity;

/// A tensor relation: blocks of type Block (Dense<T, R>, or a struct of the user's) under keys of K
/// non-negative integers. A cheap handle, copied by sharing; lazy like Array.
template <class Block, int K>
class Relation {
 public:
  using block = Block;
  using relatile_relation_expression = void;
  static constexpr int arity = K;
  static_assert(K >= 0 && K <= max_rank, "relatile: a key has between 0 and 16 dimensions");

  Relation() = default;
  explicit Relation(tra::NodePtr node) : node_(std::move(node)), handle_(handle_of(*node_)) {}
  template <RelationExpression R>
    requires(!std::is_same_v<std::remove_cvref_t<R>, Relation>)
  Relation(const R& expression,  // NOLINT: a join is a relation
           SourceLine line = SourceLine::current()) {
    static_assert(
        arity_of<R> == K,
        "relatile: this expression has another key arity than the Relation it is assigned "
        "to");
    static_assert(std::is_same_v<block_of<R>, Block>,
                  "relatile: this expression has blocks of another type than the Relation it is "
                  "assigned to");
    const AskedFrom scope(line);
    node_ = to_node(expression);
    handle_ = handle_of(*node_);
  }

  const tra::NodePtr& node() const {
    if (!node_) throw Error("relatile: this Relation was never assigned; give it a value first");
    return node_;
  }
  /// The smallest vector above all keys.
  const Extents& frontier() const { return node()->type.extents; }
  /// The number of blocks.
  std::int64_t size() const {
    std::int64_t count = 0;
    const tra::RelationType& type = node()->type;
    for (std::int64_t k = 0; k < type.num_keys(); ++k) count += type.has_key(k) ? 1 : 0;
    return count;
  }

 private:
  tra::NodePtr node_;
  Handle handle_;
};

template <class Block, int K>
const tra::NodePtr& to_node(const Relation<Block, K>& relation) {
  return relation.node();
}

}  // namespace relatile
