// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "relatile/einsum/semiring.hpp"

// Semirings over which it matters where a sparse matrix has entries, and not what they are, which
// is not read then: GraphBLAS's PLUS_PAIR, MIN_SECOND and others.

namespace relatile {

namespace function {

/// One of two operands, whatever the other is: a combination that does not read it.
template <bool IsFirst, Domain Of>
struct OneOfTwo {
  static constexpr std::string_view name = IsFirst ? "first" : "second";
  static constexpr int arity = 2;
  static constexpr Domain domain = Of;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  using result = C;
  template <class C>
  static C apply([[maybe_unused]] const C& a, [[maybe_unused]] const C& b) {
    if constexpr (IsFirst) {
      return a;
    } else {
      return b;
    }
  }
};

/// 1 for two operands, whatever they are.
template <class R>
struct Pair {
  static constexpr std::string_view name = "pair";
  static constexpr int arity = 2;
  static constexpr Domain domain = Domain::same;
  static constexpr std::int64_t flops = 1;
  template <class C>
  static constexpr bool accepts = true;
  template <class C>
  using result = R;
  template <class C>
  static R apply(const C&, const C&) {
    return R(1);
  }
};

}  // namespace function

/// How many pairs of entries meet: of two sparse matrices, in int64. masked_matmul<PlusPair>(l, l,
/// l) of a graph's lower half counts the triangles over each edge. Chains have no order to choose.
using PlusPair = SemiringOf<function::Pair<std::int64_t>, kernel::Sum, false>;
/// Whether some entries meet: of two sparse matrices, in bool.
using AnyPair = SemiringOf<function::Pair<bool>, kernel::Any, false>;

// Reductions of a dense array's elements over the entries of a sparse matrix: with the array on the
// right those that end in Second, matmul<MinSecond>(s, labels), on the left those in First.

/// The sum of what stands beside entries, as if they were 1.
using PlusSecond =
    SemiringOf<function::OneOfTwo<false, function::Domain::same>, kernel::Sum, false>;
/// The least of what stands beside entries: matmul<MinSecond>(s, labels) is the least label of the
/// neighbours that rows name.
using MinSecond = SemiringOf<function::OneOfTwo<false, function::Domain::same>, kernel::Min, false>;
/// The greatest of what stands beside entries.
using MaxSecond = SemiringOf<function::OneOfTwo<false, function::Domain::same>, kernel::Max, false>;
/// Whether something that stands beside entries is true.
using OrSecond =
    SemiringOf<function::OneOfTwo<false, function::Domain::boolean>, kernel::Any, false>;
/// PlusSecond with what is dense on the left.
using PlusFirst = SemiringOf<function::OneOfTwo<true, function::Domain::same>, kernel::Sum, false>;
/// MinSecond with what is dense on the left.
using MinFirst = SemiringOf<function::OneOfTwo<true, function::Domain::same>, kernel::Min, false>;
/// MaxSecond with what is dense on the left.
using MaxFirst = SemiringOf<function::OneOfTwo<true, function::Domain::same>, kernel::Max, false>;
/// OrSecond with what is dense on the left.
using OrFirst = SemiringOf<function::OneOfTwo<true, function::Domain::boolean>, kernel::Any, false>;

namespace einsum_detail {

template <class S>
inline constexpr bool is_pair = std::is_same_v<S, PlusPair> || std::is_same_v<S, AnyPair>;

template <class Combine>
struct ChosenOperand {
  static constexpr int number = 0;
};
template <bool IsFirst, function::Domain Of>
struct ChosenOperand<function::OneOfTwo<IsFirst, Of>> {
  static constexpr int number = IsFirst ? 1 : 2;
};
/// Whether a semiring's combinations are one operand, and which: 1 or 2; else 0.
template <class S>
inline constexpr int chosen_operand = ChosenOperand<combination_t<S>>::number;

}  // namespace einsum_detail

}  // namespace relatile
