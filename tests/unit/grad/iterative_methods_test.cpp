// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>
#include <functional>
#include <tuple>
#include <vector>

#include <relatile/iterative.hpp>
#include <relatile/linalg.hpp>
#include <relatile/sparse.hpp>

#include "unit/grad/against_differences.hpp"

// Derivatives of solutions that iterations find.
namespace iterative_methods_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::test::few_site_counts;
using rt::test::require_gradient;
using rt::test::require_second_derivatives;
using rt::test::spread_between;
using Complex = std::complex<double>;
using Matrix = rt::Array<double, 2>;
using Number = rt::Array<double, 0>;
using Sparse = rt::SparseArray<double, 2>;
using Vector = rt::Array<double, 1>;

namespace {

/// A loss, of sums of squares so that none of the products' own rules decides.
Number loss_of(const Vector& x) {
  return rt::sum(spread_between<1>(-1, 1, x.shape(), 0.2) * x + x * x * x);
}
Matrix symmetric(const Matrix& w) {
  return rt::matmul(w, rt::transpose(w)) + 3.0 * rt::eye(w.shape(0));
}
Matrix unsymmetric(const Matrix& w) { return Matrix(w + 4.0 * rt::eye(w.shape(0))); }

const rt::IterativeOptions<double>& exactly() {
  static const rt::IterativeOptions<double> options{.rtol = 1e-13};
  return options;
}

/// Solves a x = b, by any method.
using Method = std::function<Vector(const Matrix& a, const Vector& b)>;

/// Of both operands, which are computed of variables, and twice of one of them.
void require_implicit(const Method& solve, Matrix (*matrix)(const Matrix&)) {
  const Matrix w = spread_between<2>(-1, 1, {5, 5}, 0.1);
  const Vector b = spread_between<1>(-1, 1, {5}, 0.6);
  const auto by_matrix = [&](const Matrix& m) { return loss_of(solve(matrix(m), rt::sin(b))); };
  const auto by_right = [&](const Vector& v) { return loss_of(solve(matrix(w), rt::sin(v))); };
  const auto by_one = [&](const Vector& v) {
    return loss_of(solve(matrix(Matrix(w * rt::cos(v))), rt::sin(v)));
  };
  require_gradient(by_matrix, w);
  require_gradient(by_right, b);
  require_gradient(by_one, b);
  require_second_derivatives(by_one, b);
  require_second_derivatives(by_matrix, w);
}

}  // namespace

TEST_CASE("derivatives of the solutions of iterative methods") {
  for (const int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    require_implicit([](const auto& a, const auto& b) { return rt::cg(a, b, exactly()).x; },
                     symmetric);
    require_implicit([](const auto& a, const auto& b) { return rt::minres(a, b, exactly()).x; },
                     symmetric);
    require_implicit([](const auto& a, const auto& b) { return rt::gmres(a, b, exactly()).x; },
                     unsymmetric);
    require_implicit([](const auto& a, const auto& b) { return rt::bicgstab(a, b, exactly()).x; },
                     unsymmetric);
    const rt::LsqrOptions<double> accurate{.atol = 1e-13, .btol = 1e-13};
    require_implicit([&](const auto& a, const auto& b) { return rt::lsqr(a, b, accurate).x; },
                     unsymmetric);
  }
}

TEST_CASE("derivatives of least squares, of tall and of wide matrices, damped and not") {
  auto context = rt::Context::loopback(3);
  for (const double damp : {0.0, 0.7}) {
    const rt::LsqrOptions<double> options{.damp = damp, .atol = 1e-14, .btol = 1e-14};
    for (const std::int64_t columns : {3, 7}) {
      const Matrix w = spread_between<2>(-1, 1, {5, columns}, 0.1) + 2.0 * rt::eye(5, columns);
      const Vector b = spread_between<1>(-1, 1, {5}, 0.6);
      const Vector x0 = spread_between<1>(-1, 1, {columns}, 0.8);
      const auto solved = [&](const Matrix& a, const Vector& v, const Vector& from) {
        rt::LsqrOptions<double> near = options;
        near.x0 = from;
        return loss_of(rt::lsqr(a, v, near).x);
      };
      require_gradient([&](const Matrix& a) { return loss_of(rt::lsqr(a, b, options).x); }, w,
                       1e-5);
      require_gradient([&](const Matrix& a) { return solved(a, b, x0); }, w, 1e-5);
      require_gradient([&](const Vector& v) { return solved(w, v, x0); }, b, 1e-5);
      require_gradient([&](const Vector& from) { return solved(w, b, rt::sin(from)); }, x0, 1e-5);
      require_second_derivatives([&](const Matrix& a) { return solved(a, b, x0); }, w, 1e-4);
    }
  }
}

TEST_CASE("derivatives of solutions by sparse matrices have their entries") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const std::vector<std::int64_t> rows{0, 0, 1, 2, 2, 3, 4, 4, 1, 3};
    const std::vector<std::int64_t> columns{0, 2, 1, 0, 2, 3, 4, 1, 4, 0};
    const Sparse s = rt::from_coordinates(rows, columns, std::vector<double>(10, 1.0), {5, 5});
    const Vector ones = rt::ones({5});
    const Vector b = spread_between<1>(-1, 1, {5}, 0.6);
    const Vector e = spread_between<1>(2, 3, {10}, 0.6);
    const auto of_entries = [&](const Vector& values) {
      const Sparse a = s.with_values(values);
      return loss_of(rt::gmres(a, b, exactly()).x + rt::gmres(rt::transpose(a), b, exactly()).x);
    };
    require_gradient(of_entries, e);
    require_second_derivatives(of_entries, e);
    const auto loss = [&](const Sparse& a, const Vector& v) {
      return loss_of(rt::gmres(a, v, exactly()).x);
    };
    const Sparse a = s.with_values(e);
    const auto [by_a, by_b] = rt::grad(loss, a, b);
    const auto [dense, wanted_b] =
        rt::grad([&](const Matrix& m, const Vector& v) { return loss_of(rt::solve(m, v)); },
                 rt::to_dense(a), b);
    const auto is_entry = rt::as_array(rt::to_dense(a) != 0.0);
    CHECK(rt::allclose(rt::to_dense(by_a), rt::where(is_entry, dense, 0.0), 1e-8, 1e-8).item());
    CHECK(rt::allclose(by_b, wanted_b, 1e-8, 1e-8).item());
  }
}

TEST_CASE("derivatives of complex solutions, by diagonals and preconditioners") {
  auto context = rt::Context::loopback(2);
  using Complexes = rt::Array<Complex, 2>;
  const auto i = Complex(0, 1);
  const Complexes w = spread_between<2>(-1, 1, {4, 4}) + i * spread_between<2>(-1, 1, {4, 4}, 0.5);
  const Complexes a = w + 4.0 * rt::astype<Complex>(rt::eye(4));
  const rt::Array<Complex, 1> b =
      spread_between<1>(-1, 1, {4}) - i * spread_between<1>(-1, 1, {4}, 0.5);
  const auto sizes = [](const auto& x) { return rt::as_array(rt::sum(rt::square(rt::abs(x)))); };
  const rt::IterativeOptions<Complex> options{.rtol = 1e-13};
  const auto [by_a, by_b] = rt::grad(
      [&](const auto& m, const auto& v) { return sizes(rt::gmres(m, v, options).x); }, a, b);
  const auto [wanted_a, wanted_b] =
      rt::grad([&](const auto& m, const auto& v) { return sizes(rt::solve(m, v)); }, a, b);
  CHECK(rt::allclose(by_a, wanted_a, 1e-9, 1e-9).item());
  CHECK(rt::allclose(by_b, wanted_b, 1e-9, 1e-9).item());

  const Vector d = spread_between<1>(1, 2, {6});
  const Vector v = spread_between<1>(-1, 1, {6});
  require_gradient([&](const Vector& x) { return loss_of(rt::cg(rt::exp(x), v, exactly()).x); }, d);
  require_gradient(
      [&](const Vector& x) {
        rt::IterativeOptions<double> own = exactly();
        own.preconditioner = Vector(1.0 / x);
        own.x0 = Vector(rt::sin(x));
        const Matrix m = rt::diag(x) + 0.1;
        return loss_of(rt::cg(m, rt::cos(x), own).x);
      },
      d);
}

TEST_CASE("functions that multiply have derivatives by the right-hand side alone") {
  auto context = rt::Context::loopback(2);
  const Matrix m = unsymmetric(spread_between<2>(-1, 1, {4, 4}, 0.1));
  const Vector b = spread_between<1>(-1, 1, {4}, 0.6);
  rt::evaluate(m, b);
  const auto times = [&](const Vector& x) { return Vector(rt::matmul(m, x)); };
  const auto adjoint = [&](const Vector& x) { return Vector(rt::matmul(rt::transpose(m), x)); };
  const rt::LinearOperator<double> both({4, 4}, times, adjoint);
  require_gradient([&](const Vector& v) { return loss_of(rt::gmres(both, v, exactly()).x); }, b);
  REQUIRE_THROWS_WITH(
      rt::grad([&](const Vector& v) { return loss_of(rt::gmres(times, v, exactly()).x); }, b),
      ContainsSubstring("conjugate transpose"));
  REQUIRE_THROWS_WITH(rt::grad(
                          [&](const Matrix& a) {
                            const auto by_a = [a](const Vector& x) {
                              return Vector(rt::matmul(a, x));
                            };
                            return loss_of(rt::cg(by_a, b, exactly()).x);
                          },
                          symmetric(m)),
                      ContainsSubstring("by what the function holds"));
}

}  // namespace iterative_methods_test
