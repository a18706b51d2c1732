// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/relations.hpp"

// The worked examples of section 2 of the paper on tensor relational algebra.

namespace relatile::relation_paper_test {
namespace {

using Matrix = BlockValue<Dense<double, 2>>;
using Vector = BlockValue<Dense<double, 1>>;

Matrix square(double a, double b, double c, double d) {
  Matrix m(2, 2);
  m << a, b, c, d;
  return m;
}

/// The 4 x 4 matrix A, and as the relation R_A of four blocks.
Matrix matrix_a() {
  Matrix a(4, 4);
  a << 1, 2, 5, 6, 3, 4, 7, 8, 9, 10, 13, 14, 11, 12, 15, 16;
  return a;
}
auto relation_a() { return blocks(test::sharding(matrix_a()), {2, 2}); }

/// The relation R_B: two blocks of a 2 x 8 matrix.
Relation<Dense<double, 2>, 1> relation_b() {
  return relation_from_blocks<Dense<double, 2>, 1>({2}, [](KeyOf<1> key) {
    Matrix block(2, 4);
    block << 1, 2, 5, 6, 3, 4, 7, 8;
    return Matrix(block.array() + 8.0 * static_cast<double>(key[0]));
  });
}

TEST_CASE("paper: a matrix as a relation of blocks") {
  test::on_all_site_counts([](int) {
    CHECK(relation_a().frontier() == Extents{2, 2});
    CHECK(relation_a().size() == 4);
    test::require_blocks(relation_a(), test::Plain<Matrix>{{{0, 0}, square(1, 2, 3, 4)},
                                                           {{0, 1}, square(5, 6, 7, 8)},
                                                           {{1, 0}, square(9, 10, 11, 12)},
                                                           {{1, 1}, square(13, 14, 15, 16)}});
  });
}

TEST_CASE("paper: aggregate by <1> sums vertically, by <> everything") {
  test::on_all_site_counts([](int) {
    test::require_blocks(
        aggregate(relation_a(), by<1>, kernel::add),
        test::Plain<Matrix>{{{0}, square(10, 12, 14, 16)}, {{1}, square(18, 20, 22, 24)}});
    test::require_blocks(aggregate(relation_a(), by<>, kernel::add),
                         test::Plain<Matrix>{{{}, square(28, 32, 36, 40)}});
  });
}

TEST_CASE("paper: A x A is a join and an aggregate") {
  test::on_all_site_counts([](int) {
    const auto pairs = join(relation_a(), relation_a(), on<1>, on<0>, kernel::matmul);
    const auto joined = test::plain(pairs);
    CHECK(joined.size() == 8);
    CHECK(joined.at({0, 1, 0}) == square(111, 122, 151, 166));

    const auto product = aggregate(pairs, by<0, 2>, kernel::add);
    CHECK(to_eigen(to_array(product)) == matrix_a() * matrix_a());
    test::require_blocks(product, test::plain_aggregate(joined, {0, 2}, std::plus<>()));
  });
}

TEST_CASE("paper: the diagonal is a transform of a rekey of a filter") {
  test::on_all_site_counts([](int) {
    const auto is_eq = [](KeyOf<2> key) { return key[0] == key[1]; };
    const auto get_key0 = [](KeyOf<2> key) { return KeyOf<1>{key[0]}; };
    const auto diag = [](const auto& block) { return block.diagonal(); };
    const auto x = transform(rekey(filter(relation_a(), is_eq), get_key0), diag);
    const auto expected = Vector(matrix_a().diagonal());
    test::require_blocks(x, test::Plain<Vector>{{{0}, expected.head(2)}, {{1}, expected.tail(2)}});
    CHECK(to_eigen(to_array(x)) == expected);
  });
}

TEST_CASE("paper: the diagonal of X + Y, with the filter above the join") {
  test::on_all_site_counts([](int) {
    const auto x = relation_a();
    const auto y = transform(relation_a(), [](const auto& block) { return 10 * block; });
    const auto sums = join(x, y, on<0, 1>, on<0, 1>, kernel::add);
    const auto on_diagonal = filter(sums, [](KeyOf<2> key) { return key[0] == key[1]; });
    const auto merged = rekey(on_diagonal, [](KeyOf<2> key) { return KeyOf<1>{key[0]}; });
    const auto diagonal = transform(merged, [](const auto& block) { return block.diagonal(); });
    CHECK(to_eigen(to_array(diagonal)) == 11 * matrix_a().diagonal());
  });
}

TEST_CASE("paper: tile and rekey of B, and concat as the inverse of tile") {
  test::on_all_site_counts([](int) {
    const auto tiled = tile(relation_b(), dim<1>, 2);
    test::require_blocks(tiled, test::Plain<Matrix>{{{0, 0}, square(1, 2, 3, 4)},
                                                    {{0, 1}, square(5, 6, 7, 8)},
                                                    {{1, 0}, square(9, 10, 11, 12)},
                                                    {{1, 1}, square(13, 14, 15, 16)}});
    const auto flat = rekey(tiled, [](KeyOf<2> key) { return KeyOf<1>{2 * key[0] + key[1]}; });
    test::require_blocks(flat, test::Plain<Matrix>{{{0}, square(1, 2, 3, 4)},
                                                   {{1}, square(5, 6, 7, 8)},
                                                   {{2}, square(9, 10, 11, 12)},
                                                   {{3}, square(13, 14, 15, 16)}});
    test::require_blocks(concat(tiled, key_dim<1>, array_dim<1>), test::plain(relation_b()));
  });
}

}  // namespace
}  // namespace relatile::relation_paper_test
