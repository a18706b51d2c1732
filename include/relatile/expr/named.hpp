// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <utility>

#include "relatile/expr/array.hpp"
#include "relatile/expr/relation.hpp"

namespace relatile {

/// The same array, called `title` in plans and errors. A name decides nothing: not the plan, not
/// the result. Of several names of one array the last one counts.
template <ArrayExpression E>
auto named(const E& x, std::string title, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  auto array = as_array(x);
  array.node()->title = std::move(title);
  return array;
}

/// The same relation, called `title`.
template <RelationExpression X>
auto named(const X& x, std::string title, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  Relation<block_of<X>, arity_of<X>> relation(to_node(x));
  relation.node()->title = std::move(title);
  return relation;
}

}  // namespace relatile
