// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <relatile/relatile.hpp>

#include "support/against_reference.hpp"
#include "support/catch.hpp"

namespace rearranged_test {

// What rearranges elements or takes whole lines of them, by plan and by reference; values are
// compared with NumPy's by tests/python/numpy_test.py.

namespace rt = relatile;
using rt::all_of_axis;
using rt::slice;
using rt::test::require_reference;

namespace {

template <std::size_t N>
auto counted(const rt::Extent (&shape)[N]) {
  std::int64_t size = 1;
  for (const rt::Extent extent : shape) size *= extent;
  auto x = rt::reshape(rt::arange<std::int64_t>(size), shape);
  rt::evaluate(x);
  return x;
}

/// What is sent when `x` is evaluated alone.
template <class E>
rt::Bytes sent_for(const E& x) {
  rt::evaluate(x);
  rt::test::require_exact_traffic(rt::report(x));
  return rt::report(x).bytes_sent();
}

}  // namespace

TEST_CASE("a reshape is the same elements in the same order on any number of sites") {
  const int sites = GENERATE(1, 2, 3, 4, 7, 12);
  auto context = rt::Context::loopback(sites);
  const auto x = counted({6, 4, 10});
  require_reference(rt::reshape(x, {24, 10}));
  require_reference(rt::reshape(x, {6, 40}));
  require_reference(rt::reshape(x, {240}));
  require_reference(rt::reshape(x, {10, 4, 6}));
  require_reference(rt::reshape(x, {3, 8, 2, 5}));
  require_reference(rt::reshape(x, {1, 6, 1, 4, 10, 1}));
  require_reference(rt::reshape(x, {7 - 2, -1}));
  require_reference(rt::ravel(rt::transpose(x)));
  require_reference(rt::reshape(x(slice(1, 5), slice({}, {}, -1), slice(0, 10, 3)), {-1, 8}));
  const auto prime = counted({13, 7});
  require_reference(rt::reshape(prime, {7, 13}));
  require_reference(rt::reshape(rt::exp(1.0 * prime), {91}) + 1.0, 1e-12);
  const auto one = counted({1, 1});
  require_reference(rt::reshape(one, {1}));
  require_reference(rt::reshape(rt::sum(one), {1, 1, 1}));
  const auto none = rt::zeros<double>({0, 5});
  CHECK(rt::reshape(none, {3, 0, 2}).shape() == rt::Extents{3, 0, 2});
  require_reference(rt::reshape(none, {3, 0, 2}));
}

TEST_CASE("a reshape that keeps data where it is moves nothing") {
  auto context = rt::Context::loopback(4);
  context.plan_options().objective = "bytes";
  const auto x = counted({8, 6, 5});
  CHECK(sent_for(rt::reshape(x, {48, 5})) == rt::Bytes{0});
  CHECK(sent_for(rt::reshape(x, {8, 30})) == rt::Bytes{0});
  CHECK(sent_for(rt::reshape(x, {4, 2, 30})) == rt::Bytes{0});
  CHECK(sent_for(rt::ravel(x)) == rt::Bytes{0});
}

TEST_CASE("arrays are joined on any number of sites") {
  const int sites = GENERATE(1, 2, 3, 4, 7, 12);
  auto context = rt::Context::loopback(sites);
  const auto x = counted({5, 6});
  const auto y = counted({3, 6});
  const auto none = rt::Array<std::int64_t, 2>(rt::zeros<std::int64_t>({0, 6}));
  require_reference(rt::concatenate({x, y, none, x}));
  require_reference(rt::concatenate({x, x}, 1));
  require_reference(rt::concatenate(std::make_tuple(x, 2.5 * x), -1));
  require_reference(rt::concatenate({x(slice({}, {}, -1), all_of_axis), y}));
  require_reference(rt::stack({x, x}, 2));
  require_reference(rt::stack({rt::transpose(x), rt::transpose(x)}));
  require_reference(rt::concatenate({rt::concatenate({x, y}), y}) * 2);
  const auto scalar = rt::Array<std::int64_t, 0>(rt::sum(x));
  require_reference(rt::stack({scalar, scalar, scalar}));
  require_reference(rt::roll(x, 2, 1));
  require_reference(rt::roll(x, -8, 0));
  require_reference(rt::roll(x, {1, -1}, {0, 1}));
  require_reference(rt::roll(x, 7));
  require_reference(rt::pad(x, {{1, 2}, {0, 3}}, "constant", 9));
  for (const char* mode : {"edge", "reflect", "symmetric", "wrap"}) {
    require_reference(rt::pad(x, {{1, 7}, {9, 2}}, mode));
  }
  require_reference(rt::repeat(x, 3, 0));
  require_reference(rt::repeat(x, 2));
  require_reference(rt::tile(x, {2, 1, 3}));
}

TEST_CASE("parts that lie where they are wanted are not moved") {
  auto context = rt::Context::loopback(4);
  context.plan_options().objective = "bytes";
  rt::Array<double, 2> x = rt::placed(rt::ones({8, 6}), rt::split(0));
  rt::Array<double, 2> y = rt::placed(rt::ones({8, 6}), rt::split(0));
  rt::evaluate(x, y);
  CHECK(sent_for(rt::concatenate({x, y}, 1)) == rt::Bytes{0});
  CHECK(sent_for(rt::stack({x, y}, 2)) == rt::Bytes{0});
  CHECK(sent_for(rt::pad(x, {{0, 0}, {2, 1}}, "edge")) == rt::Bytes{0});
  // A site sends the row that leaves it.
  CHECK(sent_for(rt::placed(rt::roll(x, 1, 0), rt::split(0))) == rt::Bytes{4 * 6 * 8});
}

TEST_CASE("cumulative sums of lines and of blocks are those of a loop") {
  const int sites = GENERATE(1, 2, 3, 4, 7);
  auto context = rt::Context::loopback(sites);
  const auto x = counted({7, 300});
  require_reference(rt::cumsum(x, 0));
  require_reference(rt::cumsum(x, 1));
  require_reference(rt::cumsum(rt::transpose(x), 0));
  const std::int64_t length = GENERATE(1, 2047, 2048, 5000, 12289);
  const rt::Array<std::int64_t, 1> numbers = rt::arange<std::int64_t>(length) * 7 % 11;
  require_reference(rt::cumsum(numbers));
  const std::vector<std::int64_t> values = rt::to_vector(numbers);
  const std::vector<std::int64_t> sums = rt::to_vector(rt::cumsum(numbers));
  const std::vector<std::int64_t> most = rt::to_vector(rt::cummax(numbers));
  const auto last = [](std::int64_t a, std::int64_t b) { return b != 0 ? b : a; };
  const std::vector<std::int64_t> kept = rt::to_vector(rt::scan(numbers, last, 0));
  std::int64_t sum = 0;
  std::int64_t greatest = -1;
  std::int64_t last_set = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += values[i];
    greatest = std::max(greatest, values[i]);
    if (values[i] != 0) last_set = values[i];
    REQUIRE(sums[i] == sum);
    REQUIRE(most[i] == greatest);
    REQUIRE(kept[i] == last_set);
  }
  const auto columns = rt::reshape(rt::arange<std::int64_t>(3 * length), {length, 3});
  require_reference(rt::cumsum(columns, 0));
}

TEST_CASE("a cumulative sum of a vector sends totals of blocks only, whatever it holds") {
  auto context = rt::Context::loopback(4);
  context.plan_options().objective = "bytes";
  rt::Array<double, 1> x = rt::ones({1 << 16});
  rt::evaluate(x);
  CHECK(sent_for(rt::cumsum(x)) <= rt::Bytes{64 * 8 * 4});
}

TEST_CASE("sums do not depend on the number of sites, where that is asked for") {
  std::vector<std::vector<double>> results;
  std::vector<std::vector<double>> totals;
  for (const int sites : {1, 2, 5}) {
    auto context = rt::Context::loopback(sites);
    results.push_back(rt::to_vector(rt::cumsum(rt::sin(rt::arange(20000.0)))));
    const rt::Array<double, 2> x = rt::reshape(rt::sin(rt::arange(60'000.0)), {20'000, 3});
    rt::evaluate(x);
    totals.push_back(rt::to_vector(rt::reproducible_sum(x, 0)));
    totals.back().push_back(rt::reproducible_sum(x).item());
    totals.back().push_back(rt::reproducible_sum(rt::transpose(x), 1)(0).item());
    CHECK(totals.back()[3] == Approx(rt::sum(x).item()).epsilon(1e-12));
    CHECK(totals.back()[0] == totals.back()[4]);
    CHECK(rt::reproducible_sum(rt::zeros({0, 2}), 0).shape() == rt::Extents{2});
  }
  CHECK(totals[0] == totals[1]);
  CHECK(totals[0] == totals[2]);
  CHECK(results[0] == results[1]);
  CHECK(results[0] == results[2]);
}

TEST_CASE("sorts and quantiles take lines where they are") {
  const int sites = GENERATE(1, 2, 3, 4, 7);
  auto context = rt::Context::loopback(sites);
  const rt::Array<double, 2> x = rt::floor(rt::random::normal<double>({9, 31}) * 8.0);
  require_reference(rt::sort(x));
  require_reference(rt::sort(x, 0));
  require_reference(rt::argsort(rt::transpose(x), 0));
  require_reference(rt::median(x, 0));
  require_reference(x - rt::median(x, -1, rt::keepdims));
  CHECK(rt::nanmedian(x, 0, rt::keepdims).shape()[0] == 1);
  require_reference(rt::quantile(x, {0.1, 0.5, 1.0}, 1), 1e-15);
  require_reference(rt::searchsorted(rt::arange(-5.0, 5.0), x));
  CHECK_THROWS_AS(rt::median(rt::zeros({3, 0}), 1), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::quantile(x, 1.5, 0), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::sort(x, 2), rt::ShapeMismatch);
}

TEST_CASE("a long vector is sorted by all sites, each of which gets its part of it") {
  const int sites = GENERATE(1, 3, 4);
  const int distinct = GENERATE(0, 1, 3);  // 0: as many as there are
  auto context = rt::Context::loopback(sites);
  const std::int64_t count = (std::int64_t{1} << 18) + 11;
  const rt::Array<std::int64_t, 1> numbers = (rt::arange<std::int64_t>(count) * 7919) % 1000003;
  rt::Array<std::int64_t, 1> x = numbers;
  if (distinct > 0) x = rt::where(numbers < 900'000, std::int64_t(0), numbers % distinct);
  rt::evaluate(x);
  std::vector<std::int64_t> expected = rt::to_vector(x);
  const std::vector<std::int64_t> before = expected;
  std::stable_sort(expected.begin(), expected.end());
  const auto sorted = rt::sort(x);
  rt::evaluate(sorted);
  rt::test::require_exact_traffic(rt::report(sorted));
  CHECK(rt::to_vector(sorted) == expected);
  // Every element travels once; what the blocks' ends share with their neighbours comes on top.
  CHECK(rt::report(sorted).bytes_sent() <= rt::Bytes{count * 8 + (std::int64_t{1} << 19)});
  const std::vector<std::int64_t> order = rt::to_vector(rt::argsort(x));
  bool stable = true;
  for (std::size_t i = 0; i < order.size(); ++i) {
    REQUIRE(before[std::size_t(order[i])] == expected[i]);
    stable = stable && (i == 0 || expected[i] != expected[i - 1] || order[i - 1] < order[i]);
  }
  CHECK(stable);
  CHECK(rt::median(x).item() == double(expected[expected.size() / 2]));
  CHECK(rt::quantile(x, 1.0).item() == double(expected.back()));
  const rt::tra::StoredValue& value = *sorted.node()->value;
  for (const auto& boxes : value.held) {
    std::int64_t here = 0;
    for (const rt::Box& box : boxes) here += box.count();
    CHECK(here <= count / sites * 11 / 10);
  }
}

TEST_CASE("a mask keeps what it holds true, where it is") {
  const int sites = GENERATE(1, 2, 3, 4, 7);
  auto context = rt::Context::loopback(sites);
  const std::int64_t rows = GENERATE(0, 1, 13, 3001);
  const auto x = counted({rows, 3});
  const rt::Array<bool, 1> even = rt::arange<std::int64_t>(rows) % 2 == 0;
  const auto kept = x(even);
  CHECK(kept.shape() == rt::Extents{(rows + 1) / 2, 3});
  require_reference(kept);
  std::vector<std::int64_t> expected;
  for (std::int64_t i = 0; i < rows; i += 2) {
    for (std::int64_t j = 0; j < 3; ++j) expected.push_back(3 * i + j);
  }
  CHECK(rt::to_vector(kept) == expected);
  const auto some = x(x % 5 == 1);
  expected.clear();
  for (std::int64_t i = 1; i < 3 * rows; i += 5) expected.push_back(i);
  CHECK(rt::to_vector(some) == expected);
  CHECK(rt::to_vector(rt::flatnonzero(x % 5 == 1)) == expected);
}

TEST_CASE("assignment to a part makes a new array of a name, and leaves others as they were") {
  const int sites = GENERATE(1, 2, 3, 4, 7);
  auto context = rt::Context::loopback(sites);
  rt::Array<std::int64_t, 2> x = counted({7, 10});
  const rt::Array<std::int64_t, 2> before = x;
  std::vector<std::int64_t> expected = rt::to_vector(x);
  const auto at = [&](std::int64_t i, std::int64_t j) -> std::int64_t& {
    return expected[std::size_t(10 * i + j)];
  };
  x(2, all_of_axis) = -1;
  for (std::int64_t j = 0; j < 10; ++j) at(2, j) = -1;
  x(slice(1, 7, 2), slice(0, 10, 4)) = counted({3, 3});
  for (std::int64_t i = 0; i < 3; ++i) {
    for (std::int64_t j = 0; j < 3; ++j) at(1 + 2 * i, 4 * j) = 3 * i + j;
  }
  x(slice({}, {}, -2), 9) += counted({4});
  for (std::int64_t i = 0; i < 4; ++i) at(6 - 2 * i, 9) += i;
  x(0, 0) = 1000;
  at(0, 0) = 1000;
  x(slice(5, 5), all_of_axis) = 3;
  x(x > 60) = 0;
  for (auto& element : expected) element = element > 60 ? 0 : element;
  const std::vector<std::int64_t> rows{3, -1, 3};
  x(rt::from_span(rows, {3}), all_of_axis) = counted({3, 10});
  for (std::int64_t j = 0; j < 10; ++j) at(3, j) = 20 + j, at(6, j) = 10 + j;
  require_reference(x);
  CHECK(rt::to_vector(x) == expected);
  CHECK(rt::to_vector(before) == rt::to_vector(counted({7, 10})));
  auto row = x(0, all_of_axis);
  row = row * 0;
  CHECK(rt::to_vector(x) == expected);
  CHECK_THROWS_AS((x(slice(0, 2), 0) = counted({3})), rt::ShapeMismatch);
}

}  // namespace rearranged_test
