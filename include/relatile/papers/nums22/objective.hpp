// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/papers/planning.hpp"

namespace relatile::papers {

/// The fullest memory, plus the most that a site receives, plus the most that one sends: a maximum
/// over the sites of sums over the plan, and no sum itself.
///
/// The stand-in adds up what each step puts on its busiest site, as if that were always the same.
///
///   source  [nums22] section 5.1, equation (2); papers/nums22/cost.hpp
class LshsObjective : public Objective {
 public:
  std::string name() const override { return "lshs"; }
  RELATILE_INLINE double work(const Work& work) const override;
  RELATILE_INLINE double transport(const Transport& t) const override;
  bool additive() const override { return false; }

  RELATILE_INLINE std::optional<double> whole(const Problem& problem,
                                              const Assignment& assignment) const override;
};

}  // namespace relatile::papers

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/nums22/impl/objective.hpp"
#endif
