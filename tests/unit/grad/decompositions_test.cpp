// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

#include <relatile/iterative.hpp>
#include <relatile/linalg.hpp>
#include <relatile/spectral.hpp>

#include "unit/grad/against_differences.hpp"

namespace decompositions_test {

namespace rt = relatile;
using rt::test::few_site_counts;
using rt::test::mild_loss_of;
using rt::test::require_gradient;
using rt::test::require_second_derivatives;
using rt::test::spread_between;
using C = std::complex<double>;
using Matrix = rt::Array<double, 2>;
using Matrices = rt::Array<double, 3>;
using ComplexMatrix = rt::Array<C, 2>;
using Number = rt::Array<double, 0>;

namespace {

/// Matrices of full rank, well conditioned.
Matrix mixed(const rt::Extents& shape) {
  return rt::generate<double, 2>("mixed", shape, 1, [](const rt::Extents& at) {
    const auto i = static_cast<double>(at[0]);
    const auto j = static_cast<double>(at[1]);
    return std::sin(1.7 * (i + 1) * (j + 2) + i * i) + 0.1 * j;
  });
}
template <class F>
void require_rule(const F& f, const rt::Extents& shape) {
  const auto loss = [&](const Matrix& x) { return f(x); };
  require_gradient(loss, mixed(shape), 1e-5);
}
template <class F>
void require_both(const F& f, const rt::Extents& shape) {
  require_rule(f, shape);
  require_second_derivatives(f, mixed(shape), 1e-4);
}

/// Requires that the derivative of a loss by each element of a complex matrix is what differences
/// by its real and by its imaginary part say.
struct ComplexLoss {
  const void* function;
  Number (*call)(const void* function, const ComplexMatrix& z);
};
void require_complex_gradient_of(const ComplexLoss& f, const ComplexMatrix& z) {
  const auto loss = [&](const ComplexMatrix& at) { return f.call(f.function, at); };
  const std::vector<C> found = rt::to_vector(rt::grad(loss, z));
  const std::vector<C> values = rt::to_vector(z);
  const double h = 1e-6;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto moved = [&](C by) {
      std::vector<C> there = values;
      there[i] += by;
      return loss(rt::from_span(there, {z.shape(0), z.shape(1)})).item();
    };
    const C expected((moved({h, 0}) - moved({-h, 0})) / (2 * h),
                     (moved({0, h}) - moved({0, -h})) / (2 * h));
    INFO("element " << i << ": " << found[i] << ", expected " << expected);
    REQUIRE(std::abs(found[i] - expected) < 1e-5 * (1 + std::abs(expected)));
  }
}
template <class F>
void require_complex_gradient(const F& f, const ComplexMatrix& z) {
  require_complex_gradient_of(
      {&f, [](const void* function,
              const ComplexMatrix& at) { return Number((*static_cast<const F*>(function))(at)); }},
      z);
}
ComplexMatrix complex_matrix(std::int64_t m, std::int64_t n) {
  const auto re = spread_between<2>(-1, 1, {m, n}, 0.1);
  const auto im = spread_between<2>(-1, 1, {m, n}, 0.6);
  const ComplexMatrix z = rt::astype<C>(re) + C(0, 1) * rt::astype<C>(im);
  rt::evaluate(z);
  return z;
}
/// A loss of complex numbers.
template <class Y>
Number complex_loss(const Y& y) {
  const auto values = rt::as_array(y);
  const auto w = spread_between<rt::rank_of<Y>>(-1, 1, values.shape(), 0.9);
  return Number(rt::sum(w * rt::real(values) + w * rt::square(rt::imag(values))));
}
/// A loss that does not change where columns turn by phases.
Number loss_of_sizes(const ComplexMatrix& y) {
  const auto w = spread_between<2>(-1, 1, y.shape(), 0.9);
  return Number(rt::sum(w * rt::real(y * rt::conj(y))));
}

}  // namespace

TEST_CASE("derivatives of q and r, of tall, square and wide matrices") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    for (const rt::Extents& shape : {rt::Extents{7, 3}, rt::Extents{5, 5}, rt::Extents{3, 7},
                                     rt::Extents{1, 1}, rt::Extents{7, 1}}) {
      for (const std::int64_t panel : {0, 2}) {
        const rt::QrOptions options{.panel = panel};
        require_rule([&](const Matrix& x) { return mild_loss_of(rt::qr(x, options).q); }, shape);
        require_rule([&](const Matrix& x) { return mild_loss_of(rt::qr(x, options).r); }, shape);
      }
      require_both(
          [](const Matrix& x) {
            const auto factors = rt::qr(x);
            return mild_loss_of(factors.q) + mild_loss_of(factors.r);
          },
          shape);
      require_rule([](const Matrix& x) { return mild_loss_of(rt::qr(x, "r").r); }, shape);
      require_rule([](const Matrix& x) { return mild_loss_of(rt::qr(x, "complete").r); }, shape);
    }
    require_rule([](const Matrix& x) { return mild_loss_of(rt::qr(x, {.block_rows = 4}).q); },
                 {17, 2});
    require_rule(
        [](const Matrix& x) {
          return mild_loss_of(rt::qr(x, {.block_rows = 4, .indirect = true}).q);
        },
        {17, 2});
    require_gradient(
        [](const Matrices& x) { return mild_loss_of(rt::qr(x).q) + mild_loss_of(rt::qr(x).r); },
        spread_between<3>(-1, 1, {3, 4, 2}), 1e-5);
    const Matrix x = spread_between<2>(-1, 1, {4, 2});
    REQUIRE_THROWS_WITH(
        rt::grad([](const Matrix& y) { return mild_loss_of(rt::qr(y, "complete").q); }, x),
        Catch::Matchers::Contains("mode \"reduced\""));
    const Matrix empty = rt::zeros({0, 3});
    REQUIRE(rt::grad([](const Matrix& y) { return mild_loss_of(rt::qr(y).r); }, empty).shape(1) ==
            3);
  }
}

TEST_CASE("derivatives of l and u, of tall, square and wide matrices") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    for (const rt::Extents& shape : {rt::Extents{7, 3}, rt::Extents{5, 5}, rt::Extents{3, 7},
                                     rt::Extents{1, 1}, rt::Extents{7, 1}, rt::Extents{1, 4}}) {
      for (const std::int64_t panel : {0, 2}) {
        const rt::PanelOptions options{panel};
        require_rule([&](const Matrix& x) { return mild_loss_of(rt::lu(x, options).l); }, shape);
        require_rule([&](const Matrix& x) { return mild_loss_of(rt::lu(x, options).u); }, shape);
        require_rule([&](const Matrix& x) { return mild_loss_of(rt::lu_factor(x, options).lu); },
                     shape);
      }
      const auto both = [](const Matrix& x) {
        const auto [p, l, u] = rt::lu(x);
        return mild_loss_of(l) + mild_loss_of(u);
      };
      require_both(both, shape);
      // What is put together again is a, whatever rows were exchanged.
      const Matrix a = mixed(shape);
      const Matrix weights = spread_between<2>(-1, 1, shape, 0.7);
      const Matrix slopes = rt::grad(
          [&](const Matrix& x) {
            const auto [p, l, u] = rt::lu(x);
            return Number(rt::sum(weights * rt::matmul(p, rt::matmul(l, u))));
          },
          a);
      REQUIRE(rt::allclose(slopes, weights, 1e-11, 1e-11).item());
    }
    require_gradient(
        [](const Matrices& x) { return mild_loss_of(rt::lu(x).l) + mild_loss_of(rt::lu(x).u); },
        spread_between<3>(-1, 1, {3, 4, 2}), 1e-5);
    require_gradient([](const Matrices& x) { return mild_loss_of(rt::lu_factor(x).lu); },
                     spread_between<3>(-1, 1, {3, 2, 4}), 1e-5);
    for (const auto& [m, n] : {std::pair{4, 4}, std::pair{5, 3}, std::pair{3, 5}}) {
      require_complex_gradient(
          [](const ComplexMatrix& z) {
            return Number(complex_loss(rt::lu(z).l) + complex_loss(rt::lu(z).u));
          },
          complex_matrix(m, n));
    }
    const Matrix x = mixed({4, 4});
    const auto order = [](const Matrix& y) { return mild_loss_of(rt::lu(y).p); };
    REQUIRE(rt::to_vector(rt::grad(order, x)) == std::vector<double>(16, 0.0));
    const Matrix empty = rt::zeros({0, 3});
    REQUIRE(rt::grad([](const Matrix& y) { return mild_loss_of(rt::lu(y).u); }, empty).shape(1) ==
            3);
  }
}

TEST_CASE("a loss of determinants by l and u is one of det") {
  auto context = rt::Context::loopback(3);
  const Matrix x = spread_between<2>(-1, 1, {6, 6}) + 2.0 * rt::eye(6);
  rt::evaluate(x);
  const auto by_factors = rt::grad(
      [](const Matrix& y) {
        const Matrix packed = rt::lu_factor(y, {2}).lu;
        rt::evaluate(packed);  // remembered while grad calls
        return Number(rt::sum(rt::log(rt::abs(rt::diag(packed)))));
      },
      x);
  const auto by_det = rt::grad([](const Matrix& y) { return Number(rt::slogdet(y).logabsdet); }, x);
  REQUIRE(rt::allclose(by_factors, by_det, 1e-11, 1e-11).item());
}

TEST_CASE("derivatives of eigenvalues and eigenvectors of symmetric matrices") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    for (const std::int64_t n : {1, 5}) {
      for (const rt::EighOptions& options :
           {rt::EighOptions{'L'}, rt::EighOptions{'U'}, rt::EighOptions{'U', 2}}) {
        const auto both = [&](const Matrix& x) {
          const auto found = rt::eigh(x, options);
          return mild_loss_of(found.eigenvalues) + mild_loss_of(found.eigenvectors);
        };
        require_both(both, {n, n});
        require_both([&](const Matrix& x) { return mild_loss_of(rt::eigvalsh(x, options)); },
                     {n, n});
      }
      require_rule([](const Matrix& x) { return mild_loss_of(rt::eigh(x).eigenvectors); }, {n, n});
      require_rule(
          [](const Matrix& x) {
            const Matrix square = rt::matmul(x, rt::transpose(x));  // has a name
            return mild_loss_of(rt::eigh(square).eigenvalues);
          },
          {n, n});
    }
    require_gradient([](const Matrices& x) { return mild_loss_of(rt::eigh(x).eigenvectors); },
                     spread_between<3>(-1, 1, {3, 3, 3}), 1e-5);
    const Matrix empty = rt::zeros({0, 0});
    const auto values = [](const Matrix& y) { return mild_loss_of(rt::eigh(y).eigenvalues); };
    REQUIRE(rt::grad(values, empty).shape(0) == 0);
  }
}

TEST_CASE("derivatives of singular values and vectors") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    for (const rt::Extents& shape : {rt::Extents{7, 3}, rt::Extents{5, 4}, rt::Extents{3, 3},
                                     rt::Extents{4, 5}, rt::Extents{3, 7}, rt::Extents{1, 1}}) {
      require_both(
          [](const Matrix& x) {
            const auto found = rt::svd(x);
            return mild_loss_of(found.U) + mild_loss_of(found.S) + mild_loss_of(found.Vh);
          },
          shape);
      require_both([](const Matrix& x) { return mild_loss_of(rt::svdvals(x)); }, shape);
      require_rule([](const Matrix& x) { return rt::as_array(rt::matrix_norm(x, 2)); }, shape);
      require_rule([](const Matrix& x) { return rt::as_array(rt::matrix_norm(x, "nuc")); }, shape);
      require_rule([](const Matrix& x) { return rt::as_array(rt::cond(x)); }, shape);
      require_rule([](const Matrix& x) { return mild_loss_of(rt::polar(x).p); }, shape);
    }
    require_gradient([](const Matrices& x) { return mild_loss_of(rt::svd(x).U); },
                     spread_between<3>(-1, 1, {3, 4, 2}), 1e-5);
    require_both(
        [](const Matrix& x) {
          const auto found = rt::svd(x, {.panel = 2});
          return mild_loss_of(found.U) + mild_loss_of(found.S) + mild_loss_of(found.Vh);
        },
        {5, 5});
    const auto full = [](const Matrix& x) { return mild_loss_of(rt::svd(x, {true}).U); };
    require_rule(full, {3, 3});
    const Matrix x = spread_between<2>(-1, 1, {4, 2});
    REQUIRE_THROWS_WITH(rt::grad(full, x), Catch::Matchers::Contains("full_matrices"));
    const Matrix empty = rt::zeros({0, 3});
    REQUIRE(rt::grad([](const Matrix& y) { return mild_loss_of(rt::svd(y).S); }, empty).shape(1) ==
            3);
  }
}

TEST_CASE("derivatives of pseudo-inverses and least squares, of less than full rank, too") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto b = spread_between<2>(-1, 1, {7, 2}, 0.7);
    const auto v = spread_between<1>(-1, 1, {7}, 0.4);
    rt::evaluate(b, v);
    for (const std::int64_t n : {1, 3, 5}) {
      require_both([](const Matrix& x) { return mild_loss_of(rt::pinv(x)); }, {7, n});
      require_both([&](const Matrix& x) { return mild_loss_of(rt::lstsq(x, b).x); }, {7, n});
      require_both([&](const Matrix& x) { return mild_loss_of(rt::lstsq(x, v).residuals); },
                   {7, n});
      require_rule([](const Matrix& x) { return mild_loss_of(rt::pinv(x)); }, {n, 7});
      const auto a = spread_between<2>(-1, 1, {7, n}, 0.3);
      require_gradient(
          [&](const rt::Array<double, 1>& y) { return mild_loss_of(rt::lstsq(a, y).x); }, v);
    }
    // Products of rank two, whatever x is; and equal singular values.
    require_rule(
        [](const Matrix& x) { return mild_loss_of(rt::pinv(rt::matmul(x, rt::transpose(x)))); },
        {5, 2});
    const Matrix eye = rt::eye(3);
    const Matrix by_eye =
        rt::grad([](const Matrix& x) { return Number(rt::sum(rt::pinv(x))); }, eye);
    REQUIRE(rt::allclose(by_eye, -rt::ones({3, 3})).item());
    const Matrix by_nuc = rt::grad(Number(rt::matrix_norm(eye, "nuc")), eye);
    REQUIRE(rt::allclose(by_nuc, eye).item());
  }
}

TEST_CASE("a part that is evaluated keeps the decomposition for the others and the way back") {
  for (const int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const Matrix x = mixed({5, 4});
    const Matrix square = mixed({4, 4});
    const auto b = spread_between<1>(-1, 1, {5}, 0.4);
    rt::evaluate(x, square, b);
    const auto require_once = [](const Matrix& gradient, const char* name) {
      const std::string plan = rt::explain(gradient);
      INFO(plan);
      REQUIRE(plan.find(std::string("stored ") + name) != std::string::npos);
      REQUIRE(plan.find(std::string(name) + "(") == std::string::npos);
    };
    const auto of_svd = [](const Matrix& a) {
      const auto found = rt::svd(a);
      rt::evaluate(found.U);
      return Number(mild_loss_of(found.U) + mild_loss_of(found.S) + mild_loss_of(found.Vh));
    };
    require_once(rt::grad(of_svd, x), "svd");
    require_gradient(of_svd, x, 1e-5);
    const auto of_eigh = [](const Matrix& a) {
      const auto found = rt::eigh(a);
      rt::evaluate(found.eigenvalues);
      return Number(mild_loss_of(found.eigenvectors) + mild_loss_of(found.eigenvalues));
    };
    require_once(rt::grad(of_eigh, square), "eigh");
    require_gradient(of_eigh, square, 1e-5);
    require_once(rt::grad([&](const Matrix& a) { return mild_loss_of(rt::lstsq(a, b).x); }, x),
                 "svd");
  }
}

TEST_CASE("methods that go on with numbers of their own have no derivatives") {
  auto context = rt::Context::loopback(2);
  const Matrix x = rt::matmul(mixed({4, 4}), rt::transpose(mixed({4, 4}))) + 4.0 * rt::eye(4);
  rt::evaluate(x);
  const auto require_refused = [&](const auto& f) {
    REQUIRE_THROWS_WITH(rt::grad([&](const Matrix& a) { return mild_loss_of(f(a)); }, x),
                        Catch::Matchers::Contains("has been evaluated"));
    REQUIRE_THROWS_WITH(rt::grad(Number(rt::sum(x) + mild_loss_of(f(x))), x),
                        Catch::Matchers::Contains("has been evaluated"));
  };
  require_refused([](const Matrix& a) { return rt::eigsh(a, 2).eigenvalues; });
  require_refused([](const Matrix& a) { return rt::svds(a, 2).Vh; });
}

TEST_CASE("derivatives of eigenvalues of any matrix, and of exponentials") {
  for (const int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const auto apart = [](const Matrix& x) {
      return Matrix(0.3 * x + rt::diag(rt::arange<double>(x.shape(0))));
    };
    require_both([&](const Matrix& x) { return complex_loss(rt::eigvals(apart(x))); }, {5, 5});
    require_rule([&](const Matrix& x) { return complex_loss(rt::eig(apart(x)).eigenvalues); },
                 {5, 5});
    require_both([&](const Matrix& x) { return loss_of_sizes(rt::eig(apart(x)).eigenvectors); },
                 {5, 5});
    // Pairs of complex ones.
    require_rule(
        [&](const Matrix& x) {
          return complex_loss(rt::eigvals(Matrix(0.2 * x + rt::array({{0.0, 2.0}, {-2.0, 0.5}}))));
        },
        {2, 2});
    require_both([](const Matrix& x) { return mild_loss_of(rt::expm(x)); }, {5, 5});
    require_gradient([](const Matrices& x) { return mild_loss_of(rt::expm(x)); },
                     spread_between<3>(-1, 1, {3, 2, 2}));
  }
}

TEST_CASE("derivatives of complex factors are by both parts") {
  for (const int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const ComplexMatrix tall = complex_matrix(5, 3);
    const ComplexMatrix wide = complex_matrix(3, 5);
    const ComplexMatrix square = complex_matrix(4, 4);
    for (const ComplexMatrix& z : {tall, wide, square}) {
      require_complex_gradient([](const auto& a) { return complex_loss(rt::qr(a).q); }, z);
      require_complex_gradient([](const auto& a) { return complex_loss(rt::qr(a).r); }, z);
      require_complex_gradient([](const auto& a) { return mild_loss_of(rt::svdvals(a)); }, z);
      require_complex_gradient([](const auto& a) { return mild_loss_of(rt::svd(a).S); }, z);
      require_complex_gradient([](const auto& a) { return loss_of_sizes(rt::svd(a).U); }, z);
      require_complex_gradient(
          [](const auto& a) {
            const auto [u, s, vh] = rt::svd(a);
            return complex_loss(rt::matmul(u, vh));
          },
          z);
      require_complex_gradient([](const auto& a) { return complex_loss(rt::pinv(a)); }, z);
    }
    require_complex_gradient([](const auto& a) { return mild_loss_of(rt::eigvalsh(a)); }, square);
    require_complex_gradient([](const auto& a) { return loss_of_sizes(rt::eigh(a).eigenvectors); },
                             square);
    require_complex_gradient([](const auto& a) { return complex_loss(rt::det(a)); }, square);
    require_complex_gradient(
        [](const auto& a) {
          const auto found = rt::slogdet(a);
          return Number(found.logabsdet + complex_loss(found.sign));
        },
        square);
    require_complex_gradient([](const auto& a) { return complex_loss(rt::eigvals(a)); }, square);
    require_complex_gradient([](const auto& a) { return complex_loss(rt::expm(a)); }, square);
  }
}

}  // namespace decompositions_test
