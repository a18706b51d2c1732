// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "relatile/tensors.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "support/against_reference.hpp"
#include "support/array_matrices.hpp"
#include "support/backward_errors.hpp"
#include "support/test_matrices.hpp"

namespace tensors_test {

namespace rt = relatile;
using rt::test::allowed;
using rt::test::array_of;
using rt::test::column;
using rt::test::difference;
using rt::test::from_orthonormal;
using rt::test::Matrix;
using rt::test::matrix_of;
using rt::test::noise;
using rt::test::norm;
using rt::test::same;
using Numbers = std::vector<double>;
using Cube = rt::Array<double, 3>;
using Shape = std::array<std::int64_t, 3>;

namespace {

const std::vector<int> some_sites{1, 2, 3, 4, 7};
const std::vector<Shape> some_shapes{{1, 1, 1}, {5, 1, 3}, {7, 5, 3}, {2, 13, 11}};

Numbers drawn(std::int64_t count, unsigned seed) {
  std::mt19937_64 generator(seed);
  std::normal_distribution<double> number;
  Numbers numbers(static_cast<std::size_t>(count));
  for (double& x : numbers) x = number(generator);
  return numbers;
}
Cube cube_of(const Numbers& numbers, const Shape& n) {
  return rt::from_span(numbers, {n[0], n[1], n[2]});
}
double norm_of(const Numbers& x) {
  double square = 0;
  for (double e : x) square += e * e;
  return std::sqrt(square);
}
double distance(const Numbers& x, const Numbers& y) {
  REQUIRE(x.size() == y.size());
  Numbers difference(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) difference[i] = x[i] - y[i];
  return norm_of(difference);
}
template <class A, class B>
double distance(const A& x, const B& y) {
  return distance(Numbers(rt::to_vector(x)), Numbers(rt::to_vector(y)));
}
/// Calls body(i, j, k, place) for every element.
template <class Body>
void for_each_place(const Shape& n, const Body& body) {
  std::size_t place = 0;
  for (std::int64_t i = 0; i < n[0]; ++i) {
    for (std::int64_t j = 0; j < n[1]; ++j) {
      for (std::int64_t k = 0; k < n[2]; ++k) body(i, j, k, place++);
    }
  }
}
std::array<Matrix, 3> drawn_factors(const Shape& n, std::int64_t rank, unsigned seed = 3) {
  return {noise<double>(n[0], rank, seed), noise<double>(n[1], rank, seed + 1),
          noise<double>(n[2], rank, seed + 2)};
}
rt::Factors<double, 3> arrays_of(const std::array<Matrix, 3>& f) {
  return {array_of<double>(f[0]), array_of<double>(f[1]), array_of<double>(f[2])};
}
/// The sum of outer products, by loops.
Numbers sum_of_products(const Shape& n, const std::array<Matrix, 3>& f) {
  Numbers x(static_cast<std::size_t>(n[0] * n[1] * n[2]));
  for_each_place(n, [&](auto i, auto j, auto k, std::size_t place) {
    for (Eigen::Index r = 0; r < f[0].cols(); ++r) {
      x[place] += (f[0](i, r) * f[1](j, r) * f[2](k, r)).real();
    }
  });
  return x;
}

}  // namespace

TEST_CASE("unfoldings and products along modes are what loops make") {
  for (const int sites : some_sites) {
    auto context = rt::Context::loopback(sites);
    for (const Shape& n : some_shapes) {
      const Numbers numbers = drawn(n[0] * n[1] * n[2], 1);
      const Cube x = cube_of(numbers, n);
      const auto f = drawn_factors(n, 3);
      std::array<Matrix, 3> unfolded;
      std::array<Matrix, 3> products;
      for (std::size_t m = 0; m < 3; ++m) {
        unfolded[m] = rt::test::zeros(n[m], n[0] * n[1] * n[2] / n[m]);
        products[m] = rt::test::zeros(n[m], 3);
      }
      for_each_place(n, [&](auto i, auto j, auto k, std::size_t place) {
        const double e = numbers[place];
        unfolded[0](i, j * n[2] + k) = e;
        unfolded[1](j, i * n[2] + k) = e;
        unfolded[2](k, i * n[1] + j) = e;
        for (Eigen::Index r = 0; r < 3; ++r) {
          products[0](i, r) += e * f[1](j, r) * f[2](k, r);
          products[1](j, r) += e * f[0](i, r) * f[2](k, r);
          products[2](k, r) += e * f[0](i, r) * f[1](j, r);
        }
      });
      const auto factors = arrays_of(f);
      for (int m = 0; m < 3; ++m) {
        const auto at = static_cast<std::size_t>(m);
        CHECK(same(matrix_of(rt::unfold(x, m)), unfolded[at]));
        CHECK(same(matrix_of(rt::unfold(x, m - 3)), unfolded[at]));
        CHECK(rt::to_vector(rt::fold(rt::unfold(x, m), m, {n[0], n[1], n[2]})) == numbers);
        const auto found = matrix_of(rt::mttkrp(x, factors, m));
        CHECK(norm(difference(found, products[at])) <= 1e-13 * (1 + norm(products[at])));
        const auto times = rt::mode_dot(x, rt::transpose(factors[at]), m);
        const Matrix wanted = rt::test::product(rt::test::transposed(f[at]), unfolded[at]);
        const Matrix along = matrix_of(rt::unfold(times, m));
        CHECK(norm(difference(along, wanted)) <= 1e-13 * (1 + norm(wanted)));
      }
      const auto khatri = matrix_of(rt::khatri_rao(factors[0], factors[1]));
      REQUIRE(khatri.rows() == n[0] * n[1]);
      for (Eigen::Index row = 0; row < khatri.rows(); ++row) {
        for (Eigen::Index r = 0; r < 3; ++r) {
          CHECK(khatri(row, r) == f[0](row / n[1], r) * f[1](row % n[1], r));
        }
      }
      const auto whole = rt::cp_to_tensor(rt::Array<double, 1>(rt::ones({3})), factors);
      CHECK(distance(rt::to_vector(whole), sum_of_products(n, f)) < 1e-12 * (1 + norm_of(numbers)));
    }
  }
}

TEST_CASE("cp_als finds the components of a tensor that has them") {
  for (const int sites : some_sites) {
    auto context = rt::Context::loopback(sites);
    const Shape n{11, 7, 8};
    const Numbers numbers = sum_of_products(n, drawn_factors(n, 3));
    const Cube x = cube_of(numbers, n);
    // Of some seeds sweeps end at another tensor, as least squares by turns may.
    const auto cp = rt::cp_als(x, 3, {.max_iter = 80, .tolerance = 0, .seed = 5});
    const double missed = distance(rt::to_vector(rt::cp_to_tensor(cp)), numbers) / norm_of(numbers);
    CHECK(missed < 1e-8);
    for (const auto& factor : cp.factors) {
      const auto columns = matrix_of(factor);
      for (Eigen::Index r = 0; r < 3; ++r) CHECK(std::abs(norm(column(columns, r)) - 1) < 1e-12);
    }
    CHECK(cp.n_iter == std::int64_t(cp.errors.size()));
    for (std::size_t i = 1; i < cp.errors.size(); ++i) {
      CHECK(cp.errors[i] <= cp.errors[i - 1] + 1e-7);
    }
  }
}

TEST_CASE("cp_als tells the error that its factors have, and is the same on all sites") {
  std::vector<double> errors;
  for (const int sites : some_sites) {
    auto context = rt::Context::loopback(sites);
    for (const Shape& n : some_shapes) {
      if (sites != 1 && sites != 4 && n[0] != 7) continue;  // one is enough to compare sites
      const Numbers numbers = drawn(n[0] * n[1] * n[2], 5);
      const auto cp = rt::cp_als(cube_of(numbers, n), 2, {.max_iter = 3});
      const double missed = distance(rt::to_vector(rt::cp_to_tensor(cp)), numbers);
      CHECK(std::abs(cp.errors.back() - missed / norm_of(numbers)) < 1e-7);
      if (n[0] == 7) errors.push_back(cp.errors.back());
    }
  }
  for (const double error : errors) CHECK(std::abs(error - errors.front()) < 1e-9);
}

TEST_CASE("cp_als of other ranks, types, first factors, and of zeros") {
  for (const int sites : {1, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    const Shape n{6, 5, 4};
    const auto f = drawn_factors(n, 2);
    const Cube x = cube_of(sum_of_products(n, f), n);
    // What is exact already stays, and converges at once: the error, a root, is rounded to 1e-8.
    const auto again = rt::cp_als(x, 2, {.tolerance = 1e-7, .init = arrays_of(f)});
    CHECK(again.converged);
    CHECK(again.n_iter <= 3);
    CHECK(distance(rt::cp_to_tensor(again), x) < 1e-12);
    const auto zero = rt::cp_als(rt::Array<double, 3>(rt::zeros({3, 4, 5})), 2);
    CHECK(zero.converged);
    CHECK(zero.errors.back() == 0);
    CHECK(rt::to_vector(zero.weights) == Numbers{0, 0});
    CHECK(norm_of(rt::to_vector(rt::cp_to_tensor(zero))) == 0);
    const rt::Array<float, 3> single = rt::astype<float>(x);
    CHECK(rt::cp_als(
              single, 2,
              {.init = std::array{rt::Array<float, 2>(rt::astype<float>(array_of<double>(f[0]))),
                                  rt::Array<float, 2>(rt::astype<float>(array_of<double>(f[1]))),
                                  rt::Array<float, 2>(rt::astype<float>(array_of<double>(f[2])))}})
              .errors.back() < 1e-2);
    const auto f4 = noise<double>(3, 1, 9);
    const rt::Array<double, 4> x4 = rt::cp_to_tensor(
        rt::Array<double, 1>(rt::full({1}, 2.5)),
        std::array{array_of<double>(column(f[0], 0)), array_of<double>(column(f[1], 0)),
                   array_of<double>(column(f[2], 0)), array_of<double>(f4)});
    const auto cp4 = rt::cp_als(x4, 1);
    CHECK(distance(rt::cp_to_tensor(cp4), x4) < 1e-12 * norm_of(rt::to_vector(x4)));
  }
}

TEST_CASE("tucker finds cores, of orthonormal factors") {
  for (const int sites : some_sites) {
    auto context = rt::Context::loopback(sites);
    // Of rank (3, 2, 4) at most.
    const Cube core = cube_of(drawn(24, 4), {3, 2, 4});
    const std::array<Matrix, 3> f{noise<double>(11, 3, 1), noise<double>(7, 2, 2),
                                  noise<double>(8, 4, 3)};
    const Cube x = rt::tucker_to_tensor(core, arrays_of(f));
    const double norm = norm_of(rt::to_vector(x));
    const auto found = rt::tucker(x, {3, 2, 4});
    REQUIRE(found.core.shape() == rt::Extents{3, 2, 4});
    CHECK(found.converged);
    CHECK(distance(rt::tucker_to_tensor(found), x) < 1e-12 * norm);
    CHECK(found.errors.back() < 1e-7);
    for (const auto& factor : found.factors)
      CHECK(from_orthonormal<double>(matrix_of(factor)) < allowed);
    for (const Shape& m : some_shapes) {
      if (sites != 1 && m[0] != 7) continue;
      const Cube any = cube_of(drawn(m[0] * m[1] * m[2], 8), m);
      const double size = norm_of(rt::to_vector(any));
      const auto whole = rt::tucker(any, {m[0], m[1], m[2]});
      CHECK(distance(rt::tucker_to_tensor(whole), any) < 1e-12 * size);
      const auto part = rt::tucker(any, {(m[0] + 1) / 2, 1, (m[2] + 1) / 2}, {.max_iter = 4});
      const double missed = distance(rt::tucker_to_tensor(part), any);
      CHECK(std::abs(part.errors.back() - missed / size) < 1e-7);
      for (std::size_t i = 1; i < part.errors.size(); ++i) {
        CHECK(part.errors[i] <= part.errors[i - 1] + 1e-7);
      }
      for (const auto& factor : part.factors)
        CHECK(from_orthonormal<double>(matrix_of(factor)) < allowed);
    }
    const auto zero = rt::tucker(rt::Array<double, 3>(rt::zeros({3, 4, 5})), {2, 2, 2});
    CHECK(norm_of(rt::to_vector(rt::tucker_to_tensor(zero))) == 0);
    CHECK(zero.errors.back() == 0);
    for (const auto& factor : zero.factors)
      CHECK(from_orthonormal<double>(matrix_of(factor)) < allowed);
  }
}

TEST_CASE("tensor trains keep the error below the tolerance, with ranks as small as that") {
  for (const int sites : some_sites) {
    auto context = rt::Context::loopback(sites);
    for (const Shape& n : some_shapes) {
      const Cube x = cube_of(drawn(n[0] * n[1] * n[2], 6), n);
      const double norm = norm_of(rt::to_vector(x));
      std::int64_t before = std::numeric_limits<std::int64_t>::max();
      for (const double tolerance : {0.0, 0.1, 0.6}) {
        const auto tt = rt::tensor_train(x, tolerance);
        CHECK(distance(rt::tt_to_tensor(tt), x) <= (tolerance + 1e-13) * norm);
        CHECK(tt[0].shape(2) <= before);
        before = tt[0].shape(2);
        const auto first = matrix_of(rt::reshape(tt[0], {n[0], tt[0].shape(2)}));
        CHECK(from_orthonormal<double>(first) < allowed);
      }
    }
    const Shape n{9, 7, 5};
    const Cube exact = cube_of(sum_of_products(n, drawn_factors(n, 2)), n);
    const auto tt = rt::tensor_train(exact, 1e-10);
    CHECK(tt[0].shape() == rt::Extents{1, 9, 2});
    CHECK(tt[1].shape() == rt::Extents{2, 7, 2});
    CHECK(tt[2].shape() == rt::Extents{2, 5, 1});
    const auto given = rt::tensor_train(exact, {1, 2, 2, 1});
    CHECK(distance(rt::tt_to_tensor(given), exact) < 1e-12 * norm_of(rt::to_vector(exact)));
    const auto zero = rt::tensor_train(rt::Array<double, 4>(rt::zeros({3, 4, 5, 2})), 1e-3);
    CHECK(zero[1].shape() == rt::Extents{1, 4, 1});
    CHECK(norm_of(rt::to_vector(rt::tt_to_tensor(zero))) == 0);
  }
}

TEST_CASE("decompositions refuse what they cannot do") {
  auto context = rt::Context::loopback(2);
  const Cube x = cube_of(drawn(60, 2), {3, 4, 5});
  Numbers with_nan = drawn(60, 2);
  with_nan[17] = std::numeric_limits<double>::quiet_NaN();
  const Cube bad = cube_of(with_nan, {3, 4, 5});
  const auto factors = arrays_of(drawn_factors({3, 4, 5}, 2));
  const auto others = arrays_of(drawn_factors({3, 5, 5}, 2));
  CHECK_THROWS_AS(rt::cp_als(x, 0), rt::Error);
  CHECK_THROWS_AS(rt::cp_als(x, 2, {.max_iter = 0}), rt::Error);
  CHECK_THROWS_AS(rt::cp_als(x, 3, {.init = factors}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::cp_als(x, 2, {.init = others}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::cp_als(bad, 2), rt::Error);
  CHECK_THROWS_AS(rt::tucker(bad, {1, 1, 1}), rt::Error);
  CHECK_THROWS_AS(rt::tensor_train(bad, 0.1), rt::Error);
  CHECK_THROWS_AS(rt::tucker(x, {0, 1, 1}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::tucker(x, {1, 5, 1}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::tensor_train(x, {1, 4, 2, 1}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::tensor_train(x, {1, 0, 2, 1}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::tensor_train(x, {2, 2, 2, 1}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::tensor_train(x, 2), rt::Error);
  CHECK_THROWS_AS(rt::tensor_train(x, -0.5), rt::Error);
  CHECK_THROWS_AS(rt::mttkrp(x, factors, 3), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::mttkrp(x, others, 0), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::unfold(x, 3), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::fold(rt::unfold(x, 0), 1, {3, 4, 5}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::mode_dot(x, factors[0], 0), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::khatri_rao(factors[0], array_of<double>(noise<double>(2, 3))),
                  rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::cp_als(rt::Array<double, 3>(rt::zeros({3, 0, 5})), 2), rt::ShapeMismatch);
}

TEST_CASE("the scale of a tensor and of first factors does not matter") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const Cube x = cube_of(drawn(24, 5), {2, 3, 4});
    const auto plain = rt::cp_als(x, 2, {.max_iter = 20});
    const auto factors = arrays_of(drawn_factors({2, 3, 4}, 2));
    const auto begun = rt::cp_als(x, 2, {.max_iter = 5, .init = factors});
    for (const double scale : {1e-170, 1e-9, 1e+9, 1e+170}) {
      INFO("scale " << scale);
      const Cube y = x * scale;
      const double norm = norm_of(rt::to_vector(x));
      const auto cp = rt::cp_als(y, 2, {.max_iter = 20});
      CHECK(cp.errors.back() == Approx(plain.errors.back()).epsilon(1e-6));
      CHECK(distance(Cube(rt::cp_to_tensor(cp) / scale), rt::cp_to_tensor(plain)) < 1e-6 * norm);
      const auto tucker = rt::tucker(y, {2, 3, 4});
      CHECK(distance(Cube(rt::tucker_to_tensor(tucker) / scale), x) < 1e-12 * norm);
      const auto tt = rt::tensor_train(y, 0.0);
      CHECK(distance(Cube(rt::tt_to_tensor(tt) / scale), x) < 1e-12 * norm);
      rt::Factors<double, 3> scaled;
      for (std::size_t k = 0; k < 3; ++k) scaled[k] = factors[k] * scale;
      CHECK(rt::cp_als(x, 2, {.max_iter = 5, .init = scaled}).errors.back() ==
            Approx(begun.errors.back()).epsilon(1e-9));
    }
    for (const float scale : {1e-25F, 1e+20F}) {
      const rt::Array<float, 3> y = rt::astype<float>(x) * scale;
      rt::Factors<float, 3> first;
      for (std::size_t k = 0; k < 3; ++k) first[k] = rt::astype<float>(factors[k]) * scale;
      CHECK(rt::cp_als(y, 2, {.max_iter = 5, .init = first}).errors.back() ==
            Approx(begun.errors.back()).epsilon(1e-3));
      CHECK(rt::tucker(y, {2, 3, 4}).errors.back() < 1e-2);
    }
  }
}

TEST_CASE("first factors are not those that users draw of the same seeds") {
  auto context = rt::Context::loopback(2);
  rt::Factors<double, 3> f;
  for (std::uint64_t k = 0; k < 3; ++k) {
    f[k] = rt::random::normal(0.0, 1.0, {4 + std::int64_t(k), 2}, rt::random::Seed{k});
  }
  const Cube x = rt::cp_to_tensor(rt::Array<double, 1>(rt::ones({2})), f);
  CHECK(rt::cp_als(x, 2).errors.front() > 1e-3);
}

TEST_CASE("mttkrp computes in the type that tensor and factors promote to") {
  auto context = rt::Context::loopback(2);
  const Cube x = rt::full({2, 2, 2}, 16777217.0);  // no float
  const rt::Array<float, 2> f = rt::ones<float>({2, 1});
  CHECK(rt::to_vector(rt::mttkrp(x, {f, f, f}, 0)) == Numbers{4 * 16777217.0, 4 * 16777217.0});
}

}  // namespace tensors_test
