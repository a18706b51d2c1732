// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>
#include <utility>
#include <vector>

#include "support/against_reference.hpp"

namespace lists_test {

namespace rt = relatile;
using rt::test::require_reference;

namespace {

rt::Array<double, 2> numbers(std::int64_t rows, std::int64_t columns, std::int64_t seed) {
  return rt::as_array(rt::from_function({rows, columns}, [seed](std::int64_t i, std::int64_t j) {
    return double((seed + 7 * i + 11 * j) % 5 - 2);
  }));
}

template <class A, class B>
void require_same(const A& a, const B& b) {
  REQUIRE(rt::shape_of(a) == rt::shape_of(b));
  REQUIRE(rt::to_vector(a) == rt::to_vector(b));
}

}  // namespace

TEST_CASE("lists of labels mean what strings do") {
  for (int sites : {1, 2, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    const auto x = numbers(5, 4, 1);
    const auto y = numbers(4, 6, 2);
    const auto z = numbers(6, 3, 3);
    require_same(rt::einsum(x, {0, 1}, y, {1, 2}, {0, 2}), rt::einsum<"ij,jk->ik">(x, y));
    require_same(rt::einsum(x, {70, 9000}, y, {9000, 3}, {3, 70}), rt::einsum<"ij,jk->ki">(x, y));
    require_same(rt::einsum(x, {0, 1}, x, {0, 1}, {}), rt::einsum<"ij,ij->">(x, x));
    require_same(rt::einsum(x, {0, 1}, {1, 0}), rt::einsum<"ij->ji">(x));
    require_same(rt::einsum(x, {5, 6}, {6}), rt::einsum<"ij->j">(x));
    require_same(rt::einsum(x, {5, 6}, {}), rt::einsum<"ij->">(x));
    require_same(rt::einsum(rt::matmul(y, rt::transpose(y)), {2, 2}, {2}),
                 rt::einsum<"ii->i">(rt::matmul(y, rt::transpose(y))));
    require_same(rt::einsum(x, {0, 1}, y, {1, 2}, z, {2, 3}, {3, 0}),
                 rt::einsum<"ij,jk,kl->li">(x, y, z));
    require_same(rt::einsum(x, {0, 1}, y, {1, 2}, z, {2, 3}, {}),
                 rt::einsum<"ij,jk,kl->">(x, y, z));
    require_same(rt::einsum<rt::MinPlus>(x, {0, 1}, y, {1, 2}, {0, 2}),
                 rt::einsum<"ij,jk->ik", rt::MinPlus>(x, y));
    require_same(rt::einsum(x, rt::labels(0, 1), y, rt::labels(1, 2), z, rt::labels(2, 3),
                            rt::sum(x), rt::labels(), rt::labels(0, 3)),
                 rt::einsum<"ij,jk,kl,->il">(x, y, z, rt::sum(x)));
    require_reference(rt::einsum(x, {0, 1}, y, {1, 2}, {0, 1, 2}));
    const auto promoted = rt::einsum(rt::astype<float>(x), {0, 1}, rt::astype<int>(y), {1, 2}, {0});
    static_assert(std::is_same_v<decltype(promoted)::value_type, double>);
  }
}

TEST_CASE("an einsum may have more labels than there are letters") {
  constexpr std::size_t count = 60;
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    // A chain of matrices with labels 0 to 60, and a ring of them.
    std::vector<rt::Array<double, 2>> matrices;
    std::vector<std::vector<int>> lists;
    rt::Array<double, 2> product = rt::eye(2);
    for (std::size_t x = 0; x < count; ++x) {
      matrices.push_back(numbers(2, 2, std::int64_t(x)) * 0.5);
      lists.push_back({int(x), int(x) + 1});
      product = rt::matmul(product, matrices.back());
      rt::evaluate(product);
    }
    const auto expected = rt::to_vector(product);
    const auto chain = rt::einsum<2>(matrices, lists, {0, int(count)});
    const auto found = rt::to_vector(chain);
    for (std::size_t i = 0; i < 4; ++i) CHECK(rt::test::agrees(found[i], expected[i], 1e-12));
    lists.back()[1] = 0;
    const auto ring = rt::einsum<0>(matrices, lists, {});
    CHECK(rt::test::agrees(rt::item(ring), expected[0] + expected[3], 1e-12));
  }
}

TEST_CASE("an einsum of arguments may have more labels than there are letters") {
  auto context = rt::Context::loopback(2);
  const auto x = rt::generate<double, 8>("numbers", rt::Extents::filled(8, 1), 1,
                                         [](const rt::Extents&) { return 2.0; });
  // Seven operands of eight labels each: 56 labels, of which each operand keeps the first.
  const auto result = rt::einsum(
      x, rt::labels(0, 1, 2, 3, 4, 5, 6, 7), x, rt::labels(8, 9, 10, 11, 12, 13, 14, 15), x,
      rt::labels(16, 17, 18, 19, 20, 21, 22, 23), x, rt::labels(24, 25, 26, 27, 28, 29, 30, 31), x,
      rt::labels(32, 33, 34, 35, 36, 37, 38, 39), x, rt::labels(40, 41, 42, 43, 44, 45, 46, 47), x,
      rt::labels(48, 49, 50, 51, 52, 53, 54, 55), rt::labels(0, 8, 16, 24, 32, 40, 48));
  CHECK(rt::to_vector(result) == std::vector<double>{128});
}

TEST_CASE("lists that make no einsum are refused") {
  auto context = rt::Context::loopback(1);
  const auto x = rt::ones({2, 3});
  CHECK_THROWS_WITH(rt::einsum(x, {0, 1}, {2}),
                    "relatile: einsum: label 2: the output has it, but no operand does");
  CHECK_THROWS_WITH(rt::einsum(x, {0, 1}, {1, 1}),
                    "relatile: einsum: label 1: it occurs twice in the output");
  CHECK_THROWS_WITH(rt::einsum(x, {0, -1}, {0}),
                    "relatile: einsum: label -1: labels are not negative");
  CHECK_THROWS_WITH(rt::einsum(x, {0, 1}, x, {1, 2}, {0, 2}),
                    "relatile: einsum: label '1' has extent 3 in one place and 2 in axis 0 of "
                    "operand 1; the shapes are (2, 3) and (2, 3)");
  const std::vector<rt::Array<double, 2>> list(2, rt::as_array(x));
  CHECK_THROWS_WITH(rt::einsum<1>(list, {{0, 1}}, {0}),
                    "relatile: einsum: 1 lists of labels, not 2");
  CHECK_THROWS_WITH(rt::einsum<1>(list, {{0, 1}, {0}}, {0}),
                    "relatile: einsum: 1 labels of an operand, not 2");
  CHECK_THROWS_WITH(rt::einsum<1>(list, {{0, 1}, {0, 1}}, {0, 1}),
                    "relatile: einsum: 2 labels of the output, not 1");
}

}  // namespace lists_test
