// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/algebra/moves.hpp"
#include "relatile/plan/algebra/operator.hpp"
#include "relatile/plan/algebra/sites.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::plan {

/// Where blocks are, in the words of the algebra: "all", "site 2", "part(0)" with the fewest
/// dimensions that hold, "once", or "copies".
RELATILE_INLINE std::string describe(const Sites& sites, const tra::RelationType& type);
inline std::string describe(const Operator& op) {
  if (op.kind == OperatorKind::exchange && !op.target.text.empty()) return op.target.text;
  return describe(op.sites, op.type);
}

namespace detail {

RELATILE_INLINE std::string list_text(const std::vector<int>& dims);

}  // namespace detail

/// What stands between an operator's name and its operands: "<0,2; add>".
RELATILE_INLINE std::string parameters_text(const Operator& op);

/// The tree in the algebra's notation. Inputs have their names, or "R0", "R1" in the order of their
/// first appearance.
RELATILE_INLINE std::string to_text(const OperatorPtr& root);

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/algebra/impl/describe.hpp"
#endif
