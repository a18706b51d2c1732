// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "relatile/core/scalar_types.hpp"
#include "relatile/function/facts.hpp"
#include "relatile/program/program.hpp"
#include "relatile/tra/node.hpp"

// What the operators of a program ask about their operands, and how they complain of them.

namespace relatile::program {

using Operands = std::vector<tra::NodePtr>;

/// Does `work`; an error of the library becomes one at this place of the program.
template <class Work>
auto located(Position at, Work&& work) {
  try {
    return work();
  } catch (const ProgramError&) {
    throw;
  } catch (const Error& error) {
    constexpr std::string_view prefix = "relatile: ";
    std::string_view what = error.what();
    if (what.starts_with(prefix)) what.remove_prefix(prefix.size());
    throw ProgramError(at, std::string(what));
  }
}

/// The facts of a function by name; "relu" is the maximum with 0.
inline const function::Facts* facts_of(std::string_view name) {
  static const function::Facts relu = [] {
    function::Facts facts = *function::find_facts("maximum");
    facts.name = "relu";
    facts.arity = 1;
    return facts;
  }();
  return name == "relu" ? &relu : function::find_facts(name);
}

/// "A of shape (3, 4)"
inline std::string shown(const Statement& statement, const Operands& operands, std::size_t x) {
  return statement.operands[x].text + " of shape " + to_string(operands[x]->type.extents);
}

/// What the elements of the operands from `first` on promote to.
inline ElementType promoted_type(const Operands& operands, std::size_t first = 0) {
  ElementType element = operands[first]->type.block.element;
  for (std::size_t x = first + 1; x < operands.size(); ++x) {
    element = promoted(element, operands[x]->type.block.element);
  }
  return element;
}

/// Throws for a function that elements of this type lack.
[[noreturn]] inline void refuse(const Word& function, ElementType element) {
  throw ProgramError(function.at, "expected a function of elements of type " + element.name() +
                                      ", but found \"" + function.text +
                                      "\", which is not defined for them");
}

}  // namespace relatile::program
