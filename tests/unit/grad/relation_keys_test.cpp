// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <cstdint>
#include <string>

#include <relatile/grad.hpp>
#include <relatile/relations.hpp>

#include "unit/grad/against_differences.hpp"

// Derivatives of aggregates, of what changes keys and cuts blocks, and what is refused.
namespace relation_keys_test {

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::test::few_site_counts;
using rt::test::loss_of;
using rt::test::require_gradient;
using rt::test::require_second_derivatives;
using rt::test::spread_between;
using Matrix = rt::Array<double, 2>;
using Number = rt::Array<double, 0>;
using Blocks = rt::Relation<rt::Dense<double, 2>, 2>;
using Row = rt::Relation<rt::Dense<double, 2>, 1>;

namespace {

/// The row of a number of blocks as an array.
auto as_row(const Row& row) {
  return rt::to_array(rt::rekey(row, [](rt::KeyOf<1> key) { return rt::KeyOf<2>{0, key[0]}; }));
}

/// Of two blocks log(exp(x) + exp(y)), whose groups have softmax as derivative.
auto log_sums() {
  const auto both = [](const auto& x, const auto& y) {
    return ((x.array().exp() + y.array().exp()).log()).matrix();
  };
  const auto by_block = [](const auto& g, const auto& x, const auto& y) {
    return (g.array() * (x - y).array().exp()).matrix();
  };
  const auto by_x = [](const auto& h, const auto& g, const auto& x, const auto& y) {
    return (h.array() * g.array() * (x - y).array().exp()).matrix();
  };
  const auto by_y = [](const auto& h, const auto& g, const auto& x, const auto& y) {
    return (-h.array() * g.array() * (x - y).array().exp()).matrix();
  };
  return rt::declare(both)
      .named("log_sums")
      .derivatives(rt::declare(by_block).derivatives(by_block, by_x, by_y));
}

}  // namespace

TEST_CASE("derivatives of aggregates") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto x = spread_between<2>(-1, 1, {6, 9});
    const auto grouped = [&](const auto& kernel) {
      const auto by_column = [&](const Matrix& a) {
        return loss_of(as_row(rt::aggregate(rt::blocks(a, {2, 3}), rt::by<1>, kernel)));
      };
      require_gradient(by_column, x);
      require_second_derivatives(by_column, x);
      const auto all = [&](const Matrix& a) {
        const auto one = rt::aggregate(rt::blocks(a, {2, 3}), rt::by<>, kernel);
        return loss_of(as_row(rt::rekey(one, [](rt::KeyOf<0>) { return rt::KeyOf<1>{0}; })));
      };
      require_gradient(all, x);
      const auto of_join = [&](const Matrix& a) {
        const auto pairs = rt::join(rt::blocks(a, {2, 3}), rt::blocks(rt::sin(a), {2, 3}),
                                    rt::on<0>, rt::on<0>, rt::kernel::multiply);
        return loss_of(rt::to_array(rt::aggregate(pairs, rt::by<2, 1>, kernel)));
      };
      require_gradient(of_join, x);
    };
    grouped(rt::kernel::add);
    grouped(rt::kernel::maximum);
    grouped(rt::kernel::minimum);
    grouped(log_sums());
  }
}

TEST_CASE("derivatives of what changes keys") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto x = spread_between<2>(-1, 1, {7, 8});  // the last blocks are smaller
    const auto transposed = [](const Matrix& a) {
      return loss_of(rt::to_array(rt::transform(
          rt::rekey(rt::blocks(a, {2, 3}),
                    [](rt::KeyOf<2> key) {
                      return rt::KeyOf<2>{key[1], key[0]};
                    }),
          rt::declare([](const auto& b) {
            return b.transpose();
          }).derivatives(rt::declare([](const auto& g) {
                           return g.transpose();
                         }).derivatives([](const auto& h) { return h.transpose(); })))));
    };
    require_gradient(transposed, x);
    require_second_derivatives(transposed, x);
    const auto diagonal = [](const Matrix& a) {
      const auto kept =
          rt::filter(rt::blocks(a, {3, 3}), [](rt::KeyOf<2> key) { return key[0] == key[1]; });
      const auto numbered = rt::rekey(kept, [](rt::KeyOf<2> key) { return rt::KeyOf<1>{key[0]}; });
      const auto again = rt::rekey(kept, [](rt::KeyOf<2> key) { return rt::KeyOf<1>{2 - key[0]}; });
      const auto norms = [](const auto& b) { return b.squaredNorm(); };
      const auto slope = [](const auto& g, const auto& b) { return 2 * g * b; };
      const auto by_g = [](const auto& h, const auto&, const auto& b) {
        return 2 * h.cwiseProduct(b).sum();
      };
      const auto by_b = [](const auto& h, const auto& g, const auto&) { return 2 * g * h; };
      const auto kernel =
          rt::declare(norms).derivatives(rt::declare(slope).derivatives(by_g, by_b));
      const auto products = rt::join(rt::transform(numbered, kernel), rt::transform(again, kernel),
                                     rt::on<0>, rt::on<0>, rt::kernel::multiply);
      return rt::as_array(rt::to_array(rt::aggregate(products, rt::by<>, rt::kernel::add)));
    };
    require_gradient(diagonal, x);
    require_second_derivatives(diagonal, x);
  }
}

TEST_CASE("derivatives of tiles and what lays blocks together") {
  for (const int sites : few_site_counts) {
    auto context = rt::Context::loopback(sites);
    const auto x = spread_between<2>(-1, 1, {7, 8});
    const auto tiled = [](const Matrix& a) {
      const auto tiles = rt::tile(rt::blocks(a, {7, 4}), rt::dim<0>, 3);
      const auto squares =
          rt::join(tiles, tiles, rt::on<0, 1, 2>, rt::on<0, 1, 2>, rt::kernel::multiply);
      return loss_of(rt::to_array(rt::concat(squares, rt::key_dim<2>, rt::array_dim<0>)));
    };
    require_gradient(tiled, x);
    require_second_derivatives(tiled, x);
    const auto together = [](const Matrix& a) {
      return loss_of(as_row(rt::concat(rt::blocks(a, {3, 4}), rt::key_dim<0>, rt::array_dim<0>)));
    };
    require_gradient(together, x);
    const auto unequal = [](const Matrix& a) {  // 3, 3, 1 and 1, 3, 3 rows
      const auto around = rt::rekey(rt::blocks(a, {3, 4}), [](rt::KeyOf<2> key) {
        return rt::KeyOf<2>{2 - key[0], key[1]};
      });
      return loss_of(as_row(rt::concat(around, rt::key_dim<0>, rt::array_dim<0>)));
    };
    require_gradient(unequal, x);
    require_second_derivatives(unequal, x);
    const auto wide = [](const Matrix& a) {
      const auto around = rt::rekey(rt::blocks(a, {3, 3}), [](rt::KeyOf<2> key) {
        return rt::KeyOf<2>{key[0], 2 - key[1]};
      });
      const auto rows = rt::concat(around, rt::key_dim<1>, rt::array_dim<1>);
      return loss_of(rt::to_array(rt::rekey(rows, [](rt::KeyOf<1> key) {
        return rt::KeyOf<2>{key[0], 0};
      })));
    };
    require_gradient(wide, x);
    require_second_derivatives(wide, x);
  }
}

TEST_CASE("what has no derivative among relations is named, and how to tell it") {
  auto context = rt::Context::loopback(2);
  const Matrix x = spread_between<2>(-1, 1, {4, 4});
  const Blocks cut = rt::blocks(x, {2, 2});
  const auto total = [](const Blocks& y) { return rt::as_array(rt::sum(rt::to_array(y))); };
  const auto exponential = [](const auto& b) { return b.array().exp().matrix(); };
  REQUIRE_THROWS_WITH(rt::grad(total(rt::transform(cut, exponential)), x),
                      ContainsSubstring("no derivative is known of the kernel of transform") &&
                          ContainsSubstring("declare(kernel).derivatives(by_a)"));
  const auto difference =
      rt::declare([](const auto& a, const auto& b) { return a - b; }).named("difference");
  REQUIRE_THROWS_WITH(
      rt::grad(total(rt::join(cut, cut, rt::on<0, 1>, rt::on<0, 1>, difference)), x),
      ContainsSubstring("no derivative is known of kernel difference of join") &&
          ContainsSubstring("derivatives(by_a, by_b)"));
  const auto longer = [](const auto& a, const auto& b) { return a.norm() > b.norm() ? a : b; };
  REQUIRE_THROWS_WITH(
      rt::grad(rt::as_array(rt::sum(as_row(rt::aggregate(cut, rt::by<0>, longer)))), x),
      ContainsSubstring("of aggregate") && ContainsSubstring("derivatives(by_x)"));
  const auto wrong = rt::declare([](const auto& b) {
                       return b.rowwise().sum();
                     }).derivatives([](const auto& g) { return g.transpose(); });
  REQUIRE_THROWS_WITH(rt::grad(rt::as_array(rt::sum(rt::to_array(rt::aggregate(
                                   rt::transform(cut, wrong), rt::by<0>, rt::kernel::add)))),
                               x),
                      ContainsSubstring("makes a block of shape"));
  struct Pair {
    double first;
    double second;
  };
  const auto pairs = rt::transform(cut, [](const auto& b) { return Pair{b(0, 0), b(1, 1)}; });
  const auto seconds = rt::transform(pairs, [](const Pair& pair) { return pair.second; });
  REQUIRE_THROWS_WITH(
      rt::grad(rt::as_array(rt::to_array(rt::aggregate(seconds, rt::by<>, rt::kernel::add))), x),
      ContainsSubstring("no derivative is known of"));
}

}  // namespace relation_keys_test
