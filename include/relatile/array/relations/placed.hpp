// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

#include "relatile/array/placed.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/relation.hpp"

namespace relatile {

namespace detail {
/// The same relation, to be stored as told.
RELATILE_INLINE tra::NodePtr placed_relation(const tra::NodePtr& relation, const Placing& placing);
}  // namespace detail

/// The same relation, stored as told; `split(k)` cuts key dimension k.
template <RelationExpression X>
auto placed(const X& x, const Placing& placing, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Relation<block_of<X>, arity_of<X>>(detail::placed_relation(to_node(x), placing));
}

/// The same join, executed by the named plan: see with_plan of arrays.
template <RelationExpression X>
auto with_plan(const X& x, const std::string& name, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Relation<block_of<X>, arity_of<X>>(detail::planned_join(to_node(x), name));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/relations/impl/placed.hpp"
#endif
