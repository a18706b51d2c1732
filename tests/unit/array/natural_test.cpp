// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <relatile/relatile.hpp>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"

namespace natural_test {

// What a user of NumPy writes without looking: braces around expressions of any kind, lists where
// NumPy takes tuples, functions without an axis, numbers among arrays.

namespace rt = relatile;
using rt::all_of_axis;
using rt::slice;

namespace {

using Numbers = std::vector<double>;

rt::Array<double, 1> vector_of(const Numbers& values) {
  return rt::from_span(values, {values.size()});
}

/// 0, 1, 2, ... in a matrix.
rt::Array<double, 2> counted(std::int64_t rows, std::int64_t columns) {
  return rt::reshape(rt::arange(double(rows * columns)), {rows, columns});
}

/// f(i, j) in row-major order.
template <class F>
Numbers matrix(std::int64_t rows, std::int64_t columns, const F& f) {
  Numbers all;
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) all.push_back(f(i, j));
  }
  return all;
}

/// The quantile q of all values, in NumPy's words `linear`.
double quantile_of(Numbers values, double q) {
  std::sort(values.begin(), values.end());
  const double place = q * double(values.size() - 1);
  const auto low = static_cast<std::size_t>(place);
  const std::size_t high = std::min(low + 1, values.size() - 1);
  return values[low] + (values[high] - values[low]) * (place - double(low));
}

/// values[i] at (i + shift) modulo their number.
Numbers rolled(const Numbers& values, std::int64_t shift) {
  const auto count = std::int64_t(values.size());
  Numbers result(values.size());
  for (std::int64_t i = 0; i < count; ++i) {
    result[std::size_t(((i + shift) % count + count) % count)] = values[std::size_t(i)];
  }
  return result;
}

template <class E = rt::ShapeMismatch, class Work>
std::string error_of(Work&& work) {
  try {
    work();
  } catch (const E& error) {
    return error.what();
  }
  return "no such error was thrown";
}

}  // namespace

TEST_CASE("braces hold arrays, parts and expressions") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Numbers values{3, 1, 2, 5};
  const auto x = vector_of(values);
  rt::Array<double, 1> y = x * 2.0;
  const Numbers all{3, 1, 2, 5, -3, -1, -2, -5, 1, 2, 6, 2, 4, 10};
  CHECK(rt::to_vector(rt::concatenate({x, -x, x(slice(1, 3)), y})) == all);
  CHECK(rt::to_vector(rt::concatenate({y(slice(1, 3)), x + y})) == Numbers{2, 4, 9, 3, 6, 15});
  CHECK(rt::to_vector(rt::hstack({-x, x})) == Numbers{-3, -1, -2, -5, 3, 1, 2, 5});
  const auto rows = [&](std::int64_t i, std::int64_t j) {
    return (i == 0 ? 1 : -2) * values[std::size_t(j)];
  };
  CHECK(rt::to_vector(rt::stack({x, y * -1.0})) == matrix(2, 4, rows));
  CHECK(rt::to_vector(rt::vstack({x, -y})) == matrix(2, 4, rows));
  CHECK(rt::to_vector(rt::row_stack({x, -y})) == matrix(2, 4, rows));
  const auto columns = [&](std::int64_t i, std::int64_t j) { return rows(j, i); };
  CHECK(rt::to_vector(rt::stack({x, -y}, 1)) == matrix(4, 2, columns));
  CHECK(rt::to_vector(rt::column_stack({x, -y})) == matrix(4, 2, columns));
  CHECK(rt::dstack({x, -y}).shape() == rt::Extents{1, 4, 2});
  CHECK(rt::to_vector(rt::dstack({x, -y})) == matrix(4, 2, columns));
}

TEST_CASE("braces hold expressions of one element type by whatever name it has") {
  auto context = rt::Context::loopback(2);
  const rt::Array<long long, 1> n = rt::from_span(std::vector<long long>{1, 2}, {2});
  const rt::Array<std::int64_t, 1> m = rt::from_span(std::vector<std::int64_t>{3, 4}, {2});
  CHECK(rt::to_vector(rt::concatenate({n, m, -n})) ==
        std::vector<std::int64_t>{1, 2, 3, 4, -1, -2});
  const auto promoted = rt::concatenate(std::tuple(n, 0.5 * m));
  CHECK(rt::to_vector(promoted) == Numbers{1, 2, 1.5, 2});
}

TEST_CASE("braces hold arrays of structs") {
  struct Pair {
    int first;
    int second;
  };
  auto context = rt::Context::loopback(2);
  const auto x = rt::from_span(std::vector<Pair>{{1, 2}, {3, 4}, {5, 6}}, {3});
  const auto both = rt::to_vector(rt::concatenate({x(slice(1, 3)), x}));
  REQUIRE(both.size() == 5);
  const std::vector<int> seconds{4, 6, 2, 4, 6};
  for (std::size_t i = 0; i < 5; ++i) CHECK(both[i].second == seconds[i]);
}

TEST_CASE("blocks are expressions, in rows or in one") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto a = counted(2, 3);
  const auto value = [](std::int64_t i, std::int64_t j) {
    const double sign = (i < 2) == (j < 3) ? 1 : -1;
    return sign * double((i % 2) * 3 + j % 3);
  };
  CHECK(rt::to_vector(rt::block({{a, -a}, {-1.0 * a, a}})) == matrix(4, 6, value));
  CHECK(rt::to_vector(rt::block({a, -a})) == matrix(2, 6, value));
  const auto x = vector_of({1, 2});
  CHECK(rt::to_vector(rt::block({x, -x})) == Numbers{1, 2, -1, -2});
}

TEST_CASE("lexsort orders by several keys, in braces or of several types") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const std::vector<int> second{1, 0, 1, 0, 2, 1};
  const Numbers first{2, 1, 1, 1, 0, 2};
  std::vector<std::int64_t> order(first.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t i, std::int64_t j) {
    const auto key = [&](std::int64_t k) {
      return std::pair(second[std::size_t(k)], -first[std::size_t(k)]);
    };
    return key(i) < key(j);
  });
  const auto x = vector_of(first);
  const auto n = rt::from_span(second, {second.size()});
  CHECK(rt::to_vector(rt::lexsort({-x, 1.0 * n})) == order);
  CHECK(rt::to_vector(rt::lexsort(std::tuple(-x, n))) == order);
  CHECK(error_of([&] {
          rt::lexsort({x, x(slice(1, 3))});
        }) == "relatile: lexsort: keys of shapes (6,) and (2,)");
  CHECK(error_of([&] { rt::lexsort(std::tuple(x, n(slice(1, 3)))); }) ==
        "relatile: lexsort: keys of shapes (6,) and (2,)");
}

TEST_CASE("several quantiles of all elements, and of those that are not NaN") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Numbers values{3, 1, 2, 5, 11, 7};
  const auto a = rt::reshape(vector_of(values), {2, 3});
  const Numbers two{quantile_of(values, 0.05), quantile_of(values, 0.95)};
  const auto near = [](const Numbers& found, const Numbers& wanted) {
    REQUIRE(found.size() == wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] == Approx(wanted[i]));
  };
  near(rt::to_vector(rt::percentile(a, {5, 95})), two);
  near(rt::to_vector(rt::quantile(a, {0.05, 0.95})), two);
  const rt::Array<double, 2> gaps = rt::where(a == 11.0, NAN, a);
  const Numbers kept{3, 1, 2, 5, 7};
  near(rt::to_vector(rt::nanpercentile(gaps, {5, 95})),
       {quantile_of(kept, 0.05), quantile_of(kept, 0.95)});
  near(rt::to_vector(rt::nanquantile(gaps, {0.05, 0.95})),
       {quantile_of(kept, 0.05), quantile_of(kept, 0.95)});
  CHECK(rt::nanquantile(gaps, 0.3).item() == Approx(quantile_of(kept, 0.3)));
  CHECK(rt::nanpercentile(gaps, 30).item() == Approx(quantile_of(kept, 0.3)));
  const Numbers below{5, 7};
  near(rt::to_vector(rt::nanquantile(gaps, {0.25, 0.5}, 1)),
       {quantile_of({3, 1, 2}, 0.25), quantile_of(below, 0.25), quantile_of({3, 1, 2}, 0.5),
        quantile_of(below, 0.5)});
  const rt::Array<double, 2> largest = rt::nanpercentile(gaps, {100}, 1, "lower");
  near(rt::to_vector(largest), {3, 7});
  const rt::Array<double, 1> listed = rt::percentile(a, {50});
  near(rt::to_vector(listed), {quantile_of(values, 0.5)});
  const rt::Array<double, 1> kept_in_vector = rt::quantile(a, Numbers{0, 1});
  near(rt::to_vector(kept_in_vector), {1, 11});
  CHECK(rt::percentile(a, 50).item() == Approx(quantile_of(values, 0.5)));
}

TEST_CASE("roll takes lists of shifts and of axes as NumPy does") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto a = counted(3, 4);
  const Numbers flat = rt::to_vector(a);
  const auto moved = [&](std::int64_t down, std::int64_t right) {
    return matrix(3, 4, [&](std::int64_t i, std::int64_t j) {
      return double((i - down + 12) % 3 * 4 + (j - right + 12) % 4);
    });
  };
  CHECK(rt::to_vector(rt::roll(a, {1, 1})) == rolled(flat, 2));
  CHECK(rt::to_vector(rt::roll(a, {4, -7})) == rolled(flat, -3));
  CHECK(rt::to_vector(rt::roll(a, {1, -1}, {0, 1})) == moved(1, -1));
  CHECK(rt::to_vector(rt::roll(a, 2, {0, 1})) == moved(2, 2));
  CHECK(rt::to_vector(rt::roll(a, {1, 2}, 1)) == moved(0, 3));
}

TEST_CASE("flip and the splits take lists, of one number too") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto a = counted(3, 4);
  CHECK(rt::to_vector(rt::flip(a, {0, 1})) ==
        matrix(3, 4, [](std::int64_t i, std::int64_t j) { return double((2 - i) * 4 + 3 - j); }));
  CHECK(rt::to_vector(rt::flip(a, {1})) == rt::to_vector(rt::flip(a, 1)));
  const auto lengths = [](const auto& parts, int axis) {
    std::vector<std::int64_t> all;
    for (const auto& part : parts) all.push_back(part.shape(axis));
    return all;
  };
  using Lengths = std::vector<std::int64_t>;
  const auto x = rt::arange(7.0);
  CHECK(lengths(rt::split(x, {2}), 0) == Lengths{2, 5});
  CHECK(rt::to_vector(rt::split(x, {2})[1]) == Numbers{2, 3, 4, 5, 6});
  CHECK(lengths(rt::array_split(x, {2, 5}), 0) == Lengths{2, 3, 2});
  CHECK(lengths(rt::array_split(x, 2), 0) == Lengths{4, 3});
  CHECK(lengths(rt::hsplit(x, {3}), 0) == Lengths{3, 4});
  CHECK(lengths(rt::hsplit(a, {1, 3}), 1) == Lengths{1, 2, 1});
  CHECK(lengths(rt::vsplit(a, {2}), 0) == Lengths{2, 1});
  CHECK(lengths(rt::dsplit(rt::zeros({2, 2, 5}), {2}), 2) == Lengths{2, 3});
}

TEST_CASE("one pair of widths pads every axis") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto a = counted(2, 3);
  const std::size_t after = 2;
  const rt::Array<double, 2> padded = rt::pad(a, {1, after});
  CHECK(padded.shape() == rt::Extents{5, 6});
  CHECK(rt::to_vector(padded) == matrix(5, 6, [](std::int64_t i, std::int64_t j) {
          const bool inside = i >= 1 && i < 3 && j >= 1 && j < 4;
          return inside ? double((i - 1) * 3 + j - 1) : 0.0;
        }));
  CHECK(rt::to_vector(rt::pad(rt::arange(2.0), {0, 2}, "edge")) == Numbers{0, 1, 1, 1});
}

TEST_CASE("numbers and rows are inserted, appended and deleted, with and without an axis") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto a = counted(2, 3);
  CHECK(rt::to_vector(rt::insert(rt::arange(3.0), 1, 5.0)) == Numbers{0, 5, 1, 2});
  CHECK(rt::to_vector(rt::insert(a, 1, 5)) == Numbers{0, 5, 1, 2, 3, 4, 5});
  CHECK(rt::to_vector(rt::insert(a, -1, vector_of({9, 8}))) == Numbers{0, 1, 2, 3, 4, 9, 8, 5});
  CHECK(rt::to_vector(rt::insert(a, 1, 5.5, 0)) == Numbers{0, 1, 2, 5.5, 5.5, 5.5, 3, 4, 5});
  CHECK(rt::to_vector(rt::insert(a, 1, vector_of({7, 8}), 1)) == Numbers{0, 7, 1, 2, 3, 8, 4, 5});
  CHECK(rt::to_vector(rt::insert(rt::arange(3), 3, 5.7)) == std::vector<int>{0, 1, 2, 5});
  CHECK(rt::to_vector(rt::delete_at(a, -2)) == Numbers{0, 1, 2, 3, 5});
  CHECK(rt::to_vector(rt::append(a, -rt::arange(2.0))) == Numbers{0, 1, 2, 3, 4, 5, 0, -1});
  CHECK(rt::to_vector(rt::append(rt::arange(2), 0.5)) == Numbers{0, 1, 0.5});
  CHECK_THROWS_AS(rt::insert(a, 7, 1.0), rt::ShapeMismatch);
}

TEST_CASE("text has the precision that is asked for") {
  auto context = rt::Context::loopback(GENERATE(1, 2));
  const auto a = rt::reshape(vector_of({1.23456, -22.5, 3141.592653589793, 1.0 / 3}), {2, 2});
  // As numpy.array2string of NumPy 1.24 has it.
  CHECK(rt::to_string(a, 0) == "[[ 1.e+00 -2.e+01]\n [ 3.e+03  3.e-01]]");
  CHECK(rt::to_string(a, 3) == "[[ 1.235e+00 -2.250e+01]\n [ 3.142e+03  3.333e-01]]");
  CHECK(rt::to_string(vector_of({0.5, 2.0 / 3}), 3) == "[0.5   0.667]");
  CHECK(rt::to_string(rt::sum(vector_of({1.23456789})), 3) == "1.235");
  CHECK(rt::to_string(rt::arange(3), 2) == "[0 1 2]");
  using Complex = std::complex<double>;
  CHECK(rt::to_string(rt::from_span(std::vector<Complex>{{1, 2.123456}}, {1}), 2) == "[1.+2.12j]");
  CHECK(rt::to_string(vector_of({2.0 / 3})) == "[0.66666667]");
  CHECK(error_of([&] { rt::to_string(a, -1); }) == "relatile: to_string: a precision of -1");
}

TEST_CASE("choice has NumPy's argument replace") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const rt::random::Seed seed{7};
  const auto all = rt::random::choice(rt::arange<std::int64_t>(20), 20, false, seed);
  std::vector<std::int64_t> found = rt::to_vector(all);
  std::sort(found.begin(), found.end());
  for (std::int64_t i = 0; i < 20; ++i) CHECK(found[std::size_t(i)] == i);
  CHECK(rt::to_vector(rt::random::choice(20, 5, false, seed)) ==
        rt::to_vector(rt::random::choice(20, 5, rt::random::Replacement::without, seed)));
  CHECK(rt::to_vector(rt::random::choice(3, 50, true, seed)) ==
        rt::to_vector(rt::random::choice(3, 50, rt::random::Replacement::with, seed)));
}

TEST_CASE("Frobenius' norm has a name") {
  auto context = rt::Context::loopback(2);
  const auto a = rt::reshape(vector_of({1, 2, 4, 10}), {2, 2});
  CHECK(rt::norm(a, "fro").item() == Approx(11));
  CHECK(
      error_of([&] { rt::norm(a, "nuc"); }) ==
      "relatile: norm: a matrix has no norm 'nuc' here, only 'fro'; matrix_norm(x, \"nuc\") is in "
      "relatile/spectral.hpp");
}

TEST_CASE("what has a static extent is adopted") {
  auto context = rt::Context::loopback(1);
  std::array<double, 4> memory{1, 2, 3, 4};
  const rt::Array<double, 1> x = rt::adopt(memory, {4}, rt::split(0));
  CHECK(rt::to_vector(x) == Numbers{1, 2, 3, 4});
  const rt::Array<double, 2> y = rt::adopt(std::span(memory), {2, 2}, rt::split(0));
  CHECK(rt::to_vector(y) == Numbers{1, 2, 3, 4});
  const rt::Array<double, 1> z = rt::adopt_local({4}, {0}, {4}, std::span<const double, 4>(memory));
  CHECK(rt::to_vector(z) == Numbers{1, 2, 3, 4});
}

TEST_CASE("an index out of bounds on the left of = is called so") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  rt::Array<double, 1> x = rt::zeros({4});
  const auto indices = rt::from_span(std::vector<std::int64_t>{1, 9}, {2});
  x(indices) = 1.0;
  const std::string text = error_of<rt::Error>([&] { rt::evaluate(x); });
  CHECK_THAT(text, Catch::Matchers::Contains("assign"));
  CHECK_THAT(text, Catch::Matchers::Contains("out of bounds for an axis of extent 4"));
  CHECK_THAT(text, !Catch::Matchers::Contains("scatter_max"));
}

TEST_CASE("arrays are written in braces") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const rt::Array<double, 1> x = rt::array({1.5, 2.5, -1.0});
  CHECK(rt::to_vector(x) == Numbers{1.5, 2.5, -1});
  const rt::Array<float, 2> m = rt::array<float>({{1, 2}, {3, 4}, {5, 6}});
  CHECK(m.shape() == rt::Extents{3, 2});
  CHECK(rt::to_vector(m) == std::vector<float>{1, 2, 3, 4, 5, 6});
  const rt::Array<int, 3> cube = rt::array({{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}});
  CHECK(cube.shape() == rt::Extents{2, 2, 2});
  CHECK(rt::to_vector(cube) == std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8});
  CHECK(rt::to_vector(rt::array({true, false})) == std::vector<bool>{true, false});
  CHECK(rt::to_vector(rt::matmul(rt::array({{1.0, 2.0}, {3.0, 4.0}}), rt::array({1.0, -1.0}))) ==
        Numbers{-1, -1});
  CHECK(rt::to_vector(rt::take(x, rt::array({2, 0, 0}))) == Numbers{-1, 1.5, 1.5});
  CHECK(rt::to_vector(rt::histogram(x, rt::array<double>({-1, 0, 2, 3})).counts) ==
        std::vector<std::int64_t>{1, 1, 1});
  const rt::Array<double, 1> none = rt::array<double>({});
  CHECK(none.shape() == rt::Extents{0});
  const rt::Array<double, 2> column = rt::array<double>({{1}, {2}});
  CHECK(column.shape() == rt::Extents{2, 1});
  CHECK_THROWS_WITH(rt::array({{1.0, 2.0}, {3.0}}),
                    "relatile: array: a row of 1 elements after one of 2");
}

TEST_CASE("real numbers of several types in braces are double, and one is an array") {
  auto context = rt::Context::loopback(2);
  const rt::Array<double, 1> x = rt::array({1.0, NAN, 2.0F, 3.0});
  CHECK(rt::to_vector(rt::isnan(x)) == std::vector<bool>{false, true, false, false});
  static_assert(std::is_same_v<decltype(rt::array({1, 2.5})), rt::Array<double, 1>>);
  static_assert(std::is_same_v<decltype(rt::array({1.0F, 2.5F})), rt::Array<float, 1>>);
  static_assert(std::is_same_v<decltype(rt::array({1, 2})), rt::Array<int, 1>>);
  CHECK(rt::to_vector(rt::array({{1, 2}, {0.5, 3}})) == Numbers{1, 2, 0.5, 3});
  CHECK(rt::to_vector(rt::array({{1, 2.5}, {3, 4}})) == Numbers{1, 2.5, 3, 4});
  REQUIRE_THROWS_WITH(rt::array({1, std::int64_t(2)}),
                      "relatile: array: these are integers of several types; name one: "
                      "array<std::int64_t>({...})");
  REQUIRE_THROWS_AS(rt::array({{1, 2.5}, {3.5}}), rt::ShapeMismatch);
  static_assert(std::is_same_v<decltype(rt::array(3.5)), rt::Array<double, 0>>);
  static_assert(std::is_same_v<decltype(rt::array<float>(2)), rt::Array<float, 0>>);
  static_assert(std::is_same_v<decltype(rt::array<double>({2})), rt::Array<double, 1>>);
  CHECK(rt::item(rt::array(3.5) + 1.0) == 4.5);
}

TEST_CASE("options by name, a slice of all and shapes in braces mean what they look like") {
  auto context = rt::Context::loopback(2);
  const rt::Array<double, 2> m = rt::array({{1.0, 2.0, 4.0}, {3.0, 3.0, 0.0}});
  CHECK(rt::to_vector(rt::cov(m, {.ddof = 0})) == rt::to_vector(rt::cov(m, 0)));
  CHECK(rt::to_vector(rt::cov(m, m, {.ddof = 0})) == rt::to_vector(rt::cov(m, m, 0)));
  CHECK(rt::to_vector(m(slice(), 0)) == Numbers{1, 3});
  CHECK(rt::to_vector(rt::broadcast_to(m(0), {2, 3})) == Numbers{1, 2, 4, 1, 2, 4});
  const rt::Histogram2d pairs = rt::histogram2d(m(0), m(1), 3);
  const auto [counts, x_edges, y_edges] = pairs;
  CHECK(rt::to_vector(counts) == Numbers{0, 0, 1, 0, 0, 1, 1, 0, 0});
  CHECK(rt::to_vector(pairs.x_edges) == rt::to_vector(x_edges));
  CHECK(rt::to_vector(y_edges) == Numbers{0, 1, 2, 3});
}

TEST_CASE("NumPy 2's names mean what the older ones do") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto x = vector_of({-0.5, 0.25, 0.75});
  const auto same = [](const auto& one, const auto& other) {
    return rt::to_vector(rt::as_array(one)) == rt::to_vector(rt::as_array(other));
  };
  CHECK(same(rt::acos(x), rt::arccos(x)));
  CHECK(same(rt::asin(x), rt::arcsin(x)));
  CHECK(same(rt::atan(x), rt::arctan(x)));
  CHECK(same(rt::acosh(x + 2), rt::arccosh(x + 2)));
  CHECK(same(rt::asinh(x), rt::arcsinh(x)));
  CHECK(same(rt::atanh(x), rt::arctanh(x)));
  CHECK(same(rt::atan2(x, 2.0), rt::arctan2(x, 2.0)));
  CHECK(same(rt::pow(x, 2), rt::power(x, 2)));
  CHECK(same(rt::pow(2.0, x), rt::power(2.0, x)));
  const auto whole = rt::array({1, 6, -9});
  CHECK(same(rt::bitwise_invert(whole), rt::invert(whole)));
  CHECK(same(rt::bitwise_left_shift(whole, 2), whole * 4));
  CHECK(same(rt::bitwise_right_shift(whole, 1), rt::right_shift(whole, 1)));
  CHECK(same(rt::concat({x, -x}), rt::concatenate({x, -x})));
  const auto m = counted(2, 3);
  CHECK(same(rt::matrix_transpose(m), rt::transpose(m)));
  CHECK(same(rt::permute_dims(m, {1, 0}), rt::transpose(m)));
  CHECK(same(rt::cumulative_sum(x), rt::cumsum(x)));
  CHECK(same(rt::cumulative_sum(m, 1), rt::cumsum(m, 1)));
  CHECK(same(rt::cumulative_prod(x), rt::cumprod(x)));
  CHECK(same(rt::cumulative_prod(m, 0), rt::cumprod(m, 0)));
}

TEST_CASE("areas under values between points, which are given or evenly spaced") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto y = rt::array<double>({{0, 2, 4, 1}, {1, 1, 3, 5}});
  const auto points = rt::array<double>({0, 1, 3, 7});
  const auto area = [](const std::array<double, 4>& v, const std::array<double, 4>& p) {
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += (p[i + 1] - p[i]) * (v[i] + v[i + 1]) / 2;
    return sum;
  };
  const Numbers wanted{area({0, 2, 4, 1}, {0, 1, 3, 7}), area({1, 1, 3, 5}, {0, 1, 3, 7})};
  CHECK(rt::to_vector(rt::trapezoid(y, points)) == wanted);
  CHECK(rt::to_vector(rt::trapz(y, rt::array<double>({{0, 1, 3, 7}, {0, 1, 3, 7}}))) == wanted);
  CHECK(rt::to_vector(rt::trapezoid(rt::transpose(y), points, 0)) == wanted);
  CHECK(rt::to_vector(rt::trapezoid(y, 2.0)) ==
        Numbers{area({0, 2, 4, 1}, {0, 2, 4, 6}), area({1, 1, 3, 5}, {0, 2, 4, 6})});
  CHECK_THROWS_AS(rt::trapz(y, rt::array<double>({0, 1})), rt::ShapeMismatch);
}

TEST_CASE("rows that are named are assigned to in part") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto named = rt::array({3, 1});
  const auto assigned = [&](const rt::Slice& part, const auto& value) {
    rt::Array<double, 2> x = counted(4, 5);
    x(named, part) = value;
    return rt::to_vector(x);
  };
  const auto expected = [](const std::vector<std::int64_t>& columns, const auto& value_at) {
    Numbers all = matrix(4, 5, [](std::int64_t i, std::int64_t j) { return double(5 * i + j); });
    for (std::size_t c = 0; c < columns.size(); ++c) {
      all[15 + std::size_t(columns[c])] = value_at(0, c);
      all[5 + std::size_t(columns[c])] = value_at(1, c);
    }
    return all;
  };
  const auto minus_five = [](std::size_t, std::size_t) { return -5.0; };
  CHECK(assigned(slice(0, 1), -5) == expected({0}, minus_five));
  CHECK(assigned(slice(1, {}, 3), -5.0) == expected({1, 4}, minus_five));
  CHECK(assigned(all_of_axis, -5.0) == expected({0, 1, 2, 3, 4}, minus_five));
  const auto value = rt::array<double>({{100, 101}, {102, 103}});
  const auto of_value = [](std::size_t i, std::size_t j) { return double(100 + 2 * i + j); };
  CHECK(assigned(slice(3, 5), value) == expected({3, 4}, of_value));
  CHECK(assigned(slice(4, 2, -1), value) == expected({4, 3}, of_value));
  rt::Array<double, 2> x = counted(4, 5);
  x(named, slice(3, 5)) += 1;
  CHECK(rt::to_vector(x) == expected({3, 4}, [](std::size_t i, std::size_t j) {
          return (i == 0 ? 15.0 : 5.0) + 3 + double(j) + 1;
        }));
  rt::Array<double, 3> cube = rt::zeros({2, 3, 2});
  cube(rt::array({0}), slice(1, 2)) = 4;
  cube(rt::array({1}), all_of_axis, slice(0, 1)) = 5;
  CHECK(rt::to_vector(cube) == Numbers{0, 0, 4, 4, 0, 0, 5, 0, 5, 0, 5, 0});
}

TEST_CASE("numbers that the arrays beside them do not hold are refused") {
  auto context = rt::Context::loopback(2);
  const rt::Array<std::uint8_t, 1> bytes = rt::array<std::uint8_t>({0, 150, 255});
  const rt::Array<int, 1> whole = rt::array({-7, 1, 2});
  CHECK(rt::to_vector(bytes < 200) == std::vector<bool>{true, true, false});
  CHECK(rt::to_vector(bytes + 255) == std::vector<std::uint8_t>{255, 149, 254});
  CHECK_THROWS_WITH(bytes < 300,
                    "relatile: less: 300 is no number of type uint8, which the arrays beside it "
                    "are of; convert them first, as by astype<std::int64_t>(x)");
  CHECK_THROWS_AS(bytes > -1, rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::minimum(bytes, 300), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::where(bytes > 100, 1'000, bytes), rt::ShapeMismatch);
  CHECK_THROWS_AS(whole == 4'294'967'289, rt::ShapeMismatch);
  CHECK_THROWS_AS(whole + (std::int64_t{1} << 40), rt::ShapeMismatch);
  rt::Array<int, 1> changed = whole;
  CHECK_THROWS_AS(changed(0) = 3'000'000'000, rt::ShapeMismatch);
  CHECK_THROWS_AS(changed(whole > 0) = 3'000'000'000, rt::ShapeMismatch);
  CHECK(rt::to_vector(changed) == std::vector<int>{-7, 1, 2});
  CHECK(rt::to_vector(rt::astype<std::int64_t>(whole) + (std::int64_t{1} << 40))[1] ==
        (std::int64_t{1} << 40) + 1);
}

TEST_CASE("choose takes choices in braces") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto x = vector_of({1, 2, 3, 4});
  const auto which = rt::array({2, 0, 1, 0});
  CHECK(rt::to_vector(rt::choose(which, {x, -x, 10.0 * x})) == Numbers{10, 2, -3, 4});
  CHECK(rt::to_vector(rt::choose(which, {x, -x}, "clip")) == Numbers{-1, 2, -3, 4});
  CHECK(rt::to_vector(rt::choose(which, {x}, "wrap")) == Numbers{1, 2, 3, 4});
  CHECK_THROWS_AS(rt::to_vector(rt::choose(which, {x, -x})), rt::KernelError);
}

TEST_CASE("select takes conditions and choices in braces") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto x = vector_of({1, 4, 6, 9});
  CHECK(rt::to_vector(rt::select({x<3, x> 5}, {x, x * x}, 42)) == Numbers{1, 42, 36, 81});
  CHECK(rt::to_vector(rt::select({x > 3, x > 5}, {-x, x * x})) == Numbers{0, -4, -6, -9});
  CHECK(rt::to_vector(rt::select({x > 5}, {x})) == Numbers{0, 0, 6, 9});
  CHECK_THROWS_WITH(rt::select({x<3, x> 5}, {x}, 42),
                    "relatile: select: 2 conditions and 1 choices");
}

TEST_CASE("covariances of vectors and of two arrays") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto x = rt::array({1.0, 2.0, 4.0, 7.0});
  const auto y = rt::array({3, 1, 0, 2});
  const auto near = [](const auto& found, const Numbers& wanted) {
    const auto numbers = rt::to_vector(found);
    REQUIRE(numbers.size() == wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(numbers[i] == Approx(wanted[i]));
  };
  // numpy.cov(x, y) and the like
  near(rt::cov(x, y), {7, -2.0 / 3, -2.0 / 3, 5.0 / 3});
  near(rt::cov(x, y, 0), {5.25, -0.5, -0.5, 1.25});
  near(rt::cov(x), {7});
  static_assert(rt::rank_of<decltype(rt::cov(x))> == 0);
  const double r = -2.0 / 3 / std::sqrt(7 * 5.0 / 3);
  near(rt::corrcoef(x, y), {1, r, r, 1});
  near(rt::corrcoef(y), {1});
  const rt::Array<double, 2> both = rt::stack({x, x * x});
  CHECK(rt::cov(both, y).shape() == rt::Extents{3, 3});
  near(rt::cov(both, y)(rt::slice(0, 2), rt::slice(0, 2)), rt::to_vector(rt::cov(both)));
  REQUIRE_THROWS_AS(rt::cov(x, rt::arange(3)), rt::ShapeMismatch);
}

TEST_CASE("windows have a width, quantiles keep their axis or take a method") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto x = rt::arange(5);
  CHECK(rt::to_vector(rt::sliding_window_view(x, 3)) ==
        std::vector<int>{0, 1, 2, 1, 2, 3, 2, 3, 4});
  const rt::Array<double, 2> table = rt::reshape(rt::arange(12.0), {3, 4});
  CHECK(bool(rt::array_equal(rt::sliding_window_view(table, 2, 0),
                             rt::sliding_window_view(table, {2}, {0}))));
  CHECK(rt::quantile(table, 0.5, 1, rt::keepdims).shape() == rt::Extents{3, 1});
  CHECK(rt::percentile(table, {25, 75}, -1, rt::keepdims).shape() == rt::Extents{2, 3, 1});
  CHECK(rt::nanquantile(table, {0.25, 0.5}, 0, rt::keepdims).shape() == rt::Extents{2, 1, 4});
  CHECK(rt::item(rt::quantile(table, 0.5, "lower")) == 5);
  CHECK(rt::item(rt::nanpercentile(table, 50, "higher")) == 6);
}

}  // namespace natural_test
