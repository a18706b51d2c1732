// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/cost/work.hpp>
#include <relatile/relatile.hpp>

#include "support/against_reference.hpp"
#include "support/catch.hpp"

namespace take_test {

namespace rt = relatile;

namespace {

using Indices = std::vector<std::int64_t>;

rt::Array<double, 2> numbers(std::int64_t rows, std::int64_t columns) {
  rt::Array<double, 2> x = rt::from_function(
      {rows, columns}, [](std::int64_t i, std::int64_t j) { return double(i * 100 + j) - 7.0; });
  rt::evaluate(x);
  return x;
}
double number(std::int64_t i, std::int64_t j) { return double(i * 100 + j) - 7.0; }

rt::Array<std::int64_t, 1> stored(const Indices& indices) {
  return rt::from_span(indices, {std::int64_t(indices.size())});
}

Indices some_indices(std::int64_t count, std::int64_t extent, bool negative) {
  Indices indices;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t index = (i * 7 + 3) % extent;
    indices.push_back(negative && i % 3 == 0 ? index - extent : index);
  }
  return indices;
}

std::int64_t normal(std::int64_t index, std::int64_t extent) {
  return index < 0 ? index + extent : index;
}

}  // namespace

TEST_CASE("take gives the rows or columns that indices name, on any number of sites") {
  const int sites = GENERATE(1, 2, 3, 4, 7);
  auto context = rt::Context::loopback(sites);
  for (const auto [rows, columns, count] :
       {std::array<std::int64_t, 3>{11, 5, 23}, {1, 1, 1}, {64, 33, 7}, {3, 200, 0}, {5, 0, 4}}) {
    const auto x = numbers(rows, columns);
    const Indices wanted = some_indices(count, rows, true);
    const auto taken = rt::take(x, stored(wanted), 0);
    rt::evaluate(taken);
    rt::test::require_exact_traffic(rt::report(taken));
    CHECK(taken.shape() == rt::Extents{count, columns});
    const auto values = rt::to_vector(taken);
    for (std::int64_t i = 0; i < count; ++i) {
      for (std::int64_t j = 0; j < columns; ++j) {
        REQUIRE(values[std::size_t(i * columns + j)] ==
                number(normal(wanted[std::size_t(i)], rows), j));
      }
    }
    if (columns == 0) continue;
    const Indices of_columns = some_indices(count, columns, true);
    const auto across = rt::to_vector(rt::take(x, stored(of_columns), -1));
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < count; ++j) {
        REQUIRE(across[std::size_t(i * count + j)] ==
                number(i, normal(of_columns[std::size_t(j)], columns)));
      }
    }
  }
}

TEST_CASE("indices of any shape and type stand where the axis was") {
  auto context = rt::Context::loopback(3);
  const auto x = numbers(6, 4);
  const rt::Array<int, 2> indices = rt::astype<int>(rt::from_function(
      {2, 3}, [](std::int64_t i, std::int64_t j) { return double(i * 3 + j - 4); }));
  const auto taken = rt::take(x, indices, 1);
  STATIC_REQUIRE(std::is_same_v<decltype(taken), const rt::Array<double, 3>>);
  const auto values = rt::to_vector(taken);
  for (std::int64_t i = 0; i < 6; ++i) {
    for (std::int64_t k = 0; k < 6; ++k) {
      CHECK(values[std::size_t(i * 6 + k)] == number(i, normal(k - 4, 4)));
    }
  }
  const rt::Array<double, 1> vector = x(rt::all_of_axis, 2);
  CHECK(rt::to_vector(rt::take(vector, stored({5, 0, -1}))) ==
        std::vector<double>{number(5, 2), number(0, 2), number(5, 2)});
}

TEST_CASE("arrays index as in NumPy: broadcast together, in place or, apart, in front") {
  const int sites = GENERATE(1, 2, 4);
  auto context = rt::Context::loopback(sites);
  rt::Array<std::int64_t, 4> x = rt::astype<std::int64_t>(rt::from_function(
      {3, 4, 5, 6}, [](std::int64_t i, std::int64_t j, std::int64_t k, std::int64_t l) {
        return double(((i * 10 + j) * 10 + k) * 10 + l);
      }));
  rt::evaluate(x);
  const auto a = stored({2, 0, -1});
  const auto b = stored({1, 3, 0});
  const auto all = rt::all_of_axis;

  const auto pairs = x(a, b);  // x[a, b]: (3, 5, 6)
  CHECK(pairs.shape() == rt::Extents{3, 5, 6});
  CHECK(rt::to_vector(pairs(all, 4, 5)) == Indices{2145, 345, 2045});

  const auto inner = x(all, a, b, 0);  // x[:, a, b, 0]: (3, 3)
  CHECK(inner.shape() == rt::Extents{3, 3});
  CHECK(rt::to_vector(inner(1, all)) == Indices{1210, 1030, 1300});

  const auto apart = x(all, a, all, b);  // x[:, a, :, b]: (3, 3, 5)
  CHECK(apart.shape() == rt::Extents{3, 3, 5});
  CHECK(rt::to_vector(apart(all, 2, 4)) == Indices{2241, 2043, 2340});

  const auto positions = x(0, rt::slice(1, 3), all, b);  // x[0, 1:3, :, b]: (3, 2, 5)
  CHECK(positions.shape() == rt::Extents{3, 2, 5});
  CHECK(rt::to_vector(positions(all, 1, 2)) == Indices{221, 223, 220});

  const auto outer = x(rt::expand_dims(a, 1), b, 0, 0);  // x[a[:, None], b, 0, 0]: (3, 3)
  CHECK(rt::to_vector(outer) == Indices{2100, 2300, 2000, 100, 300, 0, 2100, 2300, 2000});

  const auto fresh =
      x(rt::newaxis, a, rt::slice({}, {}, 2), 0, 0);  // x[None, a, ::2, 0, 0]: (3, 1, 2)
  CHECK(fresh.shape() == rt::Extents{3, 1, 2});
  CHECK(rt::to_vector(fresh) == Indices{2000, 2200, 0, 200, 2000, 2200});
}

TEST_CASE("take_along_axis names an element for every place") {
  const int sites = GENERATE(1, 3, 4);
  auto context = rt::Context::loopback(sites);
  const auto x = numbers(9, 7);
  const rt::Array<std::int64_t, 2> best = rt::expand_dims(rt::argmax(x, 1), 1);
  CHECK(rt::to_vector(rt::take_along_axis(x, best, 1)) == rt::to_vector(rt::max(x, 1)));
  const rt::Array<std::int64_t, 2> rows = rt::astype<std::int64_t>(rt::from_function(
      {4, 7}, [](std::int64_t i, std::int64_t j) { return double((i * 5 + j) % 9 - 4); }));
  const auto values = rt::to_vector(rt::take_along_axis(x, rows, 0));
  for (std::int64_t i = 0; i < 4; ++i) {
    for (std::int64_t j = 0; j < 7; ++j) {
      CHECK(values[std::size_t(i * 7 + j)] == number(normal((i * 5 + j) % 9 - 4, 9), j));
    }
  }
}

TEST_CASE("what is taken is the same to the bit") {
  auto context = rt::Context::loopback(4);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> special{-0.0,
                                    nan,
                                    -nan,
                                    std::numeric_limits<double>::infinity(),
                                    std::numeric_limits<double>::denorm_min(),
                                    0.0};
  const auto taken = rt::to_vector(rt::take(rt::from_span(special, {6}), stored({0, 1, 2, 3, 4})));
  CHECK(std::memcmp(taken.data(), special.data(), 5 * sizeof(double)) == 0);
}

TEST_CASE("an index out of bounds is an error of all sites, and the context stays usable") {
  const int sites = GENERATE(1, 4);
  auto context = rt::Context::loopback(sites);
  const auto x = numbers(6, 4);
  for (const std::int64_t wrong : {6L, -7L, 1L << 40}) {
    const auto taken = rt::take(x, stored({0, 1, wrong, 2}), 0);
    CHECK_THROWS_WITH(rt::evaluate(taken),
                      Catch::Matchers::Contains("out of bounds for an axis of extent 6"));
  }
  CHECK_THROWS_AS(rt::take(numbers(0, 4), stored({0}), 0), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::take(x, stored({0}), 2), rt::ShapeMismatch);
  CHECK_THROWS_AS(x(stored({0, 1}), stored({0, 1, 2})), rt::ShapeMismatch);
  CHECK(rt::to_vector(rt::take(x, stored({5}), 0)) ==
        rt::to_vector(x(rt::slice(5), rt::all_of_axis)));
}

TEST_CASE("slices of what is taken, and what is taken of expressions") {
  const int sites = GENERATE(1, 3);
  auto context = rt::Context::loopback(sites);
  const auto x = numbers(40, 6);
  const Indices wanted = some_indices(30, 40, false);
  const auto part = rt::take(x * 2.0, stored(wanted), 0)(rt::slice(3, 21, 4), rt::slice(1, {}, 2));
  const auto values = rt::to_vector(part + 1.0);
  std::size_t at = 0;
  for (std::size_t i = 3; i < 21; i += 4) {
    for (std::int64_t j = 1; j < 6; j += 2) {
      CHECK(values[at++] == 2.0 * number(wanted[i], j) + 1.0);
    }
  }
  CHECK(at == values.size());
  const auto transposed = rt::take(rt::transpose(x), stored({2, 0}), 0);
  CHECK(rt::to_vector(transposed(0, rt::slice(0, 3))) ==
        std::vector<double>{number(0, 2), number(1, 2), number(2, 2)});
}

TEST_CASE("the reference, which compares all places, agrees") {
  const int sites = GENERATE(1, 2, 3, 5);
  auto context = rt::Context::loopback(sites);
  const auto x = numbers(7, 5);
  rt::test::require_reference(rt::take(x, stored(some_indices(12, 7, true)), 0));
  rt::test::require_reference(rt::take(x, stored(some_indices(12, 5, true)), 1));
  rt::test::require_reference(x(stored({1, 2, -3}), stored({0, 4, -5})));
}

TEST_CASE("a few rows of a large array are priced as few, and no pass cuts what selects them") {
  auto context = rt::Context::loopback(1);
  const rt::Array<double, 2> table = rt::ones({100'000, 16});
  rt::evaluate(table);
  const auto few = stored({3, 99'999, -1});
  const auto taken = rt::take(table, few, 0);
  // The indices, what is read, what is written.
  const rt::tra::Node& node = *taken.node();
  CHECK(rt::cost::bytes_on(node, rt::Box::whole(node.labels)) ==
        rt::Bytes{8 * (3 + 3 * 16 + 3 * 16)});
  const rt::Array<double, 2> added = rt::scatter_add(table, few, rt::ones({3, 16}));
  rt::evaluate(added);
  for (const auto& step : rt::report(added).plan.steps) CHECK(step.slice.count <= 1);
}

}  // namespace take_test
