// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/papers/floats.hpp"
#include "relatile/papers/planning.hpp"

namespace relatile::papers {

/// An array that is not tiled as its reader wants it costs its size, and so does one that its
/// producers update all over.
///
///   source  [spartan15] section 3.1; papers/spartan15/cost.hpp
class SpartanObjective : public Objective {
 public:
  std::string name() const override { return "spartan"; }
  double work(const Work&) const override { return 0; }
  double transport(const Transport& t) const override {
    return static_cast<double>(papers::floats_of(t.type).value);
  }
};

}  // namespace relatile::papers
