// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Arrays from nothing and conversions between number types; copies between strided memories.
#include <relatile/array/impl/creation.hpp>
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/expr/impl/generate.hpp>
#include <relatile/kernel/impl/copy_in_order.hpp>
#include <relatile/kernel/impl/strided_copy.hpp>

namespace relatile::detail {

#define RELATILE_RANGE(T) template tra::NodePtr arange_node<T>(T, T, T);
#define RELATILE_SPACES(T) template tra::NodePtr linspace_node<T>(T, T, std::int64_t, bool);

RELATILE_FOR_EACH_REAL_TYPE(RELATILE_RANGE)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_SPACES)

}  // namespace relatile::detail
