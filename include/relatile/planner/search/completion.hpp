// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/placement/sharding.hpp"
#include "relatile/planner/space/problem.hpp"
#include "relatile/planner/space/read_prices.hpp"

namespace relatile::planner {

/// Which second copies of a node a planner makes.
enum class Replicas : std::uint8_t {
  reused,  ///< what several readers want alike, moved once
  made,    ///< any that pays: duplication
};

/// What a planner decides; the rest of an assignment follows.
struct PartialAssignment {
  std::vector<int> candidate;  ///< per node, into its space; 0 where there is nothing to choose
  std::vector<int> state;      ///< per input without data, where it is stored; -1: wherever is best
  std::vector<int> option;  ///< per node, all that it offers; -1: what is cheapest for its readers
  Replicas replicas = Replicas::reused;

  explicit PartialAssignment(const Problem& problem)
      : candidate(static_cast<std::size_t>(problem.size()), 0),
        state(candidate.size(), -1),
        option(candidate.size(), -1) {}
};

/// The state of supplier `n` in a decided; -1 for an input that may still be stored anywhere.
RELATILE_INLINE int state_in(const Problem& problem, const PartialAssignment& decided, int n);

/// Per node, the operand slots that its options decide the price of, its own and those of renamed
/// nodes behind it.
RELATILE_INLINE std::vector<std::vector<Reader>> readers_of_suppliers(const Problem& problem);

namespace detail {

/// Finds the cheapest option of one node, the candidates of its readers given.
class Settler {
 public:
  Settler(const Problem& problem, const PartialAssignment& decided, ReadPrices& prices, int n,
          const std::vector<Reader>& readers);

  int cheapest_option() const;

 private:
  int candidate_of(int n) const { return nth(decided_.candidate, n); }
  const placement::Sharding& need_of(const Reader& reader) const {
    return problem_.need_of(reader.node, reader.slot, candidate_of(reader.node));
  }
  bool reads_directly(const Reader& reader) const {
    return problem_.operand(reader.node, reader.slot) == n_;
  }

  std::vector<double> reads_of(int state) const;

  /// Every copy that may be made, and what reading it costs each reader.
  void price_replicas();

  const Problem& problem_;
  const PartialAssignment& decided_;
  ReadPrices& prices_;
  int n_;
  std::vector<Reader> readers_;
  std::vector<std::pair<int, std::vector<double>>> replicas_;
};

}  // namespace detail

/// The whole assignment behind a partial one: every input is stored, and copied, as is cheapest for
/// its readers.
RELATILE_INLINE Assignment complete(const Problem& problem, const PartialAssignment& decided,
                                    std::string planner);

}  // namespace relatile::planner

#if defined(RELATILE_DEFINITIONS)
#include "relatile/planner/search/impl/completion.hpp"
#endif
