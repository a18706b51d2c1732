// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <limits>
#include <relatile/sparse.hpp>
#include <relatile/tra/operators.hpp>
#include <vector>

#include "support/catch.hpp"
#include "support/sparse_pair.hpp"

namespace einsum_test {

// Einsums of sparse operands against those of the dense ones.

namespace rt = relatile;
using rt::test::counted;
using rt::test::Pair;
using rt::test::require_same;

namespace {

/// One string, of sparse operands and of dense ones.
template <rt::einsum_detail::FixedString Text, class Semiring = rt::PlusTimes, class... X>
void check(const X&... x) {
  const auto as_given = [](const auto& operand) {
    if constexpr (requires { operand.sparse; }) {
      return operand.sparse;
    } else {
      return operand;
    }
  };
  const auto as_dense = [](const auto& operand) {
    if constexpr (requires { operand.sparse; }) {
      return operand.dense;
    } else {
      return operand;
    }
  };
  INFO(Text.view());
  const auto made = rt::einsum<Text, Semiring>(as_given(x)...);
  const auto wanted = rt::einsum<Text, Semiring>(as_dense(x)...);
  if constexpr (requires { made.nnz(); }) {
    require_same(rt::to_dense(made), wanted);
  } else {
    require_same(made, wanted);
  }
}

}  // namespace

TEST_CASE("einsums of one sparse matrix") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Pair a(70, 40, 1, 6);
  const Pair square(35, 35, 2, 4);
  check<"ij->ij">(a);
  check<"ij->ji">(a);
  check<"ba">(a);
  check<"ij->i">(a);
  check<"ij->j">(a);
  check<"ij->">(a);
  check<"ii->">(square);
  check<"ii">(square);
  check<"ii->i">(square);
}

TEST_CASE("einsums of a sparse matrix and a dense array") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Pair a(70, 40, 3, 6);
  const auto x = counted(40);
  const auto y = counted(70);
  const auto wide = counted(40, 5);
  const auto tall = counted(5, 70);
  check<"ij,j->i">(a, x);
  check<"j,ij->i">(x, a);
  check<"ij,i->j">(a, y);
  check<"i,ij">(y, a);
  check<"ij,jk->ik">(a, wide);
  check<"ij,jk->ki">(a, wide);
  check<"ij,kj->ik">(a, rt::as_array(rt::transpose(wide)));
  check<"ki,ij->kj">(tall, a);
  check<"ij,ki->jk">(a, tall);
  check<"ij,j->ij">(a, x);
  check<"ij,i->ij">(a, y);
  check<"ij,i->ji">(a, y);
  check<"ij,->ij">(a, rt::as_array(rt::sum(x)));
  check<"ij,j->j">(a, x);
  check<"ij,j->">(a, x);
  check<"ij,jk->k">(a, wide);
  const auto dense = counted(70, 40);
  check<"ij,ij->ij">(a, dense);
  check<"ji,ij->ij">(rt::as_array(rt::transpose(dense)), a);
  check<"ij,ij->i">(a, dense);
  check<"ij,ij->">(a, dense);
  const Pair square(40, 40, 4, 5);
  check<"jj,jk->jk">(square, wide);
  const Pair none(0, 40, 18);
  check<"ij,j->i">(none, x);
  check<"ij,ij->j">(none, counted(0, 40));
  check<"ij->">(none);
  // Labels that the dense operand alone has are summed first, however many there are.
  check<"ij,jkl->i">(a, rt::as_array(rt::reshape(counted(40, 6), {40, 2, 3})));
}

TEST_CASE("einsums of two sparse matrices") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Pair a(50, 40, 5, 6);
  const Pair b(40, 30, 6, 6);
  const Pair lying(30, 40, 7, 6);
  const Pair same(50, 40, 8, 4);
  const Pair turned(40, 50, 9, 4);
  check<"ij,jk->ik">(a, b);
  check<"ij,jk->ki">(a, b);
  check<"ij,kj->ik">(a, lying);
  check<"ij,kj->ki">(a, lying);
  check<"ji,kj->ik">(turned, lying);
  check<"ij,ij->ij">(a, same);
  check<"ij,ji->ij">(a, turned);
  check<"ij,ij->ji">(a, same);
  check<"ij,ij->j">(a, same);
  check<"ij,ij->">(a, same);
  check<"ij,jk->i">(a, b);
  check<"ij,jk->k">(a, b);
  check<"ij,jk->j">(a, b);
}

TEST_CASE("einsums of three operands") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Pair a(40, 30, 10, 5);
  const Pair b(30, 25, 11, 5);
  const Pair c(25, 35, 12, 5);
  const auto u = counted(40, 6);
  const auto v = counted(30, 6);
  check<"ij,ik,jk->ij">(a, u, v);
  check<"jk,ij,ik->ij">(v, a, u);
  check<"ij,ik,jk->i">(a, u, v);
  check<"ij,ik,kj->ji">(a, u, rt::as_array(rt::transpose(v)));
  check<"ij,jk,kl->il">(a, b, c);
  check<"ij,jk,kl->il">(a, b, counted(25, 3));
  check<"ij,jk,k->i">(a, b, counted(25));
  check<"i,ij,jk->k">(counted(40), a, b);
  check<"i,ij,j->">(counted(40), a, counted(30));
  check<"i,ij,j->ij">(counted(40), a, counted(30));
  // Pairs of edges that a third one closes.
  const Pair links(30, 30, 13, 4);
  check<"ij,jk,ik->ik">(links, links, links);
  check<"ij,jk,ki->">(links, links, links);
  CHECK(rt::einsum<"ij,jk,ik->ik">(links.sparse, links.sparse, links.sparse).nnz() ==
        links.sparse.nnz());
}

TEST_CASE("einsums over other semirings, and of other elements") {
  auto context = rt::Context::loopback(2);
  const double inf = std::numeric_limits<double>::infinity();
  const Pair a(30, 20, 14, 4);
  const Pair b(20, 25, 15, 4);
  const auto missing = [&](const rt::Array<double, 2>& x) {
    return rt::as_array(rt::where(x != 0.0, x, inf));
  };
  const auto paths = rt::einsum<"ij,jk->ik", rt::MinPlus>(a.sparse, b.sparse);
  require_same(rt::to_dense(paths, inf),
               rt::einsum<"ij,jk->ik", rt::MinPlus>(missing(a.dense), missing(b.dense)));
  require_same(rt::einsum<"ij->j", rt::MinPlus>(a.sparse),
               rt::einsum<"ij->j", rt::MinPlus>(missing(a.dense)));
  require_same(rt::einsum<"ij,j->i", rt::MinPlus>(a.sparse, counted(20)),
               rt::einsum<"ij,j->i", rt::MinPlus>(missing(a.dense), counted(20)));
  const Pair same(30, 20, 16, 3);
  require_same(rt::to_dense(rt::einsum<"ij,ij->ij", rt::MinPlus>(a.sparse, same.sparse), inf),
               rt::einsum<"ij,ij->ij", rt::MinPlus>(missing(a.dense), missing(same.dense)));
  const auto linked = rt::astype<bool>(a.sparse);
  require_same(rt::einsum<"ij->i", rt::OrAnd>(linked), rt::any(a.dense != 0.0, 1));
  require_same(rt::einsum<"ij->j", rt::OrAnd>(linked), rt::any(a.dense != 0.0, 0));
  require_same(rt::to_dense(rt::einsum<"ij,jk->ik">(linked, rt::astype<bool>(b.sparse))),
               rt::einsum<"ij,jk->ik">(a.dense != 0.0, b.dense != 0.0));
  const auto whole = rt::astype<std::int32_t>(a.sparse);
  const auto counts = rt::einsum<"ij,j->i">(whole, rt::ones<std::int16_t>({20}));
  static_assert(std::is_same_v<decltype(counts)::value_type, std::int32_t>);
  require_same(counts, rt::sum(rt::astype<std::int32_t>(a.dense), 1));
}

TEMPLATE_TEST_CASE("einsums over sums of integers keep infinity", "", std::int32_t, std::int64_t) {
  using T = TestType;
  auto context = rt::Context::loopback(GENERATE(1, 2));
  const T greatest = std::numeric_limits<T>::max();
  const T least = std::numeric_limits<T>::min();
  const rt::Array<T, 1> x = rt::as_array(rt::array<T>({2, greatest}));
  const rt::SparseArray<T, 2> s = rt::diags(rt::array<T>({5, 7}), 0);
  const rt::SparseArray<T, 2> one =
      rt::from_coordinates(std::vector{0}, std::vector{0}, T(1), {2, 2});
  const auto closed = rt::einsum<"ij,ik,kj->ij", rt::MinPlus>(s, one, one);
  CHECK(rt::to_vector(closed.values()) == std::vector<T>{7, greatest});
  CHECK(rt::einsum<"ij,ik,kj->", rt::MinPlus>(s, one, one).item() == 7);
  CHECK(rt::to_vector(rt::einsum<"ij,j->ij", rt::MinPlus>(s, x).values()) ==
        std::vector<T>{7, greatest});
  const auto far = rt::where(x == greatest, least, x);
  CHECK(rt::to_vector(rt::einsum<"ij,j->ij", rt::MaxPlus>(-s, far).values()) ==
        std::vector<T>{-3, least});
}

TEST_CASE("what does not fit an einsum of sparse operands is refused") {
  auto context = rt::Context::loopback(2);
  const Pair a(30, 20, 17);
  CHECK_THROWS_AS(rt::einsum<"ij,jk->ik">(a.sparse, a.sparse), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::einsum<"ii->">(a.sparse), rt::ShapeMismatch);
  CHECK_THROWS_AS((rt::einsum<"ij,j->i">(a.sparse, counted(21))), rt::ShapeMismatch);
  CHECK_THROWS_AS((rt::einsum<"ij,jk,ik->ij">(a.sparse, counted(20, 3), counted(30, 4))),
                  rt::ShapeMismatch);
}

TEST_CASE("rows without entries do not wrap where integers are added to their infinity") {
  auto context = rt::Context::loopback(GENERATE(1, 2));
  const auto s = rt::from_coordinates(std::vector{0, 0}, std::vector{1, 2},
                                      std::vector<std::int32_t>{4, 7}, {3, 3});
  const rt::Array<std::int32_t, 1> x = rt::arange<std::int32_t>(3) + std::int32_t{5};
  const rt::Array<std::int32_t, 1> y = rt::arange<std::int32_t>(3) - std::int32_t{1};
  CHECK(rt::einsum<"ij,j,i->", rt::MinPlus>(s, x, y).item() == 4 + 6 - 1);
  CHECK(rt::einsum<"ij,j,i->", rt::MaxPlus>(s, x, y).item() == 7 + 7 - 1);
}

TEST_CASE("chains of sparse matrices are multiplied in the order that their sketches tell") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  // By numbers of entries alone a b would be first, which has n^2 entries.
  const std::int64_t n = 60;
  const auto all = rt::arange<std::int64_t>(n);
  const auto zeros = rt::zeros<std::int64_t>({n});
  const auto a = rt::from_coordinates(all, zeros, rt::ones({n}), {n, n});
  const auto b = rt::from_coordinates(zeros, all, rt::ones({n}), {n, n});
  const auto c = rt::diags({1.0, 2.0, 3.0}, {-1, 0, 1}, {n, n});
  const auto wanted = rt::matmul(rt::to_dense(a), rt::matmul(rt::to_dense(b), rt::to_dense(c)));
  const auto check = [&](const rt::SparseArray<double>& product) {
    require_same(rt::to_dense(product), wanted);
    const auto& op = rt::tra::op_of<rt::tra::OnPieces>(*product.values().node());
    CHECK(op.work->back() == 2 * n * n + n);  // those of a (b c)
  };
  check(rt::einsum<"ij,jk,kl->il">(a, b, c));
  check(rt::einsum<"kl,ij,jk->il">(c, a, b));
}

}  // namespace einsum_test
