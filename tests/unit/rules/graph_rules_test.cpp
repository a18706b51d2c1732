// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <relatile/relatile.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"

// The rules that run in every evaluation: what they must not change, and what they must spare.

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::slice;

namespace {

template <class X>
auto evaluated(const X& x) {
  auto array = rt::as_array(x);
  rt::evaluate(array);
  return array;
}

/// Whole numbers, so that sums are exact in any order.
rt::Array<double, 2> numbers(std::int64_t rows, std::int64_t columns, std::int64_t seed) {
  return evaluated(rt::from_function({rows, columns}, [=](std::int64_t i, std::int64_t j) {
    return double((i * 7 + j * 3 + seed) % 11 - 5);
  }));
}

struct Applied {
  std::int64_t times = 0;
  std::int64_t flops = 0;
  std::int64_t bytes = 0;
};

template <class X>
Applied applied(const X& x, const std::string& rule) {
  for (const auto& one : rt::report(x).plan.rules) {
    if (one.name == rule) return {one.times, one.flops.value, one.stored.value};
  }
  return {};
}

const auto all = rt::all_of_axis;

const std::vector<std::vector<std::string>>& choices() {
  static const std::vector<std::vector<std::string>> every{
      {},
      {"merge_equal"},
      {"push_views"},
      {"fuse_maps"},
      {"merge_equal", "push_views", "fuse_maps"},
  };
  return every;
}

}  // namespace

TEST_CASE("what is read of a product is computed of it, and no more") {
  for (const int sites : {1, 3, 4}) {
    rt::Context context = rt::Context::loopback(sites);
    const auto x = numbers(40, 8, 1);
    const auto y = numbers(8, 30, 2);
    const rt::Array<double, 2> whole = evaluated(rt::matmul(x, y));
    // A function makes the part, so that no temporary keeps the whole.
    const auto same = [&](const auto& make_part, const auto& of_whole, std::int64_t flops) {
      const auto made = evaluated(make_part());
      CHECK(rt::to_vector(made) == rt::to_vector(of_whole));
      CHECK(applied(made, "push_views").times == 1);
      CHECK(applied(made, "push_views").flops == 2 * 8 * 40 * 30 - flops);
    };
    same([&] { return rt::matmul(x, y)(slice(0, 10), all); }, whole(slice(0, 10), all),
         2 * 8 * 10 * 30);
    same([&] { return rt::matmul(x, y)(all, slice(1, 30, 7)); }, whole(all, slice(1, 30, 7)),
         2 * 8 * 40 * 5);
    same([&] { return rt::matmul(x, y)(3, all); }, whole(3, all), 2 * 8 * 30);
    same([&] { return rt::matmul(x, y)(-1, slice(4, 5)); }, whole(-1, slice(4, 5)), 2 * 8);
    same([&] { return rt::matmul(x, y)(7, 9); }, whole(7, 9), 2 * 8);
    same([&] { return rt::transpose(rt::matmul(x, y))(slice(2, 9), 0); },
         rt::transpose(whole)(slice(2, 9), 0), 2 * 8 * 7);
    same([&] { return rt::matmul(x, y)(slice(5, 5), all); }, whole(slice(5, 5), all), 0);
  }
}

TEST_CASE("a diagonal of a product is no product") {
  rt::Context context = rt::Context::loopback(3);
  const auto x = numbers(20, 8, 1);
  const auto y = numbers(8, 20, 2);
  const auto diagonal_of_product = [&] { return rt::diag(rt::matmul(x, y)); };
  const auto diagonal = evaluated(diagonal_of_product());
  CHECK(rt::to_vector(diagonal) == rt::to_vector(rt::diag(evaluated(rt::matmul(x, y)))));
  CHECK(applied(diagonal, "push_views").flops == 2 * 8 * (400 - 20));
}

TEST_CASE("what is read is pushed through maps and products, as far as they go") {
  rt::Context context = rt::Context::loopback(4);
  const auto a = numbers(30, 6, 1);
  const auto b = numbers(6, 20, 2);
  const auto c = numbers(20, 10, 3);
  const auto f = [&] { return rt::maximum(rt::matmul(a, b), 0.0) * 2.0 + rt::arange(20.0); };
  const rt::Array<double, 2> hidden = evaluated(f());
  const rt::Array<double, 2> whole = evaluated(rt::matmul(hidden, c));
  const rt::Array<double, 2> part = rt::matmul(f(), c)(slice(10, 13), all);
  CHECK(rt::to_vector(part) == rt::to_vector(whole(slice(10, 13), all)));
  CHECK(applied(part, "push_views").times == 2);
  CHECK(applied(part, "push_views").flops == (2 * 6 * 20 + 2 * 20 * 10) * (30 - 3));

  const auto some_sums = [&] { return rt::sum(rt::matmul(a, b), 1)(slice(4, 6)); };
  const auto sums = evaluated(some_sums());
  CHECK(rt::to_vector(sums) == rt::to_vector(rt::sum(evaluated(rt::matmul(a, b)), 1)(slice(4, 6))));
  CHECK(applied(sums, "push_views").times == 2);
}

TEST_CASE("a product that others read, or that is kept, is computed whole") {
  rt::Context context = rt::Context::loopback(2);
  const auto x = numbers(12, 5, 1);
  const auto y = numbers(5, 12, 2);
  rt::Array<double, 2> kept = rt::matmul(x, y);
  const auto row = evaluated(kept(2, all));
  CHECK(applied(row, "push_views").times == 0);
  CHECK(rt::to_vector(row) == rt::to_vector(kept(2, all)));

  const auto read_twice = [&] {
    const auto product = rt::matmul(x, y);
    return evaluated(product(slice(0, 6), all) + product(slice(6, 12), all));
  };
  const auto sum = read_twice();
  CHECK(applied(sum, "push_views").times == 0);
  CHECK(rt::to_vector(sum) == rt::to_vector(kept(slice(0, 6), all) + kept(slice(6, 12), all)));

  // Repeating what is read is no reason to compute it again for each.
  const auto repeated = evaluated(rt::broadcast_to<2>(rt::matmul(x, y)(3, all), {9, 12}));
  CHECK(rt::to_vector(repeated) == rt::to_vector(rt::broadcast_to<2>(kept(3, all), {9, 12})));
  CHECK(applied(repeated, "push_views").times == 1);
}

TEST_CASE("what is written twice is computed once") {
  rt::Context context = rt::Context::loopback(3);
  const auto x = numbers(16, 8, 1);
  const auto y = numbers(8, 16, 2);
  const auto twice = evaluated(rt::matmul(x, y) + rt::transpose(rt::matmul(x, y)));
  const rt::Array<double, 2> once = evaluated(rt::matmul(x, y));
  CHECK(rt::to_vector(twice) == rt::to_vector(once + rt::transpose(once)));
  CHECK(applied(twice, "merge_equal").times == 1);
  CHECK(applied(twice, "merge_equal").flops == 2 * 8 * 16 * 16);

  // With all that they are made of.
  const auto f = [&] { return rt::matmul(rt::exp(x * 0.125), y - 1.0); };
  CHECK(applied(evaluated(f() / (1.0 + f())), "merge_equal").times == 3);

  // Other constants, operands, indices or functions are something else.
  const auto differ = [&](const auto& a, const auto& b) {
    const auto both = evaluated(a - b);
    CHECK(applied(both, "merge_equal").times == 0);
    CHECK(rt::to_vector(both) == rt::to_vector(evaluated(a) - evaluated(b)));
  };
  const auto z = rt::transpose(x);
  differ(rt::sum(x * 2.0, 0), rt::sum(x * 3.0, 0));
  const auto w = rt::transpose(y);
  differ(rt::sum(x - w * x, 0), rt::sum(x - w * w, 0));
  differ(rt::sum(x, 0), rt::max(x, 0));
  differ(rt::sum(x * x, 0), rt::sum(x + x, 0));
  differ(rt::matmul(x(slice(0, 8), all), y), rt::matmul(x(slice(8, 16), all), y));
  differ(rt::matmul(x, y), rt::matmul(z, w)(0, 0));
}

TEST_CASE("arrays that are kept under two names both have their values") {
  rt::Context context = rt::Context::loopback(2);
  const auto x = numbers(9, 4, 1);
  rt::Array<double, 2> a = rt::matmul(x, rt::transpose(x));
  rt::Array<double, 2> b = rt::matmul(x, rt::transpose(x));
  rt::Array<double, 1> sums = rt::sum(a * b, 0);
  rt::evaluate(sums, a);
  CHECK(applied(sums, "merge_equal").times == 2);  // and one of two transposes
  CHECK(a.node()->evaluated());
  CHECK(b.node()->evaluated());
  CHECK(rt::to_vector(a) == rt::to_vector(b));
  a = a + 1.0;
  CHECK(rt::to_vector(a - 1.0) == rt::to_vector(b));
  rt::Array<double, 2> c = x + 1.0;
  rt::Array<double, 2> d = x + 1.0;
  rt::evaluate(c, d);
  CHECK(rt::to_vector(c) == rt::to_vector(d));
}

TEST_CASE("functions of the user's are called as often as they are written") {
  rt::Context context = rt::Context::loopback(1);
  const auto x = rt::blocks(numbers(4, 4, 1), {4, 4});
  int calls = 0;
  const auto counted = [&calls] {
    return [&calls](const auto& block) {
      ++calls;
      return (block * 2.0).eval();
    };
  };
  const auto once = evaluated(rt::to_array(rt::transform(x, counted())));
  const int of_one = calls;
  calls = 0;
  rt::evaluate(rt::to_array(rt::transform(x, counted())) +
               rt::to_array(rt::transform(x, counted())));
  CHECK(calls == 2 * of_one);
}

TEST_CASE("with any rules off, values are the same") {
  const auto results = [](const std::vector<std::string>& disabled) {
    rt::Context context = rt::Context::loopback(3);
    context.plan_options().disabled_rules = disabled;
    const auto x = numbers(14, 6, 1);
    const auto y = numbers(6, 14, 2);
    const auto product = [&] { return rt::matmul(x, y); };
    std::vector<std::vector<double>> all_results;
    const auto take = [&](const auto& array) { all_results.push_back(rt::to_vector(array)); };
    take(rt::maximum(product(), 1.0)(slice(2, 9, 3), all));
    take(rt::transpose(product() + product())(slice(0, 3), 5));
    take(rt::diag(rt::matmul(product(), product())));
    take(rt::einsum<"ij,jk,kl->il">(x, y, x)(slice(3, 5), all));
    take(rt::sum(product() * 2.0 - rt::mean(product()), 0)(slice(0, 14, 2)));
    take(rt::exp(x * 0.0) + rt::exp(x * 0.0));
    CHECK_FALSE(std::any_of(disabled.begin(), disabled.end(), [&](const std::string& rule) {
      return applied(evaluated(product() + product()(0, all)), rule).times > 0;
    }));
    return all_results;
  };
  const auto expected = results({});
  for (const auto& disabled : choices()) CHECK(results(disabled) == expected);
}

TEST_CASE("explain says which rules fired and what they spared") {
  rt::Context context = rt::Context::loopback(2);
  const auto x = numbers(10, 4, 1);
  const auto y = numbers(4, 10, 2);
  const auto row = rt::matmul(x, y)(0, all);
  CHECK_THAT(rt::explain(row, rt::in_full),
             ContainsSubstring("  rules: push_views once, 720 flop spared and 720 B not stored\n"));
  CHECK_THAT(rt::explain(row, rt::as_json), ContainsSubstring("\"push_views\""));
  context.plan_options().disabled_rules = {"push_views"};
  CHECK_THAT(rt::explain(row, rt::in_full), !ContainsSubstring("push_views"));
  context.plan_options().disabled_rules = {"push_view"};
  CHECK_THROWS_WITH(
      rt::explain(row, rt::in_full),
      "relatile: disabled_rules: there is no rule 'push_view'; there are merge_equal, "
      "push_views, fuse_maps");
}
