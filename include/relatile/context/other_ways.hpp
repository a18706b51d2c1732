// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <vector>

#include "relatile/context/prepared.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"
#include "relatile/expr/other_way.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/planner/plan_options.hpp"
#include "relatile/rules/rewritten.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/transport/transport.hpp"

// Operators that have two ways to their value, such as products of a sparse matrix, which bring
// together all of what is dense, or what their entries touch. The program is planned by their own
// ways, by those other ways that send less than that plan does, and by all other ways, if what
// these send leaves that a chance; the cheapest plan is taken. So there are three at most, however
// many such operators.

namespace relatile::detail {

/// To so many sites other ways are weighed: what they bring together are tables of all pairs.
inline constexpr int most_sites_of_other_ways = 64;

/// A graph, operands first, some operators of which are taken by their other way. What several of
/// them need of one operand is brought together once.
RELATILE_INLINE rules::Rewritten by_other_ways(const std::vector<tra::NodePtr>& order,
                                               const std::vector<tra::NodePtr>& chosen);

/// The program with each operator taken by the way that is cheaper, as far as ways are known. It
/// depends on no more than the program, the options, and what is known.
RELATILE_INLINE Prepared prepared_by_best_ways(const AskedFor& asked,
                                               const transport::Transport& transport,
                                               const planner::PlanOptions& options,
                                               const planner::PlanHistory& history);

/// Those of the ways that nobody knows yet whose data is to be looked at, since what was sent
/// without them, or will be by this program, costs as much as to look: so no more is lost by
/// looking than was by not. This site is prepared to look. Not collective.
RELATILE_INLINE std::vector<tra::OtherWay*> ways_to_look(
    const std::vector<tra::NodePtr>& not_looked_at, const transport::Transport& transport,
    const planner::PlanOptions& options);

/// What a plan sends of an operand to an operator that is taken by its own way.
struct SentByOwnWay {
  std::shared_ptr<tra::OtherWay> way;
  Bytes bytes;
};
RELATILE_INLINE std::vector<SentByOwnWay> sent_by_own_ways(const plan::Plan& plan);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/context/impl/other_ways.hpp"
#endif
