// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/relation_elements.hpp"

// Relations of integers and of bool.

namespace relatile::relation_integers_test {
namespace {

TEMPLATE_TEST_CASE("relations of matrices of integers", "", std::int8_t, std::uint16_t,
                   std::int64_t, bool) {
  test::check_matrices<TestType>();
}

TEMPLATE_TEST_CASE("relations of integers", "", std::int8_t, std::uint16_t, std::int64_t, bool) {
  test::check_numbers<TestType>();
}

TEMPLATE_TEST_CASE("matrix products of integers", "", std::int8_t, std::uint16_t, std::int64_t,
                   bool) {
  test::check_product<TestType>();
}

TEMPLATE_TEST_CASE("minimum and maximum of integers", "", std::int8_t, std::uint16_t,
                   std::int64_t) {
  test::check_extremes<TestType>();
}

TEST_CASE("sums and products of small integers stay small, and wrap") {
  const Context context = Context::loopback(2);
  const auto x = relation_from_blocks<Dense<std::int8_t, 0>, 1>(
      {3}, [](KeyOf<1>) { return static_cast<std::int8_t>(100); });
  CHECK(test::plain(aggregate(x, by<>, kernel::add)).at({}) == 44);
  const auto squares = join(x, x, on<0>, on<0>, kernel::multiply);
  CHECK(test::plain(squares).at({1}) == 16);
}

}  // namespace
}  // namespace relatile::relation_integers_test
