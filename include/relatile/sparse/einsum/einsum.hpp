// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <limits>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "relatile/einsum/einsum.hpp"
#include "relatile/sparse/einsum/forms.hpp"
#include "relatile/sparse/einsum/terms.hpp"
#include "relatile/sparse/estimates/chains.hpp"
#include "relatile/sparse/products.hpp"

// numpy.einsum with sparse operands: transposes, products, sums, diagonals, and products element by
// element, which the labels say.

namespace relatile {

namespace einsum_detail {

/// The entries of s times the product of u and v there.
template <class S, Letters Output, class A, class U, class V>
auto closed_term(const A& s, const U& u, const V& v) {
  if constexpr (!U::letters.has(A::letters.at[0])) {
    return closed_term<S, Output>(s, v, u);
  } else {
    constexpr char along = U::letters.in(V::letters).at[0];
    constexpr Letters left(std::array<char, 2>{A::letters.at[0], along});
    constexpr Letters right(std::array<char, 2>{along, A::letters.at[1]});
    const auto product = [&] {
      if constexpr (U::is_sparse) {
        return masked_matmul<S>(oriented<S, left>(u).x, oriented<S, right>(v).x, s.x);
      } else {
        return sddmm<S>(s.x, oriented<S, left>(u).x, oriented<S, right>(v).x);
      }
    }();
    return term_of_entries<S, Output>(s, term<A::letters>(product));
  }
}

/// a and b first, then c.
template <class S, Letters Output, class A, class B, class C>
auto in_order(const A& a, const B& b, const C& c) {
  constexpr OrderKind order(A::kind, B::kind, C::kind, Output);
  return term_of<S, Output>(term_of<S, order.between>(a, b), c);
}
template <class A, class B, class C>
double price_of_order(const OrderKind& order, const A& a, const B& b, const C& c,
                      const LetterExtents& extents) {
  const Priced first = priced(order.first, a.sized(), b.sized(), extents);
  return first.flops + priced(order.last, first.result, c.sized(), extents).flops;
}

/// Three terms in that one of the possible orders that is estimated to take the fewest flops.
template <class S, Letters Output, class A, class B, class C>
auto in_best_order(const LetterExtents& extents, const A& a, const B& b, const C& c) {
  constexpr OrderKind ab(A::kind, B::kind, C::kind, Output);
  constexpr OrderKind ac(A::kind, C::kind, B::kind, Output);
  constexpr OrderKind bc(B::kind, C::kind, A::kind, Output);
  constexpr bool is_sparse = (ab.is_possible()   ? ab
                              : ac.is_possible() ? ac
                                                 : bc)
                                 .last.kind.is_sparse;
  constexpr auto fits = [](const OrderKind& order) {
    return order.is_possible() && order.last.kind.is_sparse == is_sparse;
  };
  const auto price = [&](const OrderKind& order, const auto&... terms) {
    return fits(order) ? price_of_order(order, terms..., extents)
                       : std::numeric_limits<double>::infinity();
  };
  const double of_ab = price(ab, a, b, c);
  const double of_ac = price(ac, a, c, b);
  const double of_bc = price(bc, b, c, a);
  if constexpr (fits(bc)) {
    if (of_bc < of_ab && of_bc <= of_ac) return in_order<S, Output>(b, c, a);
  }
  if constexpr (fits(ac)) {
    if constexpr (fits(ab)) {
      if (of_ab <= of_ac) return in_order<S, Output>(a, b, c);
    }
    return in_order<S, Output>(a, c, b);
  } else if constexpr (fits(ab)) {
    return in_order<S, Output>(a, b, c);
  } else {
    return in_order<S, Output>(b, c, a);
  }
}

/// Whether an einsum of operands of which these are sparse has a form.
constexpr bool has_form(const Parsed& parsed, const std::array<bool, 3>& sparse) {
  const Letters output(parsed.output_labels());
  const auto kind = [&](std::size_t x) { return Kind{Letters(parsed.labels(x)), sparse[x]}; };
  if (parsed.num_operands == 1) return true;
  if (parsed.num_operands == 2) return pair_kind(kind(0), kind(1), output).form != Form::none;
  const auto of_three = [&](std::size_t a, std::size_t b, std::size_t c) {
    return closes(kind(a), kind(b), kind(c), output) ||
           OrderKind(kind(b), kind(c), kind(a), output).is_possible();
  };
  return of_three(0, 1, 2) || of_three(1, 0, 2) || of_three(2, 0, 1);
}

/// Whether a string that suits the operands has a form for sparse ones; if not, says at compile
/// time why.
template <FixedString Text, class A, class B, class C>
constexpr bool suits_sparse() {
  constexpr Parsed parsed = parse(Text.view());
  constexpr bool named =
      !(parsed.has_ellipsis(0) || parsed.has_ellipsis(1) || parsed.has_ellipsis(2));
  static_assert(named, "relatile: einsum: operands beside sparse ones have no ellipsis '...'");
  constexpr bool known =
      !named || has_form(parsed, {relatile::detail::SparseLike<A>, relatile::detail::SparseLike<B>,
                                  relatile::detail::SparseLike<C>});
  static_assert(known,
                "relatile: this einsum has no form for sparse operands: they are transposed, "
                "multiplied by matrices and vectors, multiplied element by element, and summed; "
                "make one dense: to_dense(s)");
  return named && known;
}

template <class S, Letters Output, class... Terms>
auto sparse_einsum_of(const LetterExtents&, const Terms&... terms) {
  return term_of<S, Output>(terms...).x;
}
/// Three sparse matrices that are a chain in some order, by what their sketches tell of products;
/// else nothing.
template <class S, Letters Output, class A, class B, class C>
auto chain_einsum(const A& a, const B& b, const C& c) {
  const auto chains = [](const auto& x, const auto& y, const auto& z) {
    using X = std::remove_cvref_t<decltype(x)>;
    using Y = std::remove_cvref_t<decltype(y)>;
    using Z = std::remove_cvref_t<decltype(z)>;
    if constexpr (is_chain(X::kind, Y::kind, Z::kind, Output)) {
      return std::tuple(multi_dot<S>(x.x, y.x, z.x));
    } else {
      return std::tuple<>();
    }
  };
  return std::tuple_cat(chains(a, b, c), chains(a, c, b), chains(b, a, c), chains(b, c, a),
                        chains(c, a, b), chains(c, b, a));
}
template <class S, Letters Output, class A, class B, class C>
auto sparse_einsum_of(const LetterExtents& extents, const A& a, const B& b, const C& c) {
  constexpr bool chains = std::tuple_size_v < decltype(chain_einsum<S, Output>(a, b, c)) >> 0;
  if constexpr (chains) {
    return std::get<0>(chain_einsum<S, Output>(a, b, c));
  } else if constexpr (closes(A::kind, B::kind, C::kind, Output)) {
    return closed_term<S, Output>(a, b, c).x;
  } else if constexpr (closes(B::kind, A::kind, C::kind, Output)) {
    return closed_term<S, Output>(b, a, c).x;
  } else if constexpr (closes(C::kind, A::kind, B::kind, Output)) {
    return closed_term<S, Output>(c, a, b).x;
  } else {
    return in_best_order<S, Output>(extents, a, b, c).x;
  }
}

/// An operand with elements T.
template <class T, class X>
auto operand_as(const X& x) {
  if constexpr (relatile::detail::SparseLike<X>) {
    if constexpr (std::is_same_v<T, typename X::value_type>) {
      return x;
    } else {
      return astype<T>(x);
    }
  } else {
    return as_array(astype<T>(x));
  }
}
template <class X>
Extents shape_of_operand(const X& x) {
  if constexpr (relatile::detail::SparseLike<X>) {
    return x.shape();
  } else {
    return shape_of(x);
  }
}
/// The einsum of operands that suit the string, or an array like it.
template <FixedString Text, class S, bool Suits, class... X>
auto checked_sparse_einsum(const X&... x) {
  constexpr Parsed parsed = parse(Text.view());
  using T = canonical_t<combined_t<S, promote_t<typename X::value_type...>>>;
  if constexpr (!Suits || !relatile::detail::require_known_semiring<
                              S, T, relatile::detail::MultipliedBy::nothing>()) {
    return Array<T, int(parsed.output_rank)>();
  } else {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      const LetterExtents extents =
          extents_of_letters({{Letters(parsed.labels(I)), shape_of_operand(x)}...});
      return sparse_einsum_of<S, Letters(parsed.output_labels())>(
          extents, term<Letters(parsed.labels(I))>(operand_as<T>(x))...);
    }
    (std::make_index_sequence<sizeof...(X)>{});
  }
}

}  // namespace einsum_detail

/// numpy.einsum of one to three operands of which some are sparse matrices, the string checked at
/// compile time: einsum<"ij,jk->ik">(s, x) is matmul(s, x), einsum<"ij->j">(s) sum(s, 0),
/// einsum<"ij,ij->ij">(s, t) s * t, einsum<"ij,ik,jk->ij">(s, u, v) the entries of s times those of
/// the product there. What is sparse follows from what meets: products of sparse matrices with each
/// other, and products element by element with one, are. Of three operands two meet first, by the
/// fewest flops as far as numbers of entries tell; chains of three sparse matrices as by multi_dot.
/// Elements are not widened by sums. Over another semiring, einsum<"ij,jk->ik", MinPlus>(s, x),
/// what is not stored is the identity of its reduction. Collective where an operation that it
/// stands for is.
///
///   errors  ShapeMismatch for a label of two extents; strings without a form for sparse operands,
///           such as "ij,jk->ijk", do not compile
template <einsum_detail::FixedString Text, class Semiring = PlusTimes, class A,
          class B = einsum_detail::NoOperand, class C = einsum_detail::NoOperand>
  requires((detail::SparseLike<A> || detail::SparseLike<B> ||
            detail::SparseLike<C>)&&!(detail::SparseTensor<A> || detail::SparseTensor<B> ||
                                      detail::SparseTensor<C>))
auto einsum(const A& a, const B& b = {}, const C& c = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if constexpr (einsum_detail::are_arrays<A, B, C>()) {
    constexpr bool suits = [] {
      if constexpr (einsum_detail::suits<Text, A, B, C>()) {
        return einsum_detail::suits_sparse<Text, A, B, C>();
      } else {
        return false;
      }
    }();
    return einsum_detail::with_given(
        [](const auto&... x) {
          return einsum_detail::checked_sparse_einsum<Text, Semiring, suits>(x...);
        },
        a, b, c);
  } else {
    return 0;
  }
}

/// More operands, to say that there are at most three.
template <einsum_detail::FixedString Text, class Semiring = PlusTimes, class... X>
  requires(sizeof...(X) > 3 && (detail::SparseLike<X> || ...) && !(detail::SparseTensor<X> || ...))
auto einsum(const X&...) {
  static_assert(sizeof...(X) <= 3,
                "relatile: an einsum with sparse operands has at most three: write it as several, "
                "each of whose results is an operand of the next");
  return 0;
}

/// As NumPy has it, to say how it is written here.
template <std::convertible_to<std::string_view> Text, class... X>
  requires(detail::SparseLike<X> || ...)
auto einsum(const Text&, const X&...) {
  static_assert(sizeof(Text) == 0,
                "relatile: einsum: the string goes between <>: einsum<\"ij,jk->ik\">(s, x)");
  return 0;
}

}  // namespace relatile
