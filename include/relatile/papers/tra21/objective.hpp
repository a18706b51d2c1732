// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/papers/floats.hpp"
#include "relatile/papers/planning.hpp"

namespace relatile::papers {

/// f s for a BCAST of f floats to s sites, f for a SHUF, f times the copies in between. Of a
/// partial relation every site's contribution is a tuple of its own. What is partitioned as it is
/// needed moves nothing (R2-4).
///
///   source  [tra21] section 4.3; papers/tra21/cost.hpp
class TraFloatsObjective : public Objective {
 public:
  std::string name() const override { return "tra_floats"; }
  double work(const Work&) const override { return 0; }
  double transport(const Transport& t) const override {
    return floats_held(t.type, t.reduces ? t.have : t.need);
  }
};

}  // namespace relatile::papers
