// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdint>
#include <functional>
#include <relatile/grad.hpp>
#include <relatile/linalg.hpp>
#include <relatile/relatile.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace kept_views_test {

// A name for a view keeps what the view shows: loops that go on from a transpose take as long in
// every step.

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using Matrix = rt::Array<double, 2>;

namespace {

/// How many lines tell how a number is computed of `a`, which is kept afterwards.
std::int64_t lines_for(const Matrix& a) {
  const rt::Array<double, 0> number = rt::sum(a * a);
  const std::string told = rt::explain(number);
  rt::evaluate(number);
  return std::count(told.begin(), told.end(), '\n');
}

/// The most lines of the steps from the third on.
std::int64_t most_lines(const std::function<Matrix(const Matrix&)>& step) {
  Matrix a = rt::reshape(rt::arange<double>(12) / 12.0, {3, 4});
  rt::evaluate(a);
  std::int64_t most = 0;
  for (int k = 0; k < 12; ++k) {
    a = step(a);
    const std::int64_t lines = lines_for(a);
    if (k > 1) most = std::max(most, lines);
  }
  return most;
}

}  // namespace

TEST_CASE("a loop that goes on from a view takes as many operators in every step") {
  const int sites = GENERATE(1, 2);
  auto context = rt::Context::loopback(sites);
  const Matrix g = 0.2 * rt::ones({3, 3}) + rt::eye(3);
  rt::evaluate(g);
  const auto product = [&](const auto& a) { return Matrix(rt::matmul(g, a * 0.5)); };
  const std::int64_t plain = most_lines([&](const Matrix& a) { return product(a); });
  const std::int64_t few = plain + 6;  // a view has a line, as has a second plan that is rejected
  CHECK(most_lines([&](const Matrix& a) { return rt::flip(product(a), 1); }) <= few);
  CHECK(most_lines([&](const Matrix& a) {
          return rt::transpose(Matrix(rt::transpose(product(a))));
        }) <= few);
  CHECK(most_lines([&](const Matrix& a) {
          return rt::transpose(
              product(rt::transpose(rt::flip(a, 0)(rt::slice(0, 3), rt::slice(0, 3)))));
        }) <= few + 2);
  CHECK(most_lines([&](const Matrix& a) { return rt::roll(product(a), 1, 1); }) <= few + 4);
  CHECK(most_lines([&](const Matrix& a) {
          return rt::reshape(rt::reshape(product(a), {4, 3}), {3, 4});
        }) <= few + 4);
  // Of parts, which are most of a value.
  const auto all = rt::all_of_axis;
  using rt::slice;
  CHECK(most_lines([&](const Matrix& a) {
          return rt::pad(product(a), 1)(slice(1, 4), slice(1, 5));
        }) <= few + 4);
  CHECK(most_lines([&](const Matrix& a) {
          return rt::concatenate({product(a), a}, 0)(slice(0, 3));
        }) <= few + 4);
  CHECK(most_lines([&](const Matrix& a) {
          return rt::concatenate({product(a), product(a)}, 1)(all, slice(6, 2, -1));
        }) <= few + 8);
  // And of small ones, which are kept themselves.
  CHECK(most_lines([&](const Matrix& a) {
          return rt::concatenate({product(a), a, a, a, a}, 0)(slice(0, 3));
        }) <= few + 8);
}

TEST_CASE("a name for a small part keeps no more than that") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const rt::Array<double, 1> x = rt::arange(1'000.0);
  rt::evaluate(x);
  const auto part = rt::cumsum(x)(rt::slice(0, 200));
  CHECK(rt::sum(part).item() == 199.0 * 200 * 201 / 6);
  CHECK(part.node()->evaluated());
  CHECK(rt::to_vector(part) == rt::to_vector(rt::as_array(rt::cumsum(x)(rt::slice(0, 200)) * 1)));
  CHECK(part.node()->value->memory.empty());  // it does not share what all of it was in
  CHECK_THAT(rt::explain(rt::max(part)), !ContainsSubstring("stored cumsum"));
  const auto most = rt::cumsum(x)(rt::slice(0, 600));
  CHECK(rt::sum(most).item() == 599.0 * 600 * 601 / 6);
  CHECK_THAT(rt::explain(rt::max(most)), ContainsSubstring("stored cumsum"));
  CHECK(rt::to_vector(most) == rt::to_vector(rt::as_array(rt::cumsum(x)(rt::slice(0, 600)) * 1)));
}

TEST_CASE("numbers that go on from views are those of steps that are computed one by one") {
  const int sites = GENERATE(1, 3);
  auto context = rt::Context::loopback(sites);
  const Matrix g = 0.2 * rt::ones({3, 3}) + rt::eye(3);
  const auto run = [&](bool evaluates) {
    Matrix a = rt::reshape(rt::arange<double>(12) / 12.0, {4, 3});
    double sums = 0;
    for (int k = 0; k < 6; ++k) {
      a = rt::transpose(rt::solve(g, rt::transpose(a) + 1.0));
      const Matrix turned = rt::flip(a, 0);
      if (evaluates) rt::evaluate(a);
      sums += rt::sum(turned * a).item() + rt::max(turned).item();
    }
    return std::vector<double>{sums, rt::sum(a).item()};
  };
  const auto by_steps = run(true);
  const auto by_views = run(false);
  CHECK(by_views[0] == Approx(by_steps[0]));
  CHECK(by_views[1] == Approx(by_steps[1]));
}

TEST_CASE("gradients know that what a view shows was computed of a variable") {
  auto context = rt::Context::loopback(2);
  const Matrix w = rt::reshape(rt::arange<double>(6), {2, 3});
  const Matrix x = rt::reshape(rt::arange<double>(6) + 1.0, {3, 2});
  rt::evaluate(w, x);
  const auto loss = [&](const Matrix& v) {
    const Matrix h = rt::transpose(rt::matmul(v, x));
    if (rt::sum(h).item() > 1e9) rt::print("large");
    return rt::Array<double, 0>(rt::sum(rt::square(h)));
  };
  const Matrix expected = 2.0 * rt::matmul(rt::matmul(w, x), rt::transpose(x));
  CHECK(rt::allclose(rt::grad(loss, w), expected).item());
  const Matrix h = rt::transpose(rt::matmul(w, x));
  CHECK(rt::sum(h).item() > 0);
  REQUIRE_THROWS_WITH(rt::grad(rt::sum(rt::square(h)), w),
                      ContainsSubstring("and has been evaluated"));
}

TEST_CASE("a name for a part that is shown more than once keeps no part as if it were all") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Matrix f = rt::reshape(rt::arange(15.0), {3, 5});
  const rt::Array<double, 3> h = rt::reshape(rt::arange(32.0), {2, 4, 4});
  rt::evaluate(f, h);
  const auto all = rt::all_of_axis;
  using rt::slice;
  const auto is_same_after = [](const auto& make, const auto& read) {
    const auto x = rt::as_array(make());
    (void)read(x);
    const auto first = rt::to_vector(x * 1.0);
    const auto again = rt::to_vector(x);
    return first == again && rt::to_vector(rt::as_array(make()) * 1.0) == again;
  };
  const auto by_one = [](const auto& x) { return rt::to_vector(x * 2.0); };
  const auto by_item = [](const auto& x) { return x.item(2); };
  const auto check = [&](const auto& make) {
    CHECK(is_same_after(make, by_one));
    CHECK(is_same_after(make, by_item));
  };
  check([&] { return rt::broadcast_to(rt::sum(f, 0), {2, 5})(all, slice(2, {}, -1)); });
  check([&] { return rt::broadcast_to(rt::sum(f, 0), {4, 5})(all, slice(1, 4)); });
  check([&] { return rt::broadcast_to(rt::sum(f, 0), {3, 5})(all, slice({}, {}, 2)); });
  check([&] {
    return rt::transpose(rt::broadcast_to(rt::sum(h, 0), {3, 4, 4}), {0, 2, 1})(all, slice(0, 3),
                                                                                slice(0, 3));
  });
  check([&] {
    return rt::transpose(rt::broadcast_to(rt::matmul(h(0), h(1)), {5, 4, 4}), {0, 2, 1})(
        all, slice(1, 4), slice(0, 3));
  });
  check([&] { return rt::sliding_window_view(rt::cumsum(f, 1)(1), 3)(all, slice(0, 2)); });
  check([&] { return rt::diagonal(rt::matmul(h(0), h(1))); });
}

TEST_CASE("a name for windows keeps what they are of, not the windows") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const rt::Array<double, 1> x = rt::arange(1'000.0) % 13.0;
  rt::evaluate(x);
  const auto windows = rt::sliding_window_view(rt::cumsum(x) * 2.0, 50);
  const auto squares = rt::sum(rt::square(windows), 1);
  CHECK(rt::sum(squares).item() > 0);
  const auto again = rt::explain(rt::max(windows, 1));
  CHECK_THAT(again, ContainsSubstring("reduce_windows") && !ContainsSubstring("cumsum"));
}

}  // namespace kept_views_test
