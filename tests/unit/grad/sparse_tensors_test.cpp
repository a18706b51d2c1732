// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>
#include <vector>

#include <relatile/sparse.hpp>

#include "unit/grad/against_differences.hpp"

namespace sparse_tensors_test {

// Gradients through mttkrp of sparse arrays against differences.

namespace rt = relatile;
using rt::test::require_gradient;
using rt::test::site_counts;
using rt::test::spread_between;
using Matrix = rt::Array<double, 2>;
using Number = rt::Array<double, 0>;
using Vector = rt::Array<double, 1>;

namespace {

using Indices = std::vector<std::int64_t>;

rt::SparseArray<double, 3> some_entries() {
  const Indices i{0, 0, 1, 3, 3, 3, 5, 6, 6}, j{1, 3, 0, 0, 2, 4, 4, 1, 1},
      k{2, 0, 1, 1, 2, 2, 0, 0, 1};
  const std::vector<double> values{1, -2, 0.5, 3, -1, 2, 0.25, -0.75, 1.5};
  const auto along = [](const Indices& of) { return rt::from_span(of, {std::int64_t(9)}); };
  return rt::from_coordinates({along(i), along(j), along(k)}, values, {7, 5, 3});
}
Matrix factor(std::int64_t rows, double phase) {
  const Matrix made = spread_between<2>(-1, 1, {rows, 4}, phase);
  rt::evaluate(made);
  return made;
}
template <int N>
Number loss_of(const rt::Array<double, N>& y) {
  return Number(rt::sum(spread_between<N>(-1, 1, y.shape(), 0.2) * y + rt::sin(y)));
}

}  // namespace

TEST_CASE("derivatives of mttkrp by its factors and by entries") {
  for (const int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto s = some_entries();
    const Matrix a = factor(7, 0.1), b = factor(5, 0.3), c = factor(3, 0.5);
    for (const int mode : {0, 1, 2}) {
      if (mode != 0) {
        require_gradient(
            [&](const Matrix& x) {
              return loss_of(rt::mttkrp(s, {x, b, c}, mode));
            },
            a);
      }
      if (mode != 1) {
        require_gradient(
            [&](const Matrix& x) {
              return loss_of(rt::mttkrp(s, {a, x, c}, mode));
            },
            b);
      }
      if (mode != 2) {
        require_gradient(
            [&](const Matrix& x) {
              return loss_of(rt::mttkrp(s, {a, b, x}, mode));
            },
            c);
      }
      require_gradient(
          [&](const Vector& x) {
            return loss_of(rt::mttkrp(s.with_values(x), {a, b, c}, mode));
          },
          spread_between<1>(-1, 1, {9}));
    }
    const auto twice = rt::reshape(s, {7, 5, 1, 3});
    const Matrix one = factor(1, 0.7);
    require_gradient(
        [&](const Matrix& x) {
          return loss_of(rt::mttkrp(twice, {a, x, one, x(rt::slice(0, 3))}, 0));
        },
        b);
  }
}

TEST_CASE("gradients of mttkrp have gradients, and complex ones are conjugate") {
  auto context = rt::Context::loopback(3);
  const auto s = some_entries();
  const Matrix a = factor(7, 0.1), b = factor(5, 0.3), c = factor(3, 0.5);
  require_gradient(
      [&](const Matrix& x) {
        const Number loss = loss_of(rt::mttkrp(s, {a, x, c}, 0));
        return loss_of(rt::grad(loss, x));
      },
      b);
  using Complex = std::complex<double>;
  const Complex i(0, 1);
  const auto z = rt::as_array(rt::astype<Complex>(b) * (1.0 + i));
  const auto w = rt::as_array(rt::astype<Complex>(c) * (1.0 - 2.0 * i));
  const auto of_z = [&](const auto& x) {
    const auto complex_s = rt::astype<Complex>(s);
    const auto y = rt::mttkrp(complex_s, {rt::astype<Complex>(a), x, w}, 0);
    return Number(rt::sum(rt::real(y) * 0.5 + rt::imag(y) * rt::imag(y)));
  };
  rt::evaluate(z, w);
  const auto gradient = rt::grad(of_z(z), z);
  const double h = 1e-6;
  for (const auto& [row, column] : {std::pair(0, 0), std::pair(4, 3), std::pair(1, 2)}) {
    for (const Complex& way : {Complex(1), i}) {
      const auto step = rt::as_array(
          rt::astype<Complex>((rt::arange<std::int64_t>(20) == std::int64_t(row * 4 + column))) *
          (h * way));
      const auto d = rt::reshape(step, {5, 4});
      const double slope =
          (of_z(rt::as_array(z + d)).item() - of_z(rt::as_array(z - d)).item()) / (2 * h);
      const Complex found = gradient(row, column).item();
      CHECK(std::abs((way == i ? found.imag() : found.real()) - slope) < 1e-6);
    }
  }
}

TEST_CASE("derivatives of mode products by their matrices") {
  auto context = rt::Context::loopback(3);
  const auto s = some_entries();
  const auto loss = [](const rt::Array<double, 3>& y) {
    return loss_of(rt::reshape(y, {y.shape(0), y.shape(1) * y.shape(2)}));
  };
  for (const int mode : {0, 1, 2}) {
    require_gradient([&](const Matrix& x) { return loss(rt::mode_dot(s, x, mode)); },
                     spread_between<2>(-1, 1, {4, s.shape(mode)}));
  }
  const Matrix c = factor(3, 0.5);
  require_gradient([&](const Matrix& x) { return loss(rt::einsum<"ijk,jr,kq->irq">(s, x, c)); },
                   factor(5, 0.3));
}

TEST_CASE("derivatives of mode products by entries, along every axis") {
  for (const int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto s = some_entries();
    const Vector entries = spread_between<1>(-1, 1, {9});
    for (const int mode : {0, 1, 2}) {
      const Matrix m = spread_between<2>(-1, 1, {4, s.shape(mode)}, 0.4);
      const Vector v = spread_between<1>(-1, 1, {s.shape(mode)}, 0.6);
      const auto loss = [&](const Vector& x) {
        const rt::Array<double, 3> y = rt::mode_dot(s.with_values(x), m, mode);
        return loss_of(rt::reshape(y, {y.shape(0), y.shape(1) * y.shape(2)}));
      };
      require_gradient(loss, entries);
      require_gradient(
          [&](const Vector& x) {
            return loss_of(rt::as_array(rt::mode_dot(s.with_values(x), v, mode)));
          },
          entries);
      // Of a gradient, too, in entries that were computed, and where the matrix depends on them.
      require_gradient(
          [&](const Vector& x) {
            const Vector g = rt::grad(loss(rt::as_array(rt::sin(x))), x);
            return Number(rt::sum(g * g * rt::cos(x)));
          },
          entries);
    }
  }
}

TEST_CASE("derivatives by entries at other places are theirs") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto s = some_entries();
  const Vector entries = spread_between<1>(-1, 1, {9});
  require_gradient(
      [&](const Vector& x) {
        return loss_of(rt::matmul(rt::unfold(s.with_values(x), 1), factor(21, 0.2)));
      },
      entries);
  require_gradient(
      [&](const Vector& x) {
        const auto turned = rt::transpose(s.with_values(x), {2, 0, 1});
        return loss_of(rt::matmul(turned.matrix(), factor(35, 0.2)));
      },
      entries);
  require_gradient(
      [&](const Vector& x) {
        return loss_of(rt::matmul(rt::reshape(s.with_values(x), {15, 7}), factor(7, 0.2)));
      },
      entries);
  // By the array: its entries' derivatives are where it has them.
  const Matrix m = spread_between<2>(-1, 1, {4, 5}, 0.4);
  const auto by_s = rt::grad(Number(rt::sum(rt::mode_dot(s, m, 1))), s);
  CHECK(by_s.matrix().pattern() == s.matrix().pattern());
  const auto columns = rt::to_vector(rt::sum(m, 0));
  const auto j = rt::to_vector(rt::coordinates(s).indices[1]);
  const auto found = rt::to_vector(by_s.values());
  for (std::size_t e = 0; e < found.size(); ++e) {
    CHECK(found[e] == Approx(columns[std::size_t(j[e])]));
  }
  const auto none = rt::to_sparse(rt::zeros<double>({7, 5, 3}));
  CHECK(rt::grad(Number(rt::sum(rt::mode_dot(none, m, 1))), none).nnz() == 0);
}

TEST_CASE("every byte that gradients of mttkrp send is predicted") {
  auto context = rt::Context::loopback(4);
  const auto spread = spread_between<3>(-1, 1, {60, 11, 5});
  const auto s = rt::to_sparse(rt::where(spread > 0.7, spread, 0.0));
  const Matrix a = factor(60, 0.1), b = factor(11, 0.3), c = factor(5, 0.5);
  for (const int mode : {0, 1}) {
    const Number loss = loss_of(rt::mttkrp(s, {a, b, c}, mode));
    const auto by_c = rt::grad(loss, c);
    const auto by_values = rt::grad(loss, s.values());
    rt::evaluate(by_c, by_values);
    rt::test::require_exact_traffic(rt::report(by_c));
  }
}

TEST_CASE("derivatives by sparse arrays of three dimensions have their entries") {
  auto context = rt::Context::loopback(2);
  const auto s = some_entries();
  const Matrix a = factor(7, 0.1), b = factor(5, 0.3), c = factor(3, 0.5);
  const auto by_s = rt::grad(Number(rt::sum(rt::mttkrp(s, {a, b, c}, 0))), s);
  CHECK(by_s.shape() == s.shape());
  const auto of_b = rt::to_vector(b), of_c = rt::to_vector(c), found = rt::to_vector(by_s.values());
  const auto [indices, values] = rt::coordinates(s);
  const Indices j = rt::to_vector(indices[1]), k = rt::to_vector(indices[2]);
  for (std::size_t e = 0; e < found.size(); ++e) {
    double expected = 0;
    for (std::int64_t r = 0; r < 4; ++r) {
      expected += of_b[std::size_t(j[e] * 4 + r)] * of_c[std::size_t(k[e] * 4 + r)];
    }
    CHECK(std::abs(found[e] - expected) < 1e-12);
  }
  const auto none = rt::to_sparse(rt::zeros<double>({7, 5, 3}));
  const auto by_b = rt::grad(Number(rt::sum(rt::mttkrp(none, {a, b, c}, 0))), b);
  CHECK(rt::to_vector(by_b) == std::vector<double>(20, 0.0));
}

}  // namespace sparse_tensors_test
