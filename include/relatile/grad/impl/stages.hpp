// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "relatile/core/kernel.hpp"
#include "relatile/core/nth.hpp"

// Programs taken apart, and what is left of them where not all is needed.

namespace relatile::detail {

/// A program, and which of its slots is the result.
struct Stages {
  Program program;
  int result = 0;
};

/// The same with a stage for every function: see Stage::taken_apart.
inline Stages stages_of(const Program& program) {
  Stages stages;
  stages.program.inputs = program.inputs;
  const auto inputs = program.inputs.size();
  std::vector<int> slots;  // of the new program, for each one of the old
  for (std::size_t x = 0; x < inputs; ++x) slots.push_back(static_cast<int>(x));
  const auto add = [&](Stage stage, const std::vector<int>& from) {
    for (int& operand : stage.operands) operand = nth(from, operand);
    stages.program.stages.push_back(std::move(stage));
    return static_cast<int>(inputs + stages.program.stages.size()) - 1;
  };
  for (const Stage& stage : program.stages) {
    if (!stage.taken_apart) {
      slots.push_back(add(stage, slots));
      continue;
    }
    std::vector<int> inner;
    for (const int operand : stage.operands) inner.push_back(nth(slots, operand));
    const Program functions = stage.taken_apart();
    for (const Stage& function : functions.stages) inner.push_back(add(function, inner));
    slots.push_back(inner.back());
  }
  stages.result = slots.back();
  return stages;
}

/// What is left of a program where one slot alone is wanted, which becomes its result.
struct Needed {
  Program program;
  std::vector<int> inputs;  ///< of the whole program
};

inline Needed needed_stages(const Program& program, int result) {
  const auto inputs = static_cast<int>(program.inputs.size());
  std::vector<char> wanted(program.inputs.size() + program.stages.size(), false);
  nth(wanted, result) = true;
  for (int slot = result; slot >= inputs; --slot) {
    if (!nth(wanted, slot)) continue;
    for (const int operand : nth(program.stages, slot - inputs).operands) {
      nth(wanted, operand) = true;
    }
  }
  Needed needed;
  std::vector<int> slots(wanted.size(), -1);
  for (int x = 0; x < inputs; ++x) {
    if (!nth(wanted, x)) continue;
    nth(slots, x) = static_cast<int>(needed.inputs.size());
    needed.inputs.push_back(x);
    needed.program.inputs.push_back(nth(program.inputs, x));
  }
  for (int slot = inputs; slot <= result; ++slot) {
    if (!nth(wanted, slot)) continue;
    Stage stage = nth(program.stages, slot - inputs);
    for (int& operand : stage.operands) operand = nth(slots, operand);
    needed.program.stages.push_back(std::move(stage));
    nth(slots, slot) =
        static_cast<int>(needed.program.inputs.size() + needed.program.stages.size()) - 1;
  }
  return needed;
}

}  // namespace relatile::detail
