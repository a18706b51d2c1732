// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <vector>

#include "support/against_reference.hpp"

#include <relatile/einsum/dynamic_types.hpp>

namespace dynamic_test {

// Two of the types. What chooses among all of them, dynamic.hpp, takes a minute to compile without
// the tool's own object files; tests/python/einsum_test.py compares it with NumPy.

namespace rt = relatile;
using namespace rt::einsum_detail;
using rt::test::require_reference;

namespace {

template <class T>
rt::Array<T, 2> numbers(std::int64_t rows, std::int64_t columns) {
  rt::Array<T, 2> x = rt::generate<T, 2>("numbers", {rows, columns}, 1, [](const rt::Extents& at) {
    return static_cast<T>((at[0] * 53 + at[1] * 29 + 11) % 127 - 60);
  });
  rt::evaluate(x);
  return x;
}

rt::tra::Labelling labelling(const char* text) { return number_labels(parse(text)); }

template <class T>
void check_products(const std::vector<rt::tra::NodePtr>& operands) {
  using Typed = TypedEinsum<T>;
  require_reference(rt::Array<T, 2>(Typed::multiply_add(operands, labelling("ij,jk->ik"))));
  require_reference(rt::Array<T, 1>(Typed::multiply_add(operands, labelling("ij,jk->k"))));
  for (const Combine combine : {Combine::mul, Combine::add, Combine::sub, Combine::max}) {
    for (const Reduce reduce : {Reduce::add, Reduce::mul, Reduce::min, Reduce::max}) {
      const auto pairs = Typed::combine(combine, operands, labelling("ij,jk->ik"));
      require_reference(rt::Array<T, 3>(pairs));
      const auto again = Typed::combine(combine, operands, labelling("ij,jk->ik"));
      require_reference(rt::Array<T, 2>(Typed::reduce(reduce, again, labelling("ikj->ik"))));
    }
  }
}

}  // namespace

TEST_CASE("einsums of types known at run time equal the reference") {
  for (int sites : {1, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    // Sums of int8 wrap; the few terms of each sum of floats are exact.
    const auto a = numbers<std::int8_t>(7, 5);
    const auto b = numbers<std::int8_t>(5, 6);
    check_products<std::int8_t>({a.node(), b.node()});
    const auto c = TypedEinsum<float>::cast(b.node());
    CHECK(c->type.block.element == rt::element_type_of<float>());
    require_reference(rt::Array<float, 2>(TypedEinsum<float>::multiply_add(
        {TypedEinsum<float>::cast(a.node()), c}, labelling("ij,jk->ki"))));
  }
}

TEST_CASE("a matrix product of signed integers has signed elements that wrap") {
  auto context = rt::Context::loopback(2);
  const auto a = rt::full<std::int8_t>({1, 3}, -100);
  const auto b = rt::full<std::int8_t>({3, 1}, 100);
  const rt::Array<std::int8_t, 2> c(
      TypedEinsum<std::int8_t>::multiply_add({a.node(), b.node()}, labelling("ij,jk->ik")));
  CHECK(c.dtype() == "int8");
  CHECK(rt::item(c) == static_cast<std::int8_t>(-30000));
}

TEST_CASE("functions that a type lacks are refused by name") {
  auto context = rt::Context::loopback(1);
  const auto x = numbers<std::int8_t>(2, 2);
  CHECK_THROWS_WITH(
      TypedEinsum<std::int8_t>::reduce(Reduce::logical_or, x.node(), labelling("ij->i")),
      "relatile: einsum: 'or' is not defined for elements of type int8");
  CHECK_THROWS_WITH(
      TypedEinsum<std::int8_t>::combine(Combine::div, {x.node(), x.node()}, labelling("ij,jk->ik")),
      "relatile: einsum: 'div' is not defined for elements of type int8");
}

}  // namespace dynamic_test
