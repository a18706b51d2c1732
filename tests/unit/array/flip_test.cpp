// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include "support/against_reference.hpp"
#include "support/catch.hpp"

namespace flip_test {

namespace rt = relatile;

namespace {

rt::Array<double, 2> numbers(std::int64_t rows, std::int64_t columns, std::int64_t seed = 0) {
  rt::Array<double, 2> x =
      rt::from_function({rows, columns}, [seed](std::int64_t i, std::int64_t j) {
        return double((i * 31 + j * 17 + seed * 7) % 13 - 6);
      });
  rt::evaluate(x);
  return x;
}

/// Python's range(*slice(start, stop, step).indices(extent)).
std::vector<std::int64_t> python_range(std::int64_t extent, std::int64_t start, std::int64_t stop,
                                       std::int64_t step) {
  std::vector<std::int64_t> indices;
  for (std::int64_t i = start; step > 0 ? i < stop : i > stop; i += step) {
    if (i >= 0 && i < extent) indices.push_back(i);
  }
  return indices;
}

}  // namespace

TEST_CASE("slices go back as Python's do") {
  auto context = rt::Context::loopback(3);
  rt::Array<double, 1> x = rt::arange(10.0);
  rt::evaluate(x);
  const auto of = [&](const rt::Slice& range) { return rt::to_vector(x(range)); };
  using List = std::vector<double>;
  CHECK(of(rt::slice({}, {}, -1)) == List{9, 8, 7, 6, 5, 4, 3, 2, 1, 0});
  CHECK(of(rt::slice({}, {}, -3)) == List{9, 6, 3, 0});
  CHECK(of(rt::slice(7, 2, -2)) == List{7, 5, 3});
  CHECK(of(rt::slice(7, {}, -3)) == List{7, 4, 1});
  CHECK(of(rt::slice({}, 6, -1)) == List{9, 8, 7});
  CHECK(of(rt::slice(-3, -6, -1)) == List{7, 6, 5});
  CHECK(of(rt::slice(100, -100, -4)) == List{9, 5, 1});
  CHECK(of(rt::slice(2, 7, -1)).empty());
  CHECK(of(rt::slice(-100, {}, -1)).empty());
  CHECK(of(rt::slice(5, {}, std::numeric_limits<std::int64_t>::min())) == List{5});
  CHECK(of(rt::slice(5, {}, std::numeric_limits<std::int64_t>::max())) == List{5});
  CHECK_THROWS_AS(x(rt::slice(0, 5, 0)), rt::ShapeMismatch);
  for (const std::int64_t step : {-1, -2, -7, 1, 3}) {
    for (std::int64_t start = 0; start < 10; ++start) {
      for (std::int64_t stop = 0; stop < 10; ++stop) {
        List expected;
        for (const auto i : python_range(10, start, stop, step)) expected.push_back(double(i));
        REQUIRE(of(rt::slice(start, stop, step)) == expected);
      }
    }
  }
}

TEST_CASE("flip and its relatives reverse axes") {
  const int sites = GENERATE(1, 2, 3, 5);
  auto context = rt::Context::loopback(sites);
  for (const auto shape : {std::array<std::int64_t, 2>{7, 5}, {1, 4}, {0, 3}, {12, 1}, {13, 8}}) {
    const std::int64_t rows = shape[0];
    const std::int64_t columns = shape[1];
    const auto x = numbers(rows, columns);
    const auto values = rt::to_vector(x);
    const auto at = [&](std::int64_t i, std::int64_t j) {
      return values[std::size_t(i * columns + j)];
    };
    std::vector<double> both;
    std::vector<double> up_down;
    std::vector<double> left_right;
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < columns; ++j) {
        both.push_back(at(rows - 1 - i, columns - 1 - j));
        up_down.push_back(at(rows - 1 - i, j));
        left_right.push_back(at(i, columns - 1 - j));
      }
    }
    CHECK(rt::to_vector(rt::flip(x)) == both);
    CHECK(rt::to_vector(rt::flip(x, rt::axis(1, 0))) == both);
    CHECK(rt::to_vector(rt::flipud(x)) == up_down);
    CHECK(rt::to_vector(rt::flip(x, -1)) == left_right);
    CHECK(rt::to_vector(rt::fliplr(x)) == left_right);
    std::vector<double> turned;
    for (std::int64_t i = 0; i < columns; ++i) {
      for (std::int64_t j = 0; j < rows; ++j) turned.push_back(at(j, columns - 1 - i));
    }
    CHECK(rt::to_vector(rt::rot90(x)) == turned);
    CHECK(rt::to_vector(rt::rot90(x, -3)) == turned);
    CHECK(rt::to_vector(rt::rot90(rt::rot90(x), 3)) == values);
    CHECK(rt::to_vector(rt::rot90(x, 2)) == both);
  }
  CHECK_THROWS_AS(rt::flip(numbers(2, 2), 2), rt::ShapeMismatch);
}

TEST_CASE("every operator reads backwards what it reads") {
  const int sites = GENERATE(1, 2, 3, 4, 7);
  auto context = rt::Context::loopback(sites);
  const auto x = numbers(24, 15);
  const auto y = numbers(15, 20, 1);
  const auto back = rt::slice({}, {}, -1);
  const auto by_two = rt::slice({}, {}, -2);
  const auto whole = rt::all_of_axis;
  rt::test::require_reference(x + rt::flip(x) * 2.0);
  rt::test::require_reference(rt::sum(rt::flipud(x) * x, 0));
  rt::test::require_reference(rt::matmul(x(whole, back), y(back, whole)));
  rt::test::require_reference(rt::matmul(rt::flip(x), y));
  rt::test::require_reference(rt::matmul(x, y)(by_two, back));
  rt::test::require_reference(rt::matmul(rt::transpose(x(back, whole)), x));
  rt::test::require_reference(rt::flip(rt::matmul(rt::matmul(x, y), rt::transpose(y)), 1));
  rt::test::require_reference(rt::abs(x * 0.125)(back, whole)(rt::slice(3, 20), back));
  rt::test::require_reference(rt::max(x(by_two, whole), 1));
}

TEST_CASE("what is made where it is read is made backwards") {
  const int sites = GENERATE(1, 3);
  auto context = rt::Context::loopback(sites);
  const auto back = rt::slice({}, {}, -1);
  CHECK(rt::to_vector((rt::arange(6.0) + 1.0)(back)) == std::vector<double>{6, 5, 4, 3, 2, 1});
  rt::random::seed(1);
  const rt::Array<double, 2> u = rt::random::uniform<double>(0.0, 1.0, {9, 4});
  rt::random::seed(1);
  const rt::Array<double, 2> flipped = rt::flip(rt::random::uniform<double>(0.0, 1.0, {9, 4}));
  auto expected = rt::to_vector(u);
  std::reverse(expected.begin(), expected.end());
  CHECK(rt::to_vector(flipped) == expected);
  CHECK(rt::to_vector(rt::argmax(rt::arange(5.0)(back))) == std::vector<std::int64_t>{0});
}

TEST_CASE("einsums of many operands and relations read backwards, too") {
  const int sites = GENERATE(1, 4);
  auto context = rt::Context::loopback(sites);
  const auto x = numbers(12, 9);
  const auto y = numbers(9, 14, 1);
  const auto z = numbers(14, 5, 2);
  const auto back = rt::slice({}, {}, -1);
  rt::test::require_reference(rt::einsum<"ij,jk,kl->il">(x, y(back, rt::all_of_axis), z));
  rt::test::require_reference(rt::einsum<"ij,jk,kl->il">(x, y, z)(back, rt::slice(1, 4)));
  rt::test::require_reference(rt::einsum<"ij,jk->ik", rt::MinPlus>(x(back, back), y));
  rt::test::require_reference(rt::to_array(rt::transform(
      rt::blocks(rt::flip(x), {5, 4}), [](const auto& b) { return Eigen::MatrixXd(b * 2.0); })));
  rt::test::require_reference(rt::take(rt::flip(x), rt::astype<std::int64_t>(rt::arange(4.0)), 0));
}

TEST_CASE("programs that differ in where slices begin that go back") {
  const int sites = GENERATE(2, 3, 4, 5);
  auto context = rt::Context::loopback(sites);
  const auto x = numbers(81, 41);
  const auto y = numbers(81, 41, 1);
  const auto a = rt::to_vector(x);
  const auto b = rt::to_vector(y);
  for (std::int64_t round = 0; round < 40; ++round) {
    const std::int64_t i = 7 + round * 29 % 74;
    const std::int64_t k = 3 + round * 11 % 38;
    const std::int64_t j = 7 + round * 47 % 74;
    const std::int64_t l = 3 + round * 5 % 38;
    const auto back = [](std::int64_t from, std::int64_t count) {
      return from < count ? rt::slice(from, {}, -1) : rt::slice(from, from - count, -1);
    };
    const auto product =
        rt::matmul(rt::transpose(x(back(i, 8), back(k, 4))), y(back(j, 8), back(l, 4)));
    const auto values = rt::to_vector(product);
    for (std::int64_t r = 0; r < 4; ++r) {
      for (std::int64_t c = 0; c < 4; ++c) {
        double expected = 0;
        for (std::int64_t n = 0; n < 8; ++n) {
          expected += a[std::size_t((i - n) * 41 + k - r)] * b[std::size_t((j - n) * 41 + l - c)];
        }
        REQUIRE(values[std::size_t(r * 4 + c)] == expected);
      }
    }
  }
}

}  // namespace flip_test
