// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/einsum/einsum.hpp"
#include "relatile/einsum/law_trial.hpp"

// A semiring of two functions of the user's own, which may hold numbers.

namespace relatile {

/// Two functions of two elements, and what is declared of them; made by `semiring`.
template <class Combine, class Reduce, class Identity>
struct FunctionSemiring {
  std::shared_ptr<const Combine> combine;
  std::shared_ptr<const Reduce> reduce;
  Identity identity;
  SemiringLaws laws;
};

/// A semiring of two functions: `combine` makes one element of two operands' elements, `reduce` one
/// of two results; reduce(identity, x) is x.
///
///   const auto most_reliable = rt::semiring(            // the best chain of probabilities
///       [](double a, double b) { return a * b; },
///       [](double a, double b) { return a > b ? a : b; }, 0.0,
///       {.associative = true, .commutative = true, .distributes = true});
///   rt::einsum<"ij,jk,kl->il">(most_reliable, a, b, c)
///
/// `reduce` must be associative and commutative, since ranks reduce parts; of `combine` nothing is
/// assumed but what is declared. Declared laws, and that of the identity, are tried with a few
/// numbers where an einsum is written: 1/4, 1/2 and 1, or the integers 1, 2 and 3. The functions
/// may hold numbers, by value; on all ranks they must be the same and hold the same.
template <class Combine, class Reduce, class Identity>
FunctionSemiring<Combine, Reduce, Identity> semiring(Combine combine, Reduce reduce,
                                                     Identity identity,
                                                     const SemiringLaws& laws = {}) {
  return {std::make_shared<const Combine>(std::move(combine)),
          std::make_shared<const Reduce>(std::move(reduce)), identity, laws};
}

namespace einsum_detail {

template <class F, class T>
T called(const F& function, const T& a, const T& b) {
  return static_cast<T>(function(a, b));
}

/// The function as a stage that combines two runs of elements.
template <class T, class F>
Stage own_stage(const std::shared_ptr<const F>& function, const SemiringLaws& laws) {
  Stage stage;
  stage.name = laws.name;
  stage.output = element_type_of<T>();
  stage.flops_per_element = Flops{laws.flops};
  stage.run = [function](const Chunk& chunk) {
    const auto* a = static_cast<const T*>(chunk.inputs[0]);
    const auto* b = static_cast<const T*>(chunk.inputs[1]);
    auto* result = static_cast<T*>(chunk.output);
    for (std::int64_t i = 0; i < chunk.count; ++i) result[i] = called<F, T>(*function, a[i], b[i]);
  };
  stage.plain = [function](std::span<const void* const> inputs, void* output, const Extents&) {
    *static_cast<T*>(output) = called<F, T>(*function, *static_cast<const T*>(inputs[0]),
                                            *static_cast<const T*>(inputs[1]));
  };
  stage.identity = relatile::identity_of(*function);
  return stage;
}

/// The function as a reduction.
template <class T, class F>
Reduction own_reduction(const std::shared_ptr<const F>& function, const T& identity,
                        const SemiringLaws& laws) {
  Reduction reduction;
  reduction.name = laws.name;
  reduction.element = element_type_of<T>();
  reduction.identity.resize(sizeof(T));
  std::memcpy(reduction.identity.data(), &identity, sizeof(T));
  reduction.laws.associative = reduction.laws.commutative = reduction.laws.has_identity = true;
  reduction.fold = [function](void* accumulators, std::int64_t step, const void* runs,
                              std::int64_t num_runs, std::int64_t count) {
    auto* results = static_cast<T*>(accumulators);
    const auto* elements = static_cast<const T*>(runs);
    for (std::int64_t r = 0; r < num_runs; ++r, elements += count) {
      T& result = results[r * step];
      for (std::int64_t i = 0; i < count; ++i)
        result = called<F, T>(*function, result, elements[i]);
    }
  };
  reduction.combine = [function](void* accumulator, const void* run, std::int64_t count) {
    auto* results = static_cast<T*>(accumulator);
    const auto* elements = static_cast<const T*>(run);
    for (std::int64_t i = 0; i < count; ++i) {
      results[i] = called<F, T>(*function, results[i], elements[i]);
    }
  };
  reduction.plain = [function](void* accumulator, const void* element) {
    auto& result = *static_cast<T*>(accumulator);
    result = called<F, T>(*function, result, *static_cast<const T*>(element));
  };
  reduction.kernel_identity = relatile::identity_of(*function);
  return reduction;
}

/// Whether the functions take and return elements T.
template <class T, class C, class R>
constexpr bool are_of() {
  if constexpr (std::is_invocable_v<const C&, const T&, const T&> &&
                std::is_invocable_v<const R&, const T&, const T&>) {
    return std::is_convertible_v<std::invoke_result_t<const C&, const T&, const T&>, T> &&
           std::is_convertible_v<std::invoke_result_t<const R&, const T&, const T&>, T>;
  }
  return false;
}

/// The einsum by a semiring of functions, whose laws are tried.
template <int N, class C, class R, class I, ArrayExpression... A>
auto einsum_by(const FunctionSemiring<C, R, I>& semiring, const tra::Labelling& labelling,
               const A&... a) {
  using T = canonical_t<promote_t<element_of<A>...>>;
  constexpr bool suit = are_of<T, C, R>();
  static_assert(suit,
                "relatile: einsum: a function of the semiring can't be called with two elements of "
                "these arrays, changes what it holds (mutable), or returns no such number");
  if constexpr (suit) {
    const T identity = convert_element<T>(semiring.identity);
    const auto combine = [&](const T& x, const T& y) { return called(*semiring.combine, x, y); };
    const auto reduce = [&](const T& x, const T& y) { return called(*semiring.reduce, x, y); };
    require_laws<T>(semiring.laws, combine, reduce, identity);
    TypedSemiring typed;
    typed.combine = own_stage<T>(semiring.combine, semiring.laws);
    typed.reduce = own_reduction<T>(semiring.reduce, identity, semiring.laws);
    typed.distributes = semiring.laws.distributes;
    typed.any_order = semiring.laws.associative && semiring.laws.commutative;
    return Array<T, N>(einsum_node(typed, "einsum", {astype<T>(a).node()...}, labelling));
  } else {
    return Array<T, N>();
  }
}

}  // namespace einsum_detail

/// The einsum by a semiring of two functions: einsum<"ij,jk->ik">(semiring(...), a, b). What its
/// laws license is done: labels of one operand alone are reduced first if `combine` distributes; of
/// more than two operands the planner chooses the order if it also is associative and commutative.
/// Else operands are combined from left to right at every point, and nothing is reordered.
///
///   errors  Error for a law that does not hold, with numbers for which it does not; ShapeMismatch
///           as of every einsum
template <einsum_detail::FixedString Text, class C, class R, class I, ArrayExpression... A>
auto einsum(const FunctionSemiring<C, R, I>& semiring, const A&... a) {
  using namespace einsum_detail;
  constexpr Parsed parsed = parse(Text.view());
  constexpr std::array<int, sizeof...(A)> ranks{rank_of<A>...};
  if constexpr (suits<Text, A...>()) {
    constexpr int rank = parsed.result_rank(ranks);
    return einsum_by<rank>(semiring, number_labels(parsed, ranks), a...);
  } else {
    return Array<promote_t<element_of<A>...>, static_cast<int>(parsed.output_rank)>();
  }
}

/// The same with a string known only at run time: einsum<2>(semiring(...), "ij,jk->ik", a, b).
template <int N, class C, class R, class I, ArrayExpression... A>
auto einsum(const FunctionSemiring<C, R, I>& semiring, einsum_detail::LocatedText located,
            const A&... a) {
  const AskedFrom scope(located.line);
  return einsum_detail::einsum_by<N>(
      semiring, einsum_detail::labelling_of(located.text, std::vector<int>{rank_of<A>...}, N),
      a...);
}

}  // namespace relatile
