// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cmath>
#include <relatile/relatile.hpp>
#include <relatile/rules/fuse_maps.hpp>
#include <relatile/rules/graph_rules.hpp>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace graph_rules_test {

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

/// Windows as of a spectrogram.
rt::Array<double, 2> frames_of(const rt::Array<double, 1>& x) {
  return rt::sliding_window_view(x, 256)(slice({}, {}, 128));
}

const std::vector<std::vector<std::string>>& choices() {
  static const std::vector<std::vector<std::string>> every = [] {
    std::vector<std::vector<std::string>> some{{}};
    std::vector<std::string> names;
    for (const auto& rule : rt::rules::graph_rules()) {
      names.emplace_back(rule.name);
      some.push_back({names.back()});
    }
    some.push_back(names);
    return some;
  }();
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

TEST_CASE("what is read of an einsum of many operands is computed of slices of these") {
  for (const int sites : {1, 4}) {
    rt::Context context = rt::Context::loopback(sites);
    const auto x = numbers(12, 5, 1);
    const auto y = numbers(5, 9, 2);
    const auto z = numbers(9, 12, 3);
    const auto f = [&] { return rt::einsum<"ij,jk,kl->il">(x, y, z); };
    const rt::Array<double, 2> whole = evaluated(f());
    const auto same = [&](const auto& make_part, const auto& of_whole) {
      const auto made = evaluated(make_part());
      CHECK(rt::to_vector(made) == rt::to_vector(of_whole));
      CHECK(applied(made, "push_views").times == 1);
      CHECK(applied(made, "push_views").bytes > 0);
    };
    same([&] { return f()(slice(2, 11, 3), all); }, whole(slice(2, 11, 3), all));
    same([&] { return f()(4, all); }, whole(4, all));
    same([&] { return f()(-1, slice(3, 5)); }, whole(-1, slice(3, 5)));
    same([&] { return f()(2, 7); }, whole(2, 7));
    same([&] { return rt::transpose(f())(slice(0, 12, 5), slice(1, 4)); },
         rt::transpose(whole)(slice(0, 12, 5), slice(1, 4)));
    same([&] { return rt::diag(f()(slice(0, 4), slice(5, 9))); },
         rt::diag(whole(slice(0, 4), slice(5, 9))));
    same([&] { return f()(slice(3, 3), all); }, whole(slice(3, 3), all));

    // A diagonal alone makes no operand smaller.
    const auto diagonal_of = [&] { return rt::diag(f()); };
    const auto diagonal = evaluated(diagonal_of());
    CHECK(applied(diagonal, "push_views").times == 0);
    CHECK(rt::to_vector(diagonal) == rt::to_vector(rt::diag(whole)));

    // An axis of extent one under a longer label stays as it is.
    const auto one = numbers(1, 5, 7);
    const auto stretched = [&] { return rt::einsum<"ij,ij,jk->ik">(x, one, y); };
    same([&] { return stretched()(slice(2, 5), all); }, evaluated(stretched())(slice(2, 5), all));

    // An operand that is a product is computed as far as it is read.
    const auto nested = [&] { return rt::einsum<"ij,jk,kl->il">(rt::matmul(x, y), z, x); };
    const auto part_of = [&] { return nested()(slice(0, 3), all); };
    const auto part = evaluated(part_of());
    CHECK(rt::to_vector(part) == rt::to_vector(evaluated(nested())(slice(0, 3), all)));
    CHECK(applied(part, "push_views").times == 2);
    CHECK(applied(part, "push_views").flops == 2 * 5 * 9 * (12 - 3));
  }
}

TEST_CASE("what a view takes the place of is narrowed once") {
  for (const int sites : {1, 3}) {
    rt::Context context = rt::Context::loopback(sites);
    const auto a = numbers(40, 6, 1);
    const auto b = numbers(6, 20, 2);
    const auto c = numbers(20, 10, 3);
    const auto whole = evaluated(rt::matmul(rt::matmul(a, b), c));
    const auto product = [&] { return rt::matmul(rt::matmul(a, b), c); };
    const auto transposed = [&] {
      return rt::transpose(product()(slice(0, 30), all))(all, slice(10, 15));
    };
    const auto nested = [&] {
      return product()(slice(0, 30), all)(slice(5, 20), all)(slice(2, 4), all);
    };
    const auto one = evaluated(transposed());
    CHECK(rt::to_vector(one) == rt::to_vector(rt::transpose(whole)(all, slice(10, 15))));
    CHECK(applied(one, "push_views").times == 2);
    const auto three = evaluated(nested());
    CHECK(rt::to_vector(three) == rt::to_vector(whole(slice(7, 9), all)));
    CHECK(applied(three, "push_views").times == 2);

    const auto x = rt::blocks(numbers(12, 12, 1), {3, 3});
    const auto y = rt::blocks(numbers(12, 12, 2), {3, 3});
    const auto times = [](const auto& l, const auto& r) {
      return rt::aggregate(rt::join(l, r, rt::on<1>, rt::on<0>, rt::kernel::matmul), rt::by<0, 2>,
                           rt::kernel::add);
    };
    const auto without_first_row = [](const auto& r) {
      return rt::rekey(rt::filter(r, [](rt::KeyOf<2> key) { return key[0] >= 1; }),
                       [](rt::KeyOf<2> key) {
                         return rt::KeyOf<2>{key[0] - 1, key[1]};
                       });
    };
    const auto make = [&] { return without_first_row(without_first_row(times(times(x, y), x))); };
    const auto values = [](const auto& relation) {
      return rt::to_vector(evaluated(rt::to_array(relation)));
    };
    const auto made = make();
    rt::evaluate(made);
    CHECK(applied(made, "push_views").times == 2);
    const auto all_of_it = times(times(x, y), x);
    CHECK(values(made) == values(without_first_row(without_first_row(all_of_it))));
    // A key dimension of which one is left.
    const auto row = rt::filter(times(x, y), [](rt::KeyOf<2> key) { return key[0] == 0; });
    const auto of_product = times(x, y);
    rt::evaluate(of_product);
    CHECK(values(row) ==
          values(rt::filter(of_product, [](rt::KeyOf<2> key) { return key[0] == 0; })));
    CHECK(applied(row, "push_views").times == 1);
  }
}

TEST_CASE("of kernels on blocks those are called whose blocks are read") {
  for (const int sites : {1, 2, 3}) {
    rt::Context context = rt::Context::loopback(sites);
    const auto x = rt::blocks(numbers(12, 12, 1), {3, 3});
    const auto y = rt::blocks(numbers(12, 12, 2), {3, 3});
    const auto on_diagonal = [](rt::KeyOf<2> key) { return key[0] == key[1]; };
    const auto first = [](rt::KeyOf<2> key) { return rt::KeyOf<1>{key[0]}; };
    int calls = 0;
    const auto add = [&calls](const auto& l, const auto& r) {
      ++calls;
      return (l + r).eval();
    };
    const auto values = [&](const auto& relation) {
      std::vector<double> all_values;
      for (const auto& [key, block] : rt::to_map(relation)) {
        for (auto k : key) all_values.push_back(double(k));
        all_values.insert(all_values.end(), block.data(), block.data() + block.size());
      }
      return all_values;
    };
    const auto both = [&](const auto& make, std::int64_t times) {
      context.plan_options().disabled_rules = {"push_views"};
      const auto expected = values(make());
      context.plan_options().disabled_rules = {};
      const auto made = make();
      rt::evaluate(made);
      CHECK(values(made) == expected);
      CHECK(applied(made, "push_views").times == times);
    };
    // The diagonal of a sum [tra21, section 4]: 4 of 16 blocks are added.
    const auto sum = [&] { return rt::join(x, y, rt::on<0, 1>, rt::on<0, 1>, add); };
    const auto diagonal_of_sum = [&] { return rt::rekey(rt::filter(sum(), on_diagonal), first); };
    both(diagonal_of_sum, 1);
    const auto calls_of = [&](const std::vector<std::string>& disabled) {
      context.plan_options().disabled_rules = disabled;
      const auto diagonal = diagonal_of_sum();
      calls = 0;
      rt::evaluate(diagonal);
      return calls;
    };
    CHECK(calls_of({"push_views"}) == 16);
    CHECK(calls_of({}) == 4);
    // A strip of a product of blocks, below a transform, above another one.
    const auto product = [&](const auto& a, const auto& b) {
      return rt::aggregate(rt::join(a, b, rt::on<1>, rt::on<0>, rt::kernel::matmul), rt::by<0, 2>,
                           rt::kernel::add);
    };
    const auto twice = [](const auto& block) { return (2.0 * block).eval(); };
    const auto strip = [](rt::KeyOf<2> key) { return key[0] == 2; };
    const auto column = [](rt::KeyOf<2> key) { return rt::KeyOf<1>{key[1]}; };
    both([&] { return rt::rekey(rt::filter(product(x, y), strip), column); }, 1);
    both([&] { return rt::rekey(rt::filter(rt::transform(product(x, y), twice), strip), column); },
         2);
    both([&] { return rt::rekey(rt::filter(product(product(x, y), x), strip), column); }, 2);
    // Every other block of a row, and an aggregate by itself.
    both(
        [&] {
          return rt::rekey(
              rt::filter(rt::transform(x, twice),
                         [](rt::KeyOf<2> key) { return key[0] == 1 && key[1] % 2 == 1; }),
              [](rt::KeyOf<2> key) { return rt::KeyOf<1>{key[1] / 2}; });
        },
        1);
    both(
        [&] {
          return rt::rekey(rt::filter(rt::aggregate(x, rt::by<1>, rt::kernel::add),
                                      [](rt::KeyOf<1> key) { return key[0] >= 2; }),
                           [](rt::KeyOf<1> key) { return rt::KeyOf<1>{key[0] - 2}; });
        },
        1);
    // Keys that follow another rule, holes, and what others read, are left alone.
    both(
        [&] {
          return rt::rekey(rt::filter(rt::transform(x, twice),
                                      [](rt::KeyOf<2> key) { return (key[0] + key[1]) % 4 == 0; }),
                           first);
        },
        0);
    both(
        [&] {  // nothing but a hole, renamed
          const auto none = rt::filter(x, [](rt::KeyOf<2>) { return false; });
          return rt::rekey(rt::aggregate(none, rt::by<>, rt::kernel::add),
                           [](rt::KeyOf<0>) { return rt::KeyOf<1>{0}; });
        },
        0);
    const auto kept = rt::transform(x, twice);
    both([&] { return rt::rekey(rt::filter(kept, on_diagonal), first); }, 0);
  }
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
  CHECK_THROWS_WITH(rt::explain(row, rt::in_full),
                    "relatile: disabled_rules: there is no rule 'push_view'; there are "
                    "merge_equal, fewer_windows, reduce_windows, "
                    "push_views, fuse_maps");
}

TEST_CASE("what is still to be computed and added up need not all be there at once") {
  const std::int64_t n = 120;
  const int terms = 30;
  for (const int sites : {1, 3}) {
    auto context = rt::Context::loopback(sites);
    std::vector<rt::Array<double, 2>> columns;
    std::vector<rt::Array<double, 2>> stored;
    for (int k = 0; k < terms; ++k) {
      columns.push_back(evaluated(rt::placed(numbers(n, 1, k), rt::everywhere)));
      stored.push_back(evaluated(rt::placed(numbers(n, n, k), rt::split(0))));
    }
    const auto product = [&](std::size_t k) {
      return rt::matmul(columns[k], rt::transpose(columns[k]));
    };
    rt::Array<double, 2> products = product(0);
    rt::Array<double, 2> sum = stored[0];
    rt::Array<double, 2> expected = evaluated(product(0));
    for (std::size_t k = 1; k < columns.size(); ++k) {
      products = products + product(k);
      sum = sum + stored[k];
      expected = evaluated(expected + product(k));
    }
    CAPTURE(sites);
    rt::evaluate(products, sum);
    const double matrix = 8.0 * double(n) * double((n + sites - 1) / sites);
    CHECK(double(rt::report(products).peak_bytes) <
          (2 + rt::rules::most_computed_operands + 1) * matrix);
    CHECK(rt::all(products == expected).item());
    // What is stored is there anyway: one pass adds up all of it.
    const auto& steps = rt::report(sum).plan.steps;
    const auto& nodes = rt::report(sum).plan.nodes;
    const auto sums = std::count_if(steps.begin(), steps.end(), [&](const auto& step) {
      return step.kind == rt::plan::StepKind::local &&
             nodes[static_cast<std::size_t>(step.node)]->inputs.size() == std::size_t(terms);
    });
    CHECK(sums == 1);
  }
}

TEST_CASE("an operator's name does not grow with the program that was fused into it") {
  rt::Context context = rt::Context::loopback(1);
  rt::Array<double, 2> x = rt::ones({60, 3});
  rt::evaluate(x);
  rt::Array<double, 2> q = x;
  for (int k = 0; k < 40; ++k) {
    const auto rows = rt::slice(0, 60 - k);
    q = q(rows) * 0.5 + rt::maximum(q(rows), 0.5) * 0.5;
  }
  rt::evaluate(q);
  for (const auto& node : rt::report(q).plan.nodes) CHECK(node->name.size() < 200);
  for (const double element : rt::to_vector(q)) CHECK(element == 1.0);
}

TEST_CASE("windows that are reduced are not made") {
  for (const int sites : {1, 3}) {
    for (const auto& disabled : choices()) {
      CAPTURE(sites, disabled.size());
      auto context = rt::Context::loopback(sites);
      context.plan_options().disabled_rules = disabled;
      const bool fires =
          disabled.empty() || (disabled.size() == 1 && disabled[0] != "reduce_windows");
      const auto x = numbers(40, 30, 1);
      const auto at = [&](std::int64_t i, std::int64_t j) {
        return double((i * 7 + j * 3 + 1) % 11 - 5);
      };
      const rt::Array<double, 2> down = rt::sum(rt::sliding_window_view(x, 4, 0), -1);
      const rt::Array<double, 2> across = rt::max(rt::sliding_window_view(x, 5, 1), 2);
      const rt::Array<double, 2> both =
          rt::sum(rt::sliding_window_view(x, {3, 2}), rt::axis(-2, -1));
      const rt::Array<double, 1> rows = rt::sum(rt::sliding_window_view(x, 4, 0), rt::axis(1, 2));
      CHECK(applied(evaluated(rt::sum(rt::sliding_window_view(x, 4, 0), 2)), "reduce_windows")
                .times == (fires ? 1 : 0));
      CHECK(applied(evaluated(rt::sum(rt::sliding_window_view(x, {3, 2}), rt::axis(2, 3))),
                    "reduce_windows")
                .times == (fires ? 2 : 0));
      REQUIRE(down.shape() == rt::Extents{37, 30});
      REQUIRE(across.shape() == rt::Extents{40, 26});
      REQUIRE(both.shape() == rt::Extents{38, 29});
      const auto down_values = rt::to_vector(down);
      const auto across_values = rt::to_vector(across);
      const auto both_values = rt::to_vector(both);
      const auto row_values = rt::to_vector(rows);
      for (std::int64_t i = 0; i < 37; ++i) {
        double row = 0;
        for (std::int64_t j = 0; j < 30; ++j) {
          double sum = 0;
          for (std::int64_t k = 0; k < 4; ++k) sum += at(i + k, j);
          row += sum;
          CHECK(down_values[std::size_t(i * 30 + j)] == sum);
        }
        CHECK(row_values[std::size_t(i)] == row);
      }
      for (std::int64_t i = 0; i < 38; ++i) {
        for (std::int64_t j = 0; j < 26; ++j) {
          double most = -100;
          double sum = 0;
          for (std::int64_t k = 0; k < 5; ++k) most = std::max(most, at(i, j + k));
          for (std::int64_t k = 0; k < 6; ++k) sum += at(i + k / 2, j + k % 2);
          CHECK(across_values[std::size_t(i * 26 + j)] == most);
          CHECK(both_values[std::size_t(i * 29 + j)] == sum);
        }
      }
    }
  }
}

TEST_CASE("of a slice of windows no others are made") {
  for (const int sites : {1, 3}) {
    for (const auto& disabled : choices()) {
      CAPTURE(sites, disabled.size());
      auto context = rt::Context::loopback(sites);
      context.plan_options().disabled_rules = disabled;
      const auto x = numbers(40, 30, 1);
      const auto at = [&](std::int64_t i, std::int64_t j) {
        return double((i * 7 + j * 3 + 1) % 11 - 5);
      };
      const auto down = rt::sliding_window_view(x, 4, 0);
      const auto both = rt::sliding_window_view(x, {3, 2});
      const rt::Array<double, 3> some = down(slice(5, {}, 7), slice(1, {}, 2));
      const rt::Array<double, 3> back = down(slice(36, 0, -9), all, slice(3, 0, -1));
      const rt::Array<double, 2> one = down(all, -1)(slice({}, {}, 5));
      const rt::Array<double, 4> grid = both(slice({}, {}, 3), slice(1, {}, 2));
      const rt::Array<double, 2> sums = rt::sum(down(slice(2, {}, 3)), 2);
      const rt::Array<double, 2> sums_of_grid = rt::sum(grid, rt::axis(2, 3));
      const rt::Array<double, 3> none = down(slice(3, 3));
      CHECK(none.shape() == rt::Extents{0, 30, 4});
      rt::evaluate(none);
      REQUIRE(some.shape() == rt::Extents{5, 15, 4});
      REQUIRE(back.shape() == rt::Extents{4, 30, 3});
      REQUIRE(one.shape() == rt::Extents{8, 4});
      REQUIRE(grid.shape() == rt::Extents{13, 14, 3, 2});
      REQUIRE(sums.shape() == rt::Extents{12, 30});
      const auto require = [](const auto& array, auto&& expected) {
        const auto values = rt::to_vector(array);
        std::size_t n = 0;
        rt::for_each_coordinate(rt::Box::whole(array.shape()),
                                [&](const rt::Extents& i) { CHECK(values[n++] == expected(i)); });
      };
      using At = const rt::Extents&;
      require(some, [&](At i) { return at(5 + 7 * i[0] + i[2], 1 + 2 * i[1]); });
      require(back, [&](At i) { return at(36 - 9 * i[0] + 3 - i[2], i[1]); });
      require(one, [&](At i) { return at(5 * i[0] + i[1], 29); });
      require(grid, [&](At i) { return at(3 * i[0] + i[2], 1 + 2 * i[1] + i[3]); });
      require(sums, [&](At i) {
        double sum = 0;
        for (std::int64_t k = 0; k < 4; ++k) sum += at(2 + 3 * i[0] + k, i[1]);
        return sum;
      });
      require(sums_of_grid, [&](At i) {
        double sum = 0;
        for (std::int64_t k = 0; k < 6; ++k) sum += at(3 * i[0] + k / 2, 1 + 2 * i[1] + k % 2);
        return sum;
      });
    }
  }
}

TEST_CASE("windows that begin far from each other take no more memory than they have elements") {
  auto context = rt::Context::loopback(1);
  const rt::Array<double, 1> x = rt::arange(65'536.0);
  rt::evaluate(x);
  const rt::Array<double, 2> frames = frames_of(x);
  const auto spared = applied(evaluated(frames), "fewer_windows");
  CHECK(spared.times == 1);
  const std::int64_t held = 8 * (65'536 + 511 * 256);
  CHECK(rt::report(frames).peak_bytes <= held);
  // Each element of a window as a number times one, and all of them added up.
  const rt::Array<double, 1> weights = rt::ones({256});
  const auto products = evaluated(rt::matmul(frames_of(x), weights));
  CHECK(rt::report(products).peak_bytes <= held + 8 * (511 + 256));
  const auto sums = evaluated(rt::sum(frames_of(x), 1));
  CHECK(rt::report(sums).peak_bytes <= 8 * (65'536 + 511));
  CHECK(rt::to_vector(sums) == rt::to_vector(products));
  // Slices that have nearly all windows twice read them.
  const auto short_windows = rt::sliding_window_view(x, 16);
  const auto steps = evaluated(short_windows(slice(1)) - short_windows(slice(0, -1)));
  CHECK(applied(steps, "fewer_windows").times == 0);
  // All windows are made once, and not copied.
  const auto windows = evaluated(rt::sliding_window_view(x, 16));
  CHECK(rt::report(windows).peak_bytes <= 8 * (65'536 + 65'521 * 16));
}

TEST_CASE("long windows are reduced block by block, and what is not all of a window is made") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const rt::Array<double, 1> x = rt::arange(20'011.0) % 13.0;
  const auto sums = rt::concatenate({rt::as_array(rt::zeros({1})), rt::cumsum(x)});
  const rt::Array<double, 1> wanted = (sums(slice(50)) - sums(slice(0, -50))) / 50.0;
  CHECK(bool(rt::allclose(rt::mean(rt::sliding_window_view(x, 50), 1), wanted)));
  CHECK(applied(evaluated(rt::mean(rt::sliding_window_view(x, 50), 1)), "reduce_windows").bytes >
        0);
  const auto windows = rt::sliding_window_view(x, 3);
  CHECK(applied(evaluated(rt::sum(windows, 0)), "reduce_windows").times == 0);
  CHECK(applied(evaluated(rt::sum(windows)), "reduce_windows").times == 0);
  CHECK(applied(evaluated(rt::sum(rt::square(windows), 1)), "reduce_windows").times == 0);
  CHECK(applied(evaluated(rt::sum(windows, 1, rt::keepdims)), "reduce_windows").times == 0);
  CHECK(applied(evaluated(rt::sum(windows, 1)), "reduce_windows").times == 1);
  rt::evaluate(windows);
  CHECK(applied(evaluated(rt::sum(windows, 1)), "reduce_windows").times == 0);
}

}  // namespace graph_rules_test
