// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>

#include "relatile/core/error.hpp"
#include "relatile/kernel/factorizations/impl/multiply.hpp"
#include "support/catch.hpp"

#if defined(RELATILE_HAS_BLAS)

namespace factorizations_test {

namespace kernel = relatile::kernel;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("products of more rows than the BLAS can count are refused before anything is read") {
  const std::int64_t many = std::int64_t{1} << 31U;
  double element = 1;
  const kernel::RowsMap<double> small(&element, 2, 2, 2);
  const kernel::RowsMap<double> wide(&element, 2, many, many);
  const kernel::RowsMap<double> tall(&element, many, 2, 2);
  const auto says = ContainsSubstring("2147483648 of them on one site");
  CHECK_THROWS_WITH(kernel::detail::add_product<double>(small, 1, wide, tall), says);
  CHECK_THROWS_WITH(kernel::detail::add_adjoint_product<double>(small, 1, tall, tall), says);
  const kernel::RowsMap<double> column(&element, many, 1, 1);
  const kernel::RowsMap<double> sum(&element, 2, 1, 1);
  CHECK_THROWS_WITH(kernel::detail::add_adjoint_product<double>(sum, 1, tall, column), says);
  CHECK_THROWS_AS(kernel::detail::add_product<double>(sum, 1, wide, column), relatile::Error);
}

}  // namespace factorizations_test

#endif
