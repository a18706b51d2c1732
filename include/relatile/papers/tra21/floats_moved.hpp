// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/algebra/operator.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::papers {

/// The floats of one block; of an object, of as many bytes.
RELATILE_INLINE std::int64_t floats_of_key(const tra::RelationType& type, std::int64_t key);

/// The floats that an operator transfers: f s for a bcast of a relation of f floats to s sites, f
/// for a shuf, and for an exchange what it says, whatever was there before. A partial relation has
/// the floats of all its contributions. Local operators transfer nothing.
///
///   source  [tra21] section 4.3
RELATILE_INLINE std::int64_t floats_moved_by(const plan::Operator& op);

/// The floats that trees of operators transfer; what they share counts once.
RELATILE_INLINE std::int64_t floats_moved(const std::vector<plan::OperatorPtr>& roots);

}  // namespace relatile::papers

#if defined(RELATILE_DEFINITIONS)
#include "relatile/papers/tra21/impl/floats_moved.hpp"
#endif
