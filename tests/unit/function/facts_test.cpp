// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>
#include <optional>

#include "relatile/function/facts.hpp"
#include "support/catch.hpp"

namespace relatile::facts_test {
namespace {

template <class T>
std::optional<ElementType> result(const char* name) {
  const function::Facts* facts = function::find_facts(name);
  REQUIRE(facts != nullptr);
  return facts->result_of(element_type_of<T>());
}

TEST_CASE("functions are found by NumPy's names, with what they make of each element type") {
  CHECK(function::find_facts("add")->arity == 2);
  CHECK(function::find_facts("clip")->arity == 3);
  CHECK(function::find_facts("where")->choice);
  CHECK(function::find_facts("exp")->flops == function::Exp::flops);
  CHECK(function::find_facts("Add") == nullptr);
  CHECK(function::find_facts("") == nullptr);

  CHECK(result<float>("add") == element_type_of<float>());
  CHECK(result<float>("less") == element_type_of<bool>());
  CHECK(result<std::int8_t>("exp") == element_type_of<float>());
  CHECK(result<std::int64_t>("exp") == element_type_of<double>());
  CHECK(result<std::complex<float>>("abs") == element_type_of<float>());
  CHECK(result<std::int32_t>("divide") == element_type_of<double>());
  CHECK(result<std::complex<float>>("sinc") == element_type_of<std::complex<float>>());
}

TEST_CASE("a function that an element type lacks has no result there") {
  CHECK_FALSE(result<std::complex<double>>("maximum"));
  CHECK_FALSE(result<double>("bitwise_and"));
  CHECK_FALSE(result<bool>("subtract"));
}

}  // namespace
}  // namespace relatile::facts_test
