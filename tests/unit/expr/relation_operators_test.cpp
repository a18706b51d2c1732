// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <functional>

#include "support/relations.hpp"

// The seven operators on relations against plain loops, with uneven blocks and any number of sites.

namespace relatile::relation_operators_test {
namespace {

using test::Plain;
using test::PlainKey;
using Matrix = BlockValue<Dense<double, 2>>;
using Matrices = Dense<double, 2>;

/// A matrix of small whole numbers: sums and products of a few are exact in any order.
Matrix numbers(std::int64_t rows, std::int64_t cols, int seed) {
  return Matrix::NullaryExpr(rows, cols, [seed](Eigen::Index r, Eigen::Index c) {
    return static_cast<double>((r * 7 + c * 3 + seed) % 11 - 5);
  });
}

/// 5 x 7 in blocks of 2 x 3: a frontier of 3 x 3 with smaller blocks at the edges.
auto uneven(int seed = 0) { return blocks(test::sharding(numbers(5, 7, seed)), {2, 3}); }

/// Blocks of one size under keys below `frontier`, all different.
template <int K>
Relation<Matrices, K> same_size(const Extents& frontier, int seed = 0) {
  return relation_from_blocks<Matrices, K>(frontier, [=](const KeyOf<K>& key) {
    int sum = seed;
    for (const auto part : key) sum = sum * 5 + static_cast<int>(part);
    return numbers(2, 3, sum);
  });
}

TEST_CASE("join against plain loops: on one, two or no key dimensions") {
  test::on_all_site_counts([](int) {
    const auto left = uneven(1);
    const auto right = blocks(test::sharding(numbers(7, 4, 2)), {3, 2});
    const auto product = [](const auto& a, const auto& b) { return a * b; };
    const auto multiply = [](const Matrix& a, const Matrix& b) { return Matrix(a * b); };
    test::require_blocks(
        join(left, right, on<1>, on<0>, product),
        test::plain_join(test::plain(left), test::plain(right), {1}, {0}, multiply));

    const auto sum = [](const Matrix& a, const Matrix& b) { return Matrix(a + b); };
    test::require_blocks(
        join(left, uneven(3), on<0, 1>, on<0, 1>, kernel::add),
        test::plain_join(test::plain(left), test::plain(uneven(3)), {0, 1}, {0, 1}, sum));

    const auto same = same_size<2>({3, 2});
    const auto other = same_size<1>({4}, 3);
    test::require_blocks(join(same, other, on<>, on<>, kernel::add),
                         test::plain_join(test::plain(same), test::plain(other), {}, {}, sum));
    test::require_blocks(join(same, same_size<2>({2, 3}), on<1, 0>, on<0, 1>, kernel::add),
                         test::plain_join(test::plain(same), test::plain(same_size<2>({2, 3})),
                                          {1, 0}, {0, 1}, sum));
    // On a later dimension of the right key: what it adds comes first.
    test::require_blocks(
        join(other, same_size<3>({2, 4, 2}), on<0>, on<1>, kernel::add),
        test::plain_join(test::plain(other), test::plain(same_size<3>({2, 4, 2})), {0}, {1}, sum));
  });
}

TEST_CASE("aggregate against plain loops: groups in any order, one group, every key its own") {
  test::on_all_site_counts([](int) {
    const auto x = same_size<3>({3, 2, 4});
    const auto plain = test::plain(x);
    const auto sum = [](const Matrix& a, const Matrix& b) { return Matrix(a + b); };
    test::require_blocks(aggregate(x, by<1>, kernel::add), test::plain_aggregate(plain, {1}, sum));
    test::require_blocks(aggregate(x, by<2, 0>, kernel::add),
                         test::plain_aggregate(plain, {2, 0}, sum));
    test::require_blocks(aggregate(x, by<>, kernel::add), test::plain_aggregate(plain, {}, sum));
    test::require_blocks(aggregate(x, by<2, 1, 0>, kernel::add),
                         test::plain_aggregate(plain, {2, 1, 0}, sum));
    const auto largest = [](const Matrix& a, const Matrix& b) { return Matrix(a.cwiseMax(b)); };
    test::require_blocks(
        aggregate(x, by<0>, [](const auto& a, const auto& b) { return a.cwiseMax(b); }),
        test::plain_aggregate(plain, {0}, largest));
    test::require_blocks(aggregate(x, by<0>, kernel::maximum),
                         test::plain_aggregate(plain, {0}, largest));
  });
}

TEST_CASE("aggregate over a join, fused and not, against plain loops") {
  test::on_all_site_counts([](int) {
    const auto left = uneven(1);
    const auto right = blocks(test::sharding(numbers(7, 4, 2)), {3, 2});
    const Matrix expected = numbers(5, 7, 1) * numbers(7, 4, 2);
    const auto pairs = join(left, right, on<1>, on<0>, kernel::matmul);
    CHECK(to_eigen(to_array(aggregate(pairs, by<0, 2>, kernel::add))) == expected);
    const auto plus = [](const auto& a, const auto& b) { return a + b; };
    CHECK(to_eigen(to_array(aggregate(pairs, by<0, 2>, plus))) == expected);
    // The result's keys the other way round.
    test::require_blocks(rekey(aggregate(pairs, by<2, 0>, kernel::add),
                               [](KeyOf<2> key) {
                                 return KeyOf<2>{key[1], key[0]};
                               }),
                         test::plain(aggregate(pairs, by<0, 2>, plus)));
    // Nothing is summed: a join with its keys permuted.
    test::require_blocks(aggregate(pairs, by<2, 1, 0>, kernel::add),
                         test::plain(rekey(pairs, [](KeyOf<3> key) {
                           return KeyOf<3>{key[2], key[1], key[0]};
                         })));
  });
}

TEST_CASE("rekey, filter and transform against plain loops") {
  test::on_all_site_counts([](int) {
    const auto x = uneven();
    const auto plain = test::plain(x);
    test::require_blocks(
        rekey(x, [](KeyOf<2> key) { return KeyOf<1>{3 * key[0] + key[1]}; }),
        test::plain_rekey(plain, [](const PlainKey& k) { return PlainKey{3 * k[0] + k[1]}; }));
    test::require_blocks(rekey(x,
                               [](KeyOf<2> key) {
                                 return KeyOf<3>{key[1], 0, key[0]};
                               }),
                         test::plain_rekey(plain, [](const PlainKey& k) {
                           return PlainKey{k[1], 0, k[0]};
                         }));
    test::require_blocks(
        filter(x, [](KeyOf<2> key) { return key[0] < 2 && key[1] < 1; }),
        test::plain_filter(plain, [](const PlainKey& k) { return k[0] < 2 && k[1] < 1; }));
    test::require_blocks(
        transform(x, [](const auto& block) { return block.transpose() * 2; }),
        test::plain_transform(plain, [](const Matrix& m) { return Matrix(m.transpose() * 2); }));
    // Holes are fine between filter and rekey.
    const auto odd = filter(x, [](KeyOf<2> key) { return key[0] == 2 && key[1] != 1; });
    test::require_blocks(rekey(filter(odd, [](KeyOf<2>) { return true; }),
                               [](KeyOf<2> key) { return KeyOf<1>{key[1] / 2}; }),
                         Plain<Matrix>{{{0}, plain.at({2, 0})}, {{1}, plain.at({2, 2})}});
  });
}

TEST_CASE("tile and concat against plain loops") {
  test::on_all_site_counts([](int) {
    const auto x = uneven();
    const auto plain = test::plain(x);
    for (const std::int64_t size : {1, 2, 3, 5}) {
      CAPTURE(size);
      const auto rows = tile(x, dim<0>, size);
      const auto cols = tile(x, dim<1>, size);
      test::require_blocks(rows, test::plain_tile(plain, 0, size));
      test::require_blocks(cols, test::plain_tile(plain, 1, size));
      test::require_blocks(concat(rows, key_dim<2>, array_dim<0>), plain);
      test::require_blocks(concat(cols, key_dim<2>, array_dim<1>), plain);
    }
    const auto same = same_size<2>({3, 2});
    const auto plain_same = test::plain(same);
    test::require_blocks(concat(same, key_dim<0>, array_dim<0>),
                         test::plain_concat(plain_same, 0, 0));
    test::require_blocks(concat(same, key_dim<1>, array_dim<0>),
                         test::plain_concat(plain_same, 1, 0));
    test::require_blocks(concat(same, key_dim<1>, array_dim<1>),
                         test::plain_concat(plain_same, 1, 1));
    test::require_blocks(concat(concat(same, key_dim<1>, array_dim<1>), key_dim<0>, array_dim<0>),
                         test::plain_concat(test::plain_concat(plain_same, 1, 1), 0, 0));
  });
}

TEST_CASE("key arity 0: one block without a key") {
  test::on_all_site_counts([](int) {
    const auto one =
        relation_from_blocks<Matrices, 0>({}, [](KeyOf<0>) { return numbers(2, 3, 4); });
    const Plain<Matrix> plain{{{}, numbers(2, 3, 4)}};
    CHECK(one.size() == 1);
    test::require_blocks(one, plain);
    test::require_blocks(transform(one, [](const auto& m) { return 3 * m; }),
                         Plain<Matrix>{{{}, 3 * numbers(2, 3, 4)}});
    test::require_blocks(aggregate(one, by<>, kernel::add), plain);
    test::require_blocks(filter(one, [](KeyOf<0>) { return true; }), plain);
    test::require_blocks(rekey(one, [](KeyOf<0>) { return KeyOf<1>{0}; }),
                         Plain<Matrix>{{{0}, numbers(2, 3, 4)}});
    test::require_blocks(rekey(same_size<1>({1}), [](KeyOf<1>) { return KeyOf<0>{}; }),
                         Plain<Matrix>{{{}, numbers(2, 3, 0)}});
    test::require_blocks(join(one, one, on<>, on<>, kernel::add),
                         Plain<Matrix>{{{}, 2 * numbers(2, 3, 4)}});
    const auto sum = [](const Matrix& a, const Matrix& b) { return Matrix(a + b); };
    const auto many = same_size<2>({2, 3});
    test::require_blocks(join(one, many, on<>, on<>, kernel::add),
                         test::plain_join(plain, test::plain(many), {}, {}, sum));
    test::require_blocks(tile(one, dim<1>, 2), test::plain_tile(plain, 1, 2));
    test::require_blocks(concat(tile(one, dim<1>, 2), key_dim<0>, array_dim<1>), plain);
  });
}

TEST_CASE("what reads a join several times computes it once") {
  const Context context = Context::loopback(3);
  int calls = 0;
  const auto counted = [&calls](const auto& a, const auto& b) {
    ++calls;
    return a.cwiseProduct(b).sum();
  };
  const auto x = same_size<2>({3, 2});
  const auto pairs = join(x, x, on<0, 1>, on<0, 1>, test::heavy(counted));
  const auto doubled = transform(pairs, [](double p) { return 2 * p; });
  const auto largest = aggregate(pairs, by<>, kernel::maximum);
  calls = 0;  // deducing the result's shape is no call: numbers have none
  evaluate(doubled, largest);
  CHECK(calls == 6);
}

TEST_CASE("relations travel through chains of operators and several readers") {
  test::on_all_site_counts([](int) {
    const auto a = same_size<2>({4, 3}, 1);
    const Relation<Matrices, 2> doubled = transform(a, [](const auto& m) { return m + m; });
    const auto row_sums = aggregate(doubled, by<0>, kernel::add);
    const auto col_sums = aggregate(doubled, by<1>, kernel::add);
    const auto outer = join(row_sums, col_sums, on<>, on<>, kernel::add);
    const auto all = join(outer, doubled, on<0, 1>, on<0, 1>, kernel::add);

    const auto sum = [](const Matrix& x, const Matrix& y) { return Matrix(x + y); };
    const auto twice =
        test::plain_transform(test::plain(a), [](const Matrix& m) { return Matrix(2 * m); });
    const auto expected =
        test::plain_join(test::plain_join(test::plain_aggregate(twice, {0}, sum),
                                          test::plain_aggregate(twice, {1}, sum), {}, {}, sum),
                         twice, {0, 1}, {0, 1}, sum);
    test::require_blocks(all, expected);
  });
}

}  // namespace
}  // namespace relatile::relation_operators_test
