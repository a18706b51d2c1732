// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/grad.hpp>
#include <relatile/linalg.hpp>

#include "support/catch.hpp"

namespace jacobian_test {

namespace rt = relatile;
using Matrix = rt::Array<double, 2>;
using Vector = rt::Array<double, 1>;
using Number = rt::Array<double, 0>;

TEST_CASE("a Jacobian has the derivative of every element by every element") {
  const int sites = GENERATE(1, 3);
  auto context = rt::Context::loopback(sites);
  const Matrix a = rt::reshape(rt::arange(15.0), {5, 3});
  const Vector x = rt::array({0.5, -1.0, 2.0});
  const Vector z = rt::array({0.5, -1.0, 2.0, 1.5, 0.25});

  SECTION("of linear functions it is their matrix, tall or wide") {
    CHECK(rt::array_equal(rt::jacobian([&](const Vector& v) { return rt::matmul(a, v); }, x), a));
    CHECK(rt::array_equal(rt::jacobian([&](const Vector& v) { return rt::matmul(v, a); }, z),
                          rt::transpose(a)));
    CHECK(rt::array_equal(rt::jacobian(rt::matmul(a, x), x), a));
    CHECK(rt::array_equal(rt::jacobian([&](const Vector&) { return z; }, x), rt::zeros({5, 3})));
  }
  SECTION("of elementwise ones it is diagonal") {
    const auto sines = rt::jacobian([](const Vector& v) { return rt::sin(v); }, x);
    CHECK(rt::allclose(sines, rt::diag(rt::cos(x)), 1e-14, 1e-14).item());
  }
  SECTION("its axes are those of y and then those of x") {
    const Matrix m = rt::reshape(rt::arange(6.0) + 1.0, {2, 3});
    const rt::Array<double, 4> found =
        rt::jacobian([](const Matrix& v) { return rt::transpose(v) * v(0, 1); }, m);
    CHECK(found.shape() == rt::Extents{3, 2, 2, 3});
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 2; ++j) {
        const Matrix of_one = found(i, j);
        Matrix wanted = rt::zeros({2, 3});
        wanted(j, i) += 2.0;  // m(0, 1)
        wanted(0, 1) += double(3 * j + i + 1);
        CHECK(rt::array_equal(of_one, wanted));
      }
    }
    const Matrix row = rt::jacobian([](const Matrix& v) { return rt::sum(v * v); }, m);
    CHECK(rt::array_equal(row, 2.0 * m));
    const Number three = rt::sum(rt::array({1.0, 2.0}));
    const Vector column = rt::jacobian([&](const Number& t) { return t * t * x; }, three);
    CHECK(rt::array_equal(column, 6.0 * x));
  }
  SECTION("of nothing it is empty") {
    const Vector none = rt::zeros({0});
    CHECK(rt::jacobian([](const Vector& v) { return 2.0 * v; }, none).shape() == rt::Extents{0, 0});
    CHECK(rt::jacobian([&](const Vector& v) { return rt::sum(v) * x; }, none).shape() ==
          rt::Extents{3, 0});
  }
}

TEST_CASE("a Hessian has all second derivatives") {
  const int sites = GENERATE(1, 2);
  auto context = rt::Context::loopback(sites);
  const Matrix a = rt::array({{2.0, 1.0, 0.0}, {0.0, 3.0, -1.0}, {1.0, 0.0, 1.0}});
  const Vector x = rt::array({0.5, -1.0, 2.0});
  const auto quadratic = [&](const Vector& v) { return rt::dot(v, rt::matmul(a, v)); };
  CHECK(rt::array_equal(rt::hessian(quadratic, x), a + rt::transpose(a)));
  const Number cubes = rt::sum(x * x * x);
  CHECK(rt::allclose(rt::hessian(cubes, x), rt::diag(6.0 * x), 1e-14, 1e-14).item());
  const auto rosenbrock = [](const Vector& v) {
    return rt::square(1.0 - v(0)) + 100.0 * rt::square(v(1) - v(0) * v(0));
  };
  const Matrix at_minimum = rt::hessian(rosenbrock, rt::array({1.0, 1.0}));
  CHECK(rt::allclose(at_minimum, rt::array({{802.0, -400.0}, {-400.0, 200.0}}), 1e-12, 0).item());
  // A step of Newton's is a solution with it.
  const auto slope = rt::grad(quadratic, x);
  const Vector step = rt::solve(rt::hessian(quadratic, x), slope);
  CHECK(rt::allclose(x - step, rt::zeros({3}), 0, 1e-12).item());
}

}  // namespace jacobian_test
