// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/definitions.hpp"
#include "relatile/core/scalar_types.hpp"

namespace relatile::detail {

/// The conversion from one type of numbers to another: all of them are compiled.
RELATILE_INLINE ConvertElements conversion_between(const ElementType& from, const ElementType& to) {
  return visit_scalar_type(from, [&]<class From>(std::type_identity<From>) {
    return visit_scalar_type(to, []<class To>(std::type_identity<To>) -> ConvertElements {
      return &convert_elements<To, From>;
    });
  });
}

}  // namespace relatile::detail
