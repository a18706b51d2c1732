// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Loops whose state has lost its name before anything is computed, as in other frameworks' order.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <relatile/grad.hpp>
#include <relatile/relatile.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace lost_names_test {

namespace rt = relatile;
using Catch::Matchers::WithinAbs;
using Number = rt::Array<double, 0>;
using Vector = rt::Array<double, 1>;
using Matrix = rt::Array<double, 2>;

namespace {

struct Data {
  Matrix x = rt::random::normal<double>({40, 6}, rt::random::Seed{3});
  Vector y = rt::matmul(x, rt::arange<double>(6));
  Data() { rt::evaluate(x, y); }
};

Number squares(const Data& data, const Vector& w) {
  return rt::mean(rt::square(rt::matmul(data.x, w) - data.y));
}
/// The same by values that have names in here only.
Number by_local_names(const Data& data, const Vector& w) {
  const Vector predicted = rt::matmul(data.x, w);
  const Vector missed = rt::tanh(0.1 * (predicted - data.y));
  return rt::mean(missed * missed);
}

/// How many products an evaluation computes.
std::size_t products_in(const std::string& plan) {
  std::size_t count = 0;
  for (std::size_t at = plan.find("matmul("); at != std::string::npos;
       at = plan.find("matmul(", at + 1)) {
    ++count;
  }
  return count;
}

/// Changes the state of a loop and gives the loss before.
using Step = std::function<Number(Vector& w)>;

Step descent(const std::function<Number(const Vector& w)>& loss_of) {
  return [=](Vector& w) {
    Number loss = loss_of(w);
    w -= 0.02 * rt::grad(loss, w);
    return loss;
  };
}

struct Told {
  std::vector<double> losses{};
  std::size_t most_products = 0;  ///< of a step, from the third on
};

/// Ten steps, in the order of other frameworks or in that which is advised.
Told told_by(const Step& step, bool advised) {
  Vector w = rt::zeros({6});
  Told told;
  for (int k = 0; k < 10; ++k) {
    const Number loss = step(w);
    if (k > 2) {
      told.most_products = std::max(told.most_products, products_in(rt::explain(loss)));
    }
    if (advised) rt::evaluate(loss, w);
    told.losses.push_back(loss.item());
  }
  return told;
}

/// Takes a step anew for each run, since it may have states of its own.
void check_same(const std::function<Step()>& made) {
  const Told told = told_by(made(), false);
  CHECK(told.most_products <= 3);  // two for the update by the loss before, and one for the loss
  const Told expected = told_by(made(), true);
  for (std::size_t k = 0; k < expected.losses.size(); ++k) {
    const double loss = expected.losses[k];
    CHECK_THAT(told.losses[k], WithinAbs(loss, 1e-12 * (1 + loss)));
  }
}

}  // namespace

TEST_CASE("a loop that asks for the loss behind the update takes as long in every step") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3));
  const Data data;
  check_same([&] { return descent([&](const Vector& w) { return squares(data, w); }); });
  check_same([&] { return descent([&](const Vector& w) { return by_local_names(data, w); }); });
}

TEST_CASE("so does one with several states") {
  auto context = rt::Context::loopback(GENERATE(1, 2));
  const Data data;
  check_same([&]() -> Step {
    return [&, velocity = Vector(rt::zeros({6}))](Vector& w) mutable {
      Number loss = squares(data, w);
      velocity = 0.5 * velocity + rt::grad(loss, w);
      w -= 0.02 * velocity;
      return loss;
    };
  });
}

TEST_CASE(
    "a loop whose value has two views, of which one is asked for, takes as long in every step") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Matrix g = 0.2 * rt::ones({3, 3}) + rt::eye(3);
  const auto run = [&](bool evaluates) {
    Matrix a = rt::reshape(rt::arange<double>(9) / 9.0, {3, 3});
    double sums = 0;
    for (int k = 0; k < 8; ++k) {
      Matrix turned;
      {
        const auto value = rt::tanh(rt::matmul(g, a));  // an expression, which has no name
        turned = rt::transpose(value);
        a = rt::flip(value, 0);
      }
      if (evaluates) rt::evaluate(a, turned);
      const auto sum = rt::sum(turned);
      if (k > 3) CHECK(products_in(rt::explain(sum)) <= (evaluates ? 0 : 1));
      sums += rt::item(sum);
    }
    return sums;
  };
  CHECK_THAT(run(false), WithinAbs(run(true), 1e-12));
}

TEST_CASE("names that functions' values had are not stored for what may never be asked for") {
  auto context = rt::Context::loopback(2);
  const Data data;
  Vector w = rt::zeros({6});
  for (int k = 0; k < 4; ++k) {
    rt::tra::NodePtr local;
    const Number loss = [&] {
      const Vector predicted = rt::tanh(rt::matmul(data.x, w));
      local = predicted.node();
      return Number(rt::mean(rt::square(predicted - data.y)));
    }();
    w -= 0.02 * rt::grad(loss, w);
    rt::evaluate(w);  // and not the loss, which refers to the local name's value
    CHECK_FALSE(local->evaluated());
  }
}

TEST_CASE(
    "of a loop in another order states are kept, and not the larger values computed of them") {
  auto context = rt::Context::loopback(2);
  const Data data;
  Vector w = rt::zeros({6});
  std::vector<rt::tra::NodePtr> locals;
  std::vector<Number> largest;  // of which nobody asks
  for (int k = 0; k < 6; ++k) {
    const rt::tra::NodePtr state = w.node();
    const Number loss = [&] {
      const Vector predicted = rt::tanh(rt::matmul(data.x, w));
      locals.push_back(predicted.node());
      largest.push_back(rt::max(rt::abs(predicted)));
      return Number(rt::mean(rt::square(predicted - data.y)));
    }();
    w -= 0.02 * rt::grad(loss, w);
    CHECK(loss.item() > 0);
    CHECK((k < 2 || state->evaluated()));
  }
  const auto evaluated = [](const auto& node) { return node->evaluated(); };
  CHECK(std::count_if(locals.begin(), locals.end(), evaluated) <= 1);
}

TEST_CASE("states that are computed of others are kept as well") {
  auto context = rt::Context::loopback(2);
  const Data data;
  Vector narrow = rt::ones({6});
  Vector wide = rt::ones({40});
  std::size_t most = 0;
  for (int k = 0; k < 12; ++k) {
    const Number loss = rt::sum(wide) + rt::sum(narrow);
    narrow = rt::tanh(rt::matmul(wide, data.x));
    wide = rt::tanh(rt::matmul(data.x, narrow));  // larger, and of the one before
    if (k > 2) most = std::max(most, products_in(rt::explain(loss)));
    CHECK(loss.item() < 46.1);
  }
  CHECK(most <= 4);  // what is not kept is computed once more
}

TEST_CASE(
    "what is noted of states does not grow where all of them live, as kept losses need them") {
  auto context = rt::Context::loopback(2);
  const Data data;
  Vector w = rt::zeros({6});
  Vector velocity = rt::zeros({6});
  std::vector<Number> losses;
  for (int k = 0; k < 12; ++k) {
    const Number loss = squares(data, w);
    velocity = 0.5 * velocity + rt::grad(loss, w);
    w -= 0.02 * velocity;
    rt::evaluate(w, velocity);
    losses.push_back(loss);
    CHECK(w.node()->origin->parents.size() <= 3);
    CHECK(velocity.node()->origin->parents.size() <= 3);
  }
  CHECK(losses.back().item() < losses.front().item());
}

TEST_CASE("two variables are updated in turn by derivatives of functions, or with constants") {
  auto context = rt::Context::loopback(2);
  const auto f = [](const auto& u, const auto& v) {
    return rt::sum(rt::square(u * v - 3.0) + 0.5 * rt::square(u));
  };
  const auto run = [&](const auto& by_v) {
    Vector u = rt::ones({2});
    Vector v = 2.0 * rt::ones({2});
    for (int k = 0; k < 4; ++k) {
      u -= 0.05 * rt::grad([&](const auto& a) { return f(a, v); }, u);
      v -= 0.05 * by_v(u, v);
    }
    return rt::to_vector(v);
  };
  double u = 1;
  double v = 2;
  for (int k = 0; k < 4; ++k) {
    u -= 0.05 * (2 * v * (u * v - 3) + u);
    v -= 0.05 * (2 * u * (u * v - 3));
  }
  const auto is_right = [&](const std::vector<double>& found) {
    CHECK_THAT(found[0], WithinAbs(v, 1e-12));
    CHECK_THAT(found[1], WithinAbs(v, 1e-12));
  };
  is_right(run([&](const Vector& a, const Vector& b) {
    return rt::grad([&](const auto& x) { return f(a, x); }, b);
  }));
  is_right(run(
      [&](const Vector& a, const Vector& b) { return rt::grad(f(rt::stop_gradient(a), b), b); }));
}

TEST_CASE("a value that two others are computed of is stored the second time") {
  auto context = rt::Context::loopback(2);
  const Data data;
  std::vector<Number> sums;
  rt::tra::NodePtr local;
  {
    const Matrix product = rt::matmul(rt::transpose(data.x), data.x);
    local = product.node();
    for (int k = 0; k < 4; ++k) sums.push_back(rt::sum(product + double(k)));
  }
  const double first = sums[0].item();
  CHECK_FALSE(local->evaluated());
  CHECK_THAT(sums[1].item(), WithinAbs(first + 36, 1e-9));
  CHECK(local->evaluated());
  CHECK(products_in(rt::explain(sums[2])) == 0);
  CHECK_THAT(sums[2].item(), WithinAbs(first + 72, 1e-9));
}

TEST_CASE("what only the operators that are asked for refer to is not stored") {
  auto context = rt::Context::loopback(2);
  const Data data;
  for (int k = 0; k < 3; ++k) {
    std::weak_ptr<const rt::tra::Node> local;
    Number sum;
    {
      const Vector predicted = rt::matmul(data.x, rt::ones({6}));
      const Vector sorted = rt::sort(predicted);  // has a rule of its own, which refers to it
      local = predicted.node();
      sum = rt::sum(sorted * sorted);
    }
    CHECK(sum.item() >= 0);
    CHECK((local.expired() || !local.lock()->evaluated()));
  }
}

}  // namespace lost_names_test
