// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/expr/key_function.hpp"
#include "relatile/expr/key_positions.hpp"
#include "relatile/expr/pending_join.hpp"
#include "relatile/expr/relation.hpp"
#include "relatile/kernel/blocks/block_combine.hpp"
#include "relatile/kernel/blocks/block_kernels.hpp"
#include "relatile/kernel/blocks/block_partials.hpp"
#include "relatile/kernel/blocks/block_view.hpp"
#include "relatile/tra/aggregate.hpp"
#include "relatile/tra/blocks.hpp"
#include "relatile/tra/concat.hpp"
#include "relatile/tra/filter.hpp"
#include "relatile/tra/rekey.hpp"
#include "relatile/tra/tile.hpp"
#include "relatile/tra/transform.hpp"

namespace relatile {

/// A join of blocks Left and Right whose kernel is still a type, whatever the keys are.
template <class Left, class Right, class F>
class JoinOfBlocks {
 public:
  using left_block = Left;    ///< what F takes first
  using right_block = Right;  ///< what F takes second
  /// What F returns.
  using block = kernel::result_block<F, Left, Right>;
  /// Whether aggregate kernel A takes the results as they come. A kernel that fills its output
  /// would overwrite what is there.
  template <class A>
  static constexpr bool fuses_with =
      kernel::Accumulating<A, block> && !kernel::DeclaredBlock<F>::fills;

  /// Makes no operator yet: `node` and `fused` do.
  JoinOfBlocks(detail::PendingJoin pending, F function)
      : pending_(std::move(pending)), function_(std::move(function)) {}

  /// The node of the join alone.
  tra::NodePtr node() const {
    if (tra::NodePtr node = pending_.living()) return node;
    const std::string step = pending_.step();
    BlockKernel made =
        kernel::make_block_kernel<block, kernel::NoAggregate, F, Left, Right>(function_, step);
    kernel::add_partials<block, Left, Right>(made, function_, step);
    return pending_.alone(kernel::block_type<block>(), std::move(made));
  }
  /// The node of the join with an accumulating aggregate above it: no block is made for the pairs.
  template <class A>
  tra::NodePtr fused(const A& aggregate, const std::vector<int>& groups) const {
    const std::string step = pending_.step();
    BlockKernel made = kernel::make_block_kernel<block, A, F, Left, Right>(function_, step);
    kernel::add_partials<block, Left, Right>(made, function_, step);
    return pending_.fused(kernel::block_type<block>(), std::move(made),
                          kernel::make_block_combine<block>(aggregate, "aggregate"), groups);
  }

 private:
  detail::PendingJoin pending_;
  F function_;
};

/// A join whose kernel is still a type: an aggregate above it may fuse with it. All copies lower to
/// the same living node, so that what reads a join twice computes it once.
template <class Left, class Right, class OnLeft, class OnRight, class F>
class Join : public JoinOfBlocks<block_of<Left>, block_of<Right>, F> {
 public:
  using relatile_relation_expression = void;  ///< says that this is a RelationExpression
  /// The left key's dimensions and those of the right key that are not joined.
  static constexpr int arity = arity_of<Left> + arity_of<Right> - OnLeft::size;
  using JoinOfBlocks<block_of<Left>, block_of<Right>, F>::JoinOfBlocks;
};

/// The join by itself, with a block for every pair.
template <class Left, class Right, class OnLeft, class OnRight, class F>
tra::NodePtr to_node(const Join<Left, Right, OnLeft, OnRight, F>& join) {
  return join.node();
}

/// Pairs the blocks of two relations whose keys agree on the given dimensions; `function` combines
/// each pair. The output key is the left key, then what the right key adds.
///
///   shapes      left (i,k) of m x p blocks, right (k,j) of p x n blocks, on<1>, on<0>, matmul:
///               (i,k,j) of m x n blocks
///   errors      ShapeMismatch if the frontiers of a joined dimension differ
///   collective  no
///   source      [tra21] section 2.1 (2)
template <RelationExpression Left, RelationExpression Right, int... L, int... R, class F>
auto join(const Left& left, const Right& right, KeyPositions<L...>, KeyPositions<R...>, F function,
          SourceLine line = SourceLine::current()) {
  using OnLeft = KeyPositions<L...>;
  using OnRight = KeyPositions<R...>;
  detail::require_joinable<arity_of<Left>, arity_of<Right>, OnLeft, OnRight>();
  using LeftBlock = block_of<Left>;
  using RightBlock = block_of<Right>;
  constexpr int arity = arity_of<Left> + arity_of<Right> - OnLeft::size;
  if constexpr (!kernel::takes_blocks<F, LeftBlock, RightBlock>()) {
    static_assert(
        kernel::takes_blocks<F, LeftBlock, RightBlock>(),
        "relatile: join: this kernel can't be called with two blocks, the left one's view "
        "and the right one's; take them as const auto&");
    return Relation<LeftBlock, arity>();
  } else if constexpr (!kernel::returns_block<F, LeftBlock, RightBlock>()) {
    static_assert(kernel::returns_block<F, LeftBlock, RightBlock>(),
                  "relatile: join: this kernel returns nothing or a pointer, and no block: return "
                  "a number, an Eigen expression or a struct; what has no result to return fills "
                  "it: declare(kernel).fills_block<Dense<T, R>>(shape_rule)");
    return Relation<LeftBlock, arity>();
  } else if constexpr (!kernel::returns_sendable<F, LeftBlock, RightBlock>()) {
    static_assert(
        kernel::returns_sendable<F, LeftBlock, RightBlock>(),
        "relatile: join: this kernel returns what can't be sent: no number, Eigen expression or "
        "trivially copyable struct. Give it `template <class A> void serialize(A&, "
        "unsigned)` as Boost.Serialization asks (for a standard container, include its "
        "header of boost/serialization/) and #include <relatile/transport/packed.hpp>");
    return Relation<LeftBlock, arity>();
  } else {
    const AskedFrom scope(line);
    return Join<Left, Right, OnLeft, OnRight, F>(
        detail::PendingJoin(to_node(left), to_node(right), {L...}, {R...}), std::move(function));
  }
}

/// Groups blocks by key dimensions and combines each group with an associative and commutative
/// kernel; by<> puts everything together. Over a join, an accumulating kernel (kernel::add) fuses.
///
///   errors      ShapeMismatch if blocks of a group differ in extents
///   source      [tra21] section 2.1 (1)
template <RelationExpression X, int... P, class A>
auto aggregate(const X& x, KeyPositions<P...>, A function,
               SourceLine line = SourceLine::current()) {
  detail::require_groups<arity_of<X>, KeyPositions<P...>>();
  const AskedFrom scope(line);
  using Block = block_of<X>;
  using Result = Relation<Block, static_cast<int>(sizeof...(P))>;
  if constexpr (requires { requires X::template fuses_with<A>; }) {
    return Result(x.fused(function, {P...}));
  } else {
    BlockCombine combine = kernel::make_block_combine<Block>(function, "kernel");
    kernel::add_partials<Block>(combine, function, kernel::on_line("aggregate"));
    return Result(tra::make_aggregate("aggregate", to_node(x), {P...}, std::move(combine)));
  }
}

/// Applies `function` to every block; keys stay.   source  [tra21] section 2.1 (5)
template <RelationExpression X, class F>
auto transform(const X& x, F function, SourceLine line = SourceLine::current()) {
  if constexpr (!kernel::takes_blocks<F, block_of<X>>()) {
    static_assert(kernel::takes_blocks<F, block_of<X>>(),
                  "relatile: transform: this kernel can't be called with one block's view (const "
                  "Eigen::Map of a row-major matrix, of a vector, a TensorView, or the number or "
                  "struct itself); take it as const auto&");
    return Relation<block_of<X>, arity_of<X>>();
  } else if constexpr (!kernel::returns_block<F, block_of<X>>()) {
    static_assert(kernel::returns_block<F, block_of<X>>(),
                  "relatile: transform: this kernel returns nothing or a pointer, and no block: "
                  "return a number, an Eigen expression or a struct; what has no result to return "
                  "fills it: declare(kernel).fills_block<Dense<T, R>>(shape_rule)");
    return Relation<block_of<X>, arity_of<X>>();
  } else if constexpr (!kernel::returns_sendable<F, block_of<X>>()) {
    static_assert(kernel::returns_sendable<F, block_of<X>>(),
                  "relatile: transform: this kernel returns what can't be sent: no number, Eigen "
                  "expression or "
                  "trivially copyable struct. Give it `template <class A> void serialize(A&, "
                  "unsigned)` as Boost.Serialization asks (for a standard container, include its "
                  "header of boost/serialization/) and #include <relatile/transport/packed.hpp>");
    return Relation<block_of<X>, arity_of<X>>();
  } else {
    const AskedFrom scope(line);
    using From = block_of<X>;
    using Block = kernel::result_block<F, From>;
    const std::string step = kernel::on_line("transform");
    BlockKernel made =
        kernel::make_block_kernel<Block, kernel::NoAggregate, F, From>(function, step);
    kernel::add_partials<Block, From>(made, function, step);
    return Relation<Block, arity_of<X>>(
        tra::make_transform("transform", to_node(x), kernel::block_type<Block>(), std::move(made)));
  }
}

namespace detail {
template <int K>
using KeyArray = std::array<std::int64_t, static_cast<std::size_t>(K)>;
template <int K>
KeyArray<K> key_array(const Key& key) {
  KeyArray<K> result{};
  for (int k = 0; k < K; ++k) nth(result, k) = key[k];
  return result;
}
template <class Result>
struct KeyArity {
  static constexpr int value = -1;
};
template <std::size_t K>
struct KeyArity<std::array<std::int64_t, K>> {
  static constexpr int value = static_cast<int>(K);
};
/// The dimensions of the key that key function F gives; -1 if it gives none.
template <class F, class From>
constexpr int new_arity() {
  if constexpr (std::is_invocable_v<F, From>) {
    return KeyArity<std::remove_cvref_t<std::invoke_result_t<F, From>>>::value;
  } else {
    return -1;
  }
}
}  // namespace detail

/// The key of a relation as key functions see it: std::array of K integers.
template <int K>
using KeyOf = detail::KeyArray<K>;

/// Gives every block the key `key_function(key)`, a std::array<std::int64_t, K2> of the old one.
///
///   errors      NotClosed if two blocks get one key, KernelError if the function throws
///   source      [tra21] section 2.1 (3)
template <RelationExpression X, class F>
auto rekey(const X& x, F key_function, SourceLine line = SourceLine::current()) {
  constexpr int K = arity_of<X>;
  constexpr bool called = std::is_invocable_v<F, KeyOf<K>>;
  constexpr int arity = detail::new_arity<F, KeyOf<K>>();
  static_assert(called,
                "relatile: rekey: the key function takes a std::array<std::int64_t, K>, K the "
                "relation's key arity: [](rt::KeyOf<2> key) { return rt::KeyOf<1>{key[0]}; }");
  static_assert(arity >= 0 || !called,
                "relatile: rekey: the key function returns a std::array<std::int64_t, K2>, the new "
                "key: [](rt::KeyOf<2> key) { return rt::KeyOf<1>{key[0]}; }");
  if constexpr (arity < 0) {
    return Relation<block_of<X>, K>();
  } else {
    const AskedFrom scope(line);
    using To = std::remove_cvref_t<std::invoke_result_t<F, KeyOf<K>>>;
    return Relation<block_of<X>, arity>(tra::make_rekey(to_node(x), arity, [&](const Key& key) {
      const To to = detail::call_for_key(
          "rekey", key, [&]() -> To { return key_function(detail::key_array<K>(key)); });
      return Key(std::span<const std::int64_t>(to));
    }));
  }
}

/// Keeps the blocks whose key satisfies `predicate`.
///
///   errors      KernelError if the predicate throws
///   source      [tra21] section 2.1 (4)
template <RelationExpression X, class F>
auto filter(const X& x, F predicate, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int K = arity_of<X>;
  constexpr bool called = std::is_invocable_r_v<bool, F, KeyOf<K>>;
  static_assert(called,
                "relatile: filter: the predicate takes a std::array<std::int64_t, K>, K the "
                "relation's key arity, and returns bool: [](rt::KeyOf<2> key) { return key[0] > 0; "
                "}");
  return Relation<block_of<X>, K>(tra::make_filter(to_node(x), [&](const Key& key) -> bool {
    if constexpr (called) {
      return detail::call_for_key("filter", key,
                                  [&]() -> bool { return predicate(detail::key_array<K>(key)); });
    } else {
      return key.rank() > 0;  // so that the message above stays the only one
    }
  }));
}

namespace detail {
template <class X, int D>
constexpr void require_axis() {
  static_assert(
      !kernel::View<block_of<X>>::is_object && D >= 0 && D < kernel::View<block_of<X>>::rank,
      "relatile: tile and concat: the blocks do not have this axis");
}
}  // namespace detail

/// Cuts every block along axis D into tiles of `size`; a new last key dimension counts them.
///
///   source      [tra21] section 2.1 (6)
template <RelationExpression X, int D>
auto tile(const X& x, ArrayDim<D>, Extent size, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_axis<X, D>();
  return Relation<block_of<X>, arity_of<X> + 1>(tra::make_tile(to_node(x), D, size));
}

/// Lays the blocks along key dimension K one after the other along axis D: the inverse of tile.
///
///   source      [tra21] section 2.1 (7)
template <RelationExpression X, int K, int D>
auto concat(const X& x, KeyDim<K>, ArrayDim<D>, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::require_axis<X, D>();
  static_assert(K >= 0 && K < arity_of<X>,
                "relatile: concat: the relation does not have this key dimension");
  return Relation<block_of<X>, arity_of<X> - 1>(tra::make_concat(to_node(x), K, D));
}

/// The longest side of the blocks that `blocks(x)` cuts when not told otherwise.
inline constexpr std::int64_t default_block_extent = 1024;

/// Array x as a relation of blocks of the given extents; key dimension d tiles axis d.
template <ArrayExpression E>
auto blocks(const E& x, const Extents& block_shape, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Relation<Dense<element_of<E>, rank_of<E>>, rank_of<E>>(
      tra::make_blocks(to_node(x), block_shape));
}
/// In blocks of at most default_block_extent along every axis.
template <ArrayExpression E>
auto blocks(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return blocks(x, Extents::filled(rank_of<E>, default_block_extent));
}

namespace detail {
template <class B>
struct ArrayOfBlocks;
template <class T, int R>
struct ArrayOfBlocks<Dense<T, R>> {
  using type = Array<T, R>;
};
}  // namespace detail

/// A relation whose key dimension d tiles axis d, as an array: the inverse of `blocks`.
///
///   errors      ShapeMismatch if the blocks do not form a grid
template <RelationExpression X>
auto to_array(const X& x, SourceLine line = SourceLine::current()) {
  constexpr bool dense = requires { typename detail::ArrayOfBlocks<block_of<X>>::type; };
  static_assert(dense,
                "relatile: to_array: blocks that are structs or objects make no array; to_map(r) "
                "gives them by key");
  static_assert(!dense || arity_of<X> == kernel::View<block_of<X>>::rank,
                "relatile: to_array: every key dimension must tile one axis of the blocks; rekey "
                "the relation first");
  if constexpr (dense) {
    const AskedFrom scope(line);
    const tra::NodePtr node = to_node(x);
    tra::require_closed("to_array", *node);
    return typename detail::ArrayOfBlocks<block_of<X>>::type(tra::make_unblocks(node));
  } else {
    return Array<double, arity_of<X>>();
  }
}

}  // namespace relatile
