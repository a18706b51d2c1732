// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"

namespace relatile::planner {

/// How far an exact search may go before it gives up.
struct Effort {
  double widest_table = 1 << 22;  ///< entries
  double most_steps = 1e8;        ///< additions and comparisons of prices
};

/// In which order variables are eliminated, found without any prices, so that a program that is too
/// entangled is known to be before anything is computed.
class EliminationOrder {
 public:
  struct Step {
    int variable;
    std::vector<int> scope;  ///< the other variables of all tables that mention it by then
  };

  /// The tables: the variables that each is over.
  EliminationOrder(std::vector<int> sizes, std::vector<std::vector<int>> tables);

  /// The cheapest first, the estimate renewed whenever a neighbour went; nothing if that is more
  /// than the effort allows.
  std::optional<std::vector<Step>> find(const Effort& effort);

 private:
  double size_of(int variable) const { return static_cast<double>(nth(sizes_, variable)); }
  /// The entries of the table that is left when `variable` goes; infinity if they are more than
  /// `most`, which is found without looking at the rest. What all of a program reads is in as many
  /// tables as it has operators.
  double entries_without(int variable, double most);
  std::vector<int> scope_of(int variable) const;
  void eliminate(const Step& step);
  void add_table(std::vector<int> variables);

  std::vector<int> sizes_;
  std::vector<std::vector<int>> tables_;  ///< their variables; none once one of these is gone
  std::vector<std::vector<int>> tables_of_;
  std::vector<std::int64_t> seen_;  ///< per variable, the look in which it was seen last
  std::int64_t looked_ = 0;
};

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/impl/elimination_order.hpp"
#endif
