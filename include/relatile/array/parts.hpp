// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::detail {

/// Throws UnsupportedPlan where several sites are one process, which has no part of its own.
RELATILE_INLINE void require_one_site(const std::string& name, const transport::Transport& sites);

/// The boxes of all ranks, of an array of shape `whole` of which this rank has the one at `offset`
/// with `extents`, and `size` elements. Collective.
///
///   errors  ShapeMismatch, on every rank, unless the boxes tile the array and have as many
///           elements as they should; UnsupportedPlan where several sites are one process
RELATILE_INLINE std::vector<std::vector<Box>> agree_on_parts(
    const std::string& name, transport::Transport& sites, const Extents& whole,
    const Extents& offset, const Extents& extents, std::size_t size);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/impl/parts.hpp"
#endif
