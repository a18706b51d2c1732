// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Elements by arrays of indices, of all number types.
#include <relatile/array/parts/impl/scatter.hpp>
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/expr/impl/gather.hpp>
#include <relatile/kernel/impl/select.hpp>

namespace relatile::detail {

#define RELATILE_SELECTED_SUMS(T) template Combining combining<kernel::Sum, T>();
#define RELATILE_SELECTED_CHOICES(T)              \
  template Combining combining<kernel::Min, T>(); \
  template Combining combining<kernel::Max, T>();

RELATILE_FOR_EACH_SCALAR_TYPE(RELATILE_SELECTED_SUMS)
RELATILE_FOR_EACH_REAL_TYPE(RELATILE_SELECTED_CHOICES)

}  // namespace relatile::detail
