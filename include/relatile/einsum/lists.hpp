// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/einsum/einsum.hpp"

// Einsums by lists of labels, which are integers, as numpy.einsum takes them:
// einsum(x, {0, 1}, y, {1, 2}, {0, 2}). There may be any number of labels.

namespace relatile {

/// The labels of an operand or of a result; their number is part of the type, so that the result's
/// rank is known. Made by `labels(0, 1)`, for more operands than the braces' overloads take, and
/// for a result without dimensions.
template <std::size_t N>
struct Labels {
  std::array<int, N> values{};  ///< not negative, and otherwise any
};
/// labels(0, 1), labels(): see Labels.
template <class... I>
Labels<sizeof...(I)> labels(I... values) {
  static_assert((std::is_integral_v<I> && ...), "relatile: labels are integers: labels(0, 1)");
  return {{static_cast<int>(values)...}};
}

namespace einsum_detail {

/// Labels of operands and of the result.
struct LabelLists {
  std::vector<std::vector<int>> operands;
  std::vector<int> output;
};

/// Numbers the labels: the output's first, then the others as they occur.
///
///   errors  ParseError for negative labels, and for labels of the output that no operand has or
///           that occur there twice
tra::Labelling number_labels(const LabelLists& lists);

/// Throws ShapeMismatch unless there are as many lists as operands, with as many labels as those
/// have dimensions, and as many of the output as the result is to have.
void require_lists(const LabelLists& lists, std::size_t num_operands, int rank, int result_rank);

template <class X>
inline constexpr bool is_list = false;
template <std::size_t N>
inline constexpr bool is_list<Labels<N>> = true;
template <class X>
inline constexpr int list_size = -1;
template <std::size_t N>
inline constexpr int list_size<Labels<N>> = static_cast<int>(N);

template <std::size_t N>
Labels<N> as_labels(const int (&values)[N]) {
  Labels<N> made;
  std::copy_n(values, N, made.values.begin());
  return made;
}

/// Whether x[1] are labels of x[0], x[3] of x[2], and so on.
template <class All, std::size_t... I>
constexpr bool lists_fit(std::index_sequence<I...>) {
  return ((label_count<std::tuple_element_t<2 * I, All>> ==
           list_size<std::tuple_element_t<2 * I + 1, All>>)&&...);
}

/// The einsum of x[0], labels x[1], x[2], labels x[3], ..., labels of the output.
template <class S, class... X, std::size_t... I>
auto einsum_of_lists(const std::tuple<const X&...>& x, std::index_sequence<I...>) {
  constexpr int rank = list_size<std::tuple_element_t<2 * sizeof...(I), std::tuple<X...>>>;
  const auto list = [](const auto& labels) {
    return std::vector<int>(labels.values.begin(), labels.values.end());
  };
  const LabelLists lists{{list(std::get<2 * I + 1>(x))...}, list(std::get<2 * sizeof...(I)>(x))};
  return einsum_of<rank, S>("einsum", number_labels(lists), std::get<2 * I>(x)...);
}

template <class S, class... X>
auto checked_lists(const X&... x) {
  constexpr std::make_index_sequence<sizeof...(X) / 2> numbers;
  constexpr bool fit = lists_fit<std::tuple<X...>>(numbers);
  static_assert(fit,
                "relatile: einsum: a list gives an operand another number of labels than it has "
                "dimensions");
  if constexpr (fit) return einsum_of_lists<S>(std::tuple<const X&...>(x...), numbers);
}

}  // namespace einsum_detail

/// numpy.einsum by lists of labels: einsum(x, {0, 1}, y, {1, 2}, {0, 2}) is
/// einsum<"ij,jk->ik">(x, y). Labels are any integers that are not negative, and as many as there
/// need be. The output is always given, {} for a number: the type of the result has its rank.
///
///   errors  ParseError for an output label that no operand has or that occurs twice, ShapeMismatch
///           for extents
template <class Semiring = PlusTimes, ArrayExpression A, std::size_t K, std::size_t N>
auto einsum(const A& a, const int (&of_a)[K], const int (&output)[N],
            SourceLine line = SourceLine::current()) {
  using namespace einsum_detail;
  const AskedFrom scope(line);
  return checked_lists<Semiring>(a, as_labels(of_a), as_labels(output));
}
template <class Semiring = PlusTimes, ArrayExpression A, std::size_t K>
auto einsum(const A& a, const int (&of_a)[K], const Labels<0>& output,
            SourceLine line = SourceLine::current()) {
  using namespace einsum_detail;
  const AskedFrom scope(line);
  return checked_lists<Semiring>(a, as_labels(of_a), output);
}
template <class Semiring = PlusTimes, ArrayExpression A, ArrayExpression B, std::size_t K,
          std::size_t L, std::size_t N>
auto einsum(const A& a, const int (&of_a)[K], const B& b, const int (&of_b)[L],
            const int (&output)[N], SourceLine line = SourceLine::current()) {
  using namespace einsum_detail;
  const AskedFrom scope(line);
  return checked_lists<Semiring>(a, as_labels(of_a), b, as_labels(of_b), as_labels(output));
}
template <class Semiring = PlusTimes, ArrayExpression A, ArrayExpression B, std::size_t K,
          std::size_t L>
auto einsum(const A& a, const int (&of_a)[K], const B& b, const int (&of_b)[L],
            const Labels<0>& output, SourceLine line = SourceLine::current()) {
  using namespace einsum_detail;
  const AskedFrom scope(line);
  return checked_lists<Semiring>(a, as_labels(of_a), b, as_labels(of_b), output);
}
template <class Semiring = PlusTimes, ArrayExpression A, ArrayExpression B, ArrayExpression C,
          std::size_t K, std::size_t L, std::size_t M, std::size_t N>
auto einsum(const A& a, const int (&of_a)[K], const B& b, const int (&of_b)[L], const C& c,
            const int (&of_c)[M], const int (&output)[N], SourceLine line = SourceLine::current()) {
  using namespace einsum_detail;
  const AskedFrom scope(line);
  return checked_lists<Semiring>(a, as_labels(of_a), b, as_labels(of_b), c, as_labels(of_c),
                                 as_labels(output));
}
template <class Semiring = PlusTimes, ArrayExpression A, ArrayExpression B, ArrayExpression C,
          std::size_t K, std::size_t L, std::size_t M>
auto einsum(const A& a, const int (&of_a)[K], const B& b, const int (&of_b)[L], const C& c,
            const int (&of_c)[M], const Labels<0>& output,
            SourceLine line = SourceLine::current()) {
  using namespace einsum_detail;
  const AskedFrom scope(line);
  return checked_lists<Semiring>(a, as_labels(of_a), b, as_labels(of_b), c, as_labels(of_c),
                                 output);
}

/// Any number of operands, each with its labels, and the output's: einsum(x, labels(0, 1), y,
/// labels(1, 2), labels(0, 2)). Plans do not say the line that asked.
template <class Semiring = PlusTimes, ArrayExpression A, std::size_t K, class... More>
  requires(sizeof...(More) % 2 == 1)
auto einsum(const A& a, const Labels<K>& of_a, const More&... more) {
  return einsum_detail::checked_lists<Semiring>(a, of_a, more...);
}

/// As many arrays as a list holds, which all have K dimensions, each with a list of its labels; N
/// is the number of dimensions of the result: einsum<1>(arrays, {{0, 1}, {1, 2}}, {2}).
///
///   errors  ParseError and ShapeMismatch as above, and for lists of other sizes
template <int N, class Semiring = PlusTimes, class T, int K>
auto einsum(const std::vector<Array<T, K>>& operands, const std::vector<std::vector<int>>& labels,
            const std::vector<int>& output, SourceLine line = SourceLine::current()) {
  using namespace einsum_detail;
  const AskedFrom scope(line);
  using Element = combined_t<Semiring, T>;
  const LabelLists lists{labels, output};
  require_lists(lists, operands.size(), K, N);
  std::vector<tra::NodePtr> nodes;
  for (const auto& operand : operands) nodes.push_back(astype<Element>(operand).node());
  return Array<Element, N>(einsum_node<Semiring, Element>("einsum", nodes, number_labels(lists)));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/einsum/impl/lists.hpp"
#endif
