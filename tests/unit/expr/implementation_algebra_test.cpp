// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/context/implementation_algebra.hpp>
#include <relatile/placement/placement.hpp>
#include "support/relations.hpp"

// Plans composed by hand from the implementation algebra.

namespace relatile::implementation_algebra_test {
namespace {

using Catch::Matchers::ContainsSubstring;
using Matrix = BlockValue<Dense<double, 2>>;
using MatrixRelation = Relation<Dense<double, 2>, 2>;

Matrix numbers(std::int64_t rows, std::int64_t cols, int seed) {
  return Matrix::NullaryExpr(rows, cols, [seed](Eigen::Index r, Eigen::Index c) {
    return static_cast<double>((r * 7 + c * 3 + seed) % 11 - 5);
  });
}

template <class Test>
void on_one_to_five_sites(Test&& test) {
  for (int sites = 1; sites <= 5; ++sites) {
    const Context context = Context::loopback(sites);
    CAPTURE(sites);
    test(sites);
  }
}

/// 9 x 11 times 11 x 7 in uneven blocks, cut as told.
MatrixRelation left(const Placing& placing) {
  return placed(blocks(from_eigen(numbers(9, 11, 1)), {2, 3}), placing);
}
MatrixRelation right(const Placing& placing) {
  return placed(blocks(from_eigen(numbers(11, 7, 2)), {3, 2}), placing);
}

/// Runs a product by hand and gives its bytes; the result and the traffic must be right.
template <class X>
std::int64_t bytes_of_product(const X& plan) {
  const MatrixRelation product = ia::run(plan);
  CHECK(to_eigen(to_array(product)) == numbers(9, 11, 1) * numbers(11, 7, 2));
  test::require_exact_traffic(report(product));
  CHECK(report(product).bytes_predicted() == report(product).bytes_sent());
  return report(product).bytes_sent().value;
}

TEST_CASE("by hand: a broadcast, a cross-product and a replication-based product") {
  on_one_to_five_sites([](int sites) {
    const std::int64_t bytes_x = 9 * 11 * 8;
    const std::int64_t bytes_xy = 9 * 7 * 8;
    {
      const auto x = left(split(0));
      const auto y = right(split(1));
      const auto pairs = ia::local_join(ia::bcast(x), y, on<1>, on<0>, kernel::matmul);
      CHECK(pairs.partitioned<2>());
      const auto bmm = ia::local_aggregate(pairs, by<0, 2>, kernel::add);
      CHECK(!bmm.partial());
      CHECK(bytes_of_product(bmm) == bytes_x * (sites - 1));
    }
    {
      const auto x = left(split(1));
      const auto y = right(split(0));
      const auto partial = ia::local_aggregate(
          ia::local_join(ia::shuf<1>(x), ia::shuf<0>(y), on<1>, on<0>, kernel::matmul), by<0, 2>,
          kernel::add);
      CHECK(partial.partial() == (sites > 1));
      const auto cpmm = ia::local_aggregate(ia::shuf<0, 1>(partial), by<0, 1>, kernel::add);
      CHECK(cpmm.partitioned<0, 1>());
      // Four blocks along the common dimension: as many sites have something of every sum, and
      // all but the one where it is wanted send it.
      const std::int64_t contributors = std::min(sites, 4);
      if (sites <= 4) CHECK(bytes_of_product(cpmm) == bytes_xy * (contributors - 1));
      if (sites == 5) CHECK(bytes_of_product(cpmm) > 0);
    }
    {
      const auto x = left(split(0));
      const auto y = right(split(0));
      const auto xs = ia::shuf<0, 2>(ia::insert_dim<2>(x, y.frontier()[1]));
      const auto ys = ia::shuf<0, 2>(ia::insert_dim<0>(y, x.frontier()[0]));
      const auto rmm = ia::local_aggregate(
          ia::local_join(xs, ys, on<0, 1, 2>, on<0, 1, 2>, kernel::matmul), by<0, 2>, kernel::add);
      CHECK(rmm.partitioned<0, 1>());
      const std::int64_t bytes = bytes_of_product(rmm);
      CHECK((bytes > 0) == (sites > 1));
    }
  });
}

TEST_CASE("by hand: an exchange to a grid moves no block twice to a site, as RMM does") {
  const Context context = Context::loopback(4);
  const auto x = left(split(0));
  const auto y = right(split(0));
  // 2 x 2 sites: site s has rows s / 2 of x and columns s % 2 of y.
  const auto rows = placement::one_box_a_site(4, "rows", [&](int site) {
    const Range i = even_part(x.frontier()[0], 2, site / 2);
    return Box{{i.low, 0}, {i.high, x.frontier()[1]}};
  });
  const auto columns = placement::one_box_a_site(4, "columns", [&](int site) {
    const Range j = even_part(y.frontier()[1], 2, site % 2);
    return Box{{0, j.low}, {y.frontier()[0], j.high}};
  });
  const auto grid = ia::local_aggregate(
      ia::local_join(ia::exchange(x, rows), ia::exchange(y, columns), on<1>, on<0>, kernel::matmul),
      by<0, 2>, kernel::add);
  CHECK(grid.partitioned<0, 1>());
  const auto rmm =
      ia::local_aggregate(ia::local_join(ia::shuf<0, 2>(ia::insert_dim<2>(x, y.frontier()[1])),
                                         ia::shuf<0, 2>(ia::insert_dim<0>(y, x.frontier()[0])),
                                         on<0, 1, 2>, on<0, 1, 2>, kernel::matmul),
                          by<0, 2>, kernel::add);
  CHECK(bytes_of_product(grid) < bytes_of_product(rmm));
}

TEST_CASE("by hand: filters, maps of keys and blocks, tiles, and a concat") {
  on_one_to_five_sites([](int) {
    const auto x = left(split(1));
    const auto diagonal_blocks =
        ia::local_filter(ia::bcast(x), [](KeyOf<2> key) { return key[0] == key[1]; });
    const auto first = [](KeyOf<2> key) { return KeyOf<1>{key[0]}; };
    const auto sums = ia::run(ia::local_map(diagonal_blocks, first, kernel::row_sum));
    test::require_blocks(
        sums, test::plain_transform(
                  test::plain_rekey(test::plain_filter(test::plain(x),
                                                       [](const auto& k) { return k[0] == k[1]; }),
                                    [](const auto& k) { return test::PlainKey{k[0]}; }),
                  [](const Matrix& m) { return Eigen::VectorXd(m.rowwise().sum()); }));

    const auto both = [](KeyOf<2> key) {
      return std::array<KeyOf<3>, 2>{KeyOf<3>{0, key[0], key[1]}, KeyOf<3>{1, key[0], key[1]}};
    };
    const auto twice = [](const auto& m) { return 2.0 * m; };
    const auto negated = [](const auto& m) { return -m; };
    const auto parts = test::plain(ia::run(ia::local_map(x, both, twice, negated)));
    for (const auto& [key, m] : test::plain(x)) {
      CHECK(parts.at({0, key[0], key[1]}) == Matrix(2.0 * m));
      CHECK(parts.at({1, key[0], key[1]}) == Matrix(-m));
    }

    const auto tiles = ia::local_tile(x, dim<0>, 1);
    test::require_blocks(ia::run(tiles), test::plain_tile(test::plain(x), 0, 1));
    test::require_blocks(ia::run(ia::local_concat(ia::shuf<0, 1>(tiles), key_dim<2>, array_dim<0>)),
                         test::plain(x));
  });
}

TEST_CASE("by hand: what does not meet, or stays partial, is refused") {
  const Context context = Context::loopback(3);
  const auto x = left(split(0));
  const auto y = right(split(0));
  CHECK_THROWS_WITH(ia::local_join(x, y, on<1>, on<0>, kernel::matmul),
                    ContainsSubstring("local_join of the left keys' dimensions (1)") &&
                        ContainsSubstring("bcast one operand"));
  const auto even = placed(blocks(from_eigen(numbers(6, 6, 3)), {2, 3}), split(0));
  const auto partial = ia::local_aggregate(even, by<1>, kernel::add);
  CHECK_THROWS_WITH(ia::run(partial), ContainsSubstring("put a shuf and a local_aggregate"));
  const auto two_phases = [&](const auto& kernel) {
    return ia::local_aggregate(ia::shuf<0>(ia::local_aggregate(even, by<1>, kernel)), by<0>,
                               kernel);
  };
  const auto nameless = [](const auto& a, const auto& b) { return a + b; };
  CHECK_THROWS_WITH(two_phases(nameless), ContainsSubstring("declare(kernel).named(...)"));
  const auto plus = declare(nameless).named("plus");
  test::require_blocks(ia::run(two_phases(plus)),
                       test::plain_aggregate(test::plain(even), {1}, std::plus<>()));
  const auto elsewhere = ia::bcast(x);
  const Context other = Context::loopback(2);
  CHECK_THROWS_WITH(ia::run(elsewhere), ContainsSubstring("relations on 3 sites"));
}

/// As a user's helper: its kernels refer to what is gone when the plan runs.
[[gnu::noinline]] auto scaled_by_hand(const MatrixRelation& x, double factor) {
  return ia::local_map(x, ia::same_key, [&](const auto& block) { return (block * factor).eval(); });
}
[[gnu::noinline]] MatrixRelation scaled_when_needed(const MatrixRelation& x, double factor) {
  return transform(x, [&](const auto& block) { return (block * factor).eval(); });
}

// Operators by hand ask for shapes before they can be refused, and read what is gone: on purpose.
#if !defined(__SANITIZE_ADDRESS__)
TEST_CASE("by hand: kernels that refer to variables of functions that have returned are refused") {
  const Context context = Context::loopback(2);
  const MatrixRelation x = left(split(0));
  const auto refused = ContainsSubstring("capture by value");
  const auto scaled = scaled_by_hand(x, 2.0);
  CHECK_THROWS_WITH(ia::run(scaled), refused);
  const MatrixRelation later = scaled_when_needed(x, 2.0);
  CHECK_THROWS_WITH(ia::shuf<0>(later), refused);
  CHECK_THROWS_WITH(ia::local_aggregate(later, by<0>, kernel::add), refused);
  const double factor = 2.0;
  const auto living =
      ia::local_map(x, ia::same_key, [&](const auto& block) { return (block * factor).eval(); });
  CHECK(to_eigen(to_array(ia::run(living))) == 2.0 * numbers(9, 11, 1));
}
#endif

TEST_CASE("by hand: the plan is explained before it runs") {
  const Context context = Context::loopback(3);
  const auto x = left(split(0));
  const auto y = right(split(1));
  const std::string text = ia::explain(ia::local_aggregate(
      ia::local_join(ia::bcast(x), y, on<1>, on<0>, kernel::matmul), by<0, 2>, kernel::add));
  CHECK_THAT(text, ContainsSubstring("local_aggregate<0,2; add>(local_join<1; 0; matmul>(bcast(") &&
                       ContainsSubstring("by hand") && ContainsSubstring("= bcast(R0)") &&
                       ContainsSubstring("local_join+aggregate(R1, R2) matmul+add"));
}

}  // namespace
}  // namespace relatile::implementation_algebra_test
