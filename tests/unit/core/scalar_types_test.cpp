// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/core/scalar_types.hpp"

#include <complex>
#include <string>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"

namespace scalar_types_test {

using namespace relatile;

namespace {

struct Pair {
  int a;
  double b;
};

template <class A, class B>
void check_promotion() {
  CHECK(promoted(element_type_of<A>(), element_type_of<B>()) == element_type_of<promote_t<A, B>>());
}
template <class A, class... B>
void check_promotions(TypeList<B...>) {
  (check_promotion<A, B>(), ...);
}
template <class... A>
void check_all_promotions(TypeList<A...>) {
  (check_promotions<A>(ScalarTypes{}), ...);
}

std::string visited_name(ElementType element) {
  return visit_scalar_type(
      element, []<class T>(std::type_identity<T>) { return element_type_of<T>().name(); });
}

}  // namespace

TEST_CASE("promotion at run time is promotion at compile time") {
  check_all_promotions(ScalarTypes{});
  CHECK(promoted(element_type_of<long long>(), element_type_of<float>()).name() == "float64");
}

TEST_CASE("a type known at run time leads to its C++ type") {
  const std::vector<std::string> names{"bool",    "int8",      "int16",     "int32",  "int64",
                                       "uint8",   "uint16",    "uint32",    "uint64", "float32",
                                       "float64", "complex64", "complex128"};
  std::size_t index = 0;
  for (const ElementType element : detail::scalar_elements) {
    CHECK(visited_name(element) == names.at(index++));
  }
  CHECK(index == names.size());
  CHECK(visited_name(element_type_of<long long>()) == "int64");
}

TEST_CASE("structs are no scalars") {
  CHECK_THROWS_WITH(visited_name(element_type_of<Pair>()),
                    "relatile: elements of type struct16 are no numbers of NumPy's");
  CHECK_THROWS_AS(promoted(element_type_of<bool>(), element_type_of<Pair>()), Error);
}

TEST_CASE("elements are converted to what they promote to, and to nothing else") {
  const std::vector<std::int16_t> numbers{-3, 0, 300};
  std::vector<std::complex<float>> converted(3);
  const auto convert = conversion_to<std::complex<float>>(element_type_of<std::int16_t>());
  REQUIRE(convert != nullptr);
  convert(numbers.data(), converted.data(), 3);
  CHECK(converted == std::vector<std::complex<float>>{-3.0F, 0.0F, 300.0F});
  CHECK(conversion_to<float>(element_type_of<std::int32_t>()) == nullptr);
  CHECK(conversion_to<std::int16_t>(element_type_of<std::uint16_t>()) == nullptr);
  CHECK(conversion_to<double>(element_type_of<std::uint64_t>()) != nullptr);
  CHECK(conversion_to<long long>(element_type_of<std::uint32_t>()) != nullptr);
}

}  // namespace scalar_types_test
