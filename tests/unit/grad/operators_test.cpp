// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "unit/grad/against_differences.hpp"

namespace operators_test {

namespace rt = relatile;
using rt::test::loss_of;
using rt::test::require_gradient;
using rt::test::site_counts;
using rt::test::spread_between;
using Matrix = rt::Array<double, 2>;
using Number = rt::Array<double, 0>;
using Vector = rt::Array<double, 1>;

namespace {

template <class F>
void require_matrix_rule(const F& f, const rt::Extents& shape = {5, 4}) {
  require_gradient([&](const Matrix& x) { return loss_of(f(x)); },
                   spread_between<2>(0.3, 2, shape));
}

}  // namespace

TEST_CASE("derivatives of views, broadcasts and reductions") {
  for (const int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto row = spread_between<1>(-1, 1, {4});
    require_matrix_rule([](const Matrix& x) { return rt::transpose(x); });
    require_matrix_rule([](const Matrix& x) { return x(rt::slice(1, 4), rt::slice({}, {}, 2)); });
    require_matrix_rule([](const Matrix& x) { return x(rt::slice({}, {}, -2), 1); });
    require_matrix_rule([](const Matrix& x) { return x(rt::slice(4, 0, -3), rt::slice(1, 3)); });
    require_matrix_rule([](const Matrix& x) { return x(rt::all_of_axis, rt::newaxis, -1); });
    require_matrix_rule([](const Matrix& x) { return rt::diagonal(x); });
    require_matrix_rule([](const Matrix& x) { return rt::diagonal(x, 1); });
    require_matrix_rule([](const Matrix& x) { return rt::diag(x(0, rt::all_of_axis)); });
    require_matrix_rule([](const Matrix& x) { return rt::trace(rt::matmul(x, rt::transpose(x))); });
    require_matrix_rule([&](const Matrix& x) { return x * row + row; });
    require_matrix_rule([&](const Matrix& x) { return x(rt::slice(0, 1)) * x + rt::sum(x); });
    require_matrix_rule([](const Matrix& x) { return rt::sum(x, 0); });
    require_matrix_rule([](const Matrix& x) { return rt::sum(x, 1, rt::keepdims) * x; });
    require_matrix_rule([](const Matrix& x) { return rt::mean(x, 1); });
    require_matrix_rule([](const Matrix& x) { return rt::max(x, 0); });
    require_matrix_rule([](const Matrix& x) { return rt::min(x); });
    require_matrix_rule([](const Matrix& x) { return rt::prod(x, 1); });
    require_matrix_rule([](const Matrix& x) { return rt::var(x, 0); });
    require_matrix_rule([](const Matrix& x) { return rt::std(x, 1, {.ddof = 1}); });
    require_matrix_rule([](const Matrix& x) { return rt::norm(x); });
    require_matrix_rule([](const Matrix& x) { return rt::einsum<"ij->j", rt::LogSumExp>(x); });
    require_matrix_rule([](const Matrix& x) {
      const Matrix e = rt::exp(x - rt::max(x, 1, rt::keepdims));
      return e / rt::sum(e, 1, rt::keepdims);
    });
    require_matrix_rule([](const Matrix& x) { return rt::broadcast_to<3>(x, {3, 5, 4}); });
    require_matrix_rule([](const Matrix& x) { return rt::sum(x, 0, rt::only(x > 1.0)); });
  }
}

TEST_CASE("derivatives of rearrangements and of elements by indices") {
  for (const int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto rows = rt::array({3, 0, 3, -1, 2});
    const auto grid = rt::array({{0, 2}, {2, 2}});
    require_matrix_rule([](const Matrix& x) { return rt::reshape(x, {2, 10}); });
    require_matrix_rule([](const Matrix& x) { return rt::ravel(x); });
    require_matrix_rule([](const Matrix& x) { return rt::concatenate({x, Matrix(2.0 * x), x}); });
    require_matrix_rule([](const Matrix& x) { return rt::stack({x, Matrix(x * x)}); });
    require_matrix_rule([](const Matrix& x) { return rt::roll(x, 2, 0); });
    require_matrix_rule([](const Matrix& x) { return rt::flip(x, 1); });
    require_matrix_rule([](const Matrix& x) { return rt::pad(x, 1); });
    for (const char* mode : {"edge", "reflect", "symmetric", "wrap"}) {
      require_matrix_rule([=](const Matrix& x) { return rt::pad(x, {{1, 2}, {2, 1}}, mode); });
    }
    require_matrix_rule([](const Matrix& x) { return rt::pad(x, 3, "edge"); });
    require_matrix_rule([](const Matrix& x) { return rt::tile(x, {2, 3}); });
    require_matrix_rule([](const Matrix& x) { return rt::diff(x, 1, 0); });
    require_matrix_rule([](const Matrix& x) {
      Matrix y = x;
      y(rt::slice(1, 3), rt::slice(0, 4, 2)) = x(rt::slice(0, 2), rt::slice(0, 2)) * 3.0;
      y(0) *= 2.0;
      return y;
    });
    require_matrix_rule([&](const Matrix& x) { return rt::take(x, rows, 0); });
    require_matrix_rule([&](const Matrix& x) { return x(grid, rt::all_of_axis); });
    require_matrix_rule([&](const Matrix& x) { return x(rt::all_of_axis, rt::array({1, 1, 3})); });
    require_matrix_rule([&](const Matrix& x) {
      return rt::take_along_axis(x, rt::array({{0, 1, 2, 3}, {4, 4, 4, 4}}), 0);
    });
    require_matrix_rule([&](const Matrix& x) { return rt::scatter_add(x, rows, x * x); });
    require_matrix_rule([&](const Matrix& x) {
      return rt::scatter_add(rt::zeros({5, 4}), rows, x(0, rt::all_of_axis));
    });
    require_matrix_rule([](const Matrix& x) { return rt::cumsum(x, 0); });
    require_matrix_rule([](const Matrix& x) { return rt::cumsum(x); });
  }
}

TEST_CASE("derivatives of products") {
  for (const int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto w = spread_between<2>(-1, 1, {4, 3}, 0.5);
    const auto v = spread_between<1>(-1, 1, {5}, 0.5);
    const auto t = spread_between<3>(-1, 1, {5, 4, 2}, 0.5);
    rt::evaluate(w, v, t);
    require_matrix_rule([&](const Matrix& x) { return rt::matmul(x, w); });
    require_matrix_rule([&](const Matrix& x) { return rt::matmul(v, x); });
    require_matrix_rule([&](const Matrix& x) { return rt::matmul(rt::transpose(x), x); });
    require_matrix_rule([&](const Matrix& x) { return rt::outer(v, x(0, rt::all_of_axis)); });
    require_matrix_rule([&](const Matrix& x) { return rt::tensordot(t, x, {0, 1}, {0, 1}); });
    require_matrix_rule([&](const Matrix& x) { return rt::einsum<"ij,ijk->k">(x, t); });
    require_matrix_rule([&](const Matrix& x) { return rt::einsum<"ij,jk->i">(x, w); });
    require_matrix_rule([&](const Matrix& x) { return rt::einsum<"ij,kl->il">(x, w); });
    require_matrix_rule([&](const Matrix& x) { return rt::einsum<"ij->j">(x); });
    require_matrix_rule([&](const Matrix& x) { return rt::einsum<"ii->i">(x); }, {4, 4});
    require_matrix_rule([&](const Matrix& x) { return rt::einsum<"ii,ij->j">(x, w); }, {4, 4});
    require_matrix_rule([&](const Matrix& x) { return rt::einsum<"ij,jk,ijl->kl">(x, w, t); });
    require_matrix_rule([&](const Matrix& x) { return rt::einsum<"ij,ik,jk,il->l">(x, x, x, x); },
                        {4, 4});
    require_matrix_rule([&](const Matrix& x) { return rt::multi_dot(v, x, w); });
    require_matrix_rule(
        [&](const Matrix& x) { return rt::einsum<"ij,jk->ik", rt::MinPlus>(x, w); });
    require_matrix_rule([&](const Matrix& x) { return rt::kron(x, w); });
    require_matrix_rule(
        [&](const Matrix& x) { return rt::matmul(x(rt::slice(0, 1)), w) * x(0, 0); });
  }
}

TEST_CASE("products have second derivatives where factors are zero") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto product = [](const Vector& x) { return Number(rt::prod(x)); };
  for (const int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    const Vector one = rt::array({2.0, 0.0, 4.0});
    const Vector direction = rt::array({1.0, 10.0, 100.0});
    const auto along = [&](const auto& f, const Vector& x) {
      return rt::to_vector(rt::hessian_vector(f, x, direction));
    };
    const std::vector<double> expected{40, 204, 20};
    REQUIRE(along(product, one) == expected);
    REQUIRE(along([](const Vector& x) { return Number(rt::prod(x, rt::only(x < 5.0))); }, one) ==
            expected);
    const Vector two = rt::array({0.0, 2.0, 0.0});
    REQUIRE(rt::to_vector(rt::hessian(product, two)) ==
            std::vector<double>{0, 0, 2, 0, 0, 0, 2, 0, 0});
    REQUIRE(along(product, rt::zeros({3})) == std::vector<double>{0, 0, 0});
    const auto of_numbers = [](const Vector& x) { return Number(rt::nanprod(x)); };
    REQUIRE(along(of_numbers, rt::array({0.0, 5.0, nan})) == std::vector<double>{10, 1, 0});
    // The same array is two operands.
    const auto fourth = [](const Vector& x) { return Number(rt::prod(x * x)); };
    REQUIRE(along(fourth, rt::array({0.0, 2.0, 3.0})) == std::vector<double>{72, 0, 0});
    // The third derivative is 1 wherever all three places differ.
    const auto by_gradient = [&](const Vector& x) {
      return Number(rt::sum(rt::grad(product, x) * direction));
    };
    REQUIRE(along(by_gradient, two) == std::vector<double>{2000, 200, 20});
  }
}

TEST_CASE("products along axes, of floats and of complex numbers have second derivatives") {
  for (const int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    Matrix x = spread_between<2>(-1, 1, {5, 7});
    x(2, 3) = 0.0;
    x(4, rt::all_of_axis) = 0.0;
    const Vector row = spread_between<1>(-1, 1, {7}, 0.3);
    const auto require_second = [&](const auto& f) {
      rt::test::require_second_derivatives([&](const Matrix& at) { return loss_of(f(at)); }, x);
    };
    require_second([](const Matrix& at) { return rt::prod(at, 0); });
    require_second([](const Matrix& at) { return rt::prod(at, 1, rt::keepdims); });
    require_second([](const Matrix& at) { return rt::prod(rt::transpose(at), 0); });
    require_second([&](const Matrix& at) { return rt::prod(at * row + rt::square(at), 1); });
    require_second([&](const Matrix& at) { return rt::prod(at(rt::slice(2, 4)), 0) * row; });
    const Matrix penalty = rt::grad(
        [](const Matrix& at) {
          const auto rows = [](const Matrix& r) { return Number(rt::sum(rt::prod(r, 1))); };
          return Number(rt::sum(rt::square(rt::grad(rows, at))));
        },
        x);
    REQUIRE(rt::all(rt::isfinite(penalty)).item());
    const rt::Array<float, 1> floats = rt::array({2.0F, 0.0F, 4.0F});
    const auto of_floats = [](const rt::Array<float, 1>& at) {
      return rt::Array<float, 0>(rt::prod(at));
    };
    REQUIRE(rt::to_vector(rt::hessian_vector(of_floats, floats, rt::array({1.0F, 1.0F, 1.0F}))) ==
            std::vector<float>{4, 6, 2});
    using C = std::complex<double>;
    const rt::Array<C, 1> z = rt::array({C(1, 2), C(0, 0), C(0, 1)});
    const rt::Array<C, 1> d = rt::array({C(1, 0), C(0, 1), C(2, 0)});
    const auto of_complex = [](const rt::Array<C, 1>& at) {
      return Number(rt::real(rt::prod(at)));
    };
    // Of z0: the conjugate of d1 z2 + z1 d2 = i i, and so on.
    REQUIRE(
        rt::to_vector(rt::hessian_vector(of_complex, z, d)) ==
        std::vector<C>{C(-1, 0), std::conj(C(0, 1) + C(1, 2) * 2.0), std::conj(C(1, 2) * C(0, 1))});
    // A long line, cut into blocks whose products are sent.
    Vector line = spread_between<1>(0.99, 1.01, {5003});
    line(1234) = 0.0;
    const Vector by_line = rt::hessian_vector([](const Vector& at) { return Number(rt::prod(at)); },
                                              line, rt::ones({5003}));
    line(1234) = 1.0;
    const double others = rt::prod(line).item();
    REQUIRE(std::abs(by_line(0).item() * line(0).item() / others - 1) < 1e-10);
    const double sum = rt::sum(1.0 / line).item() - 1;
    REQUIRE(std::abs(by_line(1234).item() / (others * sum) - 1) < 1e-10);
  }
}

TEST_CASE("several variables, parts that are shared, and second derivatives") {
  for (const int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto x = spread_between<2>(-1, 1, {7, 3});
    const auto w = spread_between<2>(-1, 1, {3, 2}, 0.5);
    const auto b = spread_between<1>(-1, 1, {2}, 0.8);
    rt::evaluate(x, w, b);
    const auto loss = [&](const Matrix& weights, const Vector& bias) {
      const Matrix h = rt::tanh(rt::matmul(x, weights) + bias);
      return Number(rt::sum(h * h) + rt::sum(h) / 3.0);
    };
    const auto [value, by_w, by_b] = rt::value_and_grad(loss, w, b);
    rt::evaluate(value, by_w, by_b);
    require_gradient([&](const Matrix& weights) { return loss(weights, b); }, w);
    require_gradient([&](const Vector& bias) { return loss(w, bias); }, b);
    REQUIRE(rt::allclose(by_w, rt::grad(loss(w, b), w)).item());
    REQUIRE(rt::allclose(by_b, rt::grad(loss(w, b), b)).item());

    const auto direction = spread_between<2>(-1, 1, {3, 2}, 0.1);
    rt::evaluate(direction);
    const auto only_w = [&](const Matrix& weights) { return loss(weights, b); };
    const Matrix second = rt::hessian_vector(only_w, w, direction);
    const double h = 1e-5;
    const Matrix further = rt::grad(only_w(Matrix(w + h * direction)), w);
    const Matrix up = w + h * direction;
    const Matrix down = w - h * direction;
    rt::evaluate(up, down);
    const Matrix expected = (rt::grad(only_w, up) - rt::grad(only_w, down)) / (2 * h);
    REQUIRE(rt::allclose(second, expected, 1e-6, 1e-8).item());
  }
}

TEST_CASE("a value between counts as a variable, and what a loss does not depend on gives zeros") {
  auto context = rt::Context::loopback(2);
  const auto x = spread_between<1>(0.5, 2, {6});
  rt::evaluate(x);
  const Vector h = rt::exp(x);
  const Number loss = rt::sum(h * x);
  const auto [by_h, by_x] = rt::grad(loss, h, x);
  REQUIRE(rt::allclose(by_h, x).item());
  REQUIRE(rt::allclose(by_x, rt::exp(x) * (1.0 + x)).item());
  const auto other = rt::array({1.0, 2.0});
  rt::evaluate(other);
  REQUIRE_THROWS_WITH(rt::grad(Number(rt::sum(x)), other),
                      Catch::Matchers::Contains("does not depend on variable 0"));
  const auto of_x = [&](const Vector&) { return Number(rt::sum(x)); };
  REQUIRE(rt::to_vector(rt::grad(of_x, other)) == std::vector<double>{0, 0});
  const auto product = [](const Vector& a, const Vector& b) { return Number(rt::sum(a * a * b)); };
  const auto [by_a, by_b] = rt::grad(product, x, x);
  REQUIRE(rt::allclose(by_a, 2.0 * x * x).item());
  REQUIRE(rt::allclose(by_b, x * x).item());
  const auto captures = [&](const Vector& a) { return Number(rt::sum(a * x)); };
  REQUIRE(rt::allclose(rt::grad(captures, x), x).item());
  Vector renamed = x;
  const Number before = rt::sum(renamed * renamed);
  renamed += 1.0;
  REQUIRE_THROWS_AS(rt::grad(before, renamed), rt::Error);
  REQUIRE(rt::to_vector(rt::grad(Number(rt::sum(x(0) * rt::floor(other))), other)) ==
          std::vector<double>{0, 0});
  const auto ones = rt::grad(Number(rt::sum(x)), x);
  REQUIRE(rt::all(ones == 1.0).item());
}

TEST_CASE("what is stopped is data to a gradient") {
  auto context = rt::Context::loopback(3);
  const auto x = spread_between<1>(0.5, 2, {6});
  rt::evaluate(x);
  const Vector by_x = rt::grad(Number(rt::sum(rt::stop_gradient(rt::exp(x)) * x)), x);
  REQUIRE(rt::allclose(by_x, rt::exp(x), 1e-14).item());
  const auto stopped = [](const Vector& v) { return Number(rt::sum(rt::stop_gradient(v))); };
  REQUIRE(rt::to_vector(rt::grad(stopped, x)) == std::vector<double>(6, 0));
  // Also when it has been computed, and when what is computed of it has been.
  const Vector kept = rt::stop_gradient(rt::exp(x));
  const Vector further = kept + 1.0;
  REQUIRE(rt::max(further).item() > 0);
  REQUIRE(rt::allclose(rt::grad(Number(rt::sum(kept * x)), x), rt::exp(x), 1e-14).item());
  REQUIRE(rt::allclose(rt::grad(Number(rt::sum(further * x)), x), rt::exp(x) + 1.0, 1e-14).item());
  const Vector mixed = kept + x;
  REQUIRE(rt::max(mixed).item() > 0);
  REQUIRE_THROWS_WITH(rt::grad(Number(rt::sum(mixed * x)), x),
                      Catch::Matchers::Contains("has been evaluated"));
}

TEST_CASE("what was computed of a variable before the gradient is found and named") {
  auto context = rt::Context::loopback(3);
  const auto x = spread_between<1>(0.5, 2, {6});
  const auto data = spread_between<1>(0.5, 2, {6}, 0.3);
  rt::evaluate(x, data);
  const Vector h = rt::exp(x);
  rt::evaluate(h);
  REQUIRE_THROWS_WITH(rt::grad(Number(rt::sum(h * x)), x),
                      Catch::Matchers::Contains("has been evaluated"));
  const Vector further = h * 2.0;
  rt::evaluate(further);
  REQUIRE_THROWS_AS(rt::grad(Number(rt::sum(further)), x), rt::Error);
  const Number loss = rt::sum(x * x);
  rt::evaluate(loss);
  REQUIRE_THROWS_AS(rt::grad(loss, x), rt::Error);
  Vector w = x + 0.0;
  rt::evaluate(w);
  for (int step = 0; step < 3; ++step) {
    const Number again = rt::sum(rt::square(w * data));
    w = w - 0.01 * rt::grad(again, w);
    rt::evaluate(w, again);
  }
  REQUIRE(rt::grad(Number(rt::sum(w * data)), w).shape() == w.shape());
  REQUIRE_THROWS_AS(rt::grad(Number(rt::sum(w)), data), rt::Error);
  const Vector diverged = rt::array({1.0, std::numeric_limits<double>::quiet_NaN(), 3.0});
  REQUIRE(rt::all(rt::isnan(rt::grad(Number(rt::max(diverged)), diverged))).item());
}

TEST_CASE("a variable that was evaluated with what is computed of it is found, too") {
  auto context = rt::Context::loopback(2);
  const Vector w = rt::random::normal<double>({4});
  const Number loss = rt::sum(w * w);
  REQUIRE(loss.item() > 0);
  REQUIRE_THROWS_AS(rt::grad(loss, w), rt::Error);
  const Vector b = rt::zeros({2});
  const Number of_b = rt::sum(rt::exp(b));
  REQUIRE(of_b.item() == 2);
  REQUIRE_THROWS_AS(rt::grad(of_b, b), rt::Error);
  const Vector u = rt::exp(w);
  const Number of_u = rt::sum(u * u);
  rt::evaluate(of_u);
  REQUIRE_THROWS_AS(rt::grad(of_u, u), rt::Error);
  const Matrix m = spread_between<2>(-1, 1, {3, 4});
  const Matrix t = rt::transpose(m);
  const Matrix back = rt::transpose(t);
  rt::evaluate(back);
  REQUIRE_THROWS_AS(rt::grad(Number(rt::sum(back * back)), t), rt::Error);
  const Vector h = rt::exp(w);
  rt::evaluate(h);
  REQUIRE_THROWS_AS(rt::grad(Number(rt::sum(h * w)), h, w), rt::Error);
  REQUIRE(rt::allclose(rt::grad(Number(rt::sum(h * w)), h), w).item());
}

TEST_CASE("of several variables that a value was computed of the first is named") {
  auto context = rt::Context::loopback(2);
  std::vector<Matrix> made;
  for (int k = 1; k <= 8; ++k) made.push_back(spread_between<2>(0, 1, {k, k}));
  Number total = rt::sum(made[0]);
  for (const Matrix& m : made) total = total + rt::sum(m);
  rt::evaluate(total);
  // Whichever of two comes first in memory, which is not the same on all ranks.
  for (const Matrix& first : made) {
    for (const Matrix& second : made) {
      REQUIRE_THROWS_WITH(
          rt::grad(total, first, second),
          Catch::Matchers::Contains("of the variable of shape " + rt::to_string(first.shape())));
    }
  }
}

TEST_CASE("what is remembered of origins does not grow with the steps of a loop") {
  auto context = rt::Context::loopback(1);
  const Vector data = rt::array({0.5, 0.25});
  rt::evaluate(data);
  Vector x = rt::array({1.0, 2.0});
  for (int step = 0; step < 50; ++step) {
    x = x * data + 1.0;
    rt::evaluate(x);
  }
  std::size_t notes = 0;
  std::vector<const rt::tra::Origin*> left{x.node()->origin.get()};
  while (!left.empty()) {
    const auto* const origin = left.back();
    left.pop_back();
    ++notes;
    for (const auto& parent : origin->parents) left.push_back(parent.get());
  }
  REQUIRE(notes <= 6);
  REQUIRE_THROWS_AS(rt::grad(Number(rt::sum(x)), data), rt::Error);
}

TEST_CASE("operators without a derivative are named, and shapes that do not fit") {
  auto context = rt::Context::loopback(2);
  const auto x = spread_between<1>(0.5, 2, {6});
  rt::evaluate(x);
  const auto first = [](std::span<const double> line) { return line[0]; };
  REQUIRE_THROWS_WITH(rt::grad(Number(rt::sum(rt::apply_along_axis(first, 0, x))), x),
                      Catch::Matchers::Contains("apply_along_axis"));
  const auto own = rt::vectorize([](double v) { return v * v; });
  REQUIRE_THROWS_WITH(rt::grad(Number(rt::sum(own(x))), x),
                      Catch::Matchers::Contains("no derivative is known"));
  REQUIRE_THROWS_AS(rt::vjp(Vector(2.0 * x), rt::zeros({5}), x), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(rt::jvp(Vector(2.0 * x), x, rt::zeros({7})), rt::ShapeMismatch);
  const Vector empty = rt::zeros({0});
  rt::evaluate(empty);
  REQUIRE(rt::grad(Number(rt::sum(rt::exp(empty))), empty).shape() == rt::Extents{0});
}

TEST_CASE("functions of the user's have the derivatives that he tells") {
  auto context = rt::Context::loopback(3);
  const double scale = 1.5;
  const auto own =
      rt::vectorize([=](double x, double y) { return scale * x * x * y; },
                    rt::derivatives([=](double x, double y) { return 2 * scale * x * y; },
                                    [=](double x, double) { return scale * x * x; }),
                    {.flops = 3, .name = "exp"});
  const auto w = spread_between<2>(-1, 1, {5, 4}, 0.5);
  require_matrix_rule([&](const Matrix& x) { return own(x, w) + rt::sin(own(w, x)); });
  require_matrix_rule([&](const Matrix& x) { return own(2.0 * x, x) * 3.0; });
  const auto unknown = rt::vectorize([](double x) { return x; }, {.name = "exp"});
  const Vector x = rt::array({1.0, 2.0});
  REQUIRE_THROWS_WITH(rt::grad(Number(rt::sum(unknown(x))), x),
                      Catch::Matchers::Contains("derivatives(by_x)"));
}

TEST_CASE("functions of the user's have second derivatives where their derivatives tell theirs") {
  for (const int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    const double scale = 1.5;
    const auto by_x =
        rt::vectorize([=](double x, double y) { return 3 * scale * x * x * y; },
                      rt::derivatives([=](double x, double y) { return 6 * scale * x * y; },
                                      [=](double x, double) { return 3 * scale * x * x; }));
    const auto by_y =
        rt::vectorize([=](double x, double) { return scale * x * x * x; },
                      rt::derivatives([=](double x, double) { return 3 * scale * x * x; },
                                      [](double, double) { return 0; }));
    const auto own = rt::vectorize([=](double x, double y) { return scale * x * x * x * y; },
                                   rt::derivatives(by_x, by_y));
    const auto loss = [&](const Matrix& x) {
      return loss_of(own(x, rt::exp(x)) + own(2.0, x) + own(x, x));
    };
    rt::test::require_second_derivatives(loss, spread_between<2>(0.3, 1, {5, 3}));
    require_gradient(loss, spread_between<2>(0.3, 1, {5, 3}));
  }
  auto context = rt::Context::loopback(2);
  const auto once = rt::vectorize([](double x) { return x * x; },
                                  rt::derivatives([](double x) { return 2 * x; }));
  const Vector x = rt::array({1.0, 2.0});
  REQUIRE_THROWS_WITH(
      rt::hessian_vector([&](const Vector& v) { return Number(rt::sum(once(v))); }, x, x),
      Catch::Matchers::Contains("derivatives(vectorize("));
}

TEST_CASE(
    "derivatives that are told may be whole numbers, and those of real functions of complex ones") {
  using C = std::complex<double>;
  auto context = rt::Context::loopback(2);
  const Vector x = rt::array({1.5, -2.0});
  const auto steps = rt::array({3, 4});
  const auto times = rt::vectorize([](double v, std::int64_t k) { return v * double(k); },
                                   rt::derivatives([](double, std::int64_t k) { return k; },
                                                   [](double v, std::int64_t) { return v; }));
  const auto found =
      rt::to_vector(rt::grad(Number(rt::sum(times(x, rt::astype<std::int64_t>(steps)))), x));
  REQUIRE(found == std::vector<double>{3, 4});
  const auto z = rt::array({C(1, 2), C(-1, 0.5)});
  const auto size =
      rt::vectorize([](C v) { return std::norm(v); }, rt::derivatives([](C v) { return 2.0 * v; }));
  REQUIRE(rt::to_vector(rt::grad(Number(rt::sum(size(z))), z)) ==
          std::vector<C>{C(2, 4), C(-2, 1)});
}

TEST_CASE("a network's gradient takes at most three and a half times the work of its loss") {
  auto context = rt::Context::loopback(4);
  const auto x = spread_between<2>(-1, 1, {64, 32});
  const auto w1 = spread_between<2>(-1, 1, {32, 48}, 0.1);
  const auto w2 = spread_between<2>(-1, 1, {48, 10}, 0.2);
  rt::evaluate(x, w1, w2);
  const auto forward = [&] {
    return Number(rt::mean(rt::square(rt::matmul(rt::tanh(rt::matmul(x, w1)), w2))));
  };
  const Number loss = forward();
  rt::evaluate(loss);
  const Number again = forward();
  const auto [by_w1, by_w2] = rt::grad(again, w1, w2);
  rt::evaluate(again, by_w1, by_w2);
  const std::int64_t for_loss = rt::report(loss).plan.total_flops().value;
  const std::int64_t for_both = rt::report(again).plan.total_flops().value;
  INFO(for_loss << " flops, with gradients " << for_both);
  REQUIRE(2 * for_both <= 7 * for_loss);
}

}  // namespace operators_test
