// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include "support/against_reference.hpp"
#include "support/catch.hpp"

namespace scatter_test {

namespace rt = relatile;

namespace {

using Indices = std::vector<std::int64_t>;

rt::Array<std::int64_t, 1> stored(const Indices& indices) {
  return rt::from_span(indices, {std::int64_t(indices.size())});
}

/// Indices that repeat, some of them counted from the end.
Indices some_indices(std::int64_t count, std::int64_t extent) {
  Indices indices;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t index = (i * i * 5 + 2) % extent;
    indices.push_back(i % 4 == 0 ? index - extent : index);
  }
  return indices;
}

std::size_t normal(std::int64_t index, std::int64_t extent) {
  return std::size_t(index < 0 ? index + extent : index);
}

template <class T>
rt::Array<T, 2> rows_of(std::int64_t rows, std::int64_t columns) {
  return rt::astype<T>(rt::from_function({rows, columns}, [](std::int64_t i, std::int64_t j) {
    return double((i * 13 + j * 5) % 17 - 8);
  }));
}

}  // namespace

TEMPLATE_TEST_CASE("scatter adds, and finds the least and the greatest", "", float, double,
                   std::int32_t, std::uint8_t) {
  using T = TestType;
  const int sites = GENERATE(1, 2, 3, 4, 7);
  auto context = rt::Context::loopback(sites);
  for (const auto [rows, columns, count] :
       {std::array<std::int64_t, 3>{11, 5, 60}, {1, 1, 9}, {50, 2, 3}, {4, 3, 0}}) {
    const auto x = rows_of<T>(rows, columns);
    const auto values = rows_of<T>(count, columns);
    const Indices wanted = some_indices(count, rows);
    const auto before = rt::to_vector(x);
    const auto given = rt::to_vector(values);
    auto sums = before;
    auto least = before;
    auto most = before;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      for (std::size_t j = 0; j < std::size_t(columns); ++j) {
        const std::size_t at = normal(wanted[i], rows) * std::size_t(columns) + j;
        const T value = given[i * std::size_t(columns) + j];
        sums[at] = T(sums[at] + value);
        least[at] = std::min(least[at], value);
        most[at] = std::max(most[at], value);
      }
    }
    const auto added = rt::scatter_add(x, stored(wanted), values);
    rt::evaluate(added);
    rt::test::require_exact_traffic(rt::report(added));
    CHECK(rt::to_vector(added) == sums);
    CHECK(rt::to_vector(rt::scatter_min(x, stored(wanted), values)) == least);
    CHECK(rt::to_vector(rt::scatter_max(x, stored(wanted), values)) == most);
  }
}

TEST_CASE("values broadcast to the indices and a row; a number is one, too") {
  const int sites = GENERATE(1, 3);
  auto context = rt::Context::loopback(sites);
  const rt::Array<double, 2> x = rt::zeros({4, 3});
  const auto row = rt::from_span(std::vector<double>{1, 2, 3}, {3});
  CHECK(rt::to_vector(rt::scatter_add(x, stored({1, -1, 1}), row)) ==
        std::vector<double>{0, 0, 0, 2, 4, 6, 0, 0, 0, 1, 2, 3});
  CHECK(rt::to_vector(rt::scatter_add(x, stored({2, 2, 2, 0}), 1)) ==
        std::vector<double>{1, 1, 1, 0, 0, 0, 3, 3, 3, 0, 0, 0});
  const rt::Array<std::int64_t, 2> square = rt::from_span(Indices{0, 1, 1, 3}, {2, 2});
  CHECK(rt::to_vector(rt::scatter_add(rt::zeros({4}), square,
                                      rt::from_span(std::vector<double>{1, 10}, {2}))) ==
        std::vector<double>{1, 11, 0, 10});
  CHECK_THROWS_AS(rt::scatter_add(x, stored({1, 2}), rt::zeros({2})), rt::ShapeMismatch);
  CHECK_THROWS_WITH(rt::evaluate(rt::scatter_add(x, stored({1, 4}), 1.0)),
                    Catch::Matchers::Contains("out of bounds for an axis of extent 4"));
}

TEST_CASE("bincount counts, or adds up weights") {
  const int sites = GENERATE(1, 2, 5);
  auto context = rt::Context::loopback(sites);
  CHECK(rt::to_vector(rt::bincount(stored({0, 1, 1, 3, 2, 1, 7}))) ==
        Indices{1, 3, 1, 1, 0, 0, 0, 1});
  CHECK(rt::to_vector(rt::bincount(stored({0, 1}), 4)) == Indices{1, 1, 0, 0});
  CHECK(rt::bincount(stored({})).shape() == rt::Extents{0});
  CHECK(rt::to_vector(rt::bincount(stored({}), 2)) == Indices{0, 0});
  const auto weights = rt::from_span(std::vector<double>{0.5, 1, -2, 4}, {4});
  CHECK(rt::to_vector(rt::bincount(stored({1, 0, 1, 2}), weights)) ==
        std::vector<double>{1, -1.5, 4});
  CHECK_THROWS_WITH(rt::bincount(stored({1, -3})), Catch::Matchers::Contains("-3"));
  CHECK_THROWS_WITH(rt::bincount(stored({1}), -2), Catch::Matchers::Contains("-2"));
  CHECK_THROWS_AS(rt::bincount(stored({1, 2}), weights), rt::ShapeMismatch);
}

TEST_CASE("sums of few results are made on every site and added, not brought together") {
  auto context = rt::Context::loopback(4);
  const std::int64_t count = 100'000;
  const rt::Array<std::int64_t, 1> labels = rt::astype<std::int64_t>(
      rt::from_function({count}, [](std::int64_t i) { return double(i * 7 % 10); }));
  const rt::Array<double, 2> values = rt::from_function(
      {count, 4}, [](std::int64_t i, std::int64_t j) { return double((i + j) % 3); });
  rt::evaluate(labels, values);
  const auto sums = rt::scatter_add(rt::zeros({10, 4}), labels, values);
  rt::evaluate(sums);
  rt::test::require_exact_traffic(rt::report(sums));
  CHECK(rt::report(sums).bytes_sent().value <= 2 * 3 * 10 * 4 * 8);
}

TEST_CASE("the reference, which compares all places, agrees with scatter") {
  const int sites = GENERATE(1, 2, 3, 5);
  auto context = rt::Context::loopback(sites);
  const auto x = rows_of<double>(7, 3);
  const auto values = rows_of<double>(12, 3);
  rt::test::require_reference(rt::scatter_add(x, stored(some_indices(12, 7)), values));
  rt::test::require_reference(
      rt::scatter_max(x, stored(some_indices(12, 7)), values)(rt::slice(1, 6, 2)));
}

}  // namespace scatter_test
