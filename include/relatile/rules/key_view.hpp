// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/access.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::rules {

/// Blocks under other keys as a view: a chain of rekeys and filters whose result has no holes, and
/// of which every key dimension of what it reads follows from one of its own, `offset + step *
/// key`. The view reads what the chain reads, and has labels, access and type, but no list of keys.
///
///   last        the first key map of the chain, the one that reads something else; or `node`
///   itself returns     null where the keys follow another rule complexity  linear in the keys,
///   times the length of the chain
RELATILE_INLINE tra::NodePtr key_view(const tra::Node& node, const tra::Node& last);

/// The blocks of `x` that `access` reads by labels of extents `frontier`, under these as keys.
RELATILE_INLINE tra::NodePtr key_view_of(const tra::NodePtr& x, Access access,
                                         const Extents& frontier);

}  // namespace relatile::rules

#if defined(RELATILE_DEFINITIONS)
#include "relatile/rules/impl/key_view.hpp"
#endif
