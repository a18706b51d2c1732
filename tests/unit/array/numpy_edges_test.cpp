// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <cstdint>
#include <limits>
#include <relatile/relatile.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace numpy_edges_test {

// What NumPy gives at the edges of what functions of parts, lines and shapes take: empty choices,
// infinities, extreme numbers. Expected values are NumPy's.

namespace rt = relatile;
using rt::Array;

namespace {

using Numbers = std::vector<double>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

Array<double, 1> vector_of(const Numbers& x) { return rt::from_span(x, {std::int64_t(x.size())}); }

}  // namespace

TEST_CASE("where no truth value is true, assigning changes nothing") {
  const int sites = GENERATE(1, 2, 3);
  auto context = rt::Context::loopback(sites);
  const Array<double, 1> x = rt::arange(5.0);
  Array<double, 1> y = x;
  y(x > 10.0) += 1.0;
  CHECK(rt::to_vector(y) == Numbers{0, 1, 2, 3, 4});
  y(x > 10.0) = vector_of({});
  CHECK(rt::to_vector(y) == Numbers{0, 1, 2, 3, 4});
}

TEST_CASE("as many values as places that are true, or an error") {
  auto context = rt::Context::loopback(2);
  const auto assign = [](std::int64_t count) {
    Array<double, 1> y = rt::arange(5.0);
    y(y > 1.0) = Array<double, 1>(rt::arange(double(count)));
    return rt::to_vector(y);
  };
  CHECK(assign(3) == Numbers{0, 1, 0, 1, 2});
  CHECK_THROWS_AS(assign(4), rt::Error);
  CHECK_THROWS_AS(assign(2), rt::Error);
}

TEST_CASE("values are broadcast to the rows that a mask chooses") {
  auto context = rt::Context::loopback(2);
  const Array<bool, 1> mask = rt::arange(3.0) > 0.0;
  Array<double, 2> x = rt::zeros<double>({3, 2});
  x(mask) = rt::reshape(rt::arange(2.0) + 1.0, {2, 1});
  CHECK(rt::to_vector(x) == Numbers{0, 0, 1, 1, 2, 2});
  x(mask) = rt::reshape(vector_of({5}), {1, 1});
  CHECK(rt::to_vector(x) == Numbers{0, 0, 5, 5, 5, 5});
}

TEST_CASE("a function of lines without elements is called, too") {
  auto context = rt::Context::loopback(2);
  const Array<double, 2> empty = rt::zeros<double>({3, 0});
  const auto sizes = rt::apply_along_axis(
      [](std::span<const double> line) { return double(line.size()) + 42.0; }, 1, empty);
  CHECK(rt::to_vector(sizes) == Numbers{42, 42, 42});
  // Whatever f takes its line as.
  const auto generic =
      rt::apply_along_axis([](auto line) { return double(line.size()); }, 1, empty);
  CHECK(rt::to_vector(generic) == Numbers{0, 0, 0});
}

TEST_CASE("a convolution adds up what is there, and nothing else") {
  auto context = rt::Context::loopback(2);
  const auto full = rt::to_vector(rt::convolve(rt::arange(4.0), vector_of({infinity, 1})));
  CHECK(full.back() == 3.0);
  const auto x = vector_of({1, 2});
  const auto longer = vector_of({1, 2, 3, 4});
  CHECK(rt::to_vector(rt::correlate(x, longer, "same")) == Numbers{11, 8, 5, 2});
}

TEST_CASE("a convolution without the sums at the edges does not compute them") {
  auto context = rt::Context::loopback(2);
  const rt::Array<double, 1> x = rt::placed(rt::arange(16.0), rt::split(0));
  const rt::Array<double, 1> v = rt::placed(vector_of({1, 2, 4}), rt::everywhere);
  rt::evaluate(x, v);
  const auto valid = rt::convolve(x, v, "valid");
  CHECK(rt::to_vector(valid) == rt::to_vector(rt::convolve(x, v)(rt::slice(2, 16))));
  CHECK(rt::explain(valid).find("concatenate") == std::string::npos);
  CHECK(rt::to_vector(rt::convolve(x, vector_of({3}), "valid")).back() == 45.0);
}

TEST_CASE("a median is the mean of the two in the middle") {
  auto context = rt::Context::loopback(2);
  CHECK(rt::median(vector_of({infinity, infinity})).item() == infinity);
  CHECK(rt::median(vector_of({1, infinity, infinity, infinity})).item() == infinity);
  CHECK(rt::median(vector_of({-1.5e308, 1.5e308})).item() == 0.0);
}

TEST_CASE("a number is searched for as it is") {
  auto context = rt::Context::loopback(2);
  const auto sorted = rt::from_span(std::vector<std::int64_t>{1, 2, 2, 3}, {4});
  CHECK(rt::searchsorted(sorted, 2.5).item() == 3);
}

TEST_CASE("the edges of bins are those of linspace") {
  auto context = rt::Context::loopback(2);
  const auto found = rt::histogram(vector_of({0.5}), 6, -2.0, 3.0);
  CHECK(rt::to_vector(found.edges) == rt::to_vector(rt::linspace(-2.0, 3.0, 7)));
  CHECK(rt::to_vector(found.counts) == std::vector<std::int64_t>{0, 0, 0, 1, 0, 0});
}

TEST_CASE("extreme widths and diagonals are refused, or mean what they say") {
  auto context = rt::Context::loopback(2);
  const Array<double, 1> x = rt::arange(5.0);
  CHECK_THROWS_AS(rt::pad(x, most), rt::Error);
  CHECK_THROWS_AS(rt::pad(x, most, "edge"), rt::Error);
  const Array<double, 2> ones = rt::ones<double>({2, 2});
  CHECK(rt::to_vector(rt::triu(ones, least)) == Numbers{1, 1, 1, 1});
}

TEST_CASE("choices are of something, and by likelihoods") {
  auto context = rt::Context::loopback(2);
  const Array<double, 1> x = rt::arange(5.0);
  CHECK_THROWS_AS(rt::random::choice(x, -1, rt::random::Replacement::without), rt::Error);
  CHECK_THROWS_AS(rt::to_vector(rt::random::choice(x, 5, rt::as_array(x * -1.0))), rt::Error);
  CHECK_THROWS_AS(rt::to_vector(rt::random::choice(x, 5, rt::as_array(x * 0.0))), rt::Error);
}

TEST_CASE("lexsort takes keys of one length") {
  auto context = rt::Context::loopback(2);
  const Array<double, 1> three = rt::arange(3.0);
  const Array<double, 1> five = rt::arange(5.0);
  CHECK_THROWS_AS(rt::to_vector(rt::lexsort(std::vector{three, five})), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::to_vector(rt::lexsort(std::vector{five, three})), rt::ShapeMismatch);
}

TEST_CASE("a mask of one axis stands among other indices, on either side of =") {
  for (int sites : {1, 2, 3}) {
    auto context = rt::Context::loopback(sites);
    const rt::Array<double, 2> x = rt::reshape(rt::arange<double>(12.0), {4, 3});
    const rt::Array<bool, 1> rows = rt::from_span(std::vector<std::uint8_t>{1, 0, 0, 1}, {4}) > 0;
    const rt::Array<bool, 1> columns = rt::from_span(std::vector<std::uint8_t>{0, 1, 1}, {3}) > 0;
    CHECK(rt::to_vector(x(rows, rt::all_of_axis)) == Numbers{0, 1, 2, 9, 10, 11});
    CHECK(rt::to_vector(x(rows, 1)) == Numbers{1, 10});
    CHECK(rt::to_vector(x(rt::all_of_axis, columns)) == Numbers{1, 2, 4, 5, 7, 8, 10, 11});
    CHECK(rt::to_vector(x(2, columns)) == Numbers{7, 8});
    CHECK(rt::to_vector(x(rt::slice(1, 4), columns)) == Numbers{4, 5, 7, 8, 10, 11});
    CHECK(rt::to_vector(x(rows, columns)) == Numbers{1, 11});  // pairs, as of arrays of integers
    CHECK_THROWS_AS(x(columns, 0), rt::ShapeMismatch);
    CHECK_THROWS_AS(x(rt::all_of_axis, rows), rt::ShapeMismatch);

    rt::Array<double, 2> y = x;
    y(rows, 0) = -1.0;
    y(1, columns) = 7.0;
    y(rows, rt::slice(1, 3)) = rt::zeros<double>({2, 2}) + rt::arange<double>(2.0);
    CHECK(rt::to_vector(y) == Numbers{-1, 0, 1, 3, 7, 7, 6, 7, 8, -1, 0, 1});
    y(rt::all_of_axis, columns) *= 2.0;
    CHECK(rt::to_vector(y) == Numbers{-1, 0, 2, 3, 14, 14, 6, 14, 16, -1, 0, 2});
  }
}

TEST_CASE("a mask of the first axes stands before other indices") {
  auto context = rt::Context::loopback(2);
  rt::Array<double, 3> x = rt::reshape(rt::arange<double>(8.0), {2, 2, 2});
  const rt::Array<bool, 2> mask = rt::reshape(rt::arange<double>(4.0), {2, 2}) > 1.0;
  CHECK(rt::to_vector(x(mask, 0)) == Numbers{4, 6});
  x(mask, 0) = -1.0;
  x(mask, 1) += 10.0;
  CHECK(rt::to_vector(x) == Numbers{0, 1, 2, 3, -1, 15, -1, 17});
}

TEST_CASE("what a mask holds true is changed by a number where it is") {
  auto context = rt::Context::loopback(3);
  rt::Array<double, 2> x = rt::reshape(rt::arange<double>(3000.0), {1000, 3});
  rt::evaluate(x);
  x(x > 2990.0) -= 2000.0;
  x(rt::arange<std::int64_t>(1000) < 1) *= 3.0;  // of rows
  CHECK(rt::explain(x).find("total 0 B in 0 messages") != std::string::npos);
  const auto found = rt::to_vector(x);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double was = double(i);
    REQUIRE(found[i] == (i < 3 ? 3 * was : was > 2990 ? was - 2000 : was));
  }
}

TEST_CASE("elements by an array of indices cost what take of them costs") {
  auto context = rt::Context::loopback(2);
  rt::Array<double, 1> x = rt::arange<double>(10000.0);
  rt::Array<std::int64_t, 1> indices = 9999 - rt::arange<std::int64_t>(10000);
  rt::evaluate(x, indices);
  for (const auto& taken : {rt::Array<double, 1>(x(indices)), rt::take(x, indices, 0)}) {
    CHECK(rt::explain(taken).find(" 0 flop,") != std::string::npos);
  }
}

TEST_CASE("transpose takes its axes in braces, too") {
  auto context = rt::Context::loopback(2);
  const rt::Array<double, 3> x = rt::reshape(rt::arange<double>(24.0), {2, 3, 4});
  CHECK(rt::to_vector(rt::transpose(x, {2, 0, 1})) == rt::to_vector(rt::transpose(x, 2, 0, 1)));
  CHECK_THROWS_AS(rt::transpose(x, {0, 0, 1}), rt::ShapeMismatch);
}

}  // namespace numpy_edges_test
