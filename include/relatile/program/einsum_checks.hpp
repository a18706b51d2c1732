// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/program/einsum_nodes.hpp"
#include "relatile/program/operands.hpp"

namespace relatile::program {

namespace detail {

inline std::vector<int> ranks_of(const Operands& operands) {
  std::vector<int> ranks;
  for (const auto& operand : operands) ranks.push_back(operand->type.rank());
  return ranks;
}

inline void require_ranks(const Statement& statement, const Operands& operands,
                          const einsum_detail::Parsed& parsed) {
  for (std::size_t x = 0; x < operands.size(); ++x) {
    const int axes = parsed.axes_of_ellipsis(x, operands[x]->type.rank());
    const bool ellipsis = parsed.has_ellipsis(x);
    if (axes == 0 || (axes > 0 && ellipsis)) continue;
    const std::size_t labels = parsed.ranks[x] - (ellipsis ? 1 : 0);
    throw ProgramError(statement.operands[x].at,
                       std::string("expected an operand of ") + (ellipsis ? "at least " : "") +
                           std::to_string(labels) + " dimensions for '" +
                           einsum_detail::shown_labels(parsed.labels(x)) + "', but found " +
                           shown(statement, operands, x));
  }
  if (parsed.keeps_ellipses(ranks_of(operands))) return;
  throw ProgramError(statement.function.at, "expected an ellipsis in the output of \"" +
                                                statement.function.text +
                                                "\", since those of the operands take axes");
}

inline einsum_detail::Parsed einsum_labels(const Statement& statement, const Operands& operands) {
  const Word& text = statement.function;
  const einsum_detail::Parsed parsed = einsum_detail::parse(text.text);
  if (parsed.error) {
    // The string's first character comes after the quote.
    const Position at{text.at.line, text.at.column + 1 + static_cast<int>(parsed.error_at)};
    throw ProgramError(at, "expected an einsum such as \"ij,jk->ik\", but found " +
                               std::string(parsed.error) + " in \"" + text.text + '"');
  }
  if (parsed.num_operands != operands.size()) {
    const bool more = operands.size() > parsed.num_operands;
    throw ProgramError(more ? statement.operands[parsed.num_operands].at : text.at,
                       "expected " + std::to_string(parsed.num_operands) + " operands of \"" +
                           text.text + "\", but found " + std::to_string(operands.size()));
  }
  require_ranks(statement, operands, parsed);
  return parsed;
}

/// Axes of one label have equal extents, or 1.
inline void require_extents(const Statement& statement, const Operands& operands,
                            const tra::Labelling& labelling) {
  struct Seen {
    std::int64_t extent = 1;
    std::size_t operand = 0;
  };
  std::vector<Seen> seen(labelling.names.size());
  for (std::size_t x = 0; x < operands.size(); ++x) {
    for (int d = 0; d < operands[x]->type.rank(); ++d) {
      const auto label = static_cast<std::size_t>(nth(labelling.operands[x], d));
      const std::int64_t extent = operands[x]->type.extents[d];
      if (seen[label].extent == 1) seen[label] = {extent, x};
      if (extent == 1 || extent == seen[label].extent) continue;
      throw ProgramError(statement.operands[x].at,
                         "expected extent " + std::to_string(seen[label].extent) + " for label '" +
                             labelling.names[label] + "', as " +
                             shown(statement, operands, seen[label].operand) +
                             " has it, but found " + std::to_string(extent) + " in axis " +
                             std::to_string(d) + " of " + shown(statement, operands, x));
    }
  }
}

}  // namespace detail

/// The labels of an einsum, checked against the operands.
inline tra::Labelling einsum_labelling(const Statement& statement, const Operands& operands) {
  tra::Labelling labelling = einsum_detail::number_labels(
      detail::einsum_labels(statement, operands), detail::ranks_of(operands));
  detail::require_extents(statement, operands, labelling);
  return labelling;
}

/// The functions that the statement names, checked against the types of the operands.
inline Semiring semiring_of(const Statement& statement, const Operands& operands) {
  using namespace einsum_detail;
  const Word& combine = statement.combine;
  const Word& reduce = statement.reduce;
  Semiring made;
  made.combine = static_cast<Combine>(
      located(combine.at, [&] { return require_name("combine", combine_names, combine.text); }));
  made.reduce = static_cast<Reduce>(
      located(reduce.at, [&] { return require_name("reduce", reduce_names, reduce.text); }));
  made.operand = promoted_type(operands);
  if (operands.size() > 1) {
    made.operand = combining_type(made.combine, made.operand);
    if (!function::find_facts(made.combine_function())->result_of(made.operand)) {
      refuse(combine, made.operand);
    }
  } else if (combine.text != "mul") {
    throw ProgramError(combine.at, "expected two operands or more to combine by \"" + combine.text +
                                       "\", but found one");
  }
  made.element = is_logical(made.reduce) ? element_type_of<bool>() : made.operand;
  if ((made.reduce == Reduce::min || made.reduce == Reduce::max) &&
      made.element.kind == ElementKind::complex) {
    refuse(reduce, made.element);
  }
  return made;
}

}  // namespace relatile::program
