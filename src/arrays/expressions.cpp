// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Elementwise expressions at run time, and conversions between all types.
#include <relatile/expr/impl/array.hpp>
#include <relatile/expr/impl/expression.hpp>
#include <relatile/expr/impl/lost_names.hpp>
#include <relatile/expr/impl/with_pullback.hpp>
#include <relatile/kernel/impl/own_function.hpp>

#include "listed_functions.hpp"

namespace relatile::sources {

template <class... To>
constexpr auto conversions(TypeList<To...> list) {
  return std::array<Row, sizeof...(To)>{row<function::AsType<To>>(list)...};
}
extern const std::array<Row, ScalarTypes::size> all_conversions;
const std::array<Row, ScalarTypes::size> all_conversions = conversions(ScalarTypes{});

}  // namespace relatile::sources
