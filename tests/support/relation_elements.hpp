// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>

#include "support/relations.hpp"

// What relations of every element type must do; the types are spread over several tests.

namespace relatile::test {

template <class T>
using MatrixOf = BlockValue<Dense<T, 2>>;

/// Small values, so that sums and products of a few are exact in every type.
template <class T>
T element(Eigen::Index i) {
  if constexpr (std::is_same_v<T, bool>) {
    return i % 3 == 0;
  } else if constexpr (is_complex_v<T>) {
    using R = typename T::value_type;
    return T(static_cast<R>(i % 5), static_cast<R>(i % 3));
  } else {
    return static_cast<T>(i % 7);
  }
}

template <class T>
MatrixOf<T> matrix_of(std::int64_t rows, std::int64_t cols) {
  return MatrixOf<T>::NullaryExpr(
      rows, cols, [cols](Eigen::Index r, Eigen::Index c) { return element<T>(r * cols + c); });
}

template <class T>
T plus(T a, T b) {
  if constexpr (std::is_same_v<T, bool>) {
    return a || b;
  } else {
    return static_cast<T>(a + b);
  }
}
template <class T>
MatrixOf<T> plus_matrices(const MatrixOf<T>& a, const MatrixOf<T>& b) {
  return a.binaryExpr(b, [](T x, T y) { return plus<T>(x, y); });
}

/// Joins, aggregates, transposes and tiles a 5 x 4 matrix in 2 x 2 blocks.
template <class T>
void check_matrices() {
  using Matrix = MatrixOf<T>;
  on_all_site_counts([](int) {
    const Matrix whole = matrix_of<T>(5, 4);
    const Relation<Dense<T, 2>, 2> x = blocks(sharding(whole), {2, 2});
    const auto pairs = plain(x);
    const auto product = [](const Matrix& a, const Matrix& b) { return Matrix(a.cwiseProduct(b)); };
    require_blocks<Relation<Dense<T, 2>, 2>>(join(x, x, on<0, 1>, on<0, 1>, kernel::multiply),
                                             plain_join(pairs, pairs, {0, 1}, {0, 1}, product));
    require_blocks<Relation<Dense<T, 2>, 2>>(
        join(x, x, on<0, 1>, on<0, 1>, kernel::add),
        plain_join(pairs, pairs, {0, 1}, {0, 1}, plus_matrices<T>));
    const Relation<Dense<T, 2>, 2> top = filter(x, [](KeyOf<2> key) { return key[0] < 2; });
    require_blocks(aggregate(top, by<1>, kernel::add),
                   plain_aggregate(plain(top), {1}, plus_matrices<T>));
    const auto turned = transform(x, [](const auto& m) { return m.transpose(); });
    const auto back = rekey(turned, [](KeyOf<2> key) { return KeyOf<2>{key[1], key[0]}; });
    CHECK(to_eigen(to_array(back)) == whole.transpose());
    require_blocks<Relation<Dense<T, 2>, 2>>(concat(tile(x, dim<0>, 1), key_dim<2>, array_dim<0>),
                                             pairs);
  });
}

/// Sums, products and joins of six numbers.
template <class T>
void check_numbers() {
  on_all_site_counts([](int) {
    using Numbers = Dense<T, 0>;
    const auto x =
        relation_from_blocks<Numbers, 1>({6}, [](KeyOf<1> key) { return element<T>(key[0]); });
    Plain<T> pairs;
    for (std::int64_t k = 0; k < 6; ++k) pairs[{k}] = element<T>(k);
    const auto times = [](T a, T b) { return static_cast<T>(a * b); };
    require_blocks(x, pairs);
    require_blocks(aggregate(x, by<>, kernel::add), plain_aggregate(pairs, {}, plus<T>));
    require_blocks(aggregate(join(x, x, on<0>, on<0>, kernel::multiply), by<>, kernel::add),
                   plain_aggregate(plain_join(pairs, pairs, {0}, {0}, times), {}, plus<T>));
    require_blocks<Relation<Numbers, 2>>(join(x, x, on<>, on<>, kernel::add),
                                         plain_join(pairs, pairs, {}, {}, plus<T>));
  });
}

/// A matrix product: a join whose kernel's expression is evaluated into the sums.
template <class T>
void check_product() {
  on_all_site_counts([](int) {
    const MatrixOf<T> whole = matrix_of<T>(5, 5);
    const auto x = blocks(sharding(whole), {2, 2});
    const auto product = aggregate(join(x, x, on<1>, on<0>, kernel::matmul), by<0, 2>, kernel::add);
    CHECK(to_eigen(to_array(product)) == MatrixOf<T>(whole * whole));
  });
}

/// The least and the largest of blocks, element by element, and of numbers.
template <class T>
void check_extremes() {
  on_all_site_counts([](int) {
    const MatrixOf<T> whole = matrix_of<T>(6, 4);
    const auto x = blocks(sharding(whole), {2, 4});
    const MatrixOf<T> top = whole.topRows(2);
    const MatrixOf<T> middle = whole.middleRows(2, 2);
    const MatrixOf<T> bottom = whole.bottomRows(2);
    CHECK(plain(aggregate(x, by<>, kernel::minimum)).at({}) ==
          top.cwiseMin(middle).cwiseMin(bottom));
    CHECK(plain(aggregate(x, by<>, kernel::maximum)).at({}) ==
          top.cwiseMax(middle).cwiseMax(bottom));
    const auto sums = transform(x, [](const auto& m) { return m.sum(); });
    const T best = plain(aggregate(sums, by<>, kernel::maximum)).at({});
    CHECK(best == std::max({top.sum(), middle.sum(), bottom.sum()}));
  });
}

}  // namespace relatile::test
