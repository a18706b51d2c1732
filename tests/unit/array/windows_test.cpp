// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/relatile.hpp>

#include "support/traffic.hpp"
#include "support/whole_numbers.hpp"

namespace windows_test {

namespace rt = relatile;
using rt::test::number;
using rt::test::numbers;
using rt::test::require_elements;

TEST_CASE("windows that slide along one axis or all have the elements that they cover") {
  const int sites = GENERATE(1, 2, 3, 4, 7);
  auto context = rt::Context::loopback(sites);
  for (const auto [rows, columns] : {std::array<std::int64_t, 2>{9, 5}, {31, 4}, {4, 3}}) {
    const auto x = numbers({rows, columns}, 3);
    rt::evaluate(x);
    require_elements(rt::sliding_window_view(x, {3, 2}), {rows - 2, columns - 1, 3, 2},
                     [](const rt::Extents& at) {
                       return number({at[0] + at[2], at[1] + at[3]}, 3);
                     });
    require_elements(rt::sliding_window_view(x, {2, 3}, {0, 0}), {rows - 3, columns, 2, 3},
                     [](const rt::Extents& at) {
                       return number({at[0] + at[2] + at[3], at[1]}, 3);
                     });
    require_elements(rt::sliding_window_view(x, {1}, {-1}), {rows, columns, 1},
                     [](const rt::Extents& at) {
                       return number({at[0], at[1]}, 3);
                     });
  }
  CHECK(rt::sliding_window_view(rt::zeros({0, 4}), {2}, {1}).shape() == rt::Extents{0, 3, 2});
  CHECK_THROWS_AS(rt::sliding_window_view(numbers({3, 4}, 0), {4}, {0}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::sliding_window_view(numbers({3, 4}, 0), {0, 1}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::sliding_window_view(numbers({3, 4}, 0), {2, 2}, {0}), rt::ShapeMismatch);
}

TEST_CASE("windows of small types") {
  auto context = rt::Context::loopback(3);
  const rt::Array<std::uint16_t, 1> small = rt::arange<std::uint16_t>(20);
  require_elements(rt::sliding_window_view(small, {4}), {17, 4},
                   [](const rt::Extents& at) { return at[0] + at[1]; });
}

TEST_CASE(
    "a convolution of windows, and pooling, are plain loops, and boundaries are all they send") {
  const int sites = GENERATE(2, 3, 4, 7);
  auto context = rt::Context::loopback(sites);
  const std::int64_t rows = GENERATE(58, 86);  // 56 and 84 windows: as many for every site
  const std::int64_t columns = 60;
  const rt::Array<double, 2> x = rt::placed(numbers({rows, columns}, 1), rt::split(0));
  const auto weights = numbers({3, 3}, 2);
  rt::evaluate(x, weights);
  const rt::Array<double, 2> sums =
      rt::einsum<"ijkl,kl->ij">(rt::sliding_window_view(x, {3, 3}), weights);
  rt::evaluate(sums);
  rt::test::require_exact_traffic(rt::report(sums));
  // Of the two rows that the windows at a boundary lack, and of rows that are cut elsewhere.
  CHECK(rt::report(sums).bytes_sent() <=
        rt::Bytes{std::int64_t(sites - 1) * 2 * columns * 8 + 72 * sites});
  require_elements(sums, {rows - 2, columns - 2}, [](const rt::Extents& at) {
    std::int64_t sum = 0;
    for (std::int64_t k = 0; k < 3; ++k) {
      for (std::int64_t l = 0; l < 3; ++l)
        sum += number({at[0] + k, at[1] + l}, 1) * number({k, l}, 2);
    }
    return sum;
  });
  const auto pooled = rt::max(rt::sliding_window_view(x, {2, 2}), rt::axis(-2, -1))(
      rt::slice({}, {}, 2), rt::slice({}, {}, 2));
  require_elements(pooled, {rows / 2, columns / 2}, [](const rt::Extents& at) {
    std::int64_t most = -100;
    for (std::int64_t k = 0; k < 4; ++k) {
      most = std::max(most, number({2 * at[0] + k / 2, 2 * at[1] + k % 2}, 1));
    }
    return most;
  });
}

}  // namespace windows_test
