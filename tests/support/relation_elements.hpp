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
T plus(T a, T b) {
  if constexpr (std::is_same_v<T, bool>) {
    return a || b;
  } else {
    return static_cast<T>(a + b);
  }
}
template <class T>
T times(T a, T b) {
  return static_cast<T>(a * b);
}
template <class T>
T least(T a, T b) {
  return b < a ? b : a;
}
template <class T>
T largest(T a, T b) {
  return a < b ? b : a;
}

// What is expected is computed by loops, and not by what is tested: nor does Eigen compile all its
// expressions for every type.

template <class T>
MatrixOf<T> matrix_of(Eigen::Index rows, Eigen::Index cols) {
  MatrixOf<T> m(rows, cols);
  for (Eigen::Index i = 0; i < rows * cols; ++i) m.data()[i] = element<T>(i);
  return m;
}
template <class T>
using Combine = T (*)(T, T);
template <class T, Combine<T> F>
MatrixOf<T> combined(const MatrixOf<T>& a, const MatrixOf<T>& b) {
  MatrixOf<T> result(a.rows(), a.cols());
  for (Eigen::Index i = 0; i < a.size(); ++i) result.data()[i] = F(a.data()[i], b.data()[i]);
  return result;
}
template <class T>
MatrixOf<T> transposed(const MatrixOf<T>& m) {
  MatrixOf<T> result(m.cols(), m.rows());
  for (Eigen::Index r = 0; r < m.rows(); ++r) {
    for (Eigen::Index c = 0; c < m.cols(); ++c) result(c, r) = m(r, c);
  }
  return result;
}
template <class T>
MatrixOf<T> product_of(const MatrixOf<T>& a, const MatrixOf<T>& b) {
  MatrixOf<T> result(a.rows(), b.cols());
  for (Eigen::Index r = 0; r < a.rows(); ++r) {
    for (Eigen::Index c = 0; c < b.cols(); ++c) {
      T sum(0);
      for (Eigen::Index k = 0; k < a.cols(); ++k) sum = plus<T>(sum, times<T>(a(r, k), b(k, c)));
      result(r, c) = sum;
    }
  }
  return result;
}
/// Rows first, ..., first + count - 1.
template <class T>
MatrixOf<T> rows_of(const MatrixOf<T>& m, Eigen::Index first, Eigen::Index count) {
  MatrixOf<T> result(count, m.cols());
  std::copy_n(m.data() + first * m.cols(), result.size(), result.data());
  return result;
}
template <class T>
T sum_of(const MatrixOf<T>& m) {
  T sum(0);
  for (Eigen::Index i = 0; i < m.size(); ++i) sum = plus<T>(sum, m.data()[i]);
  return sum;
}
/// An array of two dimensions as the matrix of its elements.
template <class T, class X>
bool is_matrix(const X& array, const MatrixOf<T>& expected) {
  return are_equal<MatrixOf<T>>(to_eigen(array), expected, 0);
}

/// Joins, aggregates, transposes and tiles a 5 x 4 matrix in 2 x 2 blocks.
template <class T>
void check_matrices() {
  on_all_site_counts([](int) {
    const MatrixOf<T> whole = matrix_of<T>(5, 4);
    const Relation<Dense<T, 2>, 2> x = blocks(sharding(whole), {2, 2});
    const auto pairs = plain(x);
    require_blocks<Relation<Dense<T, 2>, 2>>(
        join(x, x, on<0, 1>, on<0, 1>, kernel::multiply),
        plain_join(pairs, pairs, {0, 1}, {0, 1}, combined<T, times<T>>));
    require_blocks<Relation<Dense<T, 2>, 2>>(
        join(x, x, on<0, 1>, on<0, 1>, kernel::add),
        plain_join(pairs, pairs, {0, 1}, {0, 1}, combined<T, plus<T>>));
    const Relation<Dense<T, 2>, 2> top = filter(x, [](KeyOf<2> key) { return key[0] < 2; });
    require_blocks(aggregate(top, by<1>, kernel::add),
                   plain_aggregate(plain(top), {1}, combined<T, plus<T>>));
    const auto turned = transform(x, [](const auto& m) { return m.transpose(); });
    const auto back = rekey(turned, [](KeyOf<2> key) { return KeyOf<2>{key[1], key[0]}; });
    CHECK(is_matrix<T>(to_array(back), transposed<T>(whole)));
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
    require_blocks(x, pairs);
    require_blocks(aggregate(x, by<>, kernel::add), plain_aggregate(pairs, {}, plus<T>));
    require_blocks(aggregate(join(x, x, on<0>, on<0>, kernel::multiply), by<>, kernel::add),
                   plain_aggregate(plain_join(pairs, pairs, {0}, {0}, times<T>), {}, plus<T>));
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
    CHECK(is_matrix<T>(to_array(product), product_of<T>(whole, whole)));
  });
}

/// The least and the largest of blocks, element by element, and of numbers.
template <class T>
void check_extremes() {
  on_all_site_counts([](int) {
    const MatrixOf<T> whole = matrix_of<T>(6, 4);
    const auto x = blocks(sharding(whole), {2, 4});
    const MatrixOf<T> top = rows_of<T>(whole, 0, 2);
    const MatrixOf<T> middle = rows_of<T>(whole, 2, 2);
    const MatrixOf<T> bottom = rows_of<T>(whole, 4, 2);
    const auto lower = combined<T, least<T>>(combined<T, least<T>>(top, middle), bottom);
    const auto upper = combined<T, largest<T>>(combined<T, largest<T>>(top, middle), bottom);
    CHECK(are_equal(plain(aggregate(x, by<>, kernel::minimum)).at({}), lower, 0));
    CHECK(are_equal(plain(aggregate(x, by<>, kernel::maximum)).at({}), upper, 0));
    const auto sums = transform(x, [](const auto& m) { return m.sum(); });
    const T best = plain(aggregate(sums, by<>, kernel::maximum)).at({});
    CHECK(best == std::max({sum_of<T>(top), sum_of<T>(middle), sum_of<T>(bottom)}));
  });
}

}  // namespace relatile::test
