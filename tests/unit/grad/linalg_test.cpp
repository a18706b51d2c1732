// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>
#include <vector>

#include <relatile/linalg.hpp>

#include "unit/grad/against_differences.hpp"

namespace linalg_test {

namespace rt = relatile;
using rt::test::mild_loss_of;
using rt::test::require_gradient;
using rt::test::spread_between;
using Matrix = rt::Array<double, 2>;
using Matrices = rt::Array<double, 3>;
using Number = rt::Array<double, 0>;

namespace {

constexpr std::int64_t n = 7;

template <class F>
void require_rule(const F& f) {
  require_gradient([&](const Matrix& x) { return mild_loss_of(f(x)); },
                   spread_between<2>(-1, 1, {n, n}));
}
/// Matrices with a large diagonal, so that all of their factorizations are well conditioned.
Matrix regular(const Matrix& x) { return x + 3.0 * rt::eye(n); }
Matrix positive(const Matrix& x) { return rt::matmul(x, rt::transpose(x)) + 2.0 * rt::eye(n); }

}  // namespace

TEST_CASE("derivatives of solutions, inverses and determinants") {
  for (const int sites : {1, 2, 3}) {
    auto context = rt::Context::loopback(sites);
    const auto b = spread_between<2>(-1, 1, {n, 3}, 0.7);
    const auto v = spread_between<1>(-1, 1, {n}, 0.4);
    const auto a = regular(spread_between<2>(-1, 1, {n, n}, 0.3));
    rt::evaluate(b, v);
    for (const std::int64_t panel : {0, 2, 3}) {
      const rt::PanelOptions panels{panel};
      require_rule([&](const Matrix& x) { return rt::solve(regular(x), b, panels); });
      require_rule([&](const Matrix& x) { return rt::solve(regular(x), v, panels); });
      require_rule([&](const Matrix& x) { return rt::solve(a, x, panels); });
      require_rule([&](const Matrix& x) { return rt::inv(regular(x), panels); });
      require_rule([&](const Matrix& x) { return rt::det(regular(x), panels) * 1e-3; });
      require_rule([&](const Matrix& x) { return rt::slogdet(regular(x), panels).logabsdet; });
    }
  }
}

TEST_CASE(
    "solutions have second derivatives, and arrays of matrices right-hand sides that broadcast") {
  auto context = rt::Context::loopback(2);
  const auto b = spread_between<2>(-1, 1, {n, 3}, 0.7);
  const auto direction = spread_between<2>(-1, 1, {n, n}, 0.2);
  const Matrix x = spread_between<2>(-1, 1, {n, n});
  rt::evaluate(b, direction, x);
  const auto require_second = [&](const auto& loss) {
    const double h = 1e-5;
    const Matrix up = x + h * direction;
    const Matrix down = x - h * direction;
    const Matrix expected = (rt::grad(loss, up) - rt::grad(loss, down)) / (2 * h);
    REQUIRE(rt::allclose(rt::hessian_vector(loss, x, direction), expected, 1e-5, 1e-7).item());
  };
  require_second([&](const Matrix& a) { return mild_loss_of(rt::inv(regular(a))); });
  require_second([&](const Matrix& a) { return mild_loss_of(rt::solve(regular(a), b, {2})); });
  require_second([&](const Matrix& a) { return mild_loss_of(rt::slogdet(regular(a)).logabsdet); });
  REQUIRE_THROWS_AS(rt::solve(rt::ones({3, 3, 3}), rt::ones({2, 3, 3})), rt::ShapeMismatch);
  REQUIRE_THROWS_AS(rt::solve_triangular(rt::ones({2, 3, 3}), rt::ones({3, 3, 3})),
                    rt::ShapeMismatch);
}

TEST_CASE("derivatives of Cholesky factors and triangular solutions") {
  for (const int sites : {1, 2, 3}) {
    auto context = rt::Context::loopback(sites);
    const auto b = spread_between<2>(-1, 1, {n, 3}, 0.7);
    rt::evaluate(b);
    for (const std::int64_t panel : {0, 2, 3}) {
      require_rule([&](const Matrix& x) { return rt::cholesky(positive(x), {panel}); });
      require_rule([&](const Matrix& x) { return rt::cholesky(regular(x) * 2.0, {panel}); });
      require_rule([&](const Matrix& x) {
        return rt::cho_solve(rt::cholesky(positive(x), {panel}), b, {panel});
      });
      for (const bool lower : {false, true}) {
        for (const char trans : {'N', 'T', 'C'}) {
          for (const bool unit : {false, true}) {
            const rt::TriangularOptions options{lower, trans, unit, panel};
            require_rule([&](const Matrix& x) {
              return rt::solve_triangular(regular(0.5 * x), b, options);
            });
          }
        }
      }
    }
  }
}

TEST_CASE("derivatives of solutions and factors of arrays of matrices") {
  auto context = rt::Context::loopback(3);
  const auto b = spread_between<2>(-1, 1, {4, 2}, 0.7);
  const auto more = spread_between<3>(-1, 1, {3, 4, 2}, 0.7);
  rt::evaluate(b, more);
  const auto large = [](const Matrices& x) { return Matrices(x + 3.0 * rt::eye(4)); };
  const auto require_batch = [&](const auto& f) {
    require_gradient([&](const Matrices& x) { return mild_loss_of(f(x)); },
                     spread_between<3>(-1, 1, {3, 4, 4}));
  };
  require_batch([&](const Matrices& x) { return rt::solve(large(x), more); });
  require_batch([&](const Matrices& x) { return rt::solve(large(x), b); });
  require_batch([&](const Matrices& x) { return rt::inv(large(x)); });
  require_batch([&](const Matrices& x) { return rt::slogdet(large(x)).logabsdet; });
  require_batch([&](const Matrices& x) { return rt::cholesky(large(x)); });
  require_batch([&](const Matrices& x) { return rt::solve_triangular(large(x), b); });
  const auto a = large(spread_between<3>(-1, 1, {3, 4, 4}, 0.3));
  require_gradient([&](const Matrix& x) { return mild_loss_of(rt::solve(a, x)); },
                   spread_between<2>(-1, 1, {4, 2}));
}

TEST_CASE("derivatives of what was broadcast are sums over what it was repeated for") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto large = [](const auto& x) { return rt::as_array(x + 3.0 * rt::eye(4)); };
  const auto of_a = [&](const auto& x, const auto& b) {
    rt::evaluate(b);
    require_gradient([&](const auto& a) { return mild_loss_of(rt::solve(large(a), b)); }, x);
    require_gradient([&](const auto& a) { return mild_loss_of(rt::solve_triangular(large(a), b)); },
                     x);
  };
  const auto of_b = [&](const auto& a, const auto& x) {
    const auto left = large(a);
    rt::evaluate(left);
    require_gradient([&](const auto& b) { return mild_loss_of(rt::solve(left, b)); }, x);
    require_gradient([&](const auto& b) { return mild_loss_of(rt::solve_triangular(left, b)); }, x);
  };
  const auto both = [&](const auto& a, const auto& b) {
    of_a(a, b);
    of_b(a, b);
  };
  both(spread_between<3>(-1, 1, {1, 4, 4}), spread_between<3>(-1, 1, {3, 4, 2}, 0.7));
  both(spread_between<3>(-1, 1, {3, 4, 4}), spread_between<3>(-1, 1, {1, 4, 2}, 0.7));
  both(spread_between<4>(-1, 1, {2, 1, 4, 4}), spread_between<3>(-1, 1, {3, 4, 2}, 0.7));
  both(spread_between<2>(-1, 1, {4, 4}), spread_between<4>(-1, 1, {2, 3, 4, 2}, 0.7));
  both(spread_between<3>(-1, 1, {3, 4, 4}), spread_between<1>(-1, 1, {4}, 0.7));
}

TEST_CASE("derivatives of complex solutions are by both parts") {
  using C = std::complex<double>;
  auto context = rt::Context::loopback(2);
  const auto re = spread_between<2>(-1, 1, {4, 4}, 0.1);
  const auto im = spread_between<2>(-1, 1, {4, 4}, 0.6);
  const rt::Array<C, 2> z =
      rt::astype<C>(re) + C(0, 1) * rt::astype<C>(im) + C(3, 0) * rt::astype<C>(rt::eye(4));
  rt::evaluate(z);
  const auto b = rt::astype<C>(spread_between<2>(-1, 1, {4, 2}, 0.3));
  const auto losses = [&](const rt::Array<C, 2>& a) {
    const rt::Array<C, 2> square = rt::matmul(a, rt::conj(rt::transpose(a)));
    const auto weight = [](const rt::Array<C, 2>& y) {
      const auto w = spread_between<2>(-1, 1, y.shape(), 0.9);
      return Number(rt::sum(w * rt::real(y) + rt::square(rt::imag(y))));
    };
    return std::vector<Number>{weight(rt::solve(a, b)), weight(rt::inv(a)),
                               weight(rt::cholesky(square)),
                               weight(rt::solve_triangular(a, b, {.lower = true, .trans = 'T'})),
                               weight(rt::solve_triangular(a, b, {.lower = false, .trans = 'C'}))};
  };
  const auto at = losses(z);
  for (std::size_t which = 0; which < at.size(); ++which) {
    const auto found = rt::to_vector(rt::grad(losses(z)[which], z));
    for (const std::size_t i : {std::size_t(0), std::size_t(6), std::size_t(9)}) {
      const double h = 1e-6;
      const auto moved = [&](C by) {
        auto values = rt::to_vector(z);
        values[i] += by;
        return losses(rt::from_span(values, {4, 4}))[which].item();
      };
      const C expected((moved({h, 0}) - moved({-h, 0})) / (2 * h),
                       (moved({0, h}) - moved({0, -h})) / (2 * h));
      INFO("loss " << which << ", element " << i << ": " << found[i] << " " << expected);
      REQUIRE(std::abs(found[i] - expected) < 1e-6 * (1 + std::abs(expected)));
    }
  }
}

}  // namespace linalg_test
