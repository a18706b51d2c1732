// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/element_type.hpp"

#include <complex>
#include <cstdint>
#include <string>
#include <type_traits>

namespace relatile {

RELATILE_INLINE std::string ElementType::name() const {
  const std::string bits = std::to_string(size * 8);
  switch (kind) {
    case ElementKind::boolean: return "bool";
    case ElementKind::signed_integer: return "int" + bits;
    case ElementKind::unsigned_integer: return "uint" + bits;
    case ElementKind::floating: return "float" + bits;
    case ElementKind::complex: return "complex" + bits;
    case ElementKind::opaque: break;
  }
  return "struct" + std::to_string(size);
}

}  // namespace relatile
