// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/einsum/nodes.hpp"
#include "relatile/tra/labels.hpp"

namespace relatile {

namespace einsum_detail {

/// The einsum of arrays of any types, which promotion makes one.
template <int N, class S, ArrayExpression... A>
auto einsum_of(const std::string& name, const tra::Labelling& labelling, const A&... a) {
  using T = combined_t<S, promote_t<element_of<A>...>>;
  return Array<T, N>(einsum_node<S, T>(name, {astype<T>(a).node()...}, labelling));
}

/// In place of an operand that is not given.
struct NoOperand {};

/// Calls `body` with those of the operands that are given.
template <class Body, class... A>
auto with_given(const Body& body, const A&... a) {
  constexpr std::size_t count = (std::size_t(!std::is_same_v<A, NoOperand>) + ...);
  const std::tuple<const A&...> all(a...);
  return [&]<std::size_t... I>(std::index_sequence<I...>) { return body(std::get<I>(all)...); }
  (std::make_index_sequence<count>{});
}

template <class A>
inline constexpr int label_count = 0;
template <ArrayExpression A>
inline constexpr int label_count<A> = rank_of<A>;
template <relatile::detail::SparseLike A>
inline constexpr int label_count<A> = A::rank;

/// Whether all that is given are arrays; if not, says so at compile time.
template <class... A>
constexpr bool are_arrays() {
  constexpr bool arrays = ((ArrayExpression<A> || relatile::detail::SparseLike<A> ||
                            std::is_same_v<A, NoOperand>)&&...);
  static_assert(arrays,
                "relatile: einsum takes arrays after its string; a semiring stands before them: "
                "einsum<\"ij,jk->ik\", MinPlus>(x, y), or einsum<\"ij,jk->ik\">(semiring(...), x, "
                "y); an Eigen matrix by from_eigen(m)");
  return arrays;
}

/// Whether a string suits operands A, of which some may be NoOperand; if not, says at compile time
/// why.
template <FixedString Text, class... A>
constexpr bool suits() {
  constexpr Parsed parsed = parse(Text.view());
  if constexpr (parsed.error != nullptr) {
    constexpr std::string_view error = parsed.error;
    static_assert(error != faults::comma,
                  "relatile: this einsum string is malformed: a comma after '->'");
    static_assert(error != faults::dash,
                  "relatile: this einsum string is malformed: '-' without '>'");
    static_assert(error != faults::arrow,
                  "relatile: this einsum string is malformed: a second '->'");
    static_assert(
        error != faults::dot,
        "relatile: this einsum string is malformed: a '.' that is not part of an ellipsis "
        "'...'");
    static_assert(error != faults::ellipsis,
                  "relatile: this einsum string is malformed: a second ellipsis among the labels "
                  "of one operand");
    static_assert(error != faults::character,
                  "relatile: this einsum string is malformed: a character that is no label (a-z, "
                  "A-Z)");
    static_assert(error != faults::labels && error != faults::operands,
                  "relatile: this einsum string is malformed: too many labels or operands");
    static_assert(error != faults::unknown,
                  "relatile: this einsum string is malformed: an output label that no operand has");
    static_assert(error != faults::twice,
                  "relatile: this einsum string is malformed: an output label that occurs twice");
    return false;
  } else {
    constexpr bool all_given =
        parsed.num_operands == (std::size_t(!std::is_same_v<A, NoOperand>) + ...);
    static_assert(all_given,
                  "relatile: this einsum string does not have as many operands as are given");
    constexpr std::array<int, sizeof...(A)> ranks{label_count<A>...};
    constexpr bool ranks_fit = !all_given || parsed.has_ranks(ranks);
    static_assert(
        ranks_fit,
        "relatile: this einsum string gives an operand another number of labels than it has "
        "dimensions");
    constexpr bool keeps = !all_given || !ranks_fit || parsed.keeps_ellipses(ranks);
    static_assert(keeps,
                  "relatile: this einsum string has axes for an ellipsis, but none in its output; "
                  "sums over axes need labels for them");
    return all_given && ranks_fit && keeps;
  }
}

/// The einsum of operands that suit the string, or an array like it.
template <FixedString Text, class S, bool Suits, ArrayExpression... A>
auto checked_einsum(const A&... a) {
  constexpr Parsed parsed = parse(Text.view());
  constexpr std::array<int, sizeof...(A)> ranks{rank_of<A>...};
  if constexpr (Suits) {
    constexpr int rank = parsed.result_rank(ranks);
    return einsum_of<rank, S>("einsum", number_labels(parsed, ranks), a...);
  } else {
    return Array<promote_t<element_of<A>...>, static_cast<int>(parsed.output_rank)>();
  }
}

/// A string and the line of the program that gave it.
struct LocatedText {
  std::string_view text;
  SourceLine line;

  template <std::convertible_to<std::string_view> Text>
  LocatedText(const Text& string, SourceLine at = SourceLine::current())  // NOLINT: implicit
      : text(string), line(at) {}
};

}  // namespace einsum_detail

/// numpy.einsum of any number of operands, the string checked at compile time:
/// einsum<"ij,jk,kl->il">(a, b, c), einsum<"ii->">(a). Repeated labels take diagonals; labels that
/// the output lacks are summed, or reduced as another semiring says: einsum<"ij,jk->ik", MinPlus>.
/// An ellipsis stands for axes that broadcast: einsum<"...ij,...jk->...ik">(a, b) is matmul(a, b).
/// In which order many operands are combined is for the planner to choose.
///
/// By every semiring, reductions are taken to be associative and commutative; by one that
/// distributes (semiring.hpp), combinations as well, and c(x, r(y, z)) == r(c(x, y), c(x, z)): a
/// factor may be taken out of a sum, and labels that one operand alone has are reduced first, also
/// of two operands. These are laws of numbers, not of floating-point ones: rounding, and whether an
/// intermediate overflows or an infinity meets a zero or its opposite, may differ from NumPy, and
/// between plans. einsum<"i,->">(a, inf), a = {2, -1}, is inf; summed term by term it is NaN.
/// Integers that wrap follow the laws of (+, *) exactly.
///
/// An order is forced by einsums of two operands, one inside another, which are computed as
/// written; and by sum(a * b * c), with views that broadcast, every product comes before every sum.
/// In which order a sum's terms are added is for the plan in any case.
///
///   errors  ShapeMismatch if two axes of one label have different extents (other than 1), or for a
///           least or greatest of no elements
template <einsum_detail::FixedString Text, class Semiring = PlusTimes, ArrayExpression A,
          class B = einsum_detail::NoOperand, class C = einsum_detail::NoOperand,
          class D = einsum_detail::NoOperand, class E = einsum_detail::NoOperand,
          class F = einsum_detail::NoOperand, class G = einsum_detail::NoOperand,
          class H = einsum_detail::NoOperand>
  requires(!(detail::SparseLike<B> || detail::SparseLike<C> || detail::SparseLike<D> ||
             detail::SparseLike<E> || detail::SparseLike<F> || detail::SparseLike<G> ||
             detail::SparseLike<H>))
auto einsum(const A& a, const B& b = {}, const C& c = {}, const D& d = {}, const E& e = {},
            const F& f = {}, const G& g = {}, const H& h = {},
            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  if constexpr (einsum_detail::are_arrays<A, B, C, D, E, F, G, H>()) {
    constexpr bool suits = einsum_detail::suits<Text, A, B, C, D, E, F, G, H>();
    return einsum_detail::with_given(
        [](const auto&... x) { return einsum_detail::checked_einsum<Text, Semiring, suits>(x...); },
        a, b, c, d, e, f, g, h);
  } else {
    return as_array(a);
  }
}
/// More than eight operands, of which plans do not say the line that asked.
template <einsum_detail::FixedString Text, class Semiring = PlusTimes, ArrayExpression... A>
  requires(sizeof...(A) > 8)
auto einsum(const A&... a) {
  return einsum_detail::checked_einsum<Text, Semiring, einsum_detail::suits<Text, A...>()>(a...);
}

/// The same with a string known only at run time; N is the number of dimensions of the result:
/// einsum<2>("ij,jk->ik", a, b), einsum<2, MinPlus>("ij,jk->ik", a, b).
///
///   errors  ParseError for a malformed string, ShapeMismatch for ranks and extents
template <int N, class Semiring = PlusTimes, ArrayExpression... A>
  requires(sizeof...(A) > 0)
auto einsum(einsum_detail::LocatedText located, const A&... a) {
  const AskedFrom scope(located.line);
  return einsum_detail::einsum_of<N, Semiring>(
      "einsum", einsum_detail::labelling_of(located.text, {rank_of<A>...}, N), a...);
}

/// Refused: an Eigen matrix before the arrays.
template <einsum_detail::FixedString Text, class Semiring = PlusTimes, detail::EigenLike A,
          class... More>
auto einsum(const A&, const More&...) {
  einsum_detail::are_arrays<A>();
  return Array<double, 0>();
}

/// As NumPy has it, to say how it is written here.
template <std::convertible_to<std::string_view> Text, ArrayExpression A, ArrayExpression... More>
auto einsum(const Text&, const A& a, const More&...) {
  static_assert(sizeof(Text) == 0,
                "relatile: einsum: the string goes between <>: einsum<\"ij,jk->ik\">(x, y); of one "
                "known only at run time, the dimensions of the result: einsum<2>(text, x, y)");
  return as_array(a);
}

}  // namespace relatile
