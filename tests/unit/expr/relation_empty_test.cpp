// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/relations.hpp"

// Relations without blocks, blocks without elements, and more sites than either.

namespace relatile::relation_empty_test {
namespace {

using test::Plain;
using Matrices = Dense<double, 2>;
using Matrix = BlockValue<Matrices>;

/// What is left of some blocks if none is kept.
auto nothing() {
  return filter(blocks(ones({4, 6}), {2, 3}), [](KeyOf<2>) { return false; });
}
auto one_block() { return blocks(ones({2, 3}), {2, 3}); }

template <class X>
void require_nothing(const X& x) {
  CHECK(Relation<block_of<X>, arity_of<X>>(x).size() == 0);
  CHECK(test::plain(x).empty());
}

TEST_CASE("a filter that keeps nothing gives an empty relation, and so do all operators above it") {
  test::on_all_site_counts([](int) {
    CHECK(nothing().frontier() == Extents{0, 0});
    require_nothing(nothing());
    require_nothing(join(nothing(), nothing(), on<1>, on<0>, kernel::matmul));
    require_nothing(join(nothing(), one_block(), on<>, on<>, kernel::add));
    require_nothing(join(one_block(), nothing(), on<>, on<>, kernel::add));
    require_nothing(join(nothing(), one_block(), on<0, 1>, on<0, 1>, kernel::add));
    require_nothing(join(one_block(), nothing(), on<1>, on<0>, kernel::add));
    require_nothing(aggregate(nothing(), by<0>, kernel::add));
    require_nothing(transform(nothing(), [](const auto& m) { return m.transpose(); }));
    require_nothing(rekey(nothing(), [](KeyOf<2> key) { return KeyOf<1>{key[0]}; }));
    require_nothing(filter(nothing(), [](KeyOf<2>) { return true; }));
    require_nothing(tile(nothing(), dim<0>, 2));
    require_nothing(concat(nothing(), key_dim<0>, array_dim<0>));
    require_nothing(
        aggregate(join(nothing(), nothing(), on<1>, on<0>, kernel::matmul), by<0, 2>, kernel::add));
    CHECK(to_eigen(to_array(nothing())).size() == 0);
  });
}

TEST_CASE("an empty relation of key arity 0 has a frontier but no block") {
  test::on_all_site_counts([](int) {
    const auto sum = aggregate(nothing(), by<>, kernel::add);
    require_nothing(sum);
    require_nothing(transform(sum, [](const auto& m) { return 2 * m; }));
    require_nothing(aggregate(sum, by<>, kernel::add));
    require_nothing(join(sum, sum, on<>, on<>, kernel::add));
    require_nothing(join(sum, one_block(), on<>, on<>, kernel::add));
    require_nothing(join(one_block(), sum, on<>, on<>, kernel::add));
    require_nothing(rekey(sum, [](KeyOf<0>) { return KeyOf<1>{5}; }));
    require_nothing(filter(sum, [](KeyOf<0>) { return true; }));
    require_nothing(tile(sum, dim<0>, 2));
    require_nothing(concat(tile(sum, dim<0>, 2), key_dim<0>, array_dim<0>));
    require_nothing(
        aggregate(join(nothing(), nothing(), on<0, 1>, on<0, 1>, kernel::add), by<>, kernel::add));
    // The block under () can be filtered away as well.
    const auto one = aggregate(one_block(), by<>, kernel::add);
    const auto gone = filter(one, [](KeyOf<0>) { return false; });
    require_nothing(gone);
    require_nothing(transform(gone, [](const auto& m) { return 2 * m; }));
    require_nothing(join(gone, one, on<>, on<>, kernel::add));
  });
}

TEST_CASE("numbers without a key and without a value") {
  test::on_all_site_counts([](int) {
    const auto numbers = transform(nothing(), [](const auto& m) { return m.sum(); });
    const auto total = aggregate(numbers, by<>, kernel::add);
    require_nothing(numbers);
    require_nothing(total);
    CHECK_THROWS_AS(evaluate(to_array(total)), NotClosed);
  });
}

TEST_CASE("an array with an axis of extent 0, cut into blocks, has no blocks") {
  test::on_all_site_counts([](int) {
    const auto no_rows = blocks(zeros({0, 6}), {2, 3});
    const auto no_cols = blocks(zeros({6, 0}), {2, 3});
    CHECK(no_rows.frontier() == Extents{0, 2});
    require_nothing(no_rows);
    require_nothing(no_cols);
    require_nothing(transform(no_rows, [](const auto& m) { return m + m; }));
    require_nothing(join(no_cols, no_rows, on<1>, on<0>, kernel::matmul));
    require_nothing(join(no_rows, no_cols, on<1>, on<0>,
                         [](const auto& a, const auto& b) { return Matrix(a * b); }));
    const auto same = transform(no_rows, [](const auto& m) { return m + m; });
    require_nothing(join(no_rows, same, on<0, 1>, on<0, 1>, kernel::add));
    require_nothing(join(same, no_rows, on<1>, on<1>, kernel::add));
    require_nothing(aggregate(no_rows, by<1>, kernel::add));
    require_nothing(aggregate(no_rows, by<>, kernel::add));
    require_nothing(tile(no_rows, dim<1>, 2));
    require_nothing(concat(no_rows, key_dim<1>, array_dim<1>));
    CHECK(to_eigen(to_array(no_rows)).rows() == 0);
    CHECK(to_eigen(to_array(no_cols)).cols() == 0);
    CHECK(to_vector(to_array(blocks(zeros({0}), {4}))).empty());
    // Each label has a cut on both sides, even where there is no block to ask for its extent.
    const auto array = to_array(no_rows);
    for (const auto& dim : array.node()->output.dims) {
      CHECK(dim.cuts->size() == static_cast<std::size_t>(no_rows.frontier()[dim.label]) + 1);
    }
  });
}

TEST_CASE("blocks without elements are blocks") {
  test::on_all_site_counts([](int) {
    // 5 columns in tiles of 2, of blocks with 3 and 2 columns: the last tile of the second is
    // empty.
    const auto tiled = tile(blocks(ones({2, 5}), {2, 3}), dim<1>, 1);
    const auto plain = test::plain(tiled);
    CHECK(plain.size() == 6);
    CHECK(plain.at({0, 1, 2}) == Matrix(2, 0));
    const auto flat = rekey(tiled, [](KeyOf<3> k) { return KeyOf<2>{k[0], 3 * k[1] + k[2]}; });
    CHECK(to_eigen(to_array(flat)) == Matrix::Ones(2, 5));
    const auto sums = transform(tiled, [](const auto& m) { return m.sum(); });
    CHECK(test::plain(sums).at({0, 1, 2}) == 0);

    const auto empty =
        relation_from_blocks<Matrices, 1>({3}, [](KeyOf<1>) { return Matrix(0, 4); });
    CHECK(test::plain(empty).size() == 3);
    CHECK(test::plain(aggregate(empty, by<>, kernel::add)).at({}).cols() == 4);
    const auto products = join(transform(empty, [](const auto& m) { return m.transpose(); }), empty,
                               on<0>, on<0>, kernel::matmul);
    CHECK(test::plain(products).at({2}) == Matrix::Zero(4, 4));
    CHECK(test::plain(aggregate(products, by<>, kernel::add)).at({}) == Matrix::Zero(4, 4));
    CHECK(test::plain(concat(empty, key_dim<0>, array_dim<0>)).at({}).rows() == 0);
  });
}

TEST_CASE("more sites than blocks") {
  const Context context = Context::loopback(64);
  const auto x = blocks(ones({3, 3}), {2, 2});
  const auto y = aggregate(join(x, x, on<1>, on<0>, kernel::matmul), by<0, 2>, kernel::add);
  CHECK(to_eigen(to_array(y)) == Matrix::Constant(3, 3, 3));
  test::require_blocks(y, test::plain(y));
  CHECK(test::plain(placed(x, split(0))).size() == 4);
}

}  // namespace
}  // namespace relatile::relation_empty_test
