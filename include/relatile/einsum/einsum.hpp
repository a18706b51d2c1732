// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "relatile/einsum/labels.hpp"
#include "relatile/einsum/semiring.hpp"

namespace relatile {

namespace einsum_detail {

/// Label numbers from characters: the output's first, then the others as they occur.
inline tra::Labelling number_labels(const Parsed& parsed) {
  tra::Labelling labelling;
  std::string known;
  const auto number = [&](char label) {
    const auto at = known.find(label);
    if (at != std::string::npos) return static_cast<int>(at);
    known += label;
    labelling.names.emplace_back(1, label);
    return static_cast<int>(known.size()) - 1;
  };
  for (std::size_t d = 0; d < parsed.output_rank; ++d) {
    labelling.output.push_back(number(parsed.output[d]));
  }
  for (std::size_t x = 0; x < parsed.num_operands; ++x) {
    labelling.operands.emplace_back();
    for (std::size_t d = 0; d < parsed.ranks[x]; ++d) {
      labelling.operands[x].push_back(number(parsed.operands[x][d]));
    }
  }
  return labelling;
}

inline bool uses(const std::vector<int>& labels, int label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

/// Reduces an operand over the labels that neither the other operand nor the output has, and takes
/// diagonals of repeated labels: what remains is a plain product.
template <class Reduce, class T>
tra::NodePtr reduced_operand(const tra::NodePtr& operand, tra::Labelling& labelling,
                             std::size_t x) {
  std::vector<int> kept;
  bool changes = false;
  for (int label : labelling.operands[x]) {
    const bool needed = uses(labelling.operands[1 - x], label) || uses(labelling.output, label);
    changes = changes || !needed || uses(kept, label);
    if (needed && !uses(kept, label)) kept.push_back(label);
  }
  if (!changes) return operand;
  tra::Labelling own;
  std::vector<int> numbers;
  const auto number = [&](int label) {
    for (std::size_t n = 0; n < numbers.size(); ++n) {
      if (numbers[n] == label) return static_cast<int>(n);
    }
    numbers.push_back(label);
    own.names.push_back(labelling.names[static_cast<std::size_t>(label)]);
    return static_cast<int>(numbers.size()) - 1;
  };
  for (int label : kept) own.output.push_back(number(label));
  own.operands.emplace_back();
  for (int label : labelling.operands[x]) own.operands[0].push_back(number(label));
  labelling.operands[x] = kept;
  return fold<function::Multiply, Reduce, T>("einsum", {operand}, own);
}

/// Drops labels that no operand has any more, so that nothing is aggregated over them twice.
inline void drop_unused(tra::Labelling& labelling) {
  std::vector<int> renumbered(labelling.names.size(), -1);
  std::vector<std::string> names;
  const auto renumber = [&](std::vector<int>& labels) {
    for (int& label : labels) {
      int& now = renumbered[static_cast<std::size_t>(label)];
      if (now < 0) {
        now = static_cast<int>(names.size());
        names.push_back(labelling.names[static_cast<std::size_t>(label)]);
      }
      label = now;
    }
  };
  renumber(labelling.output);
  for (auto& labels : labelling.operands) renumber(labels);
  labelling.names = std::move(names);
}

inline void require_ranks(const Parsed& parsed, std::string_view text,
                          const std::vector<int>& ranks) {
  for (std::size_t x = 0; x < ranks.size(); ++x) {
    if (static_cast<int>(parsed.ranks[x]) == ranks[x]) continue;
    throw ShapeMismatch("relatile: einsum '" + std::string(text) + "': operand " +
                        std::to_string(x) + " has " + std::to_string(ranks[x]) +
                        " dimensions, but the string gives it " + std::to_string(parsed.ranks[x]) +
                        " labels");
  }
}

template <class Combine, class Reduce, ArrayExpression A, ArrayExpression B>
auto product_node(const std::string& name, const A& a, const B& b, tra::Labelling labelling) {
  using T = promote_t<element_of<A>, element_of<B>>;
  const auto left = astype<T>(a);
  const auto right = astype<T>(b);
  constexpr bool plus_times =
      std::is_same_v<Combine, function::Multiply> && std::is_same_v<Reduce, kernel::Sum>;
  if constexpr (plus_times && !std::is_same_v<T, bool>) {
    const tra::NodePtr x = reduced_operand<Reduce, T>(left.node(), labelling, 0);
    const tra::NodePtr y = reduced_operand<Reduce, T>(right.node(), labelling, 1);
    drop_unused(labelling);
    return std::pair(contract<T>(name, x, y, labelling), T{});
  } else {
    using R = function::result_t<Combine, T>;
    return std::pair(fold<Combine, Reduce, T>(name, {left.node(), right.node()}, labelling), R{});
  }
}

template <int N, class Combine, class Reduce, ArrayExpression A, ArrayExpression B>
auto binary(const Parsed& parsed, std::string_view, const A& a, const B& b) {
  auto [node, element] = product_node<Combine, Reduce>("einsum", a, b, number_labels(parsed));
  return Array<decltype(element), N>(std::move(node));
}

template <int N, class Reduce, ArrayExpression A>
auto unary(const Parsed& parsed, const A& a) {
  using T = element_of<A>;
  const tra::Labelling labelling = number_labels(parsed);
  return Array<T, N>(fold<function::Multiply, Reduce, T>("einsum", {to_node(a)}, labelling));
}

}  // namespace einsum_detail

/// numpy.einsum of one or two operands, the string checked at compile time:
/// einsum<"ij,jk->ik">(a, b), einsum<"ii->">(a). Repeated labels take diagonals; labels that the
/// output lacks are summed.
///
///   errors  ShapeMismatch if two axes of one label have different extents (other than 1)
template <einsum_detail::FixedString Text, ArrayExpression A, ArrayExpression B>
auto einsum(const A& a, const B& b) {
  constexpr einsum_detail::Parsed parsed = einsum_detail::parse(Text.view());
  static_assert(parsed.error == nullptr, "relatile: this einsum string is malformed");
  static_assert(parsed.error || parsed.num_operands == 2,
                "relatile: this einsum string does not have two operands");
  static_assert(
      parsed.error || parsed.num_operands != 2 ||
          (parsed.ranks[0] == rank_of<A> && parsed.ranks[1] == rank_of<B>),
      "relatile: this einsum string gives an operand another number of labels than it has "
      "dimensions");
  return einsum_detail::binary<static_cast<int>(parsed.output_rank), function::Multiply,
                               kernel::Sum>(parsed, Text.view(), a, b);
}
template <einsum_detail::FixedString Text, ArrayExpression A>
auto einsum(const A& a) {
  constexpr einsum_detail::Parsed parsed = einsum_detail::parse(Text.view());
  static_assert(parsed.error == nullptr, "relatile: this einsum string is malformed");
  static_assert(parsed.error || parsed.num_operands == 1,
                "relatile: this einsum string does not have one operand");
  static_assert(
      parsed.error || parsed.ranks[0] == rank_of<A>,
      "relatile: this einsum string gives the operand another number of labels than it has "
      "dimensions");
  return einsum_detail::unary<static_cast<int>(parsed.output_rank), kernel::Sum>(parsed, a);
}

/// The same with a string known only at run time; N is the number of dimensions of the result:
/// einsum<2>("ij,jk->ik", a, b).
///
///   errors  ParseError for a malformed string, ShapeMismatch for ranks and extents
template <int N, ArrayExpression A, ArrayExpression B>
auto einsum(std::string_view text, const A& a, const B& b) {
  const einsum_detail::Parsed parsed = einsum_detail::parse(text);
  einsum_detail::require_parsed(parsed, text, 2);
  einsum_detail::require_ranks(parsed, text,
                               {
                                   rank_of<A>,
                                   rank_of<B>,
                               });
  if (parsed.output_rank != N) {
    throw ShapeMismatch("relatile: einsum '" + std::string(text) + "' has a result of " +
                        std::to_string(parsed.output_rank) + " dimensions, not " +
                        std::to_string(N));
  }
  return einsum_detail::binary<N, function::Multiply, kernel::Sum>(parsed, text, a, b);
}
template <int N, ArrayExpression A>
auto einsum(std::string_view text, const A& a) {
  const einsum_detail::Parsed parsed = einsum_detail::parse(text);
  einsum_detail::require_parsed(parsed, text, 1);
  einsum_detail::require_ranks(parsed, text, {rank_of<A>});
  if (parsed.output_rank != N) {
    throw ShapeMismatch("relatile: einsum '" + std::string(text) + "' has a result of " +
                        std::to_string(parsed.output_rank) + " dimensions, not " +
                        std::to_string(N));
  }
  return einsum_detail::unary<N, kernel::Sum>(parsed, a);
}

}  // namespace relatile
