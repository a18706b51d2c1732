// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/buffer.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/array.hpp"

namespace relatile::detail {

/// A node of data that the sites hold already: `held` per site, `local` the data of local ones.
RELATILE_INLINE tra::NodePtr stored_node(std::string name, tra::RelationType type,
                                         std::vector<std::vector<Box>> held, std::string placement,
                                         std::vector<SiteData> local);

/// A piece of uninitialised elements for the box.
RELATILE_INLINE ArrayPiece new_piece(const Box& box, ElementType element);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/impl/stored.hpp"
#endif
