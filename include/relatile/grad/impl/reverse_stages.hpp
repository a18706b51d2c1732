// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/grad/impl/elementwise_rules.hpp"

// Cotangents through a program of elementwise stages, from the last one to an input.

namespace relatile::detail {

inline void add_to(Term& sum, const Term& part) { sum = sum.is_there() ? sum + part : part; }

/// Adds what the cotangent of a stage makes of its operands' ones, a function of the user's, who
/// has told its derivatives.
inline void reverse_own_function(TermList& list, const Stage& stage, const Term& cotangent,
                                 const std::vector<char>& depends, std::vector<Term>& cotangents) {
  for (std::size_t x = 0; x < stage.operands.size(); ++x) {
    const int operand = stage.operands[x];
    if (!nth(depends, operand)) continue;
    Stage partial = (*stage.partials)[x];
    partial.operands = stage.operands;
    const Term slope = list.add(std::move(partial));
    // Of a real function of a complex number the slope is a cotangent itself.
    const Term part = slope.is_complex() && !cotangent.is_complex()
                          ? converted(cotangent, slope.type) * slope
                          : cotangent * conjugated(converted(slope, cotangent.type));
    add_to(nth(cotangents, operand), converted(part, list.term(operand).type));
  }
}

/// The slot of x where a stage is |x|^2, else -1. That is derived as the sum of squares that it is:
/// |x| by itself has no derivative at 0, and says that |x|^2 has no second one there.
inline int squared_length_of(const Program& program, const Stage& stage) {
  const auto inputs = static_cast<int>(program.inputs.size());
  if (!stage.identity.pure || stage.name != "square" || stage.operands[0] < inputs) return -1;
  const Stage& inner = nth(program.stages, stage.operands[0] - inputs);
  const bool is_length = inner.identity.pure && (inner.name == "abs" || inner.name == "fabs");
  return is_length ? inner.operands[0] : -1;
}

/// Adds to `list`, whose program begins with stages of one function each, what g, the cotangent of
/// slot `result`, makes of the cotangent of slot `wanted`.
///
///   self    what slot `result` is, if that has been computed and need not be again
///   errors  Error for a function without a derivative, named for the operator `who`
inline Term reverse_stages(TermList& list, int wanted, int result, const Term& g, const Term& self,
                           const std::string& who) {
  const Program& program = list.program();
  const auto inputs = static_cast<int>(program.inputs.size());
  std::vector<char> depends(static_cast<std::size_t>(inputs) + program.stages.size(), false);
  nth(depends, wanted) = true;
  for (int slot = inputs; slot <= result; ++slot) {
    const Stage& stage = nth(program.stages, slot - inputs);
    if (!is_differentiable(stage.output)) continue;
    for (const int operand : stage.operands) {
      if (nth(depends, operand)) nth(depends, slot) = true;
    }
  }
  std::vector<Term> cotangents(depends.size());
  nth(cotangents, result) = g;
  for (int slot = result; slot >= inputs; --slot) {
    const Term cotangent = nth(cotangents, slot);
    if (!cotangent.is_there() || !nth(depends, slot)) continue;
    const Stage stage = nth(program.stages, slot - inputs);  // the program grows meanwhile
    if (stage.partials) {
      reverse_own_function(list, stage, cotangent, depends, cotangents);
      continue;
    }
    const int squared = squared_length_of(list.program(), stage);
    if (squared >= 0) {
      const Term x = list.term(squared);
      add_to(nth(cotangents, squared), converted(cotangent, x.type) * (x * 2.0));
      continue;
    }
    // A function of the user's may have any name, that of one of the table, too.
    const Partials* const partials = stage.identity.pure ? partials_of(stage.name) : nullptr;
    if (partials == nullptr) {
      throw Error(
          "relatile: grad: no derivative is known of " + stage.name + ", in " + who +
          (stage.identity.pure
               ? ""
               : "; of a function of your own, tell it: vectorize(f, derivatives(by_x)), and "
                 "for second ones derivatives(vectorize(by_x, derivatives(by_xx)))"));
    }
    const bool known = slot == result && self.is_there();
    Called called{{}, {}, {}, known ? self : list.term(slot), cotangent};
    const std::array<Term*, 3> places{&called.x, &called.y, &called.z};
    for (std::size_t x = 0; x < stage.operands.size() && x < places.size(); ++x) {
      *places[x] = list.term(stage.operands[x]);
    }
    for (std::size_t x = 0; x < stage.operands.size(); ++x) {
      const int operand = stage.operands[x];
      if (!nth(depends, operand) || (*partials)[x] == nullptr) continue;
      add_to(nth(cotangents, operand), (*partials)[x](called));
    }
  }
  return nth(cotangents, wanted);
}

}  // namespace relatile::detail
