// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <map>
#include <set>
#include <vector>

#include <relatile/placement/placement.hpp>

#include "support/relations.hpp"

// Relations made from blocks and read back.

namespace relatile::relation_data_test {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::Plain;
using Matrices = Dense<double, 2>;
using Matrix = BlockValue<Matrices>;

Matrix block(std::int64_t i, std::int64_t k) {
  return Matrix::Constant(1 + i % 2, 2 + k % 3, static_cast<double>(10 * i + k));
}

TEST_CASE("relation_from_blocks calls f once for every key, on the site that keeps the block") {
  test::on_all_site_counts([](int sites) {
    std::vector<KeyOf<2>> called;
    const auto x = relation_from_blocks<Matrices, 2>({3, 5}, [&](KeyOf<2> key) {
      called.push_back(key);
      return block(key[0], key[1]);
    });
    CHECK(called.size() == 15);
    CHECK(std::is_sorted(called.begin(), called.end()));
    CHECK(x.frontier() == Extents{3, 5});
    const auto& held = x.node()->value->held;
    for (int site = 0; site < sites; ++site) {
      std::int64_t keys = 0;
      for (const auto& box : held[static_cast<std::size_t>(site)]) keys += box.count();
      CHECK(keys == even_part(15, sites, site).high - even_part(15, sites, site).low);
      CHECK(held[static_cast<std::size_t>(site)].size() <= 3);  // few boxes, not one for each key
    }
    Plain<Matrix> expected;
    for (const auto& key : called)
      expected.emplace(test::PlainKey{key[0], key[1]}, block(key[0], key[1]));
    test::require_blocks(x, expected);
  });
}

TEST_CASE("the boxes of a range of keys cover it once") {
  for (const Extents& frontier :
       {Extents{7}, Extents{3, 5}, Extents{2, 3, 4}, Extents{1, 5, 1, 2}}) {
    const std::int64_t count = volume(frontier);
    for (std::int64_t low = 0; low <= count; ++low) {
      for (std::int64_t high = low; high <= count; ++high) {
        std::vector<Box> boxes;
        detail::add_boxes(frontier, low, high, boxes);
        std::vector<std::int64_t> covered;
        for (const auto& box : boxes) {
          for_each_coordinate(
              box, [&](const Key& key) { covered.push_back(linear_index(key, frontier)); });
        }
        REQUIRE(static_cast<std::int64_t>(covered.size()) == high - low);
        for (std::int64_t k = low; k < high; ++k)
          REQUIRE(covered[static_cast<std::size_t>(k - low)] == k);
        REQUIRE(boxes.size() <= static_cast<std::size_t>(2 * frontier.rank()));
      }
    }
  }
}

TEST_CASE(
    "relation_from_blocks of no keys, of one block without a key, of fewer blocks than sites") {
  test::on_all_site_counts([](int) {
    const auto make = [](KeyOf<2> key) { return block(key[0], key[1]); };
    const auto none = relation_from_blocks<Matrices, 2>({0, 3}, make);
    CHECK(none.size() == 0);
    CHECK(test::plain(none).empty());
    const auto one = relation_from_blocks<Matrices, 0>({}, [](KeyOf<0>) { return block(1, 1); });
    test::require_blocks(one, Plain<Matrix>{{{}, block(1, 1)}});
    const auto two = relation_from_blocks<Matrices, 2>({2, 1}, make);
    test::require_blocks(two, Plain<Matrix>{{{0, 0}, block(0, 0)}, {{1, 0}, block(1, 0)}});
    CHECK_THROWS_AS((relation_from_blocks<Matrices, 2>({2}, make)), ShapeMismatch);
  });
}

TEST_CASE("what f throws reaches all sites as a KernelError with the original nested") {
  test::on_all_site_counts([](int sites) {
    const auto make = [] {
      return relation_from_blocks<Matrices, 1>({8}, [](KeyOf<1> key) {
        if (key[0] == 7) throw std::out_of_range("the last one");
        return block(key[0], 0);
      });
    };
    try {
      make();
      FAIL("nothing was thrown");
    } catch (const KernelError& error) {
      CHECK(error.site() == sites - 1);
      CHECK(error.step() == "relation_from_blocks");
      CHECK_THAT(error.what(), ContainsSubstring("the last one"));
      CHECK_THROWS_AS(std::rethrow_if_nested(error), std::out_of_range);
    }
    CHECK_THROWS_AS((relation_from_blocks<Matrices, 1>({8}, [](KeyOf<1>) -> Matrix { throw 1; })),
                    KernelError);
    CHECK(to_map(relation_from_blocks<Matrices, 1>({2}, [](KeyOf<1>) {
            return block(1, 1);
          })).size() == 2);
  });
}

TEST_CASE("relation_from_local takes blocks that are there, in a map or a vector") {
  test::on_all_site_counts([](int) {
    std::map<KeyOf<2>, Matrix> map;
    std::vector<std::pair<KeyOf<2>, Matrix>> vector;
    Plain<Matrix> expected;
    for (std::int64_t k = 4; k-- > 0;) {
      for (std::int64_t i = 0; i < 3; ++i) {
        map[{i, k}] = block(i, k);
        vector.push_back({{i, k}, block(i, k)});
        expected[{i, k}] = block(i, k);
      }
    }
    const auto from_map = relation_from_local<Matrices, 2>(map);
    CHECK(from_map.frontier() == Extents{3, 4});
    test::require_blocks(from_map, expected);
    test::require_blocks(relation_from_local<Matrices, 2>(vector), expected);
    std::map<KeyOf<2>, Eigen::MatrixXd> by_columns;
    for (const auto& [key, value] : map) by_columns[key] = value;
    test::require_blocks(relation_from_local<Matrices, 2>(by_columns), expected);
    map.clear();  // the relation has its own copies
    test::require_blocks(from_map, expected);

    const auto numbers =
        relation_from_local<Dense<int, 0>, 1>(std::map<KeyOf<1>, int>{{{0}, 7}, {{1}, 8}});
    test::require_blocks(numbers, Plain<int>{{{0}, 7}, {{1}, 8}});
    const auto nothing = relation_from_local<Dense<int, 0>, 1>(std::map<KeyOf<1>, int>{});
    CHECK(to_map(nothing).empty());
    const auto no_number = relation_from_local<Dense<int, 0>, 0>(std::map<KeyOf<0>, int>{});
    CHECK(to_map(no_number).empty());
  });
}

TEST_CASE("relation_from_local refuses repeated, missing and negative keys") {
  test::on_all_site_counts([](int) {
    using Pairs = std::vector<std::pair<KeyOf<2>, Matrix>>;
    const auto make = [](const Pairs& pairs) { return relation_from_local<Matrices, 2>(pairs); };
    const Matrix m = block(0, 0);
    CHECK_THROWS_AS(make({{{0, 0}, m}, {{0, 1}, m}, {{0, 0}, m}}), NotClosed);
    CHECK_THROWS_WITH(make({{{0, 0}, m}, {{0, 1}, m}, {{0, 0}, m}}),
                      ContainsSubstring("both have a block under key (0, 0)"));
    CHECK_THROWS_AS(make({{{0, 0}, m}, {{2, 1}, m}}), NotClosed);
    CHECK_THROWS_WITH(make({{{0, 0}, m}, {{2, 1}, m}}),
                      ContainsSubstring("under keys (0, 1), (1, 0), (1, 1), (2, 0), which") &&
                          ContainsSubstring("(3, 2)"));
    CHECK_THROWS_AS(make({{{0, -1}, m}, {{0, 0}, m}}), NotClosed);
    CHECK_THROWS_AS(make({{{std::int64_t(1) << 40, 1}, m}}), NotClosed);
    CHECK_THROWS_AS(make({{{std::int64_t(1) << 40, std::int64_t(1) << 40}, m}}), Error);
  });
}

TEST_CASE("to_map gives Eigen objects, numbers, structs and TensorBlocks") {
  test::on_all_site_counts([](int) {
    const auto x = blocks(test::sharding(Matrix(Matrix::Random(5, 4))), {2, 4});
    const std::map<KeyOf<2>, Matrix> matrices = to_map(x);
    CHECK(matrices.size() == 3);
    CHECK(matrices.at({2, 0}).rows() == 1);
    const auto sums = transform(x, kernel::row_sum);
    const std::map<KeyOf<2>, Eigen::VectorXd> vectors = to_map(sums);
    CHECK(vectors.at({1, 0}) == matrices.at({1, 0}).rowwise().sum());
    const std::map<KeyOf<2>, double> numbers =
        to_map(transform(sums, [](const auto& v) { return v.sum(); }));
    CHECK(numbers.at({1, 0}) == vectors.at({1, 0}).sum());

    using Tensor = TensorBlock<float, 3>;
    const auto tensors = relation_from_blocks<Dense<float, 3>, 1>({2}, [](KeyOf<1> key) {
      Tensor t({1, 2, 2 + key[0]});
      t(0, 1, 1) = 5;
      return t;
    });
    const std::map<KeyOf<1>, Tensor> map = to_map(tensors);
    CHECK(map.at({1}).extents == Extents{1, 2, 3});
    CHECK(map.at({1})(0, 1, 1) == 5);
    CHECK(map.at({1})(0, 0, 0) == 0);

    // A join need not be given a name first.
    CHECK(to_map(join(x, x, on<0, 1>, on<0, 1>, kernel::add)).at({0, 0}) ==
          2 * matrices.at({0, 0}));
  });
}

TEST_CASE("local_blocks shows what is here, under its keys") {
  test::on_all_site_counts([](int sites) {
    const auto x = relation_from_blocks<Matrices, 2>(
        {3, 2}, [](KeyOf<2> key) { return block(key[0], key[1]); });
    const auto here = local_blocks(x);
    CHECK(here.size() == 6);  // all sites are in this process
    std::set<KeyOf<2>> keys;
    for (const auto& one : here) {
      keys.insert(one.key);
      CHECK(one.view() == block(one.key[0], one.key[1]));
    }
    CHECK(keys.size() == 6);
    CHECK(local_blocks(placed(x, everywhere)).size() == static_cast<std::size_t>(6 * sites));
    const auto sums = local_blocks(transform(x, [](const auto& m) { return m.sum(); }));
    for (const auto& one : sums) CHECK(one.view() == block(one.key[0], one.key[1]).sum());

    // The blocks outlive the relation.
    auto kept = local_blocks(transform(x, [](const auto& m) { return 2 * m; }));
    CHECK(kept[0].view() == 2 * block(kept[0].key[0], kept[0].key[1]));
  });
}

TEST_CASE("placed moves a relation where it is told, and leaves the keys alone") {
  test::on_all_site_counts([](int sites) {
    const auto x = relation_from_blocks<Matrices, 2>(
        {4, 3}, [](KeyOf<2> key) { return block(key[0], key[1]); });
    const auto plain = test::plain(x);
    for (const Placing& placing : {everywhere, on_rank(0), on_rank(sites - 1), split(0), split(1),
                                   split({{1, 0}, {sites, 1}})}) {
      const auto there = placed(x, placing);
      evaluate(there);
      test::require_exact_traffic(report(there));
      CHECK(there.frontier() == x.frontier());
      CHECK(there.node()->value->held == detail::resolve(placing, x.frontier(), sites).table());
      test::require_blocks(there, plain);
    }
    const auto last = placed(x, on_rank(sites - 1));
    evaluate(last);
    const auto& held = last.node()->value->local;
    CHECK(held.back().blocks.size() == 12);
    if (sites > 1) CHECK(held.front().blocks.empty());
    CHECK_THROWS_AS(placed(x, on_rank(sites)), UnsupportedPlan);
    CHECK_THROWS_AS(placed(x, split(2)), UnsupportedPlan);
    // Placing twice, and placing what is not computed yet.
    test::require_blocks(placed(placed(x, split(0)), on_rank(0)), plain);
    test::require_blocks(
        placed(join(x, x, on<0, 1>, on<0, 1>, kernel::add), split(1)),
        test::plain_transform(plain, [](const Matrix& m) { return Matrix(2 * m); }));
  });
}

}  // namespace
}  // namespace relatile::relation_data_test
