// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/papers/catalogue.hpp"

#include <memory>

#include "relatile/papers/ein24/objective.hpp"
#include "relatile/papers/ein24/planner.hpp"
#include "relatile/papers/nums22/grids.hpp"
#include "relatile/papers/nums22/objective.hpp"
#include "relatile/papers/nums22/planner.hpp"
#include "relatile/papers/spartan15/objective.hpp"
#include "relatile/papers/spartan15/planner.hpp"
#include "relatile/papers/tensorplanner/objective.hpp"
#include "relatile/papers/tensorplanner/planner.hpp"
#include "relatile/papers/tra21/objective.hpp"
#include "relatile/papers/tra21/planner.hpp"
#include "relatile/planner/search/heuristics.hpp"
#include "relatile/planner/space/objectives.hpp"

namespace relatile::papers {

namespace detail {

/// Beyond so many sites the simulation of every site's load takes longer than it can be worth.
inline constexpr int most_simulated_sites = 64;

inline void add_planners() {
  for (const Planner& planner :
       {Planner{"eindecomp", "partition vectors by dynamic programming along longest paths [ein24]",
                plan_eindecomp},
        Planner{"spartan", "tilings, maximum connectivity first, with duplication [spartan15]",
                [](const Problem& problem) { return plan_spartan(problem); }},
        Planner{"lshs", "load-simulated hierarchical scheduling on the automatic grid [nums22]",
                [](const Problem& problem) { return plan_lshs(problem); }, most_simulated_sites},
        Planner{"groupby_join",
                "joins on an implicit grid, everything else with a producer [planner]",
                plan_groupby_join},
        Planner{"tra", "broadcast, shuffle or replicate, by floats moved [tra21]", plan_tra},
        Planner{"nums_grid",
                "inputs in the grid p^softmax(shape), results in their blocks [nums22]",
                plan_nums_grid}}) {
    add_planner(planner);
  }
}

template <class PaperObjective>
std::unique_ptr<const Objective> made(const cost::Machine&) {
  return std::make_unique<PaperObjective>();
}

inline void add_objectives() {
  add_objective({"tra_floats", made<TraFloatsObjective>});
  add_objective({"eindecomp", made<EinDecompObjective>});
  add_objective({"spartan", made<SpartanObjective>});
  add_objective({"lshs", made<LshsObjective>});
  add_objective({"tensorplanner", made<TensorPlannerObjective>});
}

}  // namespace detail

RELATILE_INLINE bool add_to_planner() {
  static const bool added = [] {
    detail::add_planners();
    detail::add_objectives();
    return true;
  }();
  return added;
}

}  // namespace relatile::papers
