// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>
#include <limits>
#include <optional>
#include <relatile/relatile.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"

namespace arguments_test {

// What callers pass: shapes of any integers, axes, braces; and what they get: single numbers, and
// errors that name what was wrong.

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;

namespace {

template <class E = rt::ShapeMismatch, class Work>
std::string error_of(Work&& work) {
  try {
    work();
  } catch (const E& error) {
    return error.what();
  }
  return "no such error was thrown";
}

/// "arguments_test.cpp:n", n the line of the call.
std::string here(int line = __builtin_LINE()) {
  return "arguments_test.cpp:" + std::to_string(line);
}

}  // namespace

TEST_CASE("shapes are written with integers of any types") {
  auto context = rt::Context::loopback(2);
  const std::vector<double> data{1, 2, 3, 4, 5, 6};
  const std::size_t two = 2;
  const int three = 3;
  const unsigned one = 1;
  const long long four = 4;
  const short five = 5;
  enum { six = 6 };
  const auto has = [](const auto& x, const std::vector<std::int64_t>& shape) {
    const auto own = x.shape();
    return std::vector<std::int64_t>(own.begin(), own.end()) == shape;
  };
  CHECK(has(rt::zeros({data.size(), two}), {6, 2}));
  CHECK(has(rt::zeros<float>({data.size(), std::size_t{three}}), {6, 3}));
  CHECK(has(rt::ones({two, three, one, four, five, six}), {2, 3, 1, 4, 5, 6}));
  CHECK(has(rt::ones<std::int64_t>({one}), {1}));
  CHECK(has(rt::empty({two, 3}), {2, 3}));
  CHECK(has(rt::full({three, two}, 2.5), {3, 2}));
  CHECK(has(rt::full<float>({two, two}, 1), {2, 2}));
  CHECK(has(rt::zeros<double, 2>({two, 3}), {2, 3}));
  CHECK(has(rt::zeros<double, 2>(rt::Extents{two, 3}), {2, 3}));
  CHECK(has(rt::eye(two), {2, 2}));
  CHECK(has(rt::eye(two, three), {2, 3}));
  CHECK(has(rt::eye<float>(one, four, 1), {1, 4}));
  CHECK(has(rt::from_function({two, three}, [](auto i, auto j) { return i + j; }), {2, 3}));
  CHECK(has(rt::from_span(std::span(data), {two, three}), {2, 3}));
  CHECK(has(rt::random::normal<double>({data.size(), 64}), {6, 64}));
  CHECK(has(rt::random::normal(0.0, 1.0, {two, three}), {2, 3}));
  CHECK(has(rt::random::uniform<double>(-1, 1, {data.size(), two}), {6, 2}));
  CHECK(has(rt::random::uniform<float>({one, three}, rt::random::Seed{7}), {1, 3}));
  CHECK(has(rt::random::integers<int>(10, {two, four}), {2, 4}));
  CHECK(has(rt::random::integers(0, 10, {two, four}), {2, 4}));
  CHECK(has(rt::broadcast_to<2>(rt::zeros({3}), {two, three}), {2, 3}));
  const auto cut = rt::blocks(rt::ones({6, 4}), {three, two});
  CHECK(cut.frontier() == rt::Extents{two, two});
  CHECK(rt::tile(cut, rt::dim<0>, two).frontier() == rt::Extents{2, 2, 2});
  const auto relation = rt::relation_from_blocks<rt::Dense<double, 0>, 2>(
      {two, three}, [](rt::KeyOf<2> key) { return double(key[0] + key[1]); });
  CHECK(relation.size() == 6);
  auto alone = rt::Context::loopback(1);
  CHECK(has(rt::from_local({two, three}, {0u, 0}, {two, three}, std::span(data)), {2, 3}));
}

TEST_CASE("arrays like another one are of its type, or of one that is named") {
  const auto context = rt::Context::loopback(2);
  const auto x = rt::full({2, 3}, 1.5);
  static_assert(std::is_same_v<decltype(rt::zeros_like(x)), rt::Array<double, 2>>);
  static_assert(std::is_same_v<decltype(rt::full_like(x, 2)), rt::Array<double, 2>>);
  static_assert(std::is_same_v<decltype(rt::empty_like<bool>(x)), rt::Array<bool, 2>>);
  const rt::Array<float, 2> ones = rt::ones_like<float>(x + 1.0);
  CHECK(rt::item(rt::sum(ones)) == 6);
  const rt::Array<std::int64_t, 2> sevens = rt::full_like<std::int64_t>(x, 7);
  CHECK(rt::item(rt::sum(sevens)) == 42);
  CHECK(rt::item(rt::sum(rt::zeros_like<int>(x))) == 0);
}

TEST_CASE("what a slice leaves open is written as in Python, {} or std::nullopt for None") {
  auto context = rt::Context::loopback(2);
  const rt::Array<std::int64_t, 1> a = rt::arange(std::int64_t{6});
  using Numbers = std::vector<std::int64_t>;
  const auto taken = [&](const rt::Slice& range) { return rt::to_vector(a(range)); };
  CHECK(taken(rt::slice(2)) == Numbers{2, 3, 4, 5});
  CHECK(taken(rt::slice(2, {})) == Numbers{2, 3, 4, 5});
  CHECK(taken(rt::slice(2, std::nullopt)) == Numbers{2, 3, 4, 5});
  CHECK(taken(rt::slice(-2, {})) == Numbers{4, 5});
  CHECK(taken(rt::slice(1, {}, 2)) == Numbers{1, 3, 5});
  CHECK(taken(rt::slice({}, {}, 2)) == Numbers{0, 2, 4});
  CHECK(taken(rt::slice(std::nullopt, 2)) == Numbers{0, 1});
  CHECK(taken(rt::slice({}, -4)) == Numbers{0, 1});
  CHECK(taken(rt::slice(1, 3, {})) == Numbers{1, 2});
  CHECK(taken(rt::slice(2, 0)).empty());
  CHECK(taken(rt::slice(0, 0)).empty());
  CHECK(taken(rt::slice(std::size_t{4}, 6u)) == Numbers{4, 5});
}

TEST_CASE("arrays are made of whatever has its elements in a row") {
  auto context = rt::Context::loopback(1);
  std::vector<double> vector{1, 2, 3, 4, 5, 6};
  const std::vector<double>& same = vector;
  const std::array<float, 2> array{7, 8};
  const int numbers[] = {1, 2, 3};
  const rt::Array<double, 2> x = rt::from_span(vector, {2, 3});
  CHECK(rt::to_vector(x) == vector);
  CHECK(rt::to_vector(rt::from_span(same, {3, 2}, rt::on_rank(0))) == vector);
  CHECK(rt::to_vector(rt::from_span(array, {2})) == std::vector<float>{7, 8});
  CHECK(rt::to_vector(rt::from_span(numbers, {3, 1})) == std::vector<int>{1, 2, 3});
  CHECK(rt::to_vector(rt::from_span(std::span(vector), {6})) == vector);
  CHECK(rt::to_vector(rt::from_span(std::span<const float, 2>(array), {2})).back() == 8);
  CHECK(rt::to_vector(rt::from_local({2, 3}, {0, 0}, {2, 3}, same)) == vector);
  CHECK(rt::to_vector(rt::from_local_rows(same, {3})) == vector);
  CHECK(rt::to_vector(rt::from_local_rows(array)) == std::vector<float>{7, 8});
  CHECK_THROWS_AS(rt::from_local_rows(vector, {-1}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::from_span(vector, {2, 2}), rt::ShapeMismatch);
}

TEST_CASE("an extent that 64 bits with a sign do not hold, or a negative one, is refused by name") {
  auto context = rt::Context::loopback(1);
  const std::size_t below_zero = std::size_t{2} - 3;
  CHECK_THAT(error_of<rt::LimitExceeded>([&] {
               rt::zeros({below_zero, 3});
             }),
             ContainsSubstring("18446744073709551615"));
  CHECK_THAT(error_of<rt::LimitExceeded>([&] { rt::blocks(rt::ones({2}), {below_zero}); }),
             ContainsSubstring("18446744073709551615"));
  const std::vector<double> data{1, 2, 3, 4, 5, 6};
  const std::span<const double> elements(data);
  const auto refused = [](const std::string& function, const std::string& shape, auto&& make) {
    CAPTURE(function);
    CHECK_THAT(error_of(make), ContainsSubstring("relatile: " + function + ":") &&
                                   ContainsSubstring("negative extents in " + shape));
  };
  refused("zeros", "(-1, 3)", [] { rt::zeros({-1, 3}); });
  refused("ones", "(2, -3)", [] { rt::ones({2, -3}); });
  refused("empty", "(-2,)", [] { rt::empty({-2}); });
  refused("full", "(-2,)", [] { rt::full({-2}, 1.0); });
  refused("eye", "(-2, -2)", [] { rt::eye(-2); });
  refused("eye", "(2, -2)", [] { rt::eye(2, -2); });
  refused("from_function", "(-2,)", [] { rt::from_function({-2}, [](auto i) { return i; }); });
  refused("from_span", "(-2, -3)", [&] { rt::from_span(elements, {-2, -3}); });
  refused("from_local", "(-2, -3)", [&] { rt::from_local({-2, -3}, {0, 0}, {2, 3}, elements); });
  refused("random::normal", "(-1, 64)", [] { rt::random::normal<double>({-1, 64}); });
  CHECK_THAT(error_of([] {
               rt::relation_from_blocks<rt::Dense<double, 0>, 1>({-2},
                                                                 [](rt::KeyOf<1>) { return 0.0; });
             }),
             ContainsSubstring("negative extents in the frontier (-2,)"));
}

TEST_CASE("an axis that an array does not have is refused, and negative ones count from the end") {
  auto context = rt::Context::loopback(1);
  const auto x = rt::zeros({3, 4});
  const auto y = x + 1.0;
  CHECK(x.shape(0) == 3);
  CHECK(x.shape(1) == 4);
  CHECK(x.shape(-1) == 4);
  CHECK(x.shape(-2) == 3);
  CHECK(y.shape(-2) == 3);
  for (const int axis : {7, 2, -3, -100}) {
    CAPTURE(axis);
    const std::string complaint = "(3, 4) has no axis " + std::to_string(axis);
    CHECK_THAT(error_of([&] { x.shape(axis); }), ContainsSubstring(complaint));
    CHECK_THAT(error_of([&] { y.shape(axis); }), ContainsSubstring(complaint));
  }
  CHECK_THAT(error_of([&] { rt::sum(x).shape(0); }), ContainsSubstring("()"));
}

TEST_CASE("braces are the argument that they look like, not the line of the call") {
  auto context = rt::Context::loopback(1);
  const auto x = rt::ones({4, 4});
  CHECK_THAT(error_of([&] {
               rt::blocks(x, {0, 2});
             }),
             ContainsSubstring("blocks of (0, 2)") && ContainsSubstring("at least 1"));
  CHECK_THAT(error_of([&] { rt::blocks(x, {0, 0}); }), ContainsSubstring("(0, 0)"));
  CHECK_THAT(error_of([&] { rt::blocks(x, {2, -1}); }), ContainsSubstring("(2, -1)"));
  CHECK_THAT(error_of([&] { rt::blocks(x, {}); }), ContainsSubstring("one extent per axis"));
  CHECK_THAT(error_of([&] { rt::blocks(x, {0}); }), ContainsSubstring("one extent per axis"));
  CHECK(rt::blocks(x, {2, 4}).frontier() == rt::Extents{2, 1});
}

TEST_CASE("an array of one element gives it to those who ask") {
  for (const int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const auto x = rt::full({2, 3}, 1.5);
    CHECK(rt::sum(x).item() == 9.0);
    CHECK((rt::sum(x) + 1.0).item() == 10.0);
    CHECK(x(rt::slice(1, 2), rt::slice(2, 3)).item() == 1.5);
    CHECK((x * 2.0)(1, 1).item() == 3.0);
    const auto y = rt::array({{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}});
    CHECK(y.item(0, 1) == 2.0);
    CHECK(y.item(-1, -2) == 5.0);
    CHECK(y.item(3) == 4.0);
    CHECK(y.item(-1) == 6.0);
    CHECK((y * 2.0).item(4) == 10.0);
    CHECK(rt::sum(x).item(0) == 9.0);
    CHECK_THROWS_AS(y.item(6), rt::ShapeMismatch);
    CHECK_THROWS_AS(y.item(2, 0), rt::ShapeMismatch);
    STATIC_REQUIRE(std::is_same_v<decltype(rt::argmax(x).item()), std::int64_t>);
    CHECK_THAT(error_of([&] { x.item(); }), ContainsSubstring("(2, 3)"));
    CHECK_THAT(error_of([&] { (x + 1.0).item(); }), ContainsSubstring("(2, 3)"));

    const double d = static_cast<double>(rt::sum(x));
    CHECK(d == 9.0);
    CHECK(double(rt::sum(x) / 2.0) == 4.5);
    CHECK(static_cast<double>(rt::sum(rt::astype<float>(x))) == 9.0);
    CHECK(int(rt::sum(x)) == 9);
    CHECK(std::complex<double>(rt::sum(x)) == std::complex<double>(9, 0));
    bool branch = false;
    if (rt::any(x > 1.0)) branch = true;
    CHECK(branch);
    if (rt::sum(x) < 1.0) branch = false;
    CHECK(branch);
    CHECK(double(rt::item(x(0, 0))) == 1.5);
  }
  using Scalar = rt::Array<double, 0>;
  STATIC_REQUIRE(!std::is_convertible_v<Scalar, double>);
  STATIC_REQUIRE(!std::is_constructible_v<double, rt::Array<double, 1>>);
  STATIC_REQUIRE(!std::is_constructible_v<double, rt::Array<std::complex<double>, 0>>);
  STATIC_REQUIRE(!std::is_constructible_v<std::string, Scalar>);
  STATIC_REQUIRE(!std::is_constructible_v<std::vector<double>, Scalar>);
}

TEST_CASE("the error of a value that is fetched names the line that fetches it") {
  auto context = rt::Context::loopback(2);
  const auto x = [] {  // becomes a step where its value is asked for
    const auto broken = [](std::int64_t) -> double { throw std::runtime_error("no such number"); };
    return 2.0 * rt::from_function({1}, broken);
  };
  const auto names = [](const std::string& line, auto&& fetch) {
    CHECK_THAT(error_of<rt::KernelError>(fetch), ContainsSubstring("[" + line + "]"));
  };
  names(here(), [&] { rt::item(x()); });
  names(here(), [&] { x().item(); });
  names(here(), [&] { rt::to_vector(x()); });
  names(here(), [&] { rt::to_eigen(x()); });
  names(here(), [&] { rt::to_eigen_on(0, x()); });
  names(here(), [&] { rt::local_parts(x()); });
  names(here(), [&] { rt::to_string(x()); });
  names(here(), [&] { rt::save("arguments_test.npy", x()); });
}

TEST_CASE("arrays of more bytes than there are numbers for are refused with their line") {
  auto context = rt::Context::loopback(2);
  for (const auto rows : std::vector<std::int64_t>{3'000'000'000, 2'147'483'648, 1'100'000'000}) {
    CHECK_THAT(error_of<rt::LimitExceeded>([&] {
                 rt::ones<double>({rows, 3'000'000'000});
               }),
               ContainsSubstring("more than 2^63 bytes [arguments_test.cpp:"));
  }
  CHECK(rt::ones<double>({1'000'000'000, 1'000'000'000}).size() == 1'000'000'000'000'000'000);
}

}  // namespace arguments_test
