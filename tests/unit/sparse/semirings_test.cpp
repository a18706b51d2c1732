// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdint>
#include <limits>
#include <relatile/sparse.hpp>
#include <type_traits>
#include <vector>

#include "support/against_reference.hpp"
#include "support/catch.hpp"
#include "support/sparse_pair.hpp"

namespace semirings_test {

// Semirings that look at where entries are alone, and sums and products of matrices over semirings.

namespace rt = relatile;
using rt::test::counted;
using rt::test::Pair;
using rt::test::require_reference;
using rt::test::require_same;

TEST_CASE("pairs of entries are counted whatever they are") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 4));
  const auto [m, k, n] = GENERATE(std::tuple{60, 50, 70}, std::tuple{1, 7, 1}, std::tuple{0, 3, 5},
                                  std::tuple{4, 0, 3});
  const Pair a(m, k, 1, 4);
  const Pair b(k, n, 2, 4);
  const rt::Array<std::int64_t, 2> in_a = rt::astype<std::int64_t>(a.dense != 0.0);
  const rt::Array<std::int64_t, 2> in_b = rt::astype<std::int64_t>(b.dense != 0.0);
  const rt::Array<std::int64_t, 2> counts = rt::matmul(in_a, in_b);
  const auto pairs = rt::matmul<rt::PlusPair>(0.0 * a.sparse, b.sparse);
  static_assert(std::is_same_v<decltype(pairs)::value_type, std::int64_t>);
  require_same(rt::to_dense(pairs), counts, 0);
  require_reference(pairs.values(), 0);
  const auto any = rt::matmul<rt::AnyPair>(a.sparse, rt::astype<float>(b.sparse));
  static_assert(std::is_same_v<decltype(any)::value_type, bool>);
  require_same(rt::to_dense(any), counts != std::int64_t{0}, 0);
  if (m == 60) {
    const Pair mask(m, n, 3, 3);
    const auto masked = rt::masked_matmul<rt::PlusPair>(a.sparse, b.sparse, mask.sparse);
    require_same(rt::to_dense(masked), rt::where(mask.dense != 0.0, counts, std::int64_t{0}), 0);
  }
}

TEST_CASE("what is dense is reduced over entries that are not read") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3));
  const auto [rows, columns] = GENERATE(std::pair{90, 130}, std::pair{1, 7}, std::pair{4, 0});
  const Pair a(rows, columns, 5, 6);
  const auto nan = a.sparse * std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const auto is_entry = rt::as_array(a.dense != 0.0);
  const auto x = counted(columns);
  const auto beside = rt::as_array(rt::where(is_entry, x, inf));
  require_same(rt::matmul<rt::MinSecond>(nan, x), rt::min(beside, 1, rt::initial(inf)), 0);
  require_same(rt::matmul<rt::PlusSecond>(nan, x), rt::sum(rt::where(is_entry, x, 0.0), 1));
  require_reference(rt::matmul<rt::MaxSecond>(nan, x), 0);
  require_same(rt::matmul<rt::OrSecond>(nan, x > 0.5),
               rt::any(rt::logical_and(is_entry, x > 0.5), 1), 0);
  const rt::Array<bool, 1> some = counted(rows) > 0.1;
  require_same(rt::matmul<rt::OrSecond>(nan, x > 0.5, rt::only(some)),
               rt::any(rt::logical_and(is_entry, x > 0.5), 1) && some, 0);
  const auto wide = counted(columns, 19);
  for (const int j : {0, 18}) {
    require_same(rt::matmul<rt::MinSecond>(nan, wide)(rt::all_of_axis, j),
                 rt::matmul<rt::MinSecond>(nan, wide(rt::all_of_axis, j)), 0);
  }
  // The type is that of what is dense.
  const auto labels = rt::arange<std::int32_t>(std::int32_t(rows));
  const auto least = rt::matmul<rt::MinFirst>(labels, nan);
  static_assert(std::is_same_v<rt::element_of<std::remove_cvref_t<decltype(least)>>, std::int32_t>);
  const std::int32_t far = std::numeric_limits<std::int32_t>::max();
  require_same(
      least, rt::min(rt::where(is_entry, rt::expand_dims(labels, 1), far), 0, rt::initial(far)), 0);
  require_same(rt::matmul<rt::OrFirst>(some, nan),
               rt::any(rt::logical_and(is_entry, rt::expand_dims(some, 1)), 0), 0);
  require_same(rt::matmul<rt::MinSecond>(rt::transpose(nan), labels), least, 0);
}

TEST_CASE("sums over a semiring take what is not there as its nothing") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3));
  const auto [rows, columns] = GENERATE(std::pair{90, 130}, std::pair{1, 7}, std::pair{0, 4});
  const Pair a(rows, columns, 8, 3);
  const Pair b(rows, columns, 9, 3);
  const double inf = std::numeric_limits<double>::infinity();
  const auto of = [&](const Pair& p, double nothing) {
    return rt::Array<double, 2>(rt::where(p.dense != 0.0, p.dense, nothing));
  };
  const auto shorter = rt::ewise_add<rt::MinPlus>(a.sparse, b.sparse);
  require_same(rt::to_dense(shorter, inf), rt::minimum(of(a, inf), of(b, inf)), 0);
  require_same(rt::to_dense(rt::ewise_add<rt::MaxMin>(a.sparse, b.sparse), -inf),
               rt::maximum(of(a, -inf), of(b, -inf)), 0);
  require_same(rt::to_dense(rt::ewise_add<rt::PlusTimes>(a.sparse, b.sparse)), a.dense + b.dense,
               0);
  require_same(rt::to_dense(rt::ewise_add<rt::OrAnd>(a.sparse, b.sparse)),
               rt::logical_or(a.dense != 0.0, b.dense != 0.0), 0);
  require_same(rt::to_dense(rt::ewise_mult<rt::MinPlus>(a.sparse, b.sparse), inf),
               of(a, inf) + of(b, inf), 0);
  CHECK(rt::ewise_mult<rt::MaxPlus>(a.sparse, b.sparse).nnz() == (a.sparse * b.sparse).nnz());
  CHECK_THROWS_AS(rt::ewise_add<rt::MinPlus>(a.sparse, rt::sparse_eye(5, 6)), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::ewise_mult<rt::MinPlus>(a.sparse, rt::sparse_eye(5, 6)), rt::ShapeMismatch);
  const auto one = rt::from_coordinates(std::vector{0}, std::vector{1}, std::vector{5}, {2, 2});
  const auto two = rt::from_coordinates(std::vector{1, 0}, std::vector{1, 1},
                                        std::vector{7, std::numeric_limits<int>::max()}, {2, 2});
  CHECK(rt::to_vector(rt::ewise_add<rt::MinPlus>(one, two).values()) == std::vector<int>{5, 7});
  CHECK(rt::to_vector(rt::ewise_mult<rt::MinPlus>(one, two).values()) ==
        std::vector<int>{std::numeric_limits<int>::max()});
}

}  // namespace semirings_test
