// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/algebra/operator.hpp"

namespace relatile::plan {

/// The same operator on other operands. What is inferred is inferred anew, so it throws where those
/// operands do not suit it.
RELATILE_INLINE OperatorPtr with_inputs(const Operator& op, std::vector<OperatorPtr> inputs);

/// The trees with `now` in the place of `old`, wherever that is read; what lies above is built
/// anew. Throws where it no longer fits: an exchange that brought blocks together may be gone.
RELATILE_INLINE std::vector<OperatorPtr> replaced(const std::vector<OperatorPtr>& roots,
                                                  const OperatorPtr& old, const OperatorPtr& now);

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/algebra/impl/rebuild.hpp"
#endif
