// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>

#include "relatile/core/type_list.hpp"
#include "relatile/function/list.hpp"
#include "support/catch.hpp"

namespace elsewhere {

/// Stands for an array: has nothing to do with Relatile but this overload.
struct Column {};

template <class F, class... A>
std::string make_elementwise(F, const A&...) {
  return std::string(F::name) + "/" + std::to_string(sizeof...(A));
}

}  // namespace elsewhere

namespace relatile::interface_test {
namespace {

using function::operand_t;
using function::promoted_operands_t;
using function::result_t;

template <class F, class C>
void check_result() {
  if constexpr (F::template accepts<C>) {
    using Result = typename F::template result<C>;
    if constexpr (F::arity == 1) {
      STATIC_REQUIRE(std::is_same_v<decltype(F::apply(C{})), Result>);
    } else if constexpr (F::arity == 2) {
      STATIC_REQUIRE(std::is_same_v<decltype(F::apply(C{}, C{})), Result>);
    } else if constexpr (F::domain == function::Domain::choice) {
      STATIC_REQUIRE(std::is_same_v<decltype(F::apply(bool{}, C{}, C{})), Result>);
    } else {
      STATIC_REQUIRE(std::is_same_v<decltype(F::apply(C{}, C{}, C{})), Result>);
    }
  }
}

template <class F, class... T>
void check_results(TypeList<T...>) {
  (check_result<F, decltype(function::detail::converted<F::domain, T>())>(), ...);
}

template <class... F>
void check_functors(TypeList<F...>) {
  STATIC_REQUIRE((ElementwiseFunctor<F> && ...));
  CHECK(std::set<std::string_view>{F::name...}.size() == sizeof...(F));
  (check_results<F>(TypeList<bool, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                             std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float,
                             double, std::complex<float>, std::complex<double>>{}),
   ...);
}

TEST_CASE("every functor keeps the contract, and returns exactly the type it states") {
  STATIC_REQUIRE(function::Elementwise::size >= 55);
  check_functors(function::Elementwise{});
}

TEST_CASE("operands that are no numbers go to make_elementwise where they are defined") {
  const elsewhere::Column column;
  CHECK(exp(column) == "exp/1");
  CHECK(absolute(column) == "abs/1");
  CHECK(add(column, 2.5) == "add/2");
  CHECK(add(2.5, column) == "add/2");
  CHECK(where(column, 1, elsewhere::Column{}) == "where/3");
}

TEST_CASE("numbers are computed at once, constants of any value category") {
  const double x = 4;
  double y = 4;
  CHECK(sqrt(x) == 2);
  CHECK(sqrt(y) == 2);
  CHECK(sqrt(4.0) == 2);
}

TEST_CASE("signatures") {
  STATIC_REQUIRE(std::is_same_v<operand_t<function::Exp, std::int8_t>, float>);
  STATIC_REQUIRE(std::is_same_v<operand_t<function::Divide, std::int8_t>, double>);
  STATIC_REQUIRE(std::is_same_v<operand_t<function::Divide, float>, float>);
  STATIC_REQUIRE(std::is_same_v<operand_t<function::LogicalAnd, double>, bool>);
  STATIC_REQUIRE(std::is_same_v<operand_t<function::Square, bool>, std::int8_t>);
  STATIC_REQUIRE(std::is_same_v<operand_t<function::Add, long long>, std::int64_t>);
  STATIC_REQUIRE(std::is_same_v<result_t<function::Less, float>, bool>);
  STATIC_REQUIRE(std::is_same_v<result_t<function::Abs, std::complex<float>>, float>);
  STATIC_REQUIRE(
      std::is_same_v<promoted_operands_t<function::Add, std::int32_t, std::int64_t>, std::int64_t>);
  STATIC_REQUIRE(
      std::is_same_v<promoted_operands_t<function::Where, double, float, std::int8_t>, float>);
}

}  // namespace
}  // namespace relatile::interface_test
