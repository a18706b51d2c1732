// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "relatile/iterative.hpp"
#include "support/against_reference.hpp"

namespace iterative_test {

namespace rt = relatile;
using rt::test::site_counts;
using Complex = std::complex<double>;

namespace {

template <class T>
rt::Array<T, 2> noise(std::int64_t rows, std::int64_t columns, int seed) {
  const auto part = [&](int which) {
    return rt::from_function({rows, columns}, [=](std::int64_t i, std::int64_t j) {
      return std::sin(double((i * 37 + j * 61 + seed * 17 + which) % 1009) * 12.9898 +
                      double(i * j % 71));
    });
  };
  if constexpr (rt::is_complex_v<T>) {
    return rt::astype<T>(part(0) + Complex(0, 1) * part(5));
  } else {
    return rt::astype<T>(part(0));
  }
}

template <class T>
rt::Array<T, 2> adjoint(const rt::Array<T, 2>& a) {
  if constexpr (rt::is_complex_v<T>) {
    return rt::transpose(rt::conj(a));
  } else {
    return rt::transpose(a);
  }
}

/// Hermitian, with eigenvalues between about 1 and n.
template <class T>
rt::Array<T, 2> positive(std::int64_t n) {
  const auto a = noise<T>(n, n, 3);
  return rt::matmul(a, adjoint<T>(a)) + T(2) * rt::eye<T>(n);
}

template <class T>
rt::Array<T, 1> vector(std::int64_t n, int seed) {
  return noise<T>(n, 1, seed)(rt::all_of_axis, 0);
}

template <class A, class T>
double distance(const A& a, const rt::Array<T, 1>& x, const rt::Array<T, 1>& b) {
  return double(rt::item(rt::norm(b - rt::matmul(a, x))));
}

/// The matrix of second differences.
rt::SparseArray<double> line(std::int64_t n) {
  return rt::diags({-1.0, 2.0, -1.0}, {-1, 0, 1}, {n, n});
}

template <class T>
void require_all_solve(std::int64_t n) {
  INFO("of " << n << " unknowns");
  const auto a = positive<T>(n);
  const auto wanted = vector<T>(n, 7);
  const auto b = rt::as_array(rt::matmul(a, wanted));
  rt::evaluate(a, wanted, b);
  const double exact = std::is_same_v<rt::real_t<T>, float> ? 1e-4 : 1e-10;
  const rt::IterativeOptions<T> options{.rtol = exact, .restart = 50};
  const double size = double(rt::item(rt::norm(b)));
  const auto require = [&](const rt::IterativeResult<T>& found) {
    CHECK(found.converged);
    CHECK(found.message == "converged");
    CHECK(distance(a, found.x, b) <= 1.01 * exact * size);
    CHECK(std::abs(found.residual - distance(a, found.x, b)) <= 1e-2 * exact * size);
    CHECK(std::ssize(found.history) == found.iterations + 1);
    CHECK(std::abs(found.history.front() - size) <= 1e-5 * size);
    CHECK(found.history.back() <= exact * size);
  };
  require(rt::cg(a, b, options));
  require(rt::bicgstab(a, b, options));
  require(rt::gmres(a, b, options));
  require(rt::minres(a, b, options));
  const auto least = rt::lsqr(a, b, {.atol = exact / 100, .btol = exact / 100, .maxiter = 20 * n});
  CHECK(least.converged);
  CHECK(distance(a, least.x, b) <= 100 * exact * size);
}

/// All methods find of s b what they find of b, times s, and of lsqr also of s a.
template <class T>
void require_any_scale(double s) {
  INFO("scaled by " << s);
  using Real = rt::real_t<T>;
  const T scale(static_cast<Real>(s));
  const auto a = positive<T>(9);
  const auto b = vector<T>(9, 7);
  const rt::Array<T, 1> scaled = b * scale;
  const auto require = [&](const auto& found, const auto& wanted, double factor) {
    CHECK(found.converged);
    CHECK(found.iterations == wanted.iterations);
    CHECK(rt::allclose(found.x / T(static_cast<Real>(factor)), wanted.x, 1e-3, 1e-5).item());
    CHECK(found.history[1] / s == Approx(wanted.history[1]).epsilon(1e-3));
  };
  double told = 0;
  double largest = 0;
  rt::IterativeOptions<T> options{.rtol = 1e-4};
  options.progress = [&](std::int64_t, double residual) { told = residual; };
  options.callback = [&](const rt::Array<T, 1>& x) {
    largest = double(rt::item(rt::max(rt::abs(x))));
  };
  const auto each = [&](const auto& method) {
    const auto wanted = method(b);
    const double last = told;
    const double largest_wanted = largest;
    const auto found = method(scaled);
    require(found, wanted, s);
    CHECK(told / s == Approx(last).margin(1e-4));
    CHECK(largest / s == Approx(largest_wanted).epsilon(1e-3));
    CHECK(found.residual <= 1e-4 * s * 10);
  };
  each([&](const auto& right) { return rt::cg(a, right, options); });
  each([&](const auto& right) { return rt::gmres(a, right, options); });
  each([&](const auto& right) { return rt::bicgstab(a, right, options); });
  each([&](const auto& right) { return rt::minres(a, right, options); });
  rt::LsqrOptions<T> least{.atol = 1e-5, .btol = 1e-5};
  const auto wanted = rt::lsqr(a, b, least);
  require(rt::lsqr(a, scaled, least), wanted, s);
  require(rt::lsqr(rt::as_array(a * scale), scaled, least), wanted, 1);
  least.x0 = rt::as_array(wanted.x * scale);
  CHECK(rt::lsqr(a, scaled, least).iterations <= 2);
  const auto nearly = rt::cg(a, scaled, {.rtol = 1e-3, .x0 = *least.x0});
  CHECK(nearly.iterations == 0);
}

/// lsqr in single precision and in double, of numbers that both have.
void require_as_in_double(const rt::Array<float, 2>& a, const rt::Array<float, 1>& b,
                          std::int64_t iterations) {
  const auto found = rt::lsqr(a, b, {.conlim = 0, .maxiter = iterations});
  const rt::Array<double, 2> exact = rt::astype<double>(a);
  const rt::Array<double, 1> right = rt::astype<double>(b);
  const auto wanted = rt::lsqr(exact, right, {.conlim = 0, .maxiter = iterations});
  CHECK(found.message == wanted.message);
  CHECK(found.iterations == wanted.iterations);
  const rt::Array<double, 1> x = rt::astype<double>(found.x);
  CHECK(rt::item(rt::norm(x - wanted.x)) <= 1e-3 * rt::item(rt::norm(wanted.x)) + 1e-37);
  CHECK(found.residual == Approx(distance(exact, x, right)).epsilon(1e-3).margin(1e-6));
}

}  // namespace

TEST_CASE("right-hand sides whose squares are no numbers are solved for like others") {
  auto context = rt::Context::loopback(2);
  // By powers of two, or what is rounded differently may take an iteration more.
  for (const double s : {0x1p-664, 0x1p664}) {
    require_any_scale<double>(s);
    require_any_scale<Complex>(s);
  }
  for (const double s : {0x1p-100, 0x1p100}) require_any_scale<float>(s);
  const auto refused = [] {
    rt::cg(line(50), 1e-200 * rt::ones({50}), {.maxiter = 2, .require_convergence = true});
  };
  CHECK_THROWS_WITH(refused(), Catch::Matchers::ContainsSubstring("e-199, which should be 7"));
  const auto indefinite = rt::diag(rt::from_span(std::vector<double>{-3, 1}, {2}));
  const auto message = rt::cg(indefinite, 1e100 * rt::ones({2})).message;
  CHECK_THAT(message, Catch::Matchers::StartsWith("a is not positive definite: p^T a p is -"));
  CHECK_THAT(message, Catch::Matchers::EndsWith("e+200"));
}

TEST_CASE("least squares of a right-hand side that is nearly orthogonal to most of a's range") {
  auto context = rt::Context::loopback(2);
  const auto diagonal = [](std::vector<float> values) {
    const auto n = std::ssize(values);
    return rt::as_array(rt::diag(rt::from_span(values, {n})));
  };
  for (const float small : {1e-10F, 1e-20F, 1e-30F}) {
    INFO("of parts of " << small);
    const auto b = rt::from_span(std::vector<float>{small, 1}, {2});
    for (const std::int64_t most : {1, 2, 4}) {
      require_as_in_double(diagonal({1, small}), b, most);
      require_as_in_double(diagonal({1 / small, 1}), b, most);
    }
    const auto unseen = rt::from_span(std::vector<float>{0, 1, 2}, {3});
    require_as_in_double(diagonal({1, small, 2 * small}), unseen, 4);
  }
  // Numbers without all digits, and solutions that are none.
  require_as_in_double(diagonal({1e-41F, 1e-42F}), rt::full({2}, 1e-9F), 1);
  const rt::Array<float, 1> large = rt::full({2}, 1e30F);
  CHECK(!rt::lsqr(diagonal({1e-30F, 1e-30F}), large).converged);
  // Of columns from 1 to 1e-30, and of rows.
  const std::vector<float> sizes{1, 1e-10F, 1e-20F, 1e-30F};
  const rt::Array<float, 2> uneven =
      rt::matmul(rt::astype<float>(noise<double>(7, 4, 11)), diagonal(sizes));
  const auto b = rt::as_array(rt::astype<float>(vector<double>(7, 5)));
  require_as_in_double(uneven, b, 2);
  require_as_in_double(rt::transpose(uneven), rt::from_span(sizes, {4}), 2);
}

TEST_CASE("functions that make vectors of another length are named") {
  auto context = rt::Context::loopback(2);
  const auto shorter = [](const rt::Array<double, 1>& x) { return x(rt::slice(1)); };
  const auto first = [](const rt::Array<double, 1>& x) { return x(rt::slice(0, 1)); };
  const rt::Array<double, 1> b = rt::ones({9});
  const auto named =
      Catch::Matchers::ContainsSubstring("LinearOperator: matvec makes 8 elements of 9; it should");
  CHECK_THROWS_WITH(rt::cg(shorter, b), named);
  CHECK_THROWS_WITH(rt::gmres(rt::LinearOperator<double>({9, 9}, shorter), b), named);
  CHECK_THROWS_WITH(rt::cg(line(9), b, {.preconditioner = shorter}), named);
  CHECK_THROWS_AS(rt::bicgstab(first, b), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::minres(first, b), rt::ShapeMismatch);
  CHECK_THROWS_WITH(rt::lsqr(rt::LinearOperator<double>({9, 4}, shorter, first), b),
                    Catch::Matchers::ContainsSubstring("rmatvec makes 1 elements of 9"));
}

TEST_CASE("every method solves systems of every size on every number of sites") {
  for (int sites : site_counts) {
    INFO("on " << sites << " sites");
    auto context = rt::Context::loopback(sites);
    for (std::int64_t n : {0, 1, 2, 13}) require_all_solve<double>(n);
    require_all_solve<Complex>(11);
    require_all_solve<float>(7);
  }
  auto context = rt::Context::loopback(3);
  require_all_solve<std::complex<float>>(5);
}

TEST_CASE("a matrix, a sparse matrix and a function are solved alike") {
  for (int sites : {1, 2, 3, 4, 7}) {
    auto context = rt::Context::loopback(sites);
    const std::int64_t n = 41;
    const auto s = line(n);
    const auto dense = rt::to_dense(s);
    const auto b = vector<double>(n, 2);
    rt::evaluate(s, dense, b);
    const rt::IterativeOptions<double> exact{.rtol = 1e-11};
    const auto function = [s](const auto& x) { return rt::matmul(s, x); };
    const auto of_sparse = rt::cg(s, b, exact);
    CHECK(of_sparse.converged);
    CHECK(of_sparse.iterations <= n + 3);
    CHECK(distance(s, of_sparse.x, b) <= 2e-11 * rt::item(rt::norm(b)));
    CHECK(rt::allclose(rt::cg(dense, b, exact).x, of_sparse.x, 1e-8, 1e-8).item());
    CHECK(rt::allclose(rt::cg(function, b, exact).x, of_sparse.x, 1e-8, 1e-8).item());
    CHECK(rt::allclose(rt::minres(function, b, exact).x, of_sparse.x, 1e-8, 1e-8).item());
    CHECK(rt::allclose(rt::lsqr(s, b, {.atol = 1e-13, .btol = 1e-13}).x, of_sparse.x, 1e-8, 1e-8)
              .item());
    const rt::LinearOperator<double> both({n, n}, function, function);
    CHECK(rt::allclose(rt::lsqr(both, b, {.atol = 1e-13, .btol = 1e-13}).x, of_sparse.x, 1e-8, 1e-8)
              .item());
  }
}

TEST_CASE("matrices that are not symmetric, and indefinite ones, have their methods") {
  for (int sites : {1, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    const std::int64_t n = 60;
    // Convection and diffusion.
    const rt::SparseArray<double> a = rt::diags({-1.4, 2.1, -0.6}, {-1, 0, 1}, {n, n});
    const auto b = vector<double>(n, 4);
    rt::evaluate(b);
    const double size = rt::item(rt::norm(b));
    for (std::int64_t restart : {8, 20, 100}) {
      const auto found = rt::gmres(a, b, {.rtol = 1e-9, .maxiter = 2000, .restart = restart});
      INFO("restart " << restart << ": " << found.message << " after " << found.iterations);
      CHECK(found.converged);
      CHECK(distance(a, found.x, b) <= 1.01e-9 * size);
      for (std::size_t k = 1; k < found.history.size(); ++k) {
        CHECK(found.history[k] <= found.history[k - 1] * (1 + 1e-9));
      }
    }
    const auto stable = rt::bicgstab(a, b, {.rtol = 1e-9});
    CHECK(stable.converged);
    CHECK(distance(a, stable.x, b) <= 1.01e-9 * size);

    // Eigenvalues of both signs.
    const rt::SparseArray<double> shifted = line(n) - 0.9 * rt::sparse_eye(n);
    const auto found = rt::minres(shifted, b, {.rtol = 1e-9});
    CHECK(found.converged);
    CHECK(distance(shifted, found.x, b) <= 1.01e-9 * size);
    const auto refused = rt::cg(rt::diags(rt::arange(-3.0, double(n) - 3)), b);
    CHECK(!refused.converged);
    CHECK(refused.message.find("not positive definite") != std::string::npos);
  }
}

TEST_CASE("preconditioners are matrices, diagonals, sparse matrices and functions") {
  for (int sites : {1, 2, 4}) {
    auto context = rt::Context::loopback(sites);
    const std::int64_t n = 50;
    const rt::Array<double, 1> weights = rt::exp(rt::linspace(0.0, 12.0, n));
    const rt::SparseArray<double> a = line(n) + rt::diags(weights);
    const rt::Array<double, 1> inverse = 1.0 / rt::diagonal(a);
    const auto b = vector<double>(n, 5);
    rt::evaluate(a, inverse, b);
    const rt::IterativeOptions<double> plain{.rtol = 1e-8, .maxiter = 1000};
    rt::IterativeOptions<double> by_diagonal = plain;
    by_diagonal.preconditioner = inverse;
    rt::IterativeOptions<double> by_sparse = plain;
    by_sparse.preconditioner = rt::SparseArray<double>(rt::diags(inverse));
    rt::IterativeOptions<double> by_matrix = plain;
    by_matrix.preconditioner = rt::diag(inverse);
    rt::IterativeOptions<double> by_function = plain;
    by_function.preconditioner = [inverse](const auto& r) { return inverse * r; };
    const double size = rt::item(rt::norm(b));
    const auto fewer = [&](const auto& method) {
      const auto slow = method(plain);
      for (const auto& options : {by_diagonal, by_sparse, by_matrix, by_function}) {
        const auto fast = method(options);
        CHECK(fast.converged);
        CHECK(2 * fast.iterations < slow.iterations);
        CHECK(distance(a, fast.x, b) <= 1.01e-8 * size);
      }
    };
    fewer([&](const auto& options) { return rt::cg(a, b, options); });
    fewer([&](const auto& options) { return rt::gmres(a, b, options); });
    fewer([&](const auto& options) { return rt::bicgstab(a, b, options); });
    fewer([&](const auto& options) { return rt::minres(a, b, options); });
  }
}

TEST_CASE("least squares of tall and wide matrices, damped, and of deficient ones the shortest") {
  for (int sites : {1, 3, 4}) {
    auto context = rt::Context::loopback(sites);
    const auto tall = noise<double>(40, 6, 1);
    const auto b = vector<double>(40, 2);
    rt::evaluate(tall, b);
    const auto exact = rt::LsqrOptions<double>{.atol = 1e-13, .btol = 1e-13, .maxiter = 200};
    const auto found = rt::lsqr(tall, b, exact);
    CHECK(found.converged);
    const auto gradient = [&](const auto& a, const auto& x, const auto& of, double damp) {
      return rt::item(
          rt::norm(rt::matmul(rt::transpose(a), of - rt::matmul(a, x)) - damp * damp * x));
    };
    CHECK(gradient(tall, found.x, b, 0) < 1e-10);
    CHECK(std::abs(found.residual - distance(tall, found.x, b)) < 1e-12);
    auto damped = exact;
    damped.damp = 1.5;
    CHECK(gradient(tall, rt::lsqr(tall, b, damped).x, b, 1.5) < 1e-10);

    // Of a wide matrix, and of one with a column twice, the shortest solution is in the range of
    // the transpose: it has equal elements where columns are equal.
    const rt::Array<double, 2> twice = rt::hstack({tall, tall(rt::all_of_axis, rt::slice(0, 1))});
    const auto shortest = rt::lsqr(twice, b, exact);
    CHECK(gradient(twice, shortest.x, b, 0) < 1e-9);
    CHECK(rt::item(shortest.x(0)) == Approx(rt::item(shortest.x(6))).epsilon(1e-8));
    const rt::Array<double, 2> wide = rt::transpose(tall);
    const auto c = vector<double>(6, 3);
    const auto of_wide = rt::lsqr(wide, c, exact);
    CHECK(distance(wide, of_wide.x, c) < 1e-10);
    auto from = exact;
    from.x0 = of_wide.x;
    CHECK(rt::lsqr(wide, c, from).iterations <= 2);
    const auto complex = noise<Complex>(20, 4, 6);
    const auto d = vector<Complex>(20, 8);
    const auto of_complex = rt::lsqr(complex, d, {.atol = 1e-13, .btol = 1e-13, .maxiter = 100});
    CHECK(double(rt::item(rt::norm(rt::matmul(adjoint<Complex>(complex),
                                              d - rt::matmul(complex, of_complex.x))))) < 1e-10);
  }
}

TEST_CASE("where to begin, when to end, and what is told on the way") {
  auto context = rt::Context::loopback(2);
  const std::int64_t n = 30;
  const auto a = line(n);
  const auto b = vector<double>(n, 9);
  rt::evaluate(b);
  std::vector<double> told;
  std::int64_t shown = 0;
  const auto few = rt::cg(a, b,
                          {.rtol = 1e-12,
                           .maxiter = 5,
                           .callback = [&](const auto& x) { shown += x.size() == n; },
                           .progress = [&](std::int64_t, double r) { told.push_back(r); }});
  CHECK(!few.converged);
  CHECK(few.iterations == 5);
  CHECK(few.message == "no more iterations");
  CHECK(shown == 5);
  CHECK(told == std::vector<double>(few.history.begin() + 1, few.history.end()));
  CHECK(few.residual == Approx(few.history.back()).epsilon(1e-10));

  const auto all = rt::cg(a, b, {.rtol = 1e-12});
  const auto again = rt::cg(a, b, {.rtol = 1e-11, .x0 = all.x});
  CHECK(again.iterations == 0);
  CHECK(again.converged);
  const auto nothing = rt::gmres(a, rt::zeros({n}), {.x0 = all.x});
  CHECK(nothing.converged);
  CHECK(rt::item(rt::norm(nothing.x)) == 0);
  CHECK(rt::cg(a, b, {.rtol = 0, .atol = 1e-3}).residual <= 1e-3);
  // Integers are solved in double.
  const auto whole = rt::cg(rt::eye<std::int64_t>(4), rt::arange<std::int64_t>(4));
  CHECK(rt::to_vector(whole.x) == std::vector<double>{0, 1, 2, 3});
}

TEST_CASE("what does not converge says so, and throws if asked") {
  for (int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    const auto a = line(30);
    const auto b = vector<double>(30, 9);
    for (bool require : {false, true}) {
      const rt::IterativeOptions<double> options{
          .rtol = 1e-12, .maxiter = 3, .require_convergence = require};
      const auto run = [&](const auto& method) {
        if (!require) {
          CHECK(!method().converged);
          return;
        }
        try {
          method();
          FAIL("nothing was thrown");
        } catch (const rt::NotConverged& error) {
          CHECK(error.residual() > 0);
          CHECK(std::string(error.what()).find("3 iterations") != std::string::npos);
        }
      };
      run([&] { return rt::cg(a, b, options); });
      run([&] { return rt::gmres(a, b, options); });
      run([&] { return rt::bicgstab(a, b, options); });
      run([&] { return rt::minres(a, b, options); });
      run([&] { return rt::lsqr(a, b, {.maxiter = 3, .require_convergence = require}); });
    }
    // Singular, and b not in its range.
    const auto singular = rt::diags(rt::concatenate({rt::zeros({1}), rt::ones({4})}));
    const auto ones = rt::ones({5});
    for (const auto& found : {rt::cg(singular, ones), rt::gmres(singular, ones),
                              rt::bicgstab(singular, ones), rt::minres(singular, ones)}) {
      CHECK(!found.converged);
      CHECK(found.residual >= 0.99);
      CHECK(found.iterations < 60);
      CHECK(rt::all(rt::isfinite(found.x)).item());
    }
    const double infinity = std::numeric_limits<double>::infinity();
    const rt::Array<double, 1> far = rt::array({1.0, infinity, 1.0, 1.0, 1.0});
    const rt::Array<double, 1> preconditioner = rt::ones({5});
    for (const auto& found :
         {rt::cg(rt::eye(5), far), rt::cg(rt::eye(5), far, {.preconditioner = preconditioner}),
          rt::gmres(rt::eye(5), far), rt::minres(rt::eye(5), far), rt::bicgstab(rt::eye(5), far),
          rt::cg(rt::eye(5), far, {.x0 = ones}), rt::lsqr(rt::eye(5), far)}) {
      CHECK(!found.converged);
      CHECK(found.message.find("not finite") != std::string::npos);
    }
    CHECK_THROWS_AS(rt::cg(rt::eye(5), far, {.require_convergence = true}), rt::NotConverged);
    const rt::Array<double, 1> nan = rt::full({5}, std::numeric_limits<double>::quiet_NaN());
    for (const auto& found :
         {rt::cg(rt::eye(5), nan), rt::gmres(rt::eye(5), nan), rt::minres(rt::diag(nan), ones),
          rt::bicgstab(rt::diag(nan), ones), rt::lsqr(rt::diag(nan), ones)}) {
      CHECK(!found.converged);
      CHECK(found.message.find("not finite") != std::string::npos);
    }
  }
}

TEST_CASE("shapes that do not fit are named") {
  auto context = rt::Context::loopback(2);
  using Catch::Matchers::ContainsSubstring;
  const auto b = rt::ones({4});
  CHECK_THROWS_AS(rt::cg(rt::ones({4, 5}), b), rt::ShapeMismatch);
  CHECK_THROWS_WITH(rt::cg(rt::ones({4, 5}), b), ContainsSubstring("cg: a of shape (4, 5)"));
  CHECK_THROWS_WITH(rt::gmres(rt::eye(3), b), ContainsSubstring("4 elements"));
  CHECK_THROWS_WITH(rt::cg(rt::eye(4), b, {.preconditioner = rt::ones({3})}),
                    ContainsSubstring("a preconditioner of shape (3, 3)"));
  CHECK_THROWS_WITH(rt::bicgstab(rt::eye(4), b, {.x0 = rt::ones({3})}),
                    ContainsSubstring("x0 has 3 elements"));
  CHECK_THROWS_WITH(rt::lsqr(rt::ones({5, 4}), b), ContainsSubstring("lsqr: a of shape (5, 4)"));
  CHECK_THROWS_WITH(rt::lsqr([](const auto& x) { return x; }, b), ContainsSubstring("rmatvec"));
  CHECK_THROWS_WITH(rt::gmres(rt::eye(4), b, {.restart = 0}), ContainsSubstring("restart is 0"));
}

TEST_CASE("tolerances and numbers of iterations that make no sense are refused") {
  auto context = rt::Context::loopback(2);
  using Catch::Matchers::ContainsSubstring;
  const auto b = rt::ones({4});
  const auto a = rt::eye(4);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_WITH(rt::cg(a, b, {.rtol = -1e-5}), ContainsSubstring("cg: rtol is -1e-05"));
  CHECK_THROWS_WITH(rt::gmres(a, b, {.rtol = nan}), ContainsSubstring("gmres: rtol is nan"));
  CHECK_THROWS_WITH(rt::minres(a, b, {.atol = nan}), ContainsSubstring("minres: atol is nan"));
  CHECK_THROWS_WITH(rt::bicgstab(a, b, {.atol = -2}), ContainsSubstring("bicgstab: atol is -2"));
  CHECK_THROWS_WITH(rt::cg(a, b, {.maxiter = -1}), ContainsSubstring("cg: maxiter is -1"));
  CHECK_THROWS_WITH(rt::lsqr(a, b, {.atol = nan}), ContainsSubstring("lsqr: atol is nan"));
  CHECK_THROWS_WITH(rt::lsqr(a, b, {.btol = -1}), ContainsSubstring("lsqr: btol is -1"));
  CHECK_THROWS_WITH(rt::lsqr(a, b, {.maxiter = -3}), ContainsSubstring("lsqr: maxiter is -3"));
  CHECK(rt::cg(a, b, {.maxiter = 0}).iterations == 0);
}

}  // namespace iterative_test
