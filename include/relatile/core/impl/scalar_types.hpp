// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/core/scalar_types.hpp"

#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "relatile/core/element_type.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/core/type_list.hpp"

namespace relatile {

RELATILE_INLINE ElementType promoted(ElementType a, ElementType b) {
  return detail::promotion_table[detail::scalar_index(a)][detail::scalar_index(b)];
}

}  // namespace relatile
