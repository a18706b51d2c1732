// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <limits>
#include <relatile/sparse.hpp>
#include <type_traits>
#include <vector>

#include "support/catch.hpp"
#include "support/sparse_pair.hpp"

namespace truths_test {

// Truth values: rows and columns chosen by them, matrices of them, what is close; labels as rows.

namespace rt = relatile;
using rt::test::counted;
using rt::test::Pair;
using rt::test::require_same;

TEST_CASE("rows and columns by truth values") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto [rows, columns] = GENERATE(std::pair{61, 40}, std::pair{1, 3}, std::pair{0, 4});
  const Pair a(rows, columns, 3, 4);
  const rt::Array<bool, 1> down = counted(rows) > 0.1;
  const rt::Array<bool, 1> across = counted(columns) > 0.1;
  require_same(rt::to_dense(rt::compress(down, a.sparse, 0)), rt::compress(down, a.dense, 0), 0);
  require_same(rt::to_dense(rt::compress(across, a.sparse, -1)), rt::compress(across, a.dense, 1),
               0);
  const auto shorter = across(rt::slice(0, columns - 1));
  require_same(rt::to_dense(rt::compress(shorter, a.sparse, 1)), rt::compress(shorter, a.dense, 1),
               0);
  CHECK_THROWS_AS(rt::compress(rt::ones<bool>({rows + 1}), a.sparse, 0), rt::ShapeMismatch);
}

TEST_CASE("matrices of truth values") {
  auto context = rt::Context::loopback(GENERATE(1, 2));
  const Pair a(50, 30, 3, 4);
  const Pair b(50, 30, 4, 4);
  const rt::SparseArray<bool> p = a.sparse > 0.0;
  const rt::SparseArray<bool> q = b.sparse > 0.0;
  const rt::Array<bool, 2> x = a.dense > 0.0;
  const rt::Array<bool, 2> y = b.dense > 0.0;
  require_same(rt::to_dense(p || q), x || y, 0);
  require_same(rt::to_dense(p && q), x && y, 0);
  require_same(rt::to_dense(p + q), x || y, 0);
  require_same(rt::to_dense(rt::logical_xor(p, q)), x != y, 0);
  require_same(rt::sum(p), rt::sum(x), 0);
  require_same(rt::sum(p, 0), rt::sum(x, 0), 0);
  require_same(rt::any(p, 1), rt::any(x, 1), 0);
  require_same(rt::to_dense(rt::transpose(p)), rt::transpose(x), 0);
  const rt::Array<bool, 1> v = counted(30) > 0.0;
  require_same(rt::matmul(p, v), rt::matmul(x, v), 0);
  require_same(rt::to_dense(rt::matmul(p, rt::transpose(q))), rt::matmul(x, rt::transpose(y)), 0);
  CHECK(rt::drop_zeros(p).nnz() == rt::item(rt::count_nonzero(x)));
  rt::SparseArray<bool> both = p;
  both += q;
  require_same(rt::to_dense(both), x || y, 0);
  const std::vector<int> one{1, 1};
  const auto twice = rt::from_coordinates(one, one, true, {3, 3});
  CHECK(twice.nnz() == 1);
  CHECK(rt::item(twice(1, 1)));
  CHECK_THROWS_AS(!p, rt::Error);
}

TEST_CASE("what is close") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Pair a(40, 30, 3, 4);
  const Pair b(40, 30, 4, 4);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto near = a.sparse * (1 + 1e-7);
  CHECK(rt::item(rt::all(rt::isclose(a.sparse, near))));
  require_same(rt::isclose(a.sparse, b.sparse), rt::isclose(a.dense, b.dense), 0);
  require_same(rt::isclose(a.sparse, b.dense), rt::isclose(a.dense, b.dense), 0);
  require_same(rt::isclose(a.dense, b.sparse), rt::isclose(a.dense, b.dense), 0);
  require_same(rt::isclose(a.sparse, b.sparse, 0.5, 0.1), rt::isclose(a.dense, b.dense, 0.5, 0.1),
               0);
  CHECK(!rt::item(rt::all(rt::isclose(a.sparse * nan, a.sparse * nan))));
  CHECK(rt::item(rt::all(rt::isclose(a.sparse * nan, a.sparse * nan, 1e-5, 1e-8, true))));
  CHECK_THROWS_AS(rt::isclose(a.sparse, rt::transpose(a.sparse)), rt::ShapeMismatch);
}

TEST_CASE("a row for each label") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 7));
  const std::int64_t count = GENERATE(0, 1, 97, 3000);
  const auto labels = rt::arange<std::int64_t>(count) * std::int64_t{7} % std::int64_t{11};
  const auto s = rt::one_hot(labels, 11);
  static_assert(std::is_same_v<decltype(s)::value_type, double>);
  CHECK(s.nnz() == count);
  require_same(rt::to_dense(s),
               rt::astype<double>(rt::expand_dims(rt::as_array(labels), 1) ==
                                  rt::expand_dims(rt::arange<std::int64_t>(11), 0)),
               0);
  // Sums by class, as a product.
  const auto x = counted(count);
  const auto sums = rt::matmul(rt::transpose(s), x);
  require_same(rt::sum(sums), rt::sum(x));
  CHECK(rt::one_hot<float>(labels, 12).dtype() == "float32");
  if (count < 97) return;
  CHECK_THROWS_AS(rt::one_hot(labels, 10), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::one_hot(labels - std::int64_t{1}, 11), rt::ShapeMismatch);
}

}  // namespace truths_test
