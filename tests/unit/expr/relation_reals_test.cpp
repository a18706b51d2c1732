// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <limits>

#include "support/relation_elements.hpp"

// Relations of real and complex numbers.

namespace relatile::relation_reals_test {
namespace {

TEMPLATE_TEST_CASE("relations of matrices of reals", "", float, double, std::complex<float>,
                   std::complex<double>) {
  test::check_matrices<TestType>();
}

TEMPLATE_TEST_CASE("relations of reals", "", float, double, std::complex<float>,
                   std::complex<double>) {
  test::check_numbers<TestType>();
}

TEMPLATE_TEST_CASE("matrix products of reals", "", float, double, std::complex<float>,
                   std::complex<double>) {
  test::check_product<TestType>();
}

TEMPLATE_TEST_CASE("minimum and maximum of reals", "", float, double) {
  test::check_extremes<TestType>();
}

TEST_CASE("minimum and maximum of blocks propagate NaN from either side") {
  const Context context = Context::loopback(3);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  using Vector = BlockValue<Dense<double, 1>>;
  const auto x = relation_from_blocks<Dense<double, 1>, 1>({2}, [&](KeyOf<1> key) {
    Vector v(3);
    if (key[0] == 0) {
      v << nan, 1, 2;
    } else {
      v << 1, nan, 3;
    }
    return v;
  });
  for (const Vector& v : {test::plain(aggregate(x, by<>, kernel::maximum)).at({}),
                          test::plain(aggregate(x, by<>, kernel::minimum)).at({})}) {
    CHECK(std::isnan(v[0]));
    CHECK(std::isnan(v[1]));
    CHECK(!std::isnan(v[2]));
  }
}

}  // namespace
}  // namespace relatile::relation_reals_test
