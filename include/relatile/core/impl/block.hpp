// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/block.hpp"

#include <functional>
#include <memory>
#include <string>

#include "relatile/core/element_type.hpp"
#include "relatile/core/extents.hpp"

namespace relatile {

RELATILE_INLINE std::string BlockType::name() const {
  return object ? object->name : element.name() + "[" + std::string(rank_marks()) + "]";
}

RELATILE_INLINE std::string BlockType::rank_marks() const {
  return rank > 1 ? std::string(static_cast<std::size_t>(rank - 1), ',') : std::string();
}

}  // namespace relatile
