// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <limits>
#include <relatile/relatile.hpp>

#include "support/whole_numbers.hpp"

namespace options_test {

namespace rt = relatile;
using rt::test::number;
using rt::test::numbers;
using rt::test::require_elements;

namespace {

bool counts(std::int64_t i, std::int64_t j) { return (i * 3 + j) % 4 != 0; }

rt::Array<bool, 2> mask(std::int64_t rows, std::int64_t columns) {
  return rt::from_function({rows, columns},
                           [](std::int64_t i, std::int64_t j) { return counts(i, j); });
}

}  // namespace

TEST_CASE("reductions of what a mask holds true are loops with an if") {
  const int sites = GENERATE(1, 2, 3, 4, 7);
  auto context = rt::Context::loopback(sites);
  const std::int64_t rows = GENERATE(0, 1, 13);
  const auto x = numbers({rows, 6}, 1);
  const auto only = rt::only(mask(rows, 6));
  const auto over_rows = [&](auto start, auto f) {
    return [=](const rt::Extents& at) {
      auto result = start;
      const std::int64_t j = at[at.rank() - 1];
      for (std::int64_t i = 0; i < rows; ++i) {
        if (counts(i, j)) result = f(result, double(number({i, j}, 1)));
      }
      return result;
    };
  };
  const auto add = [](double a, double b) { return a + b; };
  require_elements(rt::sum(x, 0, only), {6}, over_rows(0.0, add));
  require_elements(rt::sum(x, 0, rt::initial(5), rt::keepdims, only), {1, 6}, over_rows(5.0, add));
  require_elements(rt::prod(x, 0, only, rt::initial(2)), {6},
                   over_rows(2.0, [](double a, double b) { return a * b; }));
  require_elements(rt::min(x, 0, only, rt::initial(1)), {6},
                   over_rows(1.0, [](double a, double b) { return std::min(a, b); }));
  require_elements(rt::nanmax(x, 0, only, rt::initial(-1)), {6},
                   over_rows(-1.0, [](double a, double b) { return std::max(a, b); }));
  require_elements(rt::any(x, 0, only), {6},
                   over_rows(false, [](bool a, double b) { return a || b != 0; }));
  require_elements(rt::all(x, 0, only), {6},
                   over_rows(true, [](bool a, double b) { return a && b != 0; }));
  const auto means = rt::to_vector(rt::mean(x, 0, only));
  const auto variances = rt::to_vector(rt::var(x, 0, only, {.ddof = 1}));
  for (std::int64_t j = 0; j < 6; ++j) {
    const double sum = over_rows(0.0, add)({j});
    const double count = over_rows(0.0, [](double a, double) { return a + 1; })({j});
    const double mean = sum / count;
    const double squares =
        over_rows(0.0, [=](double a, double b) { return a + (b - mean) * (b - mean); })({j});
    const auto same = [](double a, double b) {
      return (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-12 || a == b;
    };
    CHECK(same(means[std::size_t(j)], mean));
    CHECK(same(variances[std::size_t(j)], squares / std::max(count - 1, 0.0)));
  }
}

TEST_CASE("a type that is asked for is computed in, and is the result's") {
  auto context = rt::Context::loopback(3);
  const auto bytes = rt::full<std::int8_t>({3}, 100);
  CHECK(rt::sum(bytes, rt::dtype<std::int8_t>).item() == std::int8_t(300 - 256));
  const auto close = rt::full<float>({1000}, 16777217.0F - 1);
  static_assert(
      std::is_same_v<rt::element_of<decltype(rt::mean(close, rt::dtype<double>))>, double>);
  CHECK(rt::mean(close + 1.0F, rt::dtype<double>).item() == double(16777216.0F + 1.0F));
  static_assert(std::is_same_v<rt::element_of<decltype(rt::var(bytes, rt::dtype<float>))>, float>);
  static_assert(
      std::is_same_v<rt::element_of<decltype(rt::cumsum(bytes, 0, rt::dtype<float>))>, float>);
  CHECK(rt::to_vector(rt::cumsum(bytes, rt::dtype<std::int8_t>)) ==
        std::vector<std::int8_t>{100, std::int8_t(-56), 44});
}

TEST_CASE("masks broadcast to the array, and nothing else") {
  auto context = rt::Context::loopback(2);
  const auto x = numbers({4, 6}, 1);
  CHECK(rt::sum(x, rt::only(mask(1, 6))).item() ==
        rt::sum(x, rt::only(rt::broadcast_to<2>(mask(1, 6), {4, 6}))).item());
  CHECK_THROWS_AS(rt::sum(x, rt::only(mask(3, 6))), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::sum(numbers({1, 6}, 1), rt::only(mask(3, 6))), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::min(rt::zeros({0})), rt::ShapeMismatch);
  CHECK(rt::min(rt::zeros({0}), rt::initial(3)).item() == 3);
  CHECK(std::isnan(rt::max(rt::full({2}, std::nan("")), rt::initial(3)).item()));
  CHECK(rt::nanmax(rt::full({2}, std::nan("")), rt::initial(3)).item() == 3);
  CHECK(rt::argmax(x, -1, rt::keepdims).shape() == rt::Extents{4, 1});
  CHECK(rt::to_vector(rt::where(mask(4, 6))[1]) == rt::to_vector(rt::nonzero(mask(4, 6))[1]));
}

}  // namespace options_test
