// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <cstdint>
#include <vector>

#include <relatile/sparse.hpp>

#include "unit/grad/against_differences.hpp"

namespace sparse_test {

namespace rt = relatile;
using rt::test::require_gradient;
using rt::test::site_counts;
using rt::test::spread_between;
using Matrix = rt::Array<double, 2>;
using Number = rt::Array<double, 0>;
using Sparse = rt::SparseArray<double, 2>;
using Vector = rt::Array<double, 1>;

namespace {

Sparse some_entries() {
  const std::vector<std::int64_t> rows{0, 0, 1, 3, 3, 3, 5, 6};
  const std::vector<std::int64_t> columns{1, 3, 0, 0, 2, 4, 4, 1};
  const std::vector<double> values{1, -2, 0.5, 3, -1, 2, 0.25, -0.75};
  return rt::from_coordinates(rows, columns, values, {7, 5});
}
template <class Y>
Number loss_of(const Y& y) {
  constexpr int rank = rt::rank_of<Y>;
  const auto values = rt::as_array(y);
  return Number(
      rt::sum(spread_between<rank>(-1, 1, values.shape(), 0.2) * values + rt::sin(values)));
}

}  // namespace

TEST_CASE("derivatives of products of sparse and dense matrices") {
  for (const int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    const Sparse s = some_entries();
    require_gradient([&](const Vector& x) { return loss_of(rt::matmul(s, x)); },
                     spread_between<1>(-1, 1, {5}));
    require_gradient([&](const Vector& x) { return loss_of(rt::matmul(x, s)); },
                     spread_between<1>(-1, 1, {7}));
    require_gradient([&](const Matrix& x) { return loss_of(rt::matmul(s, x)); },
                     spread_between<2>(-1, 1, {5, 3}));
    const auto some_rows = rt::array({true, false, true, true, false, true, true});
    require_gradient(
        [&](const Matrix& x) { return loss_of(rt::matmul(s, x, rt::only(some_rows))); },
        spread_between<2>(-1, 1, {5, 3}));
    require_gradient([&](const Matrix& x) { return loss_of(rt::matmul(x, s)); },
                     spread_between<2>(-1, 1, {3, 7}));
    require_gradient([&](const Matrix& x) { return loss_of(rt::matmul(rt::transpose(s), x)); },
                     spread_between<2>(-1, 1, {7, 3}));
    require_gradient(
        [&](const Matrix& x) {
          return loss_of(rt::sddmm(s, x, rt::transpose(x(rt::slice(0, 5)))).values());
        },
        spread_between<2>(-1, 1, {7, 3}));
    const auto x = spread_between<2>(-1, 1, {5, 3}, 0.4);
    const auto v = spread_between<1>(-1, 1, {7}, 0.4);
    require_gradient(
        [&](const Vector& values) { return loss_of(rt::matmul(s.with_values(values), x)); },
        spread_between<1>(-1, 1, {8}));
    require_gradient(
        [&](const Vector& values) { return loss_of(rt::matmul(v, s.with_values(values))); },
        spread_between<1>(-1, 1, {8}));
  }
}

TEST_CASE("the derivative by a sparse matrix has its entries") {
  auto context = rt::Context::loopback(3);
  const Sparse s = some_entries();
  const auto x = spread_between<1>(-1, 1, {5});
  rt::evaluate(x);
  const Sparse by_s = rt::grad(Number(rt::sum(rt::matmul(s, x))), s);
  REQUIRE(by_s.nnz() == s.nnz());
  const auto found = rt::to_vector(rt::to_dense(by_s));
  const auto of_x = rt::to_vector(x);
  const auto there = rt::to_vector(rt::to_dense(s));
  for (std::size_t i = 0; i < there.size(); ++i) {
    REQUIRE(found[i] == (there[i] != 0 ? of_x[i % 5] : 0));
  }
  REQUIRE_THROWS_AS(rt::grad(Number(rt::sum(rt::matmul(s, x))), rt::transpose(s)), rt::Error);
}

TEST_CASE("derivatives of products of two sparse matrices, at all places and at some") {
  for (const int sites : site_counts) {
    auto context = rt::Context::loopback(sites);
    const Sparse a = some_entries();
    const std::vector<std::int64_t> rows{0, 1, 1, 2, 3, 4, 4};
    const std::vector<std::int64_t> columns{2, 0, 3, 1, 3, 0, 2};
    const Sparse b = rt::from_coordinates(rows, columns,
                                          std::vector<double>{0.5, 1, -1, 2, -0.5, 1.5, 1}, {5, 4});
    const Sparse mask = rt::matmul(a, b) * 1.0;
    const Sparse some = rt::keep_entries(
        mask, rt::arange<std::int64_t>(mask.nnz()) % std::int64_t{2} == std::int64_t{0});
    const Vector x = spread_between<1>(-1, 1, {8});
    const Vector y = spread_between<1>(-1, 1, {7}, 0.3);
    const auto values_of = [](const Sparse& s) { return loss_of(s.values()); };
    require_gradient([&](const Vector& e) { return values_of(rt::matmul(a.with_values(e), b)); },
                     x);
    require_gradient([&](const Vector& e) { return values_of(rt::matmul(a, b.with_values(e))); },
                     y);
    require_gradient(
        [&](const Vector& e) { return values_of(rt::masked_matmul(a.with_values(e), b, some)); },
        x);
    require_gradient(
        [&](const Vector& e) {
          return values_of(rt::masked_matmul(a, b.with_values(e), rt::complement(some)));
        },
        y);
    // Twice through one matrix, and of a gradient.
    const Sparse square = rt::take(a, rt::arange<std::int64_t>(5), 0);
    const Vector z = spread_between<1>(-1, 1, {square.nnz()});
    const auto squared = [&](const Vector& e) {
      const Sparse s = square.with_values(e);
      return values_of(rt::matmul(s, s));
    };
    require_gradient(squared, z);
    require_gradient([&](const Vector& e) { return loss_of(rt::grad(squared(e), e)); }, z);
  }
}

TEST_CASE("entries keep their derivatives where a mask has other blocks of rows") {
  auto context = rt::Context::loopback(3);
  rt::random::seed(8);
  const Sparse a = rt::random::sparse(400, 300, 0.02);
  const Sparse b = rt::random::sparse(300, 350, 0.02);
  const Sparse mask = rt::random::sparse(400, 350, 0.3);
  REQUIRE(a.row_blocks() != mask.row_blocks());
  const Sparse by_a = rt::grad(Number(rt::sum(rt::masked_matmul(a, b, mask).values())), a);
  const auto ones = mask.with_values(rt::ones({mask.nnz()}));
  const Matrix wanted = rt::matmul(rt::to_dense(ones), rt::transpose(rt::to_dense(b)));
  const auto is_entry = rt::as_array(rt::to_dense(a) != 0.0);
  CHECK(by_a.nnz() == a.nnz());
  CHECK(rt::allclose(rt::to_dense(by_a), rt::where(is_entry, wanted, 0.0)).item());
}

}  // namespace sparse_test
