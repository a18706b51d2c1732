// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>

#include "support/relations.hpp"

// Relations of every element type.

namespace relatile {
namespace {

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
using Matrix = BlockValue<Dense<T, 2>>;

template <class T>
Matrix<T> matrix(std::int64_t rows, std::int64_t cols) {
  return Matrix<T>::NullaryExpr(
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
Matrix<T> sum(const Matrix<T>& a, const Matrix<T>& b) {
  return a.binaryExpr(b, [](T x, T y) { return plus<T>(x, y); });
}

TEMPLATE_TEST_CASE("relations of matrices", "", float, double, std::complex<float>,
                   std::complex<double>, std::int8_t, std::uint16_t, std::int64_t, bool) {
  using T = TestType;
  test::on_all_site_counts([](int) {
    const Matrix<T> whole = matrix<T>(5, 4);
    const auto x = blocks(from_eigen(whole), {2, 2});
    const auto plain = test::plain(x);
    test::require_blocks(
        join(x, x, on<0, 1>, on<0, 1>, kernel::multiply),
        test::plain_join(plain, plain, {0, 1}, {0, 1}, [](const auto& a, const auto& b) {
          return Matrix<T>(a.cwiseProduct(b));
        }));
    const auto top = filter(x, [](KeyOf<2> key) { return key[0] < 2; });
    test::require_blocks(aggregate(top, by<1>, kernel::add),
                         test::plain_aggregate(test::plain(top), {1}, sum<T>));
    const auto pairs = join(x, x, on<0, 1>, on<0, 1>, kernel::add);
    test::require_blocks(pairs, test::plain_join(plain, plain, {0, 1}, {0, 1}, sum<T>));
    const auto turned = transform(x, [](const auto& m) { return m.transpose(); });
    CHECK(to_eigen(to_array(rekey(turned, [](KeyOf<2> key) {
            return KeyOf<2>{key[1], key[0]};
          }))) == whole.transpose());
    const auto tiled = tile(x, dim<0>, 1);
    test::require_blocks(concat(tiled, key_dim<2>, array_dim<0>), plain);
  });
}

TEMPLATE_TEST_CASE("relations of numbers", "", float, double, std::complex<float>,
                   std::complex<double>, std::int8_t, std::uint16_t, std::int64_t, bool) {
  using T = TestType;
  test::on_all_site_counts([](int) {
    const auto x =
        relation_from_blocks<Dense<T, 0>, 1>({6}, [](KeyOf<1> key) { return element<T>(key[0]); });
    test::Plain<T> plain;
    for (std::int64_t k = 0; k < 6; ++k) plain[{k}] = element<T>(k);
    test::require_blocks(x, plain);
    test::require_blocks(aggregate(x, by<>, kernel::add),
                         test::plain_aggregate(plain, {}, plus<T>));
    test::require_blocks(aggregate(join(x, x, on<0>, on<0>, kernel::multiply), by<>, kernel::add),
                         test::plain_aggregate(test::plain_join(plain, plain, {0}, {0},
                                                                [](T a, T b) { return T(a * b); }),
                                               {}, plus<T>));
    test::require_blocks(join(x, x, on<>, on<>, kernel::add),
                         test::plain_join(plain, plain, {}, {}, plus<T>));
  });
}

TEMPLATE_TEST_CASE("a matrix product of relations is fused", "", float, double, std::complex<float>,
                   std::complex<double>, std::int8_t, std::uint16_t, std::int64_t, bool) {
  using T = TestType;
  test::on_all_site_counts([](int) {
    const Matrix<T> whole = matrix<T>(5, 5);
    const auto x = blocks(from_eigen(whole), {2, 2});
    const auto product = aggregate(join(x, x, on<1>, on<0>, kernel::matmul), by<0, 2>, kernel::add);
    CHECK(to_eigen(to_array(product)) == Matrix<T>(whole * whole));
  });
}

TEMPLATE_TEST_CASE("minimum and maximum of blocks and of numbers", "", float, double, std::int8_t,
                   std::uint16_t, std::int64_t) {
  using T = TestType;
  test::on_all_site_counts([](int) {
    const Matrix<T> whole = matrix<T>(6, 4);
    const auto x = blocks(from_eigen(whole), {2, 4});
    const Matrix<T> least =
        whole.topRows(2).cwiseMin(whole.middleRows(2, 2)).cwiseMin(whole.bottomRows(2));
    const Matrix<T> most =
        whole.topRows(2).cwiseMax(whole.middleRows(2, 2)).cwiseMax(whole.bottomRows(2));
    CHECK(test::plain(aggregate(x, by<>, kernel::minimum)).at({}) == least);
    CHECK(test::plain(aggregate(x, by<>, kernel::maximum)).at({}) == most);
    const auto sums = transform(x, [](const auto& m) { return m.sum(); });
    const T best = test::plain(aggregate(sums, by<>, kernel::maximum)).at({});
    CHECK(best == std::max({whole.topRows(2).sum(), whole.middleRows(2, 2).sum(),
                            whole.bottomRows(2).sum()}));
  });
}

TEST_CASE("minimum and maximum of blocks propagate NaN from either side") {
  const Context context = Context::loopback(3);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  using Vector = BlockValue<Dense<double, 1>>;
  const auto x = relation_from_blocks<Dense<double, 1>, 1>({2}, [&](KeyOf<1> key) {
    Vector v(3);
    if (key[0] == 0) {
      v << nan, 1, 2;
    } else {
      v << 1, nan, 3;
    }
    return v;
  });
  for (const Vector& v : {test::plain(aggregate(x, by<>, kernel::maximum)).at({}),
                          test::plain(aggregate(x, by<>, kernel::minimum)).at({})}) {
    CHECK(std::isnan(v[0]));
    CHECK(std::isnan(v[1]));
    CHECK(!std::isnan(v[2]));
  }
}

}  // namespace
}  // namespace relatile
