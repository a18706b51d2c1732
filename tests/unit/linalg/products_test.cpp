// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <array>
#include <complex>
#include <cstdint>
#include <vector>

#include "support/whole_numbers.hpp"

namespace products_test {

namespace rt = relatile;
using rt::test::number;
using rt::test::numbers;
using rt::test::require_elements;
using rt::test::require_reference;
using rt::test::site_counts;

TEST_CASE("tensordot sums over last and first axes, or over those that are named") {
  for (int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto a = numbers({3, 4, 5}, 1);
    const auto b = numbers({4, 5, 2}, 2);
    rt::evaluate(a, b);
    const auto over_two = [&](const rt::Extents& at) {
      double sum = 0;
      for (std::int64_t j = 0; j < 4; ++j) {
        for (std::int64_t k = 0; k < 5; ++k) {
          sum += double(number({at[0], j, k}, 1) * number({j, k, at[1]}, 2));
        }
      }
      return sum;
    };
    require_elements(rt::tensordot(a, b), {3, 2}, over_two);
    require_elements(rt::tensordot<2>(a, b), {3, 2}, over_two);
    require_elements(rt::tensordot(a, b, {2, 1}, {1, -3}), {3, 2}, over_two);
    require_elements(rt::tensordot(a, b, {1}, {0}), {3, 5, 5, 2}, [&](const rt::Extents& at) {
      double sum = 0;
      for (std::int64_t j = 0; j < 4; ++j) {
        sum += double(number({at[0], j, at[1]}, 1) * number({j, at[2], at[3]}, 2));
      }
      return sum;
    });
    const auto c = numbers({3, 2}, 3);
    require_elements(rt::tensordot<0>(c, c), {3, 2, 3, 2}, [&](const rt::Extents& at) {
      return double(number({at[0], at[1]}, 3) * number({at[2], at[3]}, 3));
    });
  }
}

TEST_CASE("dot and inner of more dimensions keep all other axes") {
  for (int sites : {1, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    const auto a = numbers({3, 2, 5}, 1);
    const auto b = numbers({4, 5, 2}, 2);
    const auto c = numbers({4, 5}, 3);
    require_elements(rt::dot(a, b), {3, 2, 4, 2}, [&](const rt::Extents& at) {
      double sum = 0;
      for (std::int64_t k = 0; k < 5; ++k) {
        sum += double(number({at[0], at[1], k}, 1) * number({at[2], k, at[3]}, 2));
      }
      return sum;
    });
    require_elements(rt::inner(a, c), {3, 2, 4}, [&](const rt::Extents& at) {
      double sum = 0;
      for (std::int64_t k = 0; k < 5; ++k) {
        sum += double(number({at[0], at[1], k}, 1) * number({at[2], k}, 3));
      }
      return sum;
    });
    require_reference(rt::dot(a, rt::arange(5.0)));
    require_reference(rt::dot(rt::arange(5.0), b));
    require_reference(rt::inner(rt::arange(5.0), rt::arange(5.0)));
  }
}

TEST_CASE("vdot conjugates its first operand and sums everything") {
  using Complex = std::complex<double>;
  for (int sites : {1, 2, 4}) {
    auto context = rt::Context::loopback(sites);
    const auto a = rt::as_array(numbers({3, 4}, 1) + Complex(0, 1) * numbers({3, 4}, 2));
    const auto b = rt::as_array(numbers({3, 4}, 3) - Complex(0, 2) * numbers({3, 4}, 4));
    Complex sum;
    double real_sum = 0;
    for (std::int64_t i = 0; i < 3; ++i) {
      for (std::int64_t j = 0; j < 4; ++j) {
        const auto of = [&](std::int64_t seed) { return double(number({i, j}, seed)); };
        sum += Complex(of(1), -of(2)) * Complex(of(3), -2 * of(4));
        real_sum += of(1) * of(3);
      }
    }
    CHECK(rt::item(rt::vdot(a, b)) == sum);
    CHECK(rt::item(rt::vdot(numbers({3, 4}, 1), numbers({3, 4}, 3))) == real_sum);
    require_reference(rt::vdot(a, b));
  }
}

TEST_CASE("multi_dot multiplies matrices between vectors, in the order that is cheapest") {
  for (int sites : {1, 2, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    const auto a = numbers({3, 20}, 1);
    const auto b = numbers({20, 2}, 2);
    const auto c = numbers({2, 6}, 3);
    const auto product = rt::matmul(rt::matmul(a, b), c);
    const auto expected = rt::to_vector(product);
    CHECK(rt::to_vector(rt::multi_dot(a, b, c)) == expected);
    CHECK(rt::to_vector(rt::multi_dot(std::vector{a, b, c})) == expected);
    require_reference(rt::multi_dot(a, b, c));
    const auto u = rt::arange(3.0);
    const auto v = rt::arange(6.0);
    CHECK(rt::to_vector(rt::multi_dot(u, a, b, c)) == rt::to_vector(rt::matmul(u, product)));
    CHECK(rt::to_vector(rt::multi_dot(a, b, c, v)) == rt::to_vector(rt::matmul(product, v)));
    CHECK(rt::item(rt::multi_dot(u, a, b, c, v)) ==
          rt::item(rt::matmul(u, rt::matmul(product, v))));
    CHECK(rt::item(rt::multi_dot(u, u)) == 5);
  }
}

TEST_CASE("a long chain of matrices is multiplied from its thin end") {
  auto context = rt::Context::loopback(1);
  std::vector<rt::Array<double, 2>> matrices(7, rt::ones({40, 40}));
  matrices.push_back(rt::ones({40, 1}));
  rt::evaluate(matrices.front(), matrices.back());
  const auto product = rt::multi_dot(matrices);
  rt::evaluate(product);
  // Seven products of a matrix and a column, of 2 * 40 * 40 operations each.
  CHECK(rt::report(product).plan.total_flops().value == 7 * 2 * 40 * 40);
  CHECK(rt::item(product(39, 0)) == std::pow(40.0, 7));
}

TEST_CASE("matrix_power multiplies by squaring, also batches") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const auto a = numbers({4, 4}, 1);
    auto power = rt::as_array(rt::eye(4));
    for (int n = 0; n <= 9; ++n) {
      INFO("power " << n);
      CHECK(rt::to_vector(rt::matrix_power(a, n)) == rt::to_vector(power));
      power = rt::matmul(power, a);
      rt::evaluate(power);
    }
    const auto batch = numbers<std::int64_t>({2, 3, 3}, 2);
    const auto cube = rt::matmul(rt::matmul(batch, batch), batch);
    CHECK(rt::to_vector(rt::matrix_power(batch, 3)) == rt::to_vector(cube));
    const auto none = rt::matrix_power(batch, 0);
    require_elements(none, {2, 3, 3},
                     [](const rt::Extents& at) { return std::int64_t(at[1] == at[2]); });
  }
}

TEST_CASE("cross is at right angles to both, and broadcasts") {
  for (int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto a = numbers({2, 4, 3}, 1);
    const auto b = numbers({4, 3}, 2);
    const auto flat = numbers({4, 2}, 3);
    const auto of_three = [&](const rt::Extents& at, std::int64_t shift) {
      return double(number({at[0], at[1], (at[2] + shift) % 3}, 1));
    };
    require_elements(rt::cross(a, b), {2, 4, 3}, [&](const rt::Extents& at) {
      const auto of_b = [&](std::int64_t shift) {
        return double(number({at[1], (at[2] + shift) % 3}, 2));
      };
      return of_three(at, 1) * of_b(2) - of_three(at, 2) * of_b(1);
    });
    require_elements(rt::cross(a, flat), {2, 4, 3}, [&](const rt::Extents& at) {
      const auto of_b = [&](std::int64_t shift) {
        const std::int64_t place = (at[2] + shift) % 3;
        return place == 2 ? 0.0 : double(number({at[1], place}, 3));
      };
      return of_three(at, 1) * of_b(2) - of_three(at, 2) * of_b(1);
    });
    require_elements(rt::cross<2>(flat, flat(rt::slice(0, 1))), {4}, [&](const rt::Extents& at) {
      return double(number({at[0], 0}, 3) * number({0, 1}, 3) -
                    number({at[0], 1}, 3) * number({0, 0}, 3));
    });
  }
}

TEST_CASE("batches of matrices broadcast in matmul as numpy.matmul has it") {
  for (int sites : {1, 2, 3, 5}) {
    auto context = rt::Context::loopback(sites);
    const auto a = numbers({2, 1, 3, 4}, 1);
    const auto b = numbers({5, 4, 2}, 2);
    require_elements(rt::matmul(a, b), {2, 5, 3, 2}, [&](const rt::Extents& at) {
      double sum = 0;
      for (std::int64_t k = 0; k < 4; ++k) {
        sum += double(number({at[0], 0, at[2], k}, 1) * number({at[1], k, at[3]}, 2));
      }
      return sum;
    });
    require_reference(rt::matmul(a, rt::arange(4.0)));
    require_reference(rt::matmul(rt::arange(4.0), b));
  }
}

TEST_CASE("products of operands that do not fit say which") {
  auto context = rt::Context::loopback(2);
  const auto a = rt::ones({3, 4});
  CHECK_THROWS_WITH(rt::tensordot<1>(a, a),
                    "relatile: tensordot: operands of shapes (3, 4) and (3, 4) do not fit: axis 1 "
                    "of the first has extent 4, axis 0 of the second 3");
  CHECK_THROWS_WITH(rt::tensordot(a, a, {0, 0}, {0, 1}),
                    "relatile: tensordot: axis 0 is named twice");
  CHECK_THROWS_AS(rt::tensordot(a, a, {2}, {0}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::vdot(a, rt::ones({4, 3})), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::multi_dot(a, a), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::multi_dot(std::vector<rt::Array<double, 2>>{}), rt::Error);
  CHECK_THROWS_WITH(rt::matrix_power(a, 2),
                    "relatile: matrix_power: the last two axes of an array of shape (3, 4) are no "
                    "square matrix");
  CHECK_THROWS_WITH(
      rt::matrix_power(rt::eye<int>(2), -1),
      "relatile: matrix_power: power -1 needs the inverse of a, which integers have none "
      "of: convert a by astype<double>");
  CHECK_THROWS_WITH(rt::cross(a, a),
                    "relatile: cross: the last axes of shapes (3, 4) and (3, 4) are no vectors of "
                    "two or three components");
  const auto flat = rt::ones({3, 2});
  CHECK_THROWS_WITH(rt::cross(flat, flat),
                    "relatile: cross: the last axes of shapes (3, 2) and (3, 2) are vectors of two "
                    "components; cross<2>(a, b) is what is not zero of theirs");
  CHECK_THROWS_AS(rt::cross<2>(flat, rt::ones({3, 3})), rt::ShapeMismatch);
  // A single axis does not stretch under a sum: NumPy does not either.
  CHECK_THROWS_AS(rt::matmul(rt::ones({3, 1}), a), rt::ShapeMismatch);
}

TEST_CASE("matmul over another semiring is the einsum over it") {
  for (int sites : {1, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    const auto a = numbers({5, 7}, 1);
    const auto b = numbers({7, 3}, 2);
    const auto x = numbers({7}, 3);
    require_elements(rt::matmul<rt::MinPlus>(a, b), {5, 3}, [&](const rt::Extents& at) {
      double least = 1e9;
      for (std::int64_t k = 0; k < 7; ++k) {
        least = std::min(least, double(number({at[0], k}, 1) + number({k, at[1]}, 2)));
      }
      return least;
    });
    require_elements(rt::matmul<rt::MaxTimes>(a, x), {5}, [&](const rt::Extents& at) {
      double most = -1e9;
      for (std::int64_t k = 0; k < 7; ++k) {
        most = std::max(most, double(number({at[0], k}, 1) * number({k}, 3)));
      }
      return most;
    });
    CHECK_THROWS_AS(rt::matmul<rt::MinPlus>(b, a), rt::ShapeMismatch);
  }
}

}  // namespace products_test
