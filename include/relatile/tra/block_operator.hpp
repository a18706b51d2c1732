// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::tra {

/// A relation must be closed (no holes) before an operator other than rekey and filter reads it.
/// Throws NotClosed with the operator that broke it and the first missing keys.
RELATILE_INLINE void require_closed(const std::string& reader, const Node& relation);

/// Makes the type of `node` a relation without any block: its frontier is 0, and of key arity 0 its
/// one key is a hole.
RELATILE_INLINE void set_empty(Node& node, int arity);

RELATILE_INLINE bool has_no_blocks(const RelationType& type);

/// True if an operand has no block at all, so that the operator makes none either.
RELATILE_INLINE bool reads_nothing(const Node& node);

}  // namespace relatile::tra

#if defined(RELATILE_DEFINITIONS)
#include "relatile/tra/impl/block_operator.hpp"
#endif
