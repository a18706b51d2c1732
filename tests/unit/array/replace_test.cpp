// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <list>
#include <optional>
#include <relatile/relatile.hpp>

#include "support/whole_numbers.hpp"

namespace replace_test {

namespace rt = relatile;
using rt::test::number;
using rt::test::numbers;
using rt::test::require_elements;

namespace {
using Whole = std::int64_t;
using Indices = std::vector<Whole>;
rt::Array<Whole, 1> stored(const Indices& indices) {
  return rt::from_span(indices, {Whole(indices.size())});
}
}  // namespace

TEST_CASE("open meshes read and write the places where their vectors cross") {
  const int sites = GENERATE(1, 2, 3, 4, 7);
  auto context = rt::Context::loopback(sites);
  const auto x = numbers<Whole>({5, 7, 2}, 1);
  const Indices rows{4, 0, -2};
  const Indices columns{6, 1, 1, 0};
  const auto row = [&](Whole i) { return (rows[std::size_t(i)] + 5) % 5; };
  const auto column = [&](Whole j) { return columns[std::size_t(j)]; };
  const auto mesh = rt::ix_(stored(rows), stored(columns));
  require_elements(x(mesh), {3, 4, 2}, [&](const rt::Extents& at) {
    return number({row(at[0]), column(at[1]), at[2]}, 1);
  });
  auto y = x;
  y(mesh) = numbers<Whole>({3, 4, 2}, 2);
  require_elements(y, {5, 7, 2}, [&](const rt::Extents& at) {
    Whole value = number(at, 1);
    for (Whole i = 0; i < 3; ++i) {
      for (Whole j = 0; j < 4; ++j) {
        if (row(i) == at[0] && column(j) == at[1]) value = number({i, j, at[2]}, 2);
      }
    }
    return value;
  });
  auto z = x;
  z(stored({1, 3}), stored({-1, 2})) = Whole(9);
  require_elements(z, {5, 7, 2}, [&](const rt::Extents& at) {
    const bool named = (at[0] == 1 && at[1] == 6) || (at[0] == 3 && at[1] == 2);
    return named ? 9 : number(at, 1);
  });
  z(stored({5}), stored({0})) = Whole(1);
  CHECK_THROWS_AS(rt::evaluate(z), rt::Error);
}

TEST_CASE("values are put where masks and indices say, again from the first where they are few") {
  const int sites = GENERATE(1, 2, 3, 7);
  auto context = rt::Context::loopback(sites);
  const Whole rows = GENERATE(1, 6);
  const auto x = numbers<Whole>({rows, 5}, 1);
  const Indices values{100, 200, 300};
  const auto value = [&](Whole k) { return values[std::size_t(k % 3)]; };
  const auto mask = rt::as_array(x > Whole(-1));
  const auto holds = [](const rt::Extents& at) { return number(at, 1) > -1; };
  require_elements(rt::place(x, mask, stored(values)), {rows, 5}, [&](const rt::Extents& at) {
    Whole before = 0;
    for (Whole k = 0; k < at[0] * 5 + at[1]; ++k) before += holds({k / 5, k % 5}) ? 1 : 0;
    return holds(at) ? value(before) : number(at, 1);
  });
  require_elements(rt::putmask(x, mask, stored(values)), {rows, 5}, [&](const rt::Extents& at) {
    return holds(at) ? value(at[0] * 5 + at[1]) : number(at, 1);
  });
  require_elements(rt::put(x, stored({4, -2, 0, 1, 4}), stored(values)), {rows, 5},
                   [&](const rt::Extents& at) {
                     const Whole k = at[0] * 5 + at[1];
                     if (k == 4) return value(4);
                     if (k == rows * 5 - 2) return value(1);
                     return k == 0 ? value(2) : k == 1 ? value(3) : number(at, 1);
                   });
  require_elements(rt::put_along_axis(x, rt::expand_dims(rt::argmax(x, 1), 1), Whole(7), 1),
                   {rows, 5}, [&](const rt::Extents& at) {
                     Whole best = 0;
                     for (Whole j = 1; j < 5; ++j) {
                       if (number({at[0], j}, 1) > number({at[0], best}, 1)) best = j;
                     }
                     return at[1] == best ? 7 : number(at, 1);
                   });
  CHECK_THROWS_AS(rt::place(x, mask || !mask, rt::zeros<Whole>({0})), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::evaluate(rt::put_along_axis(x, rt::full<Whole>({rows, 1}, 5), 1, 1)),
                  rt::Error);
  CHECK_THROWS_AS(rt::evaluate(rt::choose(x, std::tuple(1, 2))), rt::Error);
  CHECK_THROWS_AS(rt::evaluate(rt::unravel_index(stored({6}), {2, 3})[0]), rt::Error);
  require_elements(rt::choose(x, std::tuple(Whole(10), x, Whole(30)), "wrap"), {rows, 5},
                   [](const rt::Extents& at) {
                     const Whole k = number(at, 1);
                     const Whole which = ((k % 3) + 3) % 3;
                     return which == 0 ? 10 : which == 1 ? k : 30;
                   });
}

TEST_CASE(
    "ranges and functions become vectors, as many elements as they give or as are asked for") {
  auto context = rt::Context::loopback(2);
  CHECK(rt::to_vector(rt::fromiter(std::list<int>{3, 4, 5})) == std::vector<int>{3, 4, 5});
  CHECK(rt::to_vector(rt::array(std::vector{1.5, 2.0})) == std::vector<double>{1.5, 2.0});
  CHECK(rt::to_vector(rt::array<float>(std::list<int>{3, 4})) == std::vector<float>{3, 4});
  CHECK(rt::array(std::vector<double>{}).size() == 0);
  CHECK(rt::to_vector(rt::fromiter<double>(std::vector<bool>{true, false}, 1)) ==
        std::vector<double>{1});
  CHECK(rt::to_vector(rt::fromiter([i = 0]() mutable { return i++; }, 3)) ==
        std::vector<int>{0, 1, 2});
  const auto halves = [i = 8]() mutable {
    return i > 1 ? std::optional<int>(i /= 2) : std::nullopt;
  };
  CHECK(rt::to_vector(rt::fromiter(halves)) == std::vector<int>{4, 2, 1});
  CHECK(rt::fromiter(std::vector<float>{}).shape() == rt::Extents{0});
  CHECK_THROWS_AS(rt::fromiter(halves, 4), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::fromiter([] { return 1; }), rt::ShapeMismatch);
}

}  // namespace replace_test
