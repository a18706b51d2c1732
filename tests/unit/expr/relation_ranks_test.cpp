// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "support/relations.hpp"

// Relations whose blocks have 0 to 4 dimensions.

namespace relatile::relation_ranks_test {
namespace {

using test::Plain;
using Tensor = TensorBlock<double, 3>;
using Tensors = Dense<double, 3>;
using Vector = BlockValue<Dense<double, 1>>;

/// An array of whole numbers that differ from element to element.
template <std::size_t N>
auto counted(const Extent (&shape)[N]) {
  const Extents strides = row_major_strides(detail::to_extents(shape));
  return [&]<std::size_t... D>(std::index_sequence<D...>) {
    return from_function(shape, [strides](decltype(std::int64_t(D))... at) {
      return static_cast<double>(((at * strides[static_cast<int>(D)]) + ... + 0) % 101);
    });
  }
  (std::make_index_sequence<N>{});
}

/// Cuts x, works on the blocks with `operate`, and compares the array they make with `expected`.
template <class X, class Operate, class Expected>
void check(const X& x, const Extents& tile, Operate&& operate, const Expected& expected) {
  const auto result = to_array(operate(blocks(x, tile)));
  CHECK(result.shape() == shape_of(expected));
  CHECK(to_vector(result) == to_vector(expected));
  test::require_exact_traffic(report(result));
}

template <class X>
void check_rank(const X& x, const Extents& tile_shape) {
  constexpr int R = rank_of<X>;
  const auto same = [](const auto& r) { return r; };
  check(x, tile_shape, same, x);
  const auto add_up = [](const auto& r) {
    if constexpr (R == 0) {
      return join(r, r, on<>, on<>, kernel::add);
    } else if constexpr (R == 1) {
      return join(r, r, on<0>, on<0>, kernel::add);
    } else if constexpr (R == 2) {
      return join(r, r, on<0, 1>, on<0, 1>, kernel::add);
    } else if constexpr (R == 3) {
      return join(r, r, on<0, 1, 2>, on<0, 1, 2>, kernel::add);
    } else {
      return join(r, r, on<0, 1, 2, 3>, on<0, 1, 2, 3>, kernel::add);
    }
  };
  check(x, tile_shape, add_up, x + x);
  if constexpr (R > 0) {
    const auto there_and_back = [](const auto& r) {
      return concat(tile(r, dim<R - 1>, 2), key_dim<R>, array_dim<R - 1>);
    };
    check(x, tile_shape, there_and_back, x);
    const auto first = [](const auto& r) {
      return concat(tile(r, dim<0>, 1), key_dim<R>, array_dim<0>);
    };
    check(x, tile_shape, first, x);
  }
}

TEST_CASE("arrays of 0 to 4 dimensions as relations and back") {
  test::on_all_site_counts([](int) {
    check_rank(Array<double, 0>(full<double, 0>(Extents{}, 7.0)), Extents{});
    check_rank(counted({10}), {3});
    check_rank(counted({5, 6}), {2, 4});
    check_rank(counted({4, 3, 5}), {3, 2, 2});
    check_rank(counted({3, 2, 4, 5}), {2, 2, 3, 3});
  });
}

TEST_CASE("kernels see blocks of three dimensions as a TensorView") {
  test::on_all_site_counts([](int) {
    const auto x = counted({4, 3, 5});
    const auto r = blocks(x, {2, 3, 3});
    const auto halved = transform(r, [](const auto& b) { return b.like(b.flat() * 0.5); });
    CHECK(to_vector(to_array(halved)) == to_vector(as_array(x * 0.5)));

    // An element-by-element copy into a TensorBlock of its own, with two axes exchanged.
    const auto turned = transform(r, [](const auto& b) {
      Tensor result({b.extent(1), b.extent(0), b.extent(2)});
      for (std::int64_t i = 0; i < b.extent(0); ++i) {
        for (std::int64_t j = 0; j < b.extent(1); ++j) {
          for (std::int64_t k = 0; k < b.extent(2); ++k) result(j, i, k) = b(i, j, k);
        }
      }
      return result;
    });
    const auto keys = rekey(turned, [](KeyOf<3> k) { return KeyOf<3>{k[1], k[0], k[2]}; });
    CHECK(to_vector(to_array(keys)) == to_vector(transpose(x, 1, 0, 2)));

    const auto sums = transform(r, [](const auto& b) { return b.flat().sum(); });
    CHECK(test::plain(aggregate(sums, by<>, kernel::add)).at({}) == item(sum(x)));
  });
}

TEST_CASE("aggregates of blocks of three dimensions: in place, by lambda, over a join") {
  test::on_all_site_counts([](int) {
    const auto x = counted({6, 3, 2});
    const auto r = blocks(x, {2, 3, 2});
    const auto in_place = aggregate(r, by<>, kernel::add);
    const auto by_lambda = aggregate(
        r, by<>, [](const auto& a, const auto& b) { return a.like(a.flat() + b.flat()); });
    const auto flat =
        aggregate(r, by<>, [](const auto& a, const auto& b) { return a.flat() + b.flat(); });
    const auto products = join(r, r, on<0, 1, 2>, on<0, 1, 2>, kernel::multiply);
    const auto fused = aggregate(products, by<>, kernel::add);
    const auto most = aggregate(r, by<>, kernel::maximum);
    Tensor expected_sum({2, 3, 2});
    Tensor expected_squares({2, 3, 2});
    Tensor expected_most({2, 3, 2});
    for (const auto& [key, block] : to_map(r)) {
      expected_sum.elements += block.elements;
      expected_squares.elements += block.elements.cwiseProduct(block.elements);
      expected_most.elements = expected_most.elements.cwiseMax(block.elements);
    }
    CHECK(test::plain(in_place).at({}) == expected_sum);
    CHECK(test::plain(by_lambda).at({}) == expected_sum);
    CHECK(test::plain(flat).at({}) == expected_sum);
    CHECK(test::plain(fused).at({}) == expected_squares);
    CHECK(test::plain(most).at({}) == expected_most);
  });
}

TEST_CASE("declared kernels make blocks of three dimensions from matrices and back") {
  test::on_all_site_counts([](int) {
    const auto x = counted({4, 6});
    const auto stacked = declare([](const auto& m) {
                           Vector flat(2 * m.size());
                           for (Eigen::Index i = 0; i < m.size(); ++i)
                             flat[i] = m(i / m.cols(), i % m.cols());
                           flat.tail(m.size()) = flat.head(m.size()) * 10;
                           return flat;
                         })
                             .named("stack")
                             .returns<Tensors>([](std::span<const Extents> e) {
                               return Extents{2, e[0][0], e[0][1]};
                             });
    const auto r = transform(blocks(x, {2, 3}), stacked);
    const auto plain = test::plain(r);
    CHECK(plain.at({1, 1}).extents == Extents{2, 2, 3});
    CHECK(plain.at({1, 1})(1, 0, 2) == 10 * plain.at({1, 1})(0, 0, 2));
    const auto second = declare([](auto& out, const auto& b) {
                          for (std::int64_t i = 0; i < b.extent(1); ++i) {
                            for (std::int64_t k = 0; k < b.extent(2); ++k) out(i, k) = b(1, i, k);
                          }
                        }).fills_block<Dense<double, 2>>([](std::span<const Extents> e) {
      return Extents{e[0][1], e[0][2]};
    });
    CHECK(to_vector(to_array(transform(r, second))) == to_vector(as_array(x * 10.0)));
  });
}

TEST_CASE("relations of vectors and of numbers") {
  test::on_all_site_counts([](int) {
    const auto x = counted({10});
    const auto r = blocks(x, {4});
    CHECK(test::plain(join(r, r, on<0>, on<0>, [](const auto& a, const auto& b) {
            return a.dot(b);
          })).size() == 3);
    const auto norm =
        aggregate(join(r, r, on<0>, on<0>, [](const auto& a, const auto& b) { return a.dot(b); }),
                  by<>, kernel::add);
    CHECK(test::plain(norm).at({}) == item(sum(x * x)));
    const auto outer =
        join(r, r, on<>, on<>, [](const auto& a, const auto& b) { return a * b.transpose(); });
    CHECK(to_vector(to_array(outer)) == to_vector(relatile::outer(x, x)));
    // A row vector is a vector as well.
    const auto columns =
        transform(blocks(counted({6, 4}), {2, 4}), [](const auto& m) { return m.colwise().sum(); });
    STATIC_REQUIRE(std::is_same_v<block_of<decltype(columns)>, Dense<double, 1>>);
    test::require_blocks(
        aggregate(rekey(columns, [](KeyOf<2> k) { return KeyOf<1>{k[0]}; }), by<>, kernel::add),
        Plain<Vector>{{{}, to_eigen(sum(counted({6, 4}), 0))}});
  });
}

}  // namespace
}  // namespace relatile::relation_ranks_test
