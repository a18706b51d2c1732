// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/placed.hpp"
#include "relatile/context/backend.hpp"
#include "relatile/expr/relation_operators.hpp"
#include "relatile/plan/algebra/local_aggregate.hpp"
#include "relatile/plan/algebra/local_join.hpp"
#include "relatile/plan/algebra/local_map.hpp"
#include "relatile/plan/algebra/moves.hpp"
#include "relatile/plan/algebra/rebuild.hpp"
#include "relatile/transport/current.hpp"

// Plans by hand: the implementation algebra as users call it. Compose operators, then run them:
//
//   auto partial = ia::local_aggregate(ia::local_join(ia::shuf<1>(x), ia::shuf<0>(y),
//                                                     on<1>, on<0>, kernel::matmul),
//                                      by<0, 2>, kernel::add);
//   auto product = ia::run(ia::local_aggregate(ia::shuf<0, 1>(partial), by<0, 1>, kernel::add));
//
// Nothing moves but by bcast, shuf and exchange, and nothing is optimised: what is written is run.

namespace relatile::ia {

/// A relation with the sites of its blocks, not computed yet: blocks of type Block under keys of K
/// integers. A cheap handle, copied by sharing.
template <class Block, int K>
class PhysicalRelation {
 public:
  using block = Block;                      ///< as of a Relation
  using relatile_physical_relation = void;  ///< says that this is an Operand
  static constexpr int arity = K;           ///< the number of integers in a key

  /// The relation that a step of a plan makes.
  explicit PhysicalRelation(plan::OperatorPtr op) : op_(std::move(op)) {}

  /// The step of a plan that makes it.
  const plan::OperatorPtr& op() const { return op_; }
  /// The smallest vector above all keys.
  const Extents& frontier() const { return op_->type.extents; }
  /// ALL(R): every site has every block.
  bool all() const { return plan::is_all(*op_); }
  /// PART_D(R): each block is on one site, those that agree in dimensions D on the same one.
  template <int... D>
  bool partitioned() const {
    static_assert(relatile::detail::within_arity<K>(KeyPositions<D...>{}),
                  "relatile: partitioned: the relation does not have this key dimension");
    return plan::is_partitioned(*op_, {D...});
  }
  /// True if sites hold contributions that a local_aggregate still has to combine.
  bool partial() const { return op_->partial(); }

 private:
  plan::OperatorPtr op_;
};

/// A physical relation, or a relation, which is evaluated when it is used here.
template <class X>
concept Operand = RelationExpression<X> || requires {
  typename std::remove_cvref_t<X>::relatile_physical_relation;
};

/// The operator behind an operand. Evaluates relations: collective.
template <Operand X>
[[gnu::always_inline]] inline plan::OperatorPtr to_operator(const X& x) {
  if constexpr (RelationExpression<X>) {
    const AskedFrom scope(SourceLine::unknown_here());
    const Relation<block_of<X>, arity_of<X>> relation(x);
    Session::current().evaluate({relation.node()});
    return plan::input(relation.node());
  } else {
    return x.op();
  }
}

/// BCAST: every block to every site.   source  [tra21] section 3 (1)
template <Operand X>
[[gnu::always_inline]] inline auto bcast(const X& x) {
  return PhysicalRelation<block_of<X>, arity_of<X>>(plan::bcast(to_operator(x)));
}

/// SHUF: blocks whose keys agree in dimensions D to one site; shuf<> brings everything to one.
/// Dimensions that a join pairs must be named in the same order on both sides.
///
///   source  [tra21] section 3 (2)
template <int... D, Operand X>
[[gnu::always_inline]] inline auto shuf(const X& x) {
  static_assert(relatile::detail::within_arity<arity_of<X>>(KeyPositions<D...>{}) &&
                    relatile::detail::distinct(KeyPositions<D...>{}),
                "relatile: shuf: the dimensions must be different ones of the relation's keys");
  return PhysicalRelation<block_of<X>, arity_of<X>>(plan::shuf(to_operator(x), {D...}));
}

/// Blocks to where they are wanted: any boxes of keys a site, as long as every block is somewhere.
///
///   errors  UnsupportedPlan if the placement leaves out a block
template <Operand X>
[[gnu::always_inline]] inline auto exchange(const X& x, placement::Placement target) {
  return PhysicalRelation<block_of<X>, arity_of<X>>(
      plan::exchange(to_operator(x), std::move(target)));
}
/// The same in words: everywhere, on_rank(r), or split(d), which cuts key dimension d.
template <Operand X>
[[gnu::always_inline]] inline auto exchange(const X& x, const Placing& placing) {
  const plan::OperatorPtr op = to_operator(x);
  return PhysicalRelation<block_of<X>, arity_of<X>>(plan::exchange(
      op, relatile::detail::resolve(placing, op->type.extents, op->sites.num_sites)));
}

/// Combines pairs of blocks that are on one site, there.
///
///   errors  UnsupportedPlan if the blocks of a pair are on different sites
///   source  [tra21] section 3 (3)
template <Operand Left, Operand Right, int... L, int... R, class F>
[[gnu::always_inline]] inline auto local_join(const Left& left, const Right& right,
                                              KeyPositions<L...>, KeyPositions<R...>, F function) {
  relatile::detail::require_joinable<arity_of<Left>, arity_of<Right>, KeyPositions<L...>,
                                     KeyPositions<R...>>();
  using A = block_of<Left>;
  using B = block_of<Right>;
  using Block = kernel::result_block<F, A, B>;
  BlockKernel made;
  // Sums are by far the most frequent aggregates: pairs add themselves up without a block each.
  if constexpr (kernel::Accumulating<kernel::Add, Block> && !kernel::DeclaredBlock<F>::fills) {
    made = kernel::make_block_kernel<Block, kernel::Add, F, A, B>(function, "local_join");
    made.accumulates = kernel::Add::name;
  } else {
    made = kernel::make_block_kernel<Block, kernel::NoAggregate, F, A, B>(function, "local_join");
  }
  constexpr int arity = arity_of<Left> + arity_of<Right> - static_cast<int>(sizeof...(L));
  return PhysicalRelation<Block, arity>(
      plan::local_join(to_operator(left), to_operator(right), {L...}, {R...},
                       plan::kernel_to(std::move(made), kernel::block_type<Block>())));
}

/// Groups the blocks on each site and combines each group there. What a group has on several sites
/// stays as many contributions, until they meet under a second local_aggregate of the same kernel.
///
///   source  [tra21] section 3 (4)
template <Operand X, int... P, class A>
[[gnu::always_inline]] inline auto local_aggregate(const X& x, KeyPositions<P...>, A function) {
  relatile::detail::require_groups<arity_of<X>, KeyPositions<P...>>();
  using Block = block_of<X>;
  return PhysicalRelation<Block, static_cast<int>(sizeof...(P))>(plan::local_aggregate(
      to_operator(x), {P...},
      std::make_shared<const BlockCombine>(kernel::make_block_combine<Block>(function, "kernel"))));
}

/// Keeps the blocks whose key, a KeyOf<K>, satisfies `predicate`.   source  [tra21] section 3 (5)
template <Operand X, class F>
[[gnu::always_inline]] inline auto local_filter(const X& x, F predicate) {
  constexpr int K = arity_of<X>;
  static_assert(std::is_invocable_r_v<bool, F, KeyOf<K>>,
                "relatile: local_filter: the predicate takes a std::array<std::int64_t, K>, K the "
                "relation's key arity, and returns bool");
  return PhysicalRelation<block_of<X>, K>(
      plan::local_filter(to_operator(x), [predicate](const Key& key) {
        return relatile::detail::call_for_key("local_filter", key, [&] {
          return static_cast<bool>(predicate(relatile::detail::key_array<K>(key)));
        });
      }));
}

/// The type of `same_key`.
struct SameKey {};
/// In place of local_map's key map: blocks stay under their keys.
inline constexpr SameKey same_key{};
/// The type of `same_block`.
struct SameBlock {};
/// In place of local_map's kernels: blocks stay what they are, and share their memory.
inline constexpr SameBlock same_block{};

namespace detail {

template <class Keys>
struct KeysOf;  // what a key map may return: one key, an array of keys, or a vector of them
template <std::size_t K>
struct KeysOf<std::array<std::int64_t, K>> {
  static constexpr int arity = static_cast<int>(K);
};
template <std::size_t K, std::size_t M>
struct KeysOf<std::array<std::array<std::int64_t, K>, M>> : KeysOf<std::array<std::int64_t, K>> {};
template <std::size_t K>
struct KeysOf<std::vector<std::array<std::int64_t, K>>> : KeysOf<std::array<std::int64_t, K>> {};

template <std::size_t K>
std::vector<Key> key_list(const std::array<std::int64_t, K>& key) {
  return {Key(std::span<const std::int64_t>(key))};
}
template <class Several>
std::vector<Key> key_list(const Several& keys) {
  std::vector<Key> list;
  for (const auto& key : keys) list.emplace_back(std::span<const std::int64_t>(key));
  return list;
}

template <int K, class F>
struct MappedArity {
  static_assert(std::is_invocable_v<F, KeyOf<K>>,
                "relatile: local_map: the key map takes a std::array<std::int64_t, K>, K the "
                "relation's key arity");
  static constexpr int value =
      KeysOf<std::remove_cvref_t<std::invoke_result_t<F, KeyOf<K>>>>::arity;
};
template <int K>
struct MappedArity<K, SameKey> {
  static constexpr int value = K;
};

/// The key map as operators call it. How many keys it gives is asked of the first block's key.
template <int K, class F>
plan::KeyMap key_map(const F& function, const tra::RelationType& type) {
  plan::KeyMap map;
  map.arity = MappedArity<K, F>::value;
  if constexpr (!std::is_same_v<F, SameKey>) {
    map.name = "keys";
    map.keys = [function](const Key& key) {
      return relatile::detail::call_for_key("local_map", key, [&] {
        return key_list(function(relatile::detail::key_array<K>(key)));
      });
    };
    for (std::int64_t k = 0; k < type.num_keys(); ++k) {
      if (!type.has_key(k)) continue;
      map.fan_out = static_cast<int>(map.keys(key_from_linear_index(k, type.extents)).size());
      break;
    }
  }
  return map;
}

template <class Block, class... F>
struct MappedBlock {
  using type = std::common_type_t<std::type_identity<kernel::result_block<F, Block>>...>;
};
template <class Block>
struct MappedBlock<Block, SameBlock> {
  using type = std::type_identity<Block>;
};

}  // namespace detail

/// The multi-map: `keys` gives the key, or the keys, of what a block becomes, `kernels` what that
/// is: one kernel a key, all making blocks of one type; or same_block, which copies without copying
/// memory. `same_key` keeps the key.
///
///   errors  NotClosed if two blocks get one key
///   source  [tra21] section 3 (6)
template <Operand X, class Keys, class... F>
[[gnu::always_inline]] inline auto local_map(const X& x, Keys keys, F... kernels) {
  static_assert(sizeof...(F) > 0, "relatile: local_map: give a kernel, or same_block");
  using From = block_of<X>;
  using Block = typename detail::MappedBlock<From, F...>::type::type;
  const plan::OperatorPtr op = to_operator(x);
  plan::BlockMap blocks;
  if constexpr (!(std::is_same_v<F, SameBlock> || ...)) {
    blocks.block = kernel::block_type<Block>();
    (blocks.kernels.push_back(std::make_shared<const BlockKernel>(
         kernel::make_block_kernel<Block, kernel::NoAggregate, F, From>(kernels, "local_map"))),
     ...);
  }
  return PhysicalRelation<Block, detail::MappedArity<arity_of<X>, Keys>::value>(
      plan::local_map(op, detail::key_map<arity_of<X>>(keys, op->type), std::move(blocks)));
}

/// A new key dimension D with the values 0 ... count - 1, and every block under each of them: the
/// first step of a product by replication.   source  [tra21] section 4.2.2
template <int D, Operand X>
[[gnu::always_inline]] inline auto insert_dim(const X& x, std::int64_t count) {
  static_assert(D >= 0 && D <= arity_of<X>, "relatile: insert_dim: keys have no such place");
  return PhysicalRelation<block_of<X>, arity_of<X> + 1>(
      plan::local_map(to_operator(x), plan::insert_dim(arity_of<X>, D, count), {}));
}

/// Cuts every block along axis D into tiles of `size`; a new last key dimension counts them.
template <Operand X, int D>
[[gnu::always_inline]] inline auto local_tile(const X& x, ArrayDim<D>, std::int64_t size) {
  relatile::detail::require_axis<X, D>();
  return PhysicalRelation<block_of<X>, arity_of<X> + 1>(plan::local_tile(to_operator(x), D, size));
}

/// Lays the blocks along key dimension K one after the other along axis D; all of a group must be
/// on one site.
template <Operand X, int K, int D>
[[gnu::always_inline]] inline auto local_concat(const X& x, KeyDim<K>, ArrayDim<D>) {
  relatile::detail::require_axis<X, D>();
  static_assert(K >= 0 && K < arity_of<X>,
                "relatile: local_concat: the relation does not have this key dimension");
  return PhysicalRelation<block_of<X>, arity_of<X> - 1>(plan::local_concat(to_operator(x), K, D));
}

/// Runs a plan by hand. `report(result)` says what moved.
///
///   errors      UnsupportedPlan if the result is still partial
///   collective  yes
template <class Block, int K>
[[gnu::always_inline]] inline Relation<Block, K> run(const PhysicalRelation<Block, K>& x) {
  const AskedFrom scope(SourceLine::unknown_here());
  return Relation<Block, K>(relatile::detail::run_operators(x.op(), transport::current()));
}

/// The plan that `run` would follow, step by step, with exact bytes.
template <class Block, int K>
std::string explain(const PhysicalRelation<Block, K>& x) {
  return relatile::detail::explain_operators(x.op(), transport::current());
}

}  // namespace relatile::ia
