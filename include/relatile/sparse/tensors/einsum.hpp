// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "relatile/sparse/einsum/einsum.hpp"
#include "relatile/sparse/tensors/einsum_forms.hpp"
#include "relatile/sparse/tensors/einsum_terms.hpp"

// numpy.einsum with a sparse operand of other than two dimensions: sums, mode products and mttkrp,
// which the labels say.

namespace relatile {

namespace einsum_detail {

/// The labels of a string of operands of which one is a sparse array.
template <FixedString Text, class... X>
constexpr TensorLabels labels_of_tensor() {
  constexpr Parsed parsed = parse(Text.view());
  constexpr std::array<bool, sizeof...(X)> sparse{relatile::detail::SparseLike<X>...};
  TensorLabels labels;
  labels.output = Letters(parsed.output_labels());
  for (std::size_t x = 0; x < parsed.num_operands; ++x) {
    if (sparse[x]) {
      labels.sparse = Letters(parsed.labels(x));
    } else {
      labels.add(Letters(parsed.labels(x)));
    }
  }
  return labels;
}

/// Whether a string that suits the operands has a form for a sparse array; if not, says at compile
/// time which ones there are.
template <FixedString Text, class... X>
constexpr bool suits_tensor() {
  constexpr Parsed parsed = parse(Text.view());
  constexpr bool alone = (int(relatile::detail::SparseLike<X>) + ...) == 1;
  static_assert(alone,
                "relatile: einsum: a sparse array of other than two dimensions has dense operands "
                "beside it; make others dense: to_dense(s)");
  constexpr bool named = parsed.occurrences(ellipsis_mark) == 0;
  static_assert(named, "relatile: einsum: operands beside sparse ones have no ellipsis '...'");
  if constexpr (alone && named) {
    constexpr bool known =
        tensor_form(labels_of_tensor<Text, X...>()).kind != TensorForm::Kind::none;
    static_assert(known,
                  "relatile: this einsum has no form for a sparse array of other than two "
                  "dimensions: it is transposed alone, summed over labels that nobody else has, "
                  "multiplied by vectors and matrices along labels that the output lacks "
                  "(\"ijk,k->ij\", \"ijk,kr->ijr\"), and by matrices with common columns along all "
                  "axes but one (\"ijk,jr,kr->ir\"); make it dense: to_dense(s)");
    return known;
  } else {
    return false;
  }
}

/// A term that is sparse, or is not, or nothing.
template <bool Sparse, class Term>
auto only_if(const Term& x) {
  if constexpr (Term::is_sparse == Sparse) {
    return std::tuple<Term>(x);
  } else {
    return std::tuple<>();
  }
}
template <FixedString Text, class S, bool Suits, class... X>
auto checked_tensor_einsum(const X&... x) {
  constexpr Parsed parsed = parse(Text.view());
  using T = canonical_t<combined_t<S, promote_t<typename X::value_type...>>>;
  if constexpr (!Suits || !relatile::detail::require_known_semiring<
                              S, T, relatile::detail::MultipliedBy::nothing>()) {
    return Array<T, int(parsed.output_rank)>();
  } else {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      extents_of_letters({{Letters(parsed.labels(I)), shape_of_operand(x)}...});
      const std::tuple terms(term<Letters(parsed.labels(I))>(operand_as<T>(x))...);
      return tensor_einsum_of<S, labels_of_tensor<Text, X...>()>(
          std::get<0>(std::tuple_cat(only_if<true>(std::get<I>(terms))...)),
          std::tuple_cat(only_if<false>(std::get<I>(terms))...));
    }
    (std::make_index_sequence<sizeof...(X)>{});
  }
}

}  // namespace einsum_detail

/// numpy.einsum of a sparse array of other than two dimensions and dense operands, the string
/// checked at compile time: einsum<"ijk->ki">(s) is a sum, einsum<"ijk->kij">(s) a transpose,
/// sparse, einsum<"ijk,k->ij">(s, x) and einsum<"ijk,rk->ijr">(s, x) are mode_dot(s, x, 2), and
/// einsum<"ijk,jr,kr->ir">(s, b, c) is mttkrp(s, {a, b, c}, 0). Labels, their order and that of
/// operands are any. Labels that s alone has are summed first; what is left once s has been summed
/// or multiplied, as in "ijk,ir,jr,kr->" or "ijk,jr,ks->irs", is an einsum of dense arrays. Results
/// but transposes are dense. Elements are not widened. Over another semiring, einsum<"ijk,k->ij",
/// MinPlus>(s, x), what is not stored is the identity of its reduction. Collective where an
/// operation that it stands for is.
///
///   errors  ShapeMismatch for a label of two extents; strings without such a form, of several
///           sparse operands, with ellipses, and over semirings that products of matrices do not
///           know, do not compile
template <einsum_detail::FixedString Text, class Semiring = PlusTimes, class A,
          class B = einsum_detail::NoOperand, class C = einsum_detail::NoOperand,
          class D = einsum_detail::NoOperand, class E = einsum_detail::NoOperand,
          class F = einsum_detail::NoOperand, class G = einsum_detail::NoOperand,
          class H = einsum_detail::NoOperand>
  requires(detail::SparseTensor<A> || detail::SparseTensor<B> || detail::SparseTensor<C> ||
           detail::SparseTensor<D> || detail::SparseTensor<E> || detail::SparseTensor<F> ||
           detail::SparseTensor<G> || detail::SparseTensor<H>)
auto einsum(const A& a, const B& b = {}, const C& c = {}, const D& d = {}, const E& e = {},
            const F& f = {}, const G& g = {}, const H& h = {},
            SourceLine line = SourceLine::current()) {
  constexpr bool suits = [] {
    if constexpr (einsum_detail::suits<Text, A, B, C, D, E, F, G, H>()) {
      return einsum_detail::suits_tensor<Text, A, B, C, D, E, F, G, H>();
    } else {
      return false;
    }
  }();
  const AskedFrom scope(line);
  return einsum_detail::with_given(
      [](const auto&... x) {
        return einsum_detail::checked_tensor_einsum<Text, Semiring, suits>(x...);
      },
      a, b, c, d, e, f, g, h);
}

}  // namespace relatile
