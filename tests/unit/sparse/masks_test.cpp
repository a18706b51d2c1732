// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdint>
#include <limits>
#include <relatile/sparse.hpp>
#include <tuple>
#include <type_traits>
#include <vector>

#include "support/against_reference.hpp"
#include "support/catch.hpp"
#include "support/sparse_pair.hpp"

namespace masks_test {

// Products of which a mask names the rows, or the columns.

namespace rt = relatile;
using rt::test::counted;
using rt::test::Pair;
using rt::test::require_reference;
using rt::test::require_same;

namespace {

/// What a masked product is: the product, and the identity of the reduction where it is masked.
template <class Semiring, class S, class X, class M>
void check_rows(const S& s, const X& x, const M& mask) {
  const auto masked = rt::as_array(rt::matmul<Semiring>(s, x, rt::only(mask)));
  const auto whole = rt::as_array(rt::matmul<Semiring>(s, x));
  using T = rt::element_of<std::remove_cvref_t<decltype(whole)>>;
  const T nothing = rt::einsum_detail::reduction_t<Semiring>::template identity<T>();
  if constexpr (rt::rank_of<X> == 2) {
    require_same(masked, rt::where(rt::expand_dims(mask, 1), whole, nothing), 0);
  } else {
    require_same(masked, rt::where(mask, whole, nothing), 0);
  }
  require_reference(masked, 1e-12);
}

}  // namespace

TEST_CASE("products of the rows that a mask has are those of all rows, there") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 7));
  const auto [rows, columns] = GENERATE(std::pair{211, 150}, std::pair{300, 97}, std::pair{1, 7},
                                        std::pair{64, 64}, std::pair{0, 4}, std::pair{4, 0});
  const Pair a(rows, columns, 1, 6);
  const auto x = counted(columns);
  const rt::Array<bool, 1> some = counted(rows) > 0.3;
  check_rows<rt::PlusTimes>(a.sparse, x, some);
  check_rows<rt::PlusTimes>(a.sparse, x, !some);
  check_rows<rt::PlusTimes>(a.sparse, x, rt::ones<bool>({rows}));
  check_rows<rt::MinPlus>(a.sparse, x, some);
  check_rows<rt::OrAnd>(rt::astype<bool>(a.sparse), x > 0.0, some);
  check_rows<rt::PlusTimes>(a.sparse, counted(columns, 21), some);
  check_rows<rt::MaxPlus>(a.sparse, counted(columns, 3), some);
  check_rows<rt::PlusTimes>(rt::with_needed_rows(a.sparse), x, some);
  check_rows<rt::PlusTimes>(a.sparse, rt::flip(counted(columns)), rt::flip(some));
  CHECK(rt::item(rt::sum(rt::abs(rt::matmul(a.sparse, x, rt::only(rt::zeros<bool>({rows})))))) ==
        0);

  const rt::Array<bool, 1> of_columns = x > 0.3;
  const auto left = counted(rows);
  require_same(rt::matmul(left, a.sparse, rt::only(of_columns)),
               rt::where(of_columns, rt::matmul(left, a.sparse), 0.0), 0);
  require_same(rt::matmul(counted(5, rows), a.sparse, rt::only(of_columns)),
               rt::where(of_columns, rt::matmul(counted(5, rows), a.sparse), 0.0), 0);
  CHECK_THROWS_AS(rt::matmul(a.sparse, x, rt::only(rt::zeros<bool>({rows + 1}))),
                  rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::matmul(left, a.sparse, rt::only(rt::zeros<bool>({columns + 1}))),
                  rt::ShapeMismatch);
}

TEST_CASE("rows that a vector names no element of change nothing, whatever the semiring") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Pair a(200, 130, 4, 5);
  const rt::Array<double, 2> dense = rt::rint(10.0 * a.dense);
  const auto s = rt::astype<std::int64_t>(rt::to_sparse(dense));
  const auto few = rt::arange<std::int64_t>(200) % std::int64_t{9} == std::int64_t{0};
  const std::int64_t far = std::numeric_limits<std::int64_t>::max();
  const rt::Array<std::int64_t, 1> numbers = rt::arange<std::int64_t>(200);
  const rt::Array<std::int64_t, 1> or_zero = rt::where(few, numbers, std::int64_t{0});
  const rt::Array<std::int64_t, 1> or_far = rt::where(few, numbers, far);
  require_same(rt::matmul(or_zero, s), rt::matmul(or_zero, rt::to_dense(s)), 0);
  require_same(rt::matmul<rt::MinPlus>(or_far, s),
               rt::matmul<rt::MinPlus>(rt::transpose(s), or_far), 0);
  require_same(rt::matmul<rt::MinMax>(or_far, s), rt::matmul<rt::MinMax>(rt::transpose(s), or_far),
               0);
  const auto b = a.sparse != 0.0;
  require_same(rt::matmul<rt::OrAnd>(few, b), rt::matmul<rt::OrAnd>(rt::transpose(b), few), 0);
  // Of columns all entries count, whatever stands beside them.
  require_same(rt::min(s, 0), rt::min(rt::to_dense(s), 0), 0);
  // Of floating-point numbers 0 times infinity is not 0, in either product.
  const auto infinite = a.sparse / 0.0;
  const rt::Array<double, 1> zeros = rt::zeros<double>({200});
  require_same(rt::matmul(zeros, infinite), rt::matmul(rt::transpose(infinite), zeros), 0);
}

TEST_CASE("breadth-first search by edges out of few and into what is left") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 4));
  rt::random::seed(3);
  const rt::SparseArray<double> drawn = rt::random::rmat(8, 4);
  const auto linked = (drawn + rt::transpose(drawn)) != 0.0;
  const std::int64_t n = linked.shape(0);
  const std::vector<std::int32_t> counts = rt::to_vector(linked.row_counts());
  const std::vector<std::int32_t> columns = rt::to_vector(linked.columns());
  std::vector<std::int64_t> first{0};
  for (const auto count : counts) first.push_back(first.back() + count);
  std::vector<int> wanted(std::size_t(n), -1);
  std::vector<std::size_t> queue{0};
  wanted[0] = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const std::size_t v = queue[next];
    for (std::int64_t e = first[v]; e < first[v + 1]; ++e) {
      const auto w = std::size_t(columns[std::size_t(e)]);
      if (wanted[w] >= 0) continue;
      wanted[w] = wanted[v] + 1;
      queue.push_back(w);
    }
  }
  CHECK(queue.size() > 100);
  rt::Array<bool, 1> level = rt::arange<std::int64_t>(n) == std::int64_t{0};
  rt::Array<int, 1> levels = rt::where(level, 0, -1);
  for (int number = 1; rt::item(rt::any(level)); ++number) {
    const auto unreached = rt::only(levels < 0);
    level = number % 2 == 1 ? rt::matmul<rt::OrAnd>(level, linked, unreached)
                            : rt::matmul<rt::OrAnd>(linked, level, unreached);
    levels = rt::where(level, number, levels);
  }
  CHECK(rt::to_vector(levels) == wanted);
}

TEST_CASE("a transpose is made when something asks for it, and not by products") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3));
  const auto [rows, columns] =
      GENERATE(std::pair{90, 70}, std::pair{1, 5}, std::pair{0, 3}, std::pair{3, 0});
  const Pair a(rows, columns, 7, 5);
  const rt::SparseArray<double> t = rt::transpose(a.sparse);
  const auto x = counted(rows);
  const auto some = rt::as_array(counted(columns) > 0.2);
  const rt::Array<double, 2> dense = rt::transpose(a.dense);
  CHECK(t.shape() == dense.shape());
  CHECK(t.nnz() == a.sparse.nnz());
  require_same(rt::matmul(t, x), rt::matmul(dense, x));
  require_same(rt::matmul(t, counted(rows, 4)), rt::matmul(dense, counted(rows, 4)));
  require_same(rt::matmul(counted(columns), t), rt::matmul(counted(columns), dense));
  require_same(rt::matmul(counted(3, columns), t), rt::matmul(counted(3, columns), dense));
  require_same(rt::matmul(t, x, rt::only(some)), rt::where(some, rt::matmul(dense, x), 0.0));
  require_same(rt::matmul(t, counted(rows, 4), rt::only(some)),
               rt::where(rt::expand_dims(some, 1), rt::matmul(dense, counted(rows, 4)), 0.0));
  require_same(rt::matmul(rt::transpose(t), counted(columns)),
               rt::matmul(a.dense, counted(columns)));
  require_same(rt::matmul<rt::MinPlus>(t, x), rt::matmul<rt::MinPlus>(rt::to_sparse(dense), x), 0);
  CHECK(rt::transpose(t).pattern() == a.sparse.pattern());
  REQUIRE(t.transpose_of() != nullptr);
  CHECK_THROWS_AS(rt::matmul(t, counted(rows + 1)), rt::ShapeMismatch);

  const rt::SparseArray<double> copy = t;
  require_same(rt::to_dense(copy), dense);
  CHECK(t.transpose_of() == nullptr);
  CHECK(t.pattern() == copy.pattern());
  require_same(rt::matmul(t, x), rt::matmul(dense, x));
  require_same(rt::to_dense(rt::transpose(t)), a.dense);
}

TEST_CASE("products of two sparse matrices where a mask has nothing") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 7));
  // Of few and of many pairs a row, of no rows, and so wide that there is no table of columns.
  const auto [m, k, n, each] =
      GENERATE(std::tuple{60, 50, 70, 4}, std::tuple{200, 200, 90, 20}, std::tuple{1, 7, 1, 2},
               std::tuple{0, 3, 5, 2}, std::tuple{4, 0, 3, 2}, std::tuple{9, 30, 100000, 2000});
  const Pair a(m, k, 1, std::min(each, 20));
  const Pair b(k, n, 2, each);
  const Pair mask(m, n, 3, std::min(each, 3));
  const auto whole = rt::matmul(a.sparse, b.sparse);
  const auto outside = rt::masked_matmul(a.sparse, b.sparse, rt::complement(mask.sparse));
  require_same(rt::to_dense(outside), rt::where(mask.dense != 0.0, 0.0, rt::to_dense(whole)));
  require_reference(outside.values(), 1e-12);
  // What is left of the entries of the product, and nothing else.
  const auto within = rt::masked_matmul<rt::AnyPair>(a.sparse, b.sparse, mask.sparse);
  CHECK(outside.nnz() == whole.nnz() - rt::item(rt::sum(within)));
  const double inf = std::numeric_limits<double>::infinity();
  const auto shortest =
      rt::masked_matmul<rt::MinPlus>(a.sparse, b.sparse, rt::complement(mask.sparse));
  require_same(rt::to_dense(shortest, inf),
               rt::where(mask.dense != 0.0, inf,
                         rt::to_dense(rt::matmul<rt::MinPlus>(a.sparse, b.sparse), inf)),
               0);
  CHECK(rt::masked_matmul(a.sparse, b.sparse, rt::complement(whole)).nnz() == 0);
  const auto nothing = rt::to_sparse(rt::zeros({m, n}));
  require_same(rt::to_dense(rt::masked_matmul(a.sparse, b.sparse, rt::complement(nothing))),
               rt::to_dense(whole), 0);
  CHECK_THROWS_AS(
      rt::masked_matmul(a.sparse, b.sparse, rt::complement(rt::to_sparse(rt::zeros({m + 1, n})))),
      rt::ShapeMismatch);
}

TEST_CASE("rows of products of two sparse matrices that a mask has") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3));
  const auto [m, k, n] = GENERATE(std::tuple{60, 50, 70}, std::tuple{1, 7, 1}, std::tuple{0, 3, 5},
                                  std::tuple{4, 0, 3});
  const Pair a(m, k, 5, 4);
  const Pair b(k, n, 6, 4);
  const rt::Array<bool, 1> some = counted(m) > 0.1;
  const auto rows = rt::matmul(a.sparse, b.sparse, rt::only(some));
  const rt::Array<double, 2> whole = rt::matmul(a.dense, b.dense);
  require_same(rt::to_dense(rows), rt::where(rt::expand_dims(some, 1), whole, 0.0));
  const auto others = rt::matmul(a.sparse, b.sparse, rt::only(!some));
  CHECK(rows.nnz() + others.nnz() == rt::matmul(a.sparse, b.sparse).nnz());
  const auto counts = rt::matmul<rt::PlusPair>(a.sparse, b.sparse, rt::only(some));
  CHECK(rt::array_equal(rt::to_dense(counts != std::int64_t{0}), rt::to_dense(rows != 0.0)).item());
  CHECK_THROWS_AS(rt::matmul(a.sparse, b.sparse, rt::only(rt::zeros<bool>({m + 1}))),
                  rt::ShapeMismatch);
}

}  // namespace masks_test
