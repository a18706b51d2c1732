// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/rekey.hpp"

namespace relatile::tra {

/// Keeps the blocks whose key satisfies `predicate`. The holes it may leave are refused by the
/// next operator that is neither rekey nor filter.
///
///   source  [tra21] section 2.1 (4) and 2.2
RELATILE_INLINE NodePtr make_filter(const NodePtr& x,
                                    const std::function<bool(const Key&)>& predicate);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/filter.hpp"
#endif
