// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <relatile/cost/machine.hpp>
#include <string>
#include <vector>

namespace paper {

/// One statement of a program cut as a paper says: how many parts each label has; labels that are
/// not named are whole. "q" also means q0, q1, ...: the same statement of every layer.
struct Pin {
  std::string statement;
  std::map<std::string, int> parts;
  std::vector<int> stored = {};  ///< into how many parts each axis of the result is; empty: any
};

/// How a paper executes a program: a planner, or pins. What is not pinned is laid out as is
/// cheapest after what comes before it.
struct Strategy {
  std::string name;          ///< as the paper calls it
  std::string planner = {};  ///< one of `relatile-plan --planner`; empty: the pins
  std::vector<Pin> pins = {};
};

struct Outcome {
  double model = 0;                 ///< seconds, the plan's steps one after the other
  std::optional<double> simulated;  ///< seconds, if SimGrid is there
  std::int64_t bytes = 0;           ///< sent by all sites together
  std::int64_t peak = 0;            ///< bytes on the fullest site
  double tra_floats = 0;            ///< the TRA paper's cost of the plan

  /// The better founded of the two.
  double seconds() const { return simulated.value_or(model); }
};

/// Plans a program (as `relatile-plan` reads it) for every rank of a machine, and simulates it.
///
///   errors  Error for pins that name no statement, or a partition that is not in the space
Outcome measure(const std::string& program, const Strategy& strategy,
                const relatile::cost::Machine& machine);

}  // namespace paper
