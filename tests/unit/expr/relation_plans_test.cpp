// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/relations.hpp"

// Relations under plans that divide the work, whatever moves: the result is the same, and what
// moves is what was predicted.

namespace relatile::relation_plans_test {
namespace {

using test::heavy;
using test::Plain;
using test::PlainKey;
using Matrix = BlockValue<Dense<double, 2>>;

Matrix numbers(std::int64_t rows, std::int64_t cols, int seed) {
  return Matrix::NullaryExpr(rows, cols, [seed](Eigen::Index r, Eigen::Index c) {
    return static_cast<double>((r * 7 + c * 3 + seed) % 11 - 5);
  });
}

/// 9 x 11 times 11 x 7, in uneven blocks that start where `placing` says (by blocks' keys).
struct Operands {
  Relation<Dense<double, 2>, 2> left;
  Relation<Dense<double, 2>, 2> right;
};
Operands operands(const Placing& left, const Placing& right) {
  Operands made{placed(blocks(from_eigen(numbers(9, 11, 1)), {2, 3}), left),
                placed(blocks(from_eigen(numbers(11, 7, 2)), {3, 2}), right)};
  evaluate(made.left, made.right);
  return made;
}
const Matrix& expected_product() {
  static const Matrix product = numbers(9, 11, 1) * numbers(11, 7, 2);
  return product;
}

/// The bytes that evaluating `x` moves.
template <class X>
std::int64_t moved(const X& x) {
  test::require_exact_traffic(report(x));
  return report(x).bytes_sent().value;
}

TEST_CASE("a product of relations by each named plan, from any placement") {
  test::on_all_site_counts([](int sites) {
    std::int64_t bytes = 0;
    int plans = 0;
    for (const auto& [left, right] : {std::pair(split(0), split(0)), std::pair(split(1), split(0)),
                                      std::pair(on_rank(0), on_rank(sites - 1))}) {
      const Operands x = operands(left, right);
      for (const char* name : {"broadcast_left", "broadcast_right", "cross_product", "replicate",
                               "co_partitioned", "one_site"}) {
        CAPTURE(name);
        const auto product = aggregate(join(x.left, x.right, on<1>, on<0>, heavy(kernel::matmul)),
                                       by<0, 2>, kernel::add);
        const auto pinned = with_plan(product, name);
        try {
          evaluate(pinned);
        } catch (const UnsupportedPlan&) {
          continue;
        }
        ++plans;
        bytes += moved(pinned);
        CHECK(to_eigen(to_array(pinned)) == expected_product());
      }
    }
    CHECK(plans >= (sites == 1 ? 3 : 12));
    CHECK((bytes > 0) == (sites > 1));
  });
}

TEST_CASE("the planner's own choice for products, fused and not, and for permuted results") {
  test::on_all_site_counts([](int sites) {
    const Operands x = operands(split(1), split(1));
    const auto pairs = join(x.left, x.right, on<1>, on<0>, heavy(kernel::matmul));
    const auto plus = [](const auto& a, const auto& b) { return a + b; };
    const auto fused = aggregate(pairs, by<0, 2>, kernel::add);
    const auto unfused = aggregate(pairs, by<0, 2>, heavy(plus));
    const auto turned = aggregate(pairs, by<2, 0>, kernel::add);
    evaluate(fused);
    evaluate(unfused, turned);
    CHECK((moved(fused) > 0) == (sites > 1));
    CHECK((moved(unfused) > 0) == (sites > 1));
    CHECK(to_eigen(to_array(fused)) == expected_product());
    CHECK(to_eigen(to_array(unfused)) == expected_product());
    const auto back = rekey(turned, [](KeyOf<2> key) { return KeyOf<2>{key[1], key[0]}; });
    CHECK(to_eigen(to_array(back)) == expected_product());
  });
}

TEST_CASE("aggregates across sites: partial sums meet in the order of the sites") {
  test::on_all_site_counts([](int sites) {
    const auto x =
        placed(relation_from_blocks<Dense<double, 2>, 2>(
                   {8, 3}, [](KeyOf<2> k) { return numbers(2, 3, int(5 * k[0] + k[1])); }),
               split(0));
    const auto plus = heavy([](const auto& a, const auto& b) { return a + b; });
    const auto all = aggregate(x, by<>, plus);
    const auto rows = aggregate(x, by<0>, plus);
    const auto cols = aggregate(x, by<1>, plus);
    evaluate(all, rows, cols);
    if (sites > 1) CHECK(moved(all) > 0);
    const auto sum = [](const Matrix& a, const Matrix& b) { return Matrix(a + b); };
    test::require_blocks(all, test::plain_aggregate(test::plain(x), {}, sum));
    test::require_blocks(rows, test::plain_aggregate(test::plain(x), {0}, sum));
    test::require_blocks(cols, test::plain_aggregate(test::plain(x), {1}, sum));
  });
}

TEST_CASE("blocks that rekey scattered are found where they are") {
  test::on_all_site_counts([](int sites) {
    const Operands x = operands(split(0), on_rank(sites - 1));
    const auto plain = test::plain(x.left);  // frontier 5 x 4
    // Every block gets a key somewhere else in the grid.
    const auto scattered = rekey(x.left, [](KeyOf<2> k) {
      return KeyOf<2>{(k[0] + 2 * k[1]) % 5, (3 * k[1]) % 4};
    });
    const auto plain_scattered = test::plain_rekey(plain, [](const PlainKey& k) {
      return PlainKey{(k[0] + 2 * k[1]) % 5, (3 * k[1]) % 4};
    });
    test::require_blocks(scattered, plain_scattered);
    const auto norms = transform(scattered, heavy([](const auto& m) { return m.squaredNorm(); }));
    test::require_blocks(norms, test::plain_transform(plain_scattered, [](const Matrix& m) {
                           return m.squaredNorm();
                         }));
    const auto few = filter(scattered, [](KeyOf<2> k) { return k[0] < 3 && k[1] < 2; });
    const auto totals =
        aggregate(transform(few, heavy([](const auto& m) { return m.sum(); })), by<1>, kernel::add);
    test::require_blocks(
        totals, test::plain_aggregate(
                    test::plain_transform(
                        test::plain_filter(plain_scattered,
                                           [](const PlainKey& k) { return k[0] < 3 && k[1] < 2; }),
                        [](const Matrix& m) { return m.sum(); }),
                    {1}, std::plus<>()));
    const auto pairs = join(norms, norms, on<0>, on<0>, heavy(kernel::multiply));
    CHECK(test::plain(pairs).size() == 5 * 4 * 4);
  });
}

TEST_CASE("tile and concat across sites") {
  test::on_all_site_counts([](int) {
    const Operands x = operands(split(0), split(1));
    const auto plain = test::plain(x.left);
    const auto tiled = tile(x.left, dim<1>, 2);
    test::require_blocks(placed(tiled, split(2)), test::plain_tile(plain, 1, 2));
    const auto sharding = placed(tiled, split(2));
    test::require_blocks(concat(sharding, key_dim<2>, array_dim<1>), plain);
    const auto again = concat(placed(x.right, split(0)), key_dim<0>, array_dim<0>);
    test::require_blocks(again, test::plain_concat(test::plain(x.right), 0, 0));
  });
}

TEST_CASE("messages longer than the limit are counted as they are split") {
  for (const int sites : {2, 3, 7}) {
    const Context context = Context::loopback(sites, 40);
    CAPTURE(sites);
    const Operands x = operands(split(1), split(1));
    const auto product = aggregate(join(x.left, x.right, on<1>, on<0>, heavy(kernel::matmul)),
                                   by<0, 2>, kernel::add);
    evaluate(product);
    CHECK(moved(product) > 0);
    CHECK(to_eigen(to_array(product)) == expected_product());
  }
}

}  // namespace
}  // namespace relatile::relation_plans_test
