// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <array>
#include <cstdint>
#include <relatile/relatile.hpp>
#include <relatile/sparse.hpp>
#include <relatile/tensors.hpp>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/catch.hpp"

namespace shape_test {

// Shapes are taken apart as NumPy's are, and make arrays as large as another.

namespace rt = relatile;

namespace {

template <class X>
std::vector<std::int64_t> extents_in(const X& x) {
  std::vector<std::int64_t> sizes;
  for (const std::int64_t extent : x.shape()) sizes.push_back(extent);
  return sizes;
}

}  // namespace

// Names of functions of ours, which users' own of the same names are not mistaken for.
template <class X>
int sizes_of(const X&) {
  return 1;
}
template <class X>
int squares_of(const X&) {
  return 1;
}
template <class X>
int variables(const X&) {
  return 1;
}

TEST_CASE("functions of the user's are called, whatever ours are called") {
  auto context = rt::Context::loopback(1);
  const rt::Array<double, 2> x = rt::ones({3, 4});
  CHECK(sizes_of(x) == 1);
  CHECK(sizes_of(x + x) == 1);
  CHECK(sizes_of(rt::to_sparse(x)) == 1);
  CHECK(squares_of(x) + variables(x) == 2);
}

TEST_CASE("a shape is taken apart into its extents, of arrays, formulas and sparse arrays") {
  auto context = rt::Context::loopback(2);
  rt::Array<double, 2> x = rt::ones({3, 4});
  const auto [rows, columns] = x.shape();
  CHECK((rows == 3 && columns == 4));
  const auto [r, c] = (x + rt::ones({3, 1})).shape();
  CHECK((r == 3 && c == 4));
  const auto [n] = rt::sum(x, 1).shape();
  CHECK(n == 3);
  const auto [s_rows, s_columns] = rt::transpose(rt::to_sparse(x)).shape();
  CHECK((s_rows == 4 && s_columns == 3));
  const std::vector<std::int64_t> at{0, 1};
  const std::vector<double> values{1, 2};
  const auto tensor =
      rt::from_coordinates({rt::array(at), rt::array(at), rt::array(at)}, values, {2, 3, 4});
  const auto [i, j, k] = tensor.shape();
  CHECK((i == 2 && j == 3 && k == 4));
  // It is a copy, which later values of x leave alone.
  auto before = x.shape();
  x = rt::ones({5, 6});
  CHECK((before[0] == 3 && before.back() == 4 && x.shape() == rt::Extents{5, 6}));
  before[0] = 7;
  CHECK(x.shape(0) == 5);
  std::int64_t a = 0;
  std::int64_t b = 0;
  std::tie(a, b) = std::pair(x.shape()[0], x.shape()[1]);
  CHECK(a * b == x.size());
}

TEST_CASE("a shape without extents is a number's") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const rt::Array<double, 0> zero = rt::zeros({});
  CHECK(zero.item() == 0);
  CHECK(rt::ones({}).item() == 1);
  CHECK(rt::empty<int>({}).item() == 0);
  CHECK(rt::full({}, 2.5F).item() == 2.5F);
  const rt::Array<double, 0> half = rt::full<double>({}, 0.5F);
  CHECK((half + rt::zeros({3})).shape() == rt::Extents{3});
}

TEST_CASE("shapes are compared with numbers") {
  auto context = rt::Context::loopback(1);
  const rt::Array<double, 2> x = rt::ones({7, 3});
  CHECK(x.shape() == std::array<std::int64_t, 2>{7, 3});
  CHECK(x.shape() == std::array{7, 3});
  CHECK(x.shape() != std::array{3, 7});
  CHECK(x.shape() == rt::Shape<2>{7, 3});
  CHECK(x.shape() != rt::Shape<2>{7, 4});
  CHECK(x.shape() == rt::transpose(rt::transpose(x)).shape());
}

TEST_CASE("several axes of extent one go and come at once, or it is said which can't") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  using Catch::Matchers::ContainsSubstring;
  const rt::Array<double, 3> x = rt::reshape(rt::arange(3.0), {1, 3, 1});
  CHECK(extents_in(rt::squeeze(x, rt::axis(-1, 0))) == std::vector<std::int64_t>{3});
  CHECK(extents_in(rt::squeeze(x, {0, 2})) == std::vector<std::int64_t>{3});
  CHECK(extents_in(rt::squeeze(x, rt::axis())) == extents_in(x));
  CHECK(extents_in(rt::expand_dims(x, {-1, 0})) == std::vector<std::int64_t>{1, 1, 3, 1, 1});
  CHECK(rt::to_vector(rt::squeeze(rt::expand_dims(x, {1, 4}), {0, 1, 3, 4})) ==
        std::vector<double>{0, 1, 2});
  CHECK_THROWS_WITH(rt::squeeze(x, rt::axis(0, 1)), ContainsSubstring("axis 1 of an array of shape "
                                                                      "(1, 3, 1)"));
  CHECK_THROWS_AS(rt::squeeze(x, {0, -3}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::squeeze(x, {0, 3}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::expand_dims(x, {0, 5}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::expand_dims(x, rt::axis(1, -4)), rt::ShapeMismatch);
}

TEST_CASE("arrays are made as large as another, whose number of dimensions types know") {
  auto context = rt::Context::loopback(3);
  const rt::Array<float, 2> x = rt::ones<float>({2, 5});
  const std::vector<std::int64_t> wanted{2, 5};
  const auto has = [&](const auto& y, auto element) {
    return extents_in(y) == wanted &&
           std::is_same_v<rt::element_of<decltype(y)>, decltype(element)>;
  };
  CHECK(has(rt::zeros(x.shape()), 0.0));
  CHECK(has(rt::ones<float>(x.shape()), 0.0F));
  CHECK(has(rt::empty<int, 2>(x.shape()), 0));
  CHECK(has(rt::full(x.shape(), 1.5F), 0.0F));
  CHECK(has(rt::full<double>((x + x).shape(), 1), 0.0));
  CHECK(has(rt::full<double, 2>(x.shape(), 1), 0.0));
  CHECK(has(rt::random::normal(x.shape()), 0.0));
  CHECK(has(rt::random::normal<float, 2>(1.0F, 2.0F, x.shape()), 0.0F));
  CHECK(has(rt::random::uniform(2, 3, x.shape()), 0.0));
  CHECK(has(rt::random::integers(7, x.shape()), std::int64_t{0}));
  CHECK(has(rt::random::gamma(1.0, 2.0, x.shape()), 0.0));
  CHECK(has(rt::random::exponential(x.shape()), 0.0));
  CHECK(has(rt::broadcast_to(rt::arange(5.0), x.shape()), 0.0));
  CHECK(has(rt::broadcast_to<2>(rt::arange(5.0), x.shape()), 0.0));
  CHECK(has(rt::reshape(rt::arange(10.0), x.shape()), 0.0));
  CHECK(has(rt::reshape<2>(rt::arange(10.0), x.shape()), 0.0));
  CHECK(has(rt::from_span(std::vector<double>(10), x.shape()), 0.0));
  const std::vector<std::int64_t> at{0, 1};
  const auto s = rt::from_coordinates(at, at, std::vector<double>{1, 2}, x.shape());
  CHECK(extents_in(s) == wanted);
  CHECK(extents_in(rt::zeros(s.shape())) == wanted);
  CHECK(rt::to_vector(rt::full(x.shape(), 2.5)) == std::vector<double>(10, 2.5));
  CHECK_THROWS_AS(rt::reshape(rt::arange(9.0), x.shape()), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::broadcast_to(rt::arange(2.0), x.shape()), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::from_span(std::vector<double>(9), x.shape()), rt::ShapeMismatch);
}

}  // namespace shape_test
