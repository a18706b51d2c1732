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
  static constexpr int size = sizeof...(Positions);  ///< how many
};
/// Key dimensions that a join matches: join(a, b, on<1>, on<0>, f) pairs blocks where dimension 1
/// of the left key equals dimension 0 of the right one.
template <int... Positions>
inline constexpr KeyPositions<Positions...> on{};
/// Key dimensions that an aggregate keeps, in the order of the result's key.
template <int... Positions>
inline constexpr KeyPositions<Positions...> by{};

/// The type of `dim` and `array_dim`.
template <int D>
struct ArrayDim {};
/// Axis D of the blocks: tile(x, dim<0>, 64).
template <int D>
inline constexpr ArrayDim<D> dim{};
/// The same, where a key's dimension is named beside it: concat(x, key_dim<2>, array_dim<0>).
template <int D>
inline constexpr ArrayDim<D> array_dim{};
/// The type of `key_dim`.
template <int K>
struct KeyDim {};
/// Dimension K of the keys, which concat takes away.
template <int K>
inline constexpr KeyDim<K> key_dim{};

/// Anything that lowers to a relation: Relation, or a join that is not yet evaluated.
template <class R>
concept RelationExpression = requires {
  typename std::remove_cvref_t<R>::block;
  typename std::remove_cvref_t<R>::relatile_relation_expression;
};

/// What a relation has under a key: Dense<T, R> for arrays of rank R, or a struct.
template <class R>
using block_of = typename std::remove_cvref_t<R>::block;
/// The number of integers in a relation's keys.
template <class R>
inline constexpr int arity_of = std::remove_cvref_t<R>::arity;

/// A tensor relation: blocks of type Block (Dense<T, R>, or a struct of the user's) under keys of K
/// non-negative integers. A cheap handle, copied by sharing; lazy like Array.
template <class Block, int K>
class Relation {
 public:
  using block = Block;                        ///< block_of<R> is this of any expression
  using relatile_relation_expression = void;  ///< says that this is a RelationExpression
  static constexpr int arity = K;             ///< the number of integers in a key
  static_assert(K >= 0 && K <= max_rank, "relatile: a key has between 0 and 16 dimensions");

  /// An empty handle; assign to it before use.
  Relation() = default;
  /// The result of an operator of the logical algebra, which is kept while a relation names it.
  explicit Relation(tra::NodePtr node) : node_(std::move(node)), handle_(handle_of(*node_)) {}
  /// The relation that a join will be; nothing is computed yet.
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

  /// The operator that computes it, or has its value; throws Error if there is none yet.
  const tra::NodePtr& node() const {
    if (!node_)
      throw Error(
          "relatile: this Relation was never assigned, or was moved from; give it a value first");
    return node_;
  }
  /// The smallest vector above all keys; known before anything is evaluated.
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

/// The operator behind a relation, which need not be evaluated.
template <class Block, int K>
const tra::NodePtr& to_node(const Relation<Block, K>& relation) {
  return relation.node();
}

}  // namespace relatile
