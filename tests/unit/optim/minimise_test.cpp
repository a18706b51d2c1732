// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <relatile/optim.hpp>
#include <relatile/planner/plan_history.hpp>
#include <set>
#include <tuple>
#include <vector>

#include "support/catch.hpp"

namespace minimise_test {

namespace rt = relatile;
using Vector = rt::Array<double, 1>;
using Matrix = rt::Array<double, 2>;

namespace {

/// Rosenbrock's function of pairs of elements, and its gradient.
const auto rosenbrock = [](const Vector& x) {
  const auto even = x(rt::slice({}, {}, 2));
  const auto odd = x(rt::slice(1, {}, 2));
  const Vector missed = odd - even * even;
  const Vector of_even = -400.0 * even * missed - 2.0 * (1.0 - even);
  const Vector of_odd = 200.0 * missed;
  return std::tuple(rt::as_array(rt::sum(100.0 * missed * missed + (1.0 - even) * (1.0 - even))),
                    rt::ravel(rt::stack({of_even, of_odd}, 1)));
};

/// Least squares of a matrix of weights and a vector of intercepts.
struct Regression {
  Matrix x = rt::random::normal<double>(0.0, 1.0, {50, 4}, rt::random::Seed{1});
  Matrix wanted = rt::random::normal<double>(0.0, 1.0, {4, 3}, rt::random::Seed{2});
  Vector beside = rt::arange<double>(3);
  Matrix y = rt::matmul(x, wanted) + beside;

  auto loss() const {
    return [x = x, y = y](const Matrix& w, const Vector& b) {
      const Matrix missed = rt::matmul(x, w) + b - y;
      const double n = double(x.shape(0));
      return std::tuple(rt::as_array(rt::sum(missed * missed) / (2 * n)),
                        rt::as_array(rt::matmul(rt::transpose(x), missed) / n),
                        rt::as_array(rt::sum(missed, 0) / n));
    };
  }
  double error(const Matrix& w, const Vector& b) const {
    return std::max(rt::item(rt::max(rt::abs(w - wanted))), rt::item(rt::max(rt::abs(b - beside))));
  }
};

std::tuple<Matrix, Vector> nothing() { return {rt::zeros({4, 3}), rt::zeros({3})}; }

}  // namespace

TEST_CASE("a step evaluates what it is told to, by the same plan") {
  auto context = rt::Context::loopback(2);
  const Regression data;
  auto [w, b] = nothing();
  rt::optim::Adam adam;
  const auto [loss, of_w, of_b] = data.loss()(w, b);
  adam.step(std::tie(w, b), std::tuple(of_w, of_b), loss);
  CHECK(loss.node()->evaluated());
  CHECK(&rt::report(loss) == &rt::report(w));
  rt::optim::Sgd sgd;
  const auto [next, of_next_w, of_next_b] = data.loss()(w, b);
  sgd.step(w, of_next_w, next);
  CHECK(&rt::report(next) == &rt::report(w));
  CHECK(next.item() < loss.item());
}

TEST_CASE("a number alone is the rate of an optimiser, and a schedule is one of rates") {
  auto context = rt::Context::loopback(2);
  const auto after = [](auto by) {
    Vector w = rt::ones({3});
    for (int step = 0; step < 3; ++step) by.step(w, 2.0 * w);
    return rt::to_vector(w);
  };
  namespace optim = rt::optim;
  CHECK(after(optim::Sgd(0.25)) == std::vector<double>(3, 0.125));
  CHECK(after(optim::Sgd(0.25)) == after(optim::Sgd({.learning_rate = 0.25})));
  CHECK(after(optim::Momentum(0.1)) == after(optim::Momentum({.learning_rate = 0.1})));
  const auto decay = optim::exponential_decay(0.1, 0.5);
  CHECK(after(optim::Adam(decay)) == after(optim::Adam({.learning_rate = decay})));
  CHECK(after(optim::Adam(0.1)) != after(optim::Adam(decay)));
}

TEST_CASE("L-BFGS minimises what gradients alone do not") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 4, 7));
  const std::int64_t pairs = GENERATE(1, 13);
  const auto found = rt::optim::lbfgs(rosenbrock, rt::as_array(rt::full({2 * pairs}, -1.2)),
                                      {.max_iter = 200, .tol = 1e-9});
  CHECK(found.converged);
  CHECK(found.nit < 100);
  CHECK(found.nfev >= found.nit);
  for (const double x : rt::to_vector(found.x)) CHECK(x == Approx(1).margin(1e-8));
}

TEST_CASE("L-BFGS with little memory forgets, and says so where it did not converge") {
  auto context = rt::Context::loopback(2);
  const Vector start = rt::full({6}, -1.2);
  const auto few = rt::optim::lbfgs(rosenbrock, start, {.max_iter = 500, .tol = 1e-8, .memory = 2});
  CHECK(few.converged);
  const auto hurried = rt::optim::lbfgs(rosenbrock, start, {.max_iter = 3});
  CHECK_FALSE(hurried.converged);
  CHECK(hurried.nit == 3);
  CHECK_THROWS_AS(rt::optim::lbfgs(rosenbrock, start, {.memory = 0}), rt::Error);
  const Vector infinite = rt::full({2}, 1e300);
  CHECK_THROWS_AS(rt::optim::lbfgs(rosenbrock, infinite), rt::Error);
}

TEST_CASE("iterations of L-BFGS are planned once, however many pairs are kept") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  using How = rt::planner::PlanHistory::How;
  const Vector start = rt::full({20}, -1.2);
  rt::evaluate(start);
  const auto searched_by = [&](int iterations) {
    const std::int64_t before = context.plan_history().count(How::searched);
    CHECK(rt::optim::lbfgs(rosenbrock, start, {.max_iter = iterations, .tol = 0}).nit ==
          iterations);
    return context.plan_history().count(How::searched) - before;
  };
  // Where it begins, the first step and the others, each with trial steps that are evaluated once
  // the direction is.
  CHECK(searched_by(20) <= 6);
  CHECK(searched_by(30) == 0);
}

TEST_CASE("L-BFGS of large parameters, of several ranks, forgets as that of small ones does") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto require_minimum = [](std::int64_t copies) {
    const Matrix scales = rt::exp(rt::arange<double>(5)) + rt::zeros({copies, 5});
    const Vector wanted = rt::arange<double>(5);
    const auto f = [=](const Matrix& m, const rt::Array<double, 0>& c) {
      const Matrix missed = m - wanted;
      return std::tuple(rt::as_array(rt::sum(scales * missed * missed) + (c - 3.0) * (c - 3.0)),
                        rt::as_array(2.0 * scales * missed), rt::as_array(2.0 * (c - 3.0)));
    };
    const auto found = rt::optim::lbfgs(
        f, std::tuple(Matrix(rt::zeros({copies, 5})), rt::full<double, 0>(rt::Extents{}, 1.0)),
        {.tol = 1e-7, .memory = 3});
    CHECK(found.converged);
    CHECK(found.nit > 3);
    CHECK(rt::max(rt::abs(std::get<0>(found.x) - wanted)).item() < 1e-7);
    CHECK(std::get<1>(found.x).item() == Approx(3).margin(1e-7));
  };
  require_minimum(1);
  require_minimum(7000);
}

TEST_CASE("of a quadratic function L-BFGS takes the steps of plain loops") {
  // f = sum of a_i (x_i - 1)^2 / 2: as the textbook's recursion computes it with all pairs kept.
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const std::int64_t n = 5;
  const Vector a = rt::arange<double>(n) * 3.0 + 1.0;
  const auto f = [=](const Vector& x) {
    return std::tuple(rt::as_array(rt::sum(a * (x - 1.0) * (x - 1.0)) / 2.0),
                      rt::as_array(a * (x - 1.0)));
  };
  const auto at = [&](int steps) {
    return rt::to_vector(rt::optim::lbfgs(f, rt::as_array(rt::zeros({n})),
                                          {.max_iter = steps, .tol = 0, .memory = 20})
                             .x);
  };
  using Row = std::vector<double>;
  const auto dot = [](const Row& u, const Row& v) {
    double sum = 0;
    for (std::size_t i = 0; i < u.size(); ++i) sum += u[i] * v[i];
    return sum;
  };
  const Row slope = rt::to_vector(a);
  Row x(5, 0.0);
  std::vector<Row> s, y;
  const auto gradient = [&](const Row& of) {
    Row g;
    for (std::size_t i = 0; i < 5; ++i) g.push_back(slope[i] * (of[i] - 1));
    return g;
  };
  for (int step = 1; step <= 4; ++step) {
    const Row g = gradient(x);
    Row q = g;
    Row alpha(s.size());
    for (std::size_t k = s.size(); k-- > 0;) {
      alpha[k] = dot(s[k], q) / dot(s[k], y[k]);
      for (std::size_t i = 0; i < 5; ++i) q[i] -= alpha[k] * y[k][i];
    }
    if (!s.empty()) {
      const double scale = dot(s.back(), y.back()) / dot(y.back(), y.back());
      for (double& number : q) number *= scale;
    }
    for (std::size_t k = 0; k < s.size(); ++k) {
      const double beta = dot(y[k], q) / dot(s[k], y[k]);
      for (std::size_t i = 0; i < 5; ++i) q[i] += (alpha[k] - beta) * s[k][i];
    }
    // The length that was taken follows from where it led.
    const Row there = at(step);
    Row moved;
    for (std::size_t i = 0; i < 5; ++i) moved.push_back(there[i] - x[i]);
    const double t = -dot(moved, q) / dot(q, q);
    CHECK(t > 0);
    for (std::size_t i = 0; i < 5; ++i) CHECK(moved[i] == Approx(-t * q[i]).margin(1e-9));
    s.push_back(moved);
    const Row after = gradient(there);
    Row change;
    for (std::size_t i = 0; i < 5; ++i) change.push_back(after[i] - g[i]);
    y.push_back(change);
    x = there;
  }
}

TEST_CASE("several parameter arrays, by every minimiser") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3));
  const Regression data;
  const auto check = [&](const auto& found, double tolerance) {
    CHECK(found.converged);
    CHECK(data.error(std::get<0>(found.x), std::get<1>(found.x)) < tolerance);
  };
  check(rt::optim::lbfgs(data.loss(), nothing(), {.tol = 1e-9}), 1e-7);
  check(rt::optim::sgd(data.loss(), nothing(), {.learning_rate = 0.4, .tol = 1e-6}), 1e-4);
  check(rt::optim::momentum(data.loss(), nothing(), {.learning_rate = 0.1, .tol = 1e-6}), 1e-4);
  check(rt::optim::momentum(data.loss(), nothing(),
                            {.learning_rate = 0.1, .nesterov = true, .tol = 1e-6}),
        1e-4);
  check(rt::optim::adam(data.loss(), nothing(),
                        {.learning_rate = 0.05, .max_iter = 2000, .tol = 1e-5}),
        1e-3);
  const auto lost = rt::optim::sgd(data.loss(), nothing(), {.learning_rate = 50, .max_iter = 2000});
  CHECK_FALSE(lost.converged);
}

TEST_CASE("steps are those of plain loops") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const std::vector<double> start{1, -2, 3, 0.5};
  const auto slope = [](double x, int step) { return 2 * x + step; };
  Vector sgd = rt::from_span(start, {4});
  Vector momentum = sgd, nesterov = sgd, adam = sgd;
  rt::Array<float, 1> single = rt::astype<float>(sgd);
  rt::optim::Sgd by_sgd({.learning_rate = rt::optim::step_decay(0.1, 3, 0.5)});
  rt::optim::Sgd by_single({.learning_rate = rt::optim::step_decay(0.1, 3, 0.5)});
  rt::optim::Momentum by_momentum(
      {.learning_rate = rt::optim::exponential_decay(0.1, 0.9), .momentum = 0.7});
  rt::optim::Momentum by_nesterov({.learning_rate = 0.1, .momentum = 0.7, .nesterov = true});
  rt::optim::Adam by_adam({.learning_rate = rt::optim::cosine_decay(0.1, 8), .weight_decay = 0.2});
  std::vector<double> a = start, b = start, c = start, d = start, v(4), u(4), m(4), q(4);
  for (int step = 0; step < 10; ++step) {
    by_sgd.step(sgd, 2.0 * sgd + double(step));
    by_single.step(single, 2.0f * single + float(step));
    by_momentum.step(momentum, 2.0 * momentum + double(step));
    by_nesterov.step(nesterov, 2.0 * nesterov + double(step));
    by_adam.step(std::tie(adam), std::tuple(2.0 * adam + double(step)));
    for (std::size_t i = 0; i < 4; ++i) {
      a[i] -= 0.1 * std::pow(0.5, step / 3) * slope(a[i], step);
      v[i] = 0.7 * v[i] + slope(b[i], step);
      b[i] -= 0.1 * std::pow(0.9, step) * v[i];
      const double g = slope(c[i], step);
      u[i] = 0.7 * u[i] + g;
      c[i] -= 0.1 * (g + 0.7 * u[i]);
      const double h = slope(d[i], step);
      const double rate = step < 8 ? 0.05 * (1 + std::cos(M_PI * step / 8)) : 0;
      m[i] = 0.9 * m[i] + 0.1 * h;
      q[i] = 0.999 * q[i] + 0.001 * h * h;
      const double mean = m[i] / (1 - std::pow(0.9, step + 1));
      const double square = q[i] / (1 - std::pow(0.999, step + 1));
      d[i] -= rate * mean / (std::sqrt(square) + 1e-8) + rate * 0.2 * d[i];
    }
  }
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(rt::to_vector(sgd)[i] == Approx(a[i]).margin(1e-12));
    CHECK(rt::to_vector(single)[i] == Approx(a[i]).margin(1e-5));
    CHECK(rt::to_vector(momentum)[i] == Approx(b[i]).margin(1e-12));
    CHECK(rt::to_vector(nesterov)[i] == Approx(c[i]).margin(1e-12));
    CHECK(rt::to_vector(adam)[i] == Approx(d[i]).margin(1e-12));
  }
  CHECK(by_sgd.steps() == 10);
  CHECK_THROWS_AS(by_sgd.step(sgd, rt::zeros({3})), rt::ShapeMismatch);
}

TEST_CASE("minibatches have every row at most once, by the seed alone") {
  for (const auto& [n, size] :
       {std::pair<std::int64_t, std::int64_t>{1, 1}, {7, 7}, {7, 3}, {101, 8}, {64, 16}}) {
    std::set<std::vector<std::int64_t>> orders;
    std::set<std::int64_t> ever;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      auto context = rt::Context::loopback(seed % 2 == 0 ? 1 : 3);
      const rt::Array<std::int64_t, 1> rows = rt::arange<std::int64_t>(n);
      std::set<std::int64_t> seen;
      std::vector<std::int64_t> order;
      const auto batches = rt::optim::minibatches(n, size, seed / 2);
      CHECK(std::int64_t(batches.size()) == n / size);
      for (const rt::Slice& batch : batches) {
        const auto taken = rt::to_vector(rows(batch));
        CHECK(std::int64_t(taken.size()) == size);
        for (const auto row : taken) CHECK(seen.insert(row).second);
        order.push_back(taken.front());
      }
      ever.insert(seen.begin(), seen.end());
      orders.insert(order);
    }
    CHECK(std::int64_t(ever.size()) == n);
    if (n == 101) CHECK(orders.size() > 10);
  }
  CHECK_THROWS_AS(rt::optim::minibatches(5, 6, 0), rt::Error);
  CHECK_THROWS_AS(rt::optim::minibatches(5, 0, 0), rt::Error);
}

TEST_CASE("a step on another minibatch, or of another rate, plans nothing anew") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  using How = rt::planner::PlanHistory::How;
  const Matrix x = rt::random::normal<double>({240, 4});
  const Vector y = rt::random::normal<double>({240});
  rt::evaluate(x, y);
  Vector w = rt::zeros({4});
  rt::optim::Adam adam({.learning_rate = rt::optim::exponential_decay(0.1, 0.99)});
  std::int64_t searched = 0;
  int step = 0;
  for (std::uint64_t epoch = 0; epoch < 3; ++epoch) {
    for (const rt::Slice& batch : rt::optim::minibatches(240, 16, epoch)) {
      const Matrix rows = x(batch);
      adam.step(w, rt::matmul(rt::transpose(rows), rt::matmul(rows, w) - y(batch)) / 16.0);
      if (++step == 6) searched = context.plan_history().count(How::searched);
    }
  }
  CHECK(context.plan_history().count(How::searched) == searched);
}

}  // namespace minimise_test
