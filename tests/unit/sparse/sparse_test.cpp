// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <relatile/sparse.hpp>
#include <sstream>

#include "support/against_reference.hpp"
#include "support/catch.hpp"
#include "support/sparse_pair.hpp"

namespace sparse_test {

// Sparse matrices against the same functions of the dense ones, and by plan against the reference.

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::test::counted;
using rt::test::Pair;
using rt::test::require_reference;
using rt::test::require_same;

TEST_CASE("sparse matrices are the dense ones, of any shape, on any number of sites") {
  const int sites = GENERATE(1, 2, 3, 5);
  auto context = rt::Context::loopback(sites);
  const auto [rows, columns] = GENERATE(std::pair{211, 150}, std::pair{300, 97}, std::pair{1, 7},
                                        std::pair{7, 1}, std::pair{0, 4}, std::pair{4, 0});
  const Pair a(rows, columns, 1);
  const Pair b(rows, columns, 2, 7);
  require_same(rt::to_dense(a.sparse), a.dense);
  CHECK(a.sparse.nnz() == rt::sum(a.dense != 0.0).item());

  SECTION("products") {
    const auto x = counted(columns);
    require_same(rt::matmul(a.sparse, x), rt::matmul(a.dense, x));
    require_reference(rt::matmul(a.sparse, x), 1e-12);
    const auto wide = counted(columns, 21);
    require_same(rt::matmul(a.sparse, wide), rt::matmul(a.dense, wide));
    require_reference(rt::matmul(a.sparse, wide), 1e-12);
    const auto lying = counted(21, columns);
    require_same(rt::matmul(a.sparse, rt::transpose(lying)),
                 rt::matmul(a.dense, rt::transpose(lying)));
    require_same(rt::matmul(a.sparse, wide(rt::all_of_axis, 3)),
                 rt::matmul(a.dense, wide(rt::all_of_axis, 3)));
    require_same(rt::matmul(a.sparse, rt::flip(wide)), rt::matmul(a.dense, rt::flip(wide)));
    const auto left = counted(rows);
    require_same(rt::matmul(left, a.sparse), rt::matmul(left, a.dense));
    require_reference(rt::matmul(left, a.sparse), 1e-12);
    const auto tall = counted(5, rows);
    require_same(rt::matmul(tall, a.sparse), rt::matmul(tall, a.dense));
    const auto u = counted(rows, 6);
    const auto v = counted(6, columns);
    require_same(rt::to_dense(a.sparse * rt::sddmm(a.sparse, u, v)), a.dense * rt::matmul(u, v));
    require_reference(rt::sddmm(a.sparse, u, v).values(), 1e-12);
    const auto c = rt::matmul(a.sparse, rt::transpose(b.sparse));
    const rt::Array<double, 2> product = rt::matmul(a.dense, rt::transpose(b.dense));
    require_same(rt::to_dense(c), product);
    require_same(rt::to_dense(rt::masked_matmul(
                     a.sparse, rt::transpose(b.sparse),
                     rt::to_sparse(product(rt::slice(0, rows), rt::slice(0, rows))))),
                 product);
  }
  SECTION("element by element") {
    require_same(rt::to_dense(a.sparse + b.sparse), a.dense + b.dense);
    require_same(rt::to_dense(a.sparse - b.sparse), a.dense - b.dense);
    require_same(rt::to_dense(a.sparse * b.sparse), a.dense * b.dense);
    require_same(rt::to_dense(rt::maximum(a.sparse, b.sparse)), rt::maximum(a.dense, b.dense));
    require_same(rt::to_dense(-2.0 * rt::abs(a.sparse)), -2.0 * rt::abs(a.dense));
    require_same(rt::to_dense(rt::sqrt(rt::abs(a.sparse)) / 3.0), rt::sqrt(rt::abs(a.dense)) / 3.0);
    require_same(rt::to_dense(a.sparse * b.dense), a.dense * b.dense);
    require_same(rt::to_dense(counted(columns) * a.sparse), counted(columns) * a.dense);
    require_same(rt::to_dense(a.sparse / (counted(columns) + 2.0)),
                 a.dense / (counted(columns) + 2.0));
    require_same(rt::to_dense(a.sparse * counted(rows, 1)), a.dense * counted(rows, 1));
    require_same(rt::to_dense(a.sparse * counted(1, columns)), a.dense * counted(1, columns));
    require_same(rt::to_dense(a.sparse * rt::sum(counted(5))), a.dense * rt::sum(counted(5)));
    require_same(a.sparse + b.dense, a.dense + b.dense);
    CHECK((a.sparse * b.sparse).nnz() == rt::sum((a.dense * b.dense) != 0.0).item());
    CHECK((a.sparse + a.sparse).nnz() == a.sparse.nnz());
  }
  SECTION("reductions and the transpose") {
    require_same(rt::sum(a.sparse), rt::sum(a.dense));
    require_same(rt::sum(a.sparse, 0), rt::sum(a.dense, 0));
    require_same(rt::sum(a.sparse, -1), rt::sum(a.dense, 1));
    require_same(rt::to_dense(rt::transpose(a.sparse)), rt::transpose(a.dense));
    if (rows == 0 || columns == 0) {
      CHECK_THROWS_AS(rt::max(a.sparse), rt::ShapeMismatch);
      return;
    }
    require_same(rt::max(a.sparse, 0), rt::max(a.dense, 0));
    require_same(rt::min(a.sparse, 1), rt::min(a.dense, 1));
    require_same(rt::max(a.sparse), rt::max(a.dense));
    require_same(rt::mean(a.sparse), rt::mean(a.dense));
    require_same(rt::mean(a.sparse, 0), rt::mean(a.dense, 0));
  }
}

TEST_CASE("some entries, and parts of matrices") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto [rows, columns] = GENERATE(std::pair{90, 120}, std::pair{60, 25}, std::pair{0, 3});
  const Pair a(rows, columns, 8, 6);
  require_same(rt::to_dense(rt::tril(a.sparse)), rt::tril(a.dense));
  require_same(rt::to_dense(rt::triu(a.sparse, 2)), rt::triu(a.dense, 2));
  require_same(rt::diagonal(a.sparse), rt::diagonal(a.dense));
  const auto large = rt::keep_entries(a.sparse, a.sparse.values() > 1.0);
  require_same(rt::to_dense(large), rt::where(a.dense > 1.0, a.dense, 0.0));
  CHECK(rt::drop_zeros(a.sparse * 0.0).nnz() == 0);
  const auto [r, c, v] = rt::coordinates(a.sparse);
  const auto again = rt::from_coordinates(r, c, v, {rows, columns});
  require_same(rt::to_dense(again), a.dense);
  using rt::all_of_axis;
  using rt::slice;
  require_same(rt::to_dense(a.sparse(slice(3, 20), all_of_axis)),
               a.dense(slice(3, 20), all_of_axis));
  require_same(rt::to_dense(a.sparse(slice({}, {}, -2), slice(20, 3, -3))),
               a.dense(slice({}, {}, -2), slice(20, 3, -3)));
  require_same(rt::to_dense(a.sparse(slice(1, -1, 7), slice(5, 5))),
               a.dense(slice(1, -1, 7), slice(5, 5)));
  if (rows > 0) {
    require_same(a.sparse(3, all_of_axis), a.dense(3, all_of_axis));
    require_same(a.sparse(slice(2, 30, 3), -1), a.dense(slice(2, 30, 3), -1));
    for (const auto& [i, j] : {std::pair{0, 0}, std::pair{-2, 5}, std::pair{17, -1}}) {
      require_same(a.sparse(i, j), a.dense(i, j));
    }
    const std::vector<std::int64_t> some{5, 0, 5, 24};
    const auto named = rt::from_span(some, {4});
    require_same(rt::to_dense(rt::take(a.sparse, named, 0)), rt::take(a.dense, named, 0));
    require_same(rt::to_dense(rt::take(a.sparse, named, -1)), rt::take(a.dense, named, 1));
    CHECK_THROWS_AS(a.sparse(rows, 0), rt::ShapeMismatch);
    CHECK_THROWS_AS(rt::take(a.sparse, named + std::int64_t{100}, 0), rt::ShapeMismatch);
  }
  CHECK_THROWS_AS(rt::keep_entries(a.sparse, rt::ones<bool>({a.sparse.nnz() + 1})),
                  rt::ShapeMismatch);
}

TEST_CASE("matrices made of several") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Pair a(40, 30, 21, 5);
  const Pair b(25, 30, 22, 5);
  const Pair c(40, 7, 23, 5);
  require_same(rt::to_dense(rt::vstack({a.sparse, b.sparse, a.sparse})),
               rt::concatenate({a.dense, b.dense, a.dense}, 0));
  require_same(rt::to_dense(rt::hstack({a.sparse, c.sparse})),
               rt::concatenate({a.dense, c.dense}, 1));
  CHECK_THROWS_AS(rt::vstack({a.sparse, c.sparse}), rt::ShapeMismatch);
  require_same(rt::to_dense(rt::concatenate({a.sparse, b.sparse})),
               rt::concatenate({a.dense, b.dense}));
  require_same(rt::to_dense(rt::concatenate({a.sparse, a.sparse}, -1)),
               rt::concatenate({a.dense, a.dense}, 1));
  CHECK_THROWS_AS(rt::concatenate({a.sparse, a.sparse}, 2), rt::ShapeMismatch);
  const Pair small(5, 3, 24, 2);
  require_same(rt::to_dense(rt::kron(small.sparse, c.sparse)), rt::kron(small.dense, c.dense));
  require_same(rt::to_dense(rt::kron(small.sparse, c.dense)), rt::kron(small.dense, c.dense));
  require_same(rt::to_dense(rt::kron(small.dense, c.sparse)), rt::kron(small.dense, c.dense));
  CHECK(rt::array_equal(a.sparse, rt::to_sparse(a.dense)).item());
  CHECK(rt::array_equal(a.sparse, a.sparse + 0.0 * rt::transpose(rt::transpose(a.sparse))).item());
  CHECK(!rt::array_equal(a.sparse, 2.0 * a.sparse).item());
  CHECK(!rt::array_equal(a.sparse, b.sparse).item());
}

TEST_CASE("entries in any order, with some at one place") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 7));
  const std::int64_t count = GENERATE(0, 1, 100, 20000);
  std::mt19937 bits(5);
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> columns;
  std::vector<double> values;
  std::vector<double> dense(300 * 200, 0.0);
  for (std::int64_t i = 0; i < count; ++i) {
    // Most of them in few rows.
    rows.push_back(bits() % 3 == 0 ? bits() % 300 : bits() % 5);
    columns.push_back(bits() % 200);
    values.push_back(double(bits() % 100));
    dense[static_cast<std::size_t>(rows.back() * 200 + columns.back())] += values.back();
  }
  const auto r = rt::from_span(rows, {count});
  const auto c = rt::from_span(columns, {count});
  const auto v = rt::from_span(values, {count});
  const auto s = rt::from_coordinates(r, c, v, {300, 200});
  require_same(rt::to_dense(s), rt::from_span(dense, {300, 200}));
  if (count < 100) return;
  CHECK_THROWS_AS(rt::from_coordinates(r, c, v, {300, 200}, rt::Duplicates::refused),
                  rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::from_coordinates(r, c, v, {299, 200}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::from_coordinates(r - std::int64_t{1}, c, v, {300, 200}), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::from_coordinates(r, c, v(rt::slice(0, 5)), {300, 200}), rt::ShapeMismatch);
}

TEST_CASE("over other semirings, nothing is the identity of the reduction") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Pair a(120, 90, 3, 5);
  const double inf = std::numeric_limits<double>::infinity();
  const rt::Array<double, 2> lengths = rt::where(a.dense != 0.0, a.dense, inf);
  const auto x = counted(90);
  require_same(rt::matmul<rt::MinPlus>(a.sparse, x),
               rt::einsum<"ij,j->i", rt::MinPlus>(lengths, x));
  const auto y = counted(120);
  require_same(rt::matmul<rt::MinPlus>(y, a.sparse),
               rt::einsum<"i,ij->j", rt::MinPlus>(y, lengths));
  require_same(rt::to_dense(rt::matmul<rt::MinPlus>(a.sparse, rt::transpose(a.sparse)), inf),
               rt::einsum<"ij,kj->ik", rt::MinPlus>(lengths, lengths));
  const rt::Array<bool, 1> reached = x > 0.5;
  require_same(rt::matmul<rt::OrAnd>(rt::astype<bool>(a.sparse), reached),
               rt::any(rt::logical_and(a.dense != 0.0, reached), 1));
}

TEST_CASE("a matrix with bands sends what its rows need, and every byte is predicted") {
  auto context = rt::Context::loopback(4);
  const std::int64_t side = 100;
  const std::int64_t n = side * side;
  const auto eye = [&](std::int64_t k) { return rt::sparse_eye(n, n, k); };
  const rt::SparseArray<double> laplacian =
      4.0 * eye(0) - eye(1) - eye(-1) - eye(side) - eye(-side);
  rt::evaluate(laplacian.values());
  rt::Array<double, 1> x = rt::placed(counted(n), rt::split(0));
  rt::evaluate(x);
  rt::Array<double, 1> y = rt::matmul(laplacian, x);
  rt::evaluate(y);
  rt::test::require_exact_traffic(rt::report(y));
  // Of each boundary between two sites the rows of the grid beside it, both ways, and what blocks
  // of rows differ from even parts of x.
  CHECK(rt::report(y).bytes_sent().value <= 3 * 2 * 8 * (side + 120));
  require_same(y, rt::matmul(rt::to_dense(laplacian), x));
  const auto squared = rt::matmul(laplacian, laplacian);
  CHECK(squared.nnz() < 13 * n);
  require_same(rt::matmul(squared, x), rt::matmul(laplacian, y));
}

TEST_CASE("a product by a matrix with rows that have no entries") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto on = [](std::int64_t first, std::int64_t last, std::int64_t k) {
    const auto rows = rt::arange<std::int64_t>(first, last);
    return rt::from_coordinates(rows, rows + k, rt::astype<double>(rows), {4000, 4000});
  };
  const auto a = on(0, 400, 0) + on(800, 2800, 1200);
  const auto b = on(1000, 4000, 0);
  const auto x = counted(4000);
  require_same(rt::matmul(rt::matmul(a, b), x), rt::matmul(a, rt::matmul(b, x)), 1e-6);
  const auto product = rt::matmul(a, b);
  require_same(rt::masked_matmul(a, b, product).values(), product.values());
}

TEST_CASE("products that are much wider than they have entries") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Pair a(30, 40, 31, 3);
  const Pair b(40, 50, 32, 4);
  const std::int64_t apart = 40'000'000;
  const auto [rows, columns, values] = rt::coordinates(b.sparse);
  const auto wide = rt::from_coordinates(rows, columns * apart, values, {40, 50 * apart});
  const auto narrow = rt::matmul(a.sparse, b.sparse);
  const auto product = rt::matmul(a.sparse, wide);
  require_same(product.values(), narrow.values());
  require_same(rt::astype<std::int64_t>(product.columns()),
               rt::astype<std::int64_t>(narrow.columns()) * apart);
  const auto some = rt::keep_entries(product, product.values() > 0.0);
  require_same(rt::masked_matmul(a.sparse, wide, some).values(), some.values());
}

TEST_CASE("an infinity of integers stays one, and of complex numbers an entry what it is") {
  auto context = rt::Context::loopback(2);
  const rt::Array<std::int64_t, 1> one = rt::ones<std::int64_t>({1});
  const auto edge = rt::from_coordinates(one - std::int64_t{1}, one, one * 5, {2, 2});
  const std::int64_t far = std::numeric_limits<std::int64_t>::max();
  const rt::Array<std::int64_t, 1> y = rt::matmul<rt::MinPlus>(edge, rt::arange<std::int64_t>(2));
  CHECK(rt::to_vector(y) == std::vector<std::int64_t>{6, far});
  CHECK(rt::to_vector(rt::matmul<rt::MinPlus>(edge, y)) == std::vector<std::int64_t>{far, far});
  using Complex = std::complex<double>;
  const double inf = std::numeric_limits<double>::infinity();
  const auto c = rt::from_coordinates(one, one, rt::full({1}, Complex(inf, 0)), {3, 3});
  CHECK(rt::sum(c, 0)(1).item() == Complex(inf, 0));
}

TEST_CASE("what scipy's users write") {
  auto context = rt::Context::loopback(2);
  const Pair a(40, 30, 11, 4);
  rt::SparseArray<double> s = -a.sparse;
  rt::evaluate(s);
  s *= 2.0;
  s += a.sparse;
  s /= 4.0;
  s -= a.sparse * 0.5;
  require_same(rt::to_dense(s), -0.75 * a.dense);
  std::ostringstream out;
  out << s;
  CHECK(out.str() == "sparse matrix of shape (40, 30), float64, with " + std::to_string(s.nnz()) +
                         " entries, by rows (csr)");
  const auto share = a.sparse / rt::sum(rt::abs(a.sparse), 1, rt::keepdims);
  require_same(rt::to_dense(share), a.dense / rt::sum(rt::abs(a.dense), 1, rt::keepdims));
  require_same(rt::any(a.sparse > 1.5, 1), rt::any(a.dense > 1.5, 1));
  CHECK(rt::any(a.sparse).item());
  require_same(rt::all(a.sparse, 0), rt::all(a.dense, 0));
  for (const std::int64_t k : {-50, -39, -5, 0, 7, 29, 60}) {
    const auto below = k < 0 ? -k : std::int64_t{0};
    const auto length =
        std::max<std::int64_t>(std::min<std::int64_t>(40 - below, 30 - (k > 0 ? k : 0)), 0);
    const auto diagonal = rt::diagonal(a.sparse, k);
    REQUIRE(diagonal.size() == length);
    if (length > 0) require_same(diagonal, rt::diagonal(a.dense, k));
  }
  const double inf = std::numeric_limits<double>::infinity();
  CHECK(rt::item(rt::max(a.sparse * inf)) == inf);
  CHECK(rt::item(rt::max(a.sparse / 0.0)) == inf);
  CHECK_THROWS_AS(1.0 / a.sparse, rt::Error);
  CHECK_THROWS_AS(a.sparse * rt::ones({4}), rt::ShapeMismatch);
  const std::vector<int> rows{0, 1, 1};
  const auto ones = rt::from_coordinates(rows, std::vector{2, 0, 0}, 1.0, {2, 3});
  CHECK(rt::to_vector(rt::to_dense(ones)) == std::vector<double>{0, 0, 1, 2, 0, 0});
}

TEST_CASE("what is not sparse, and what does not fit, is refused") {
  auto context = rt::Context::loopback(2);
  const Pair a(30, 20, 4);
  const Pair b(20, 30, 5);
  CHECK_THROWS_AS(rt::exp(a.sparse), rt::Error);
  CHECK_THROWS_AS(a.sparse + 1.0, rt::Error);
  CHECK_THROWS_AS(a.sparse + b.sparse, rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::matmul(a.sparse, counted(30)), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::matmul(a.sparse, a.sparse), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::sum(a.sparse, 2), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::SparseArray<double>().nnz(), rt::Error);
  CHECK_THROWS_AS(a.sparse.with_values(counted(3)), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::random::sparse({std::int64_t{1} << 33, 5}, 1e-12), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::random::sparse({5, 5}, 1.5), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::random::rmat(5, -1), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::sparse_eye(5, 5, std::numeric_limits<std::int64_t>::min()),
                  rt::ShapeMismatch);
  // A vector beside a matrix is never a matrix: there is no memory for that one.
  const auto large = rt::sparse_eye(1'000'000);
  CHECK(rt::item(rt::sum(large * counted(1'000'000) - large * counted(1'000'000))) == 0);
  const rt::Array<double, 2> nan = a.dense * std::numeric_limits<double>::quiet_NaN();
  CHECK(rt::to_sparse(nan).nnz() == 600);
  CHECK(rt::to_sparse(a.dense, 1e9).nnz() == 0);
}

TEST_CASE("products that threads take turns at are those of one after the other") {
  auto context = rt::Context::loopback(GENERATE(1, 2));
  rt::random::seed(5);
  const rt::SparseArray<double, 2> s = rt::random::sparse({787, 1009}, 0.7);  // some turns' work
  REQUIRE(2 * s.nnz() > std::int64_t{8} << 17);
  const auto counts = rt::to_vector(s.row_counts());
  const auto columns = rt::to_vector(s.columns());
  const auto values = rt::to_vector(s.values());
  const auto x = counted(1009);
  const auto elements = rt::to_vector(x);
  std::vector<double> wanted;
  std::size_t e = 0;
  for (const auto count : counts) {
    double sum = 0;
    for (const std::size_t end = e + std::size_t(count); e < end; ++e) {
      sum += values[e] * elements[std::size_t(columns[e])];
    }
    wanted.push_back(sum);
  }
  const auto found = rt::to_vector(rt::as_array(rt::matmul(s, x)));
  REQUIRE(found.size() == wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    CHECK(std::abs(found[i] - wanted[i]) <= 1e-11 * std::abs(wanted[i]));
  }
  const rt::Array<double, 2> both = rt::matmul(s, rt::stack({x, x}, 1));
  CHECK(rt::allclose(both(rt::all_of_axis, 1), rt::matmul(s, x)));
}

TEST_CASE("sddmm has the places of s and elements of the product, and names what is turned") {
  auto context = rt::Context::loopback(2);
  const auto s = rt::to_sparse(rt::array({{0.0, 5.0, 0.0}, {7.0, 0.0, 9.0}}));
  const auto u = rt::array({{1.0, 2.0}, {3.0, 4.0}});
  CHECK(shape_of(s) == rt::Extents{2, 3});
  const auto v = rt::array({{1.0, 0.0, 1.0}, {0.0, 1.0, 1.0}});
  CHECK(rt::to_vector(rt::sddmm(s, u, v).values()) == std::vector<double>{2, 3, 7});
  CHECK(rt::to_vector((s * rt::sddmm(s, u, v)).values()) == std::vector<double>{10, 21, 63});
  CHECK(rt::to_vector(rt::einsum<"ij,ik,jk->ij">(s, u, rt::transpose(v)).values()) ==
        std::vector<double>{10, 21, 63});
  REQUIRE_THROWS_WITH(
      rt::sddmm(s, u, rt::transpose(v)),
      ContainsSubstring("sddmm: v of shape (3, 2) must be of shape (2, 3), for s of "
                        "shape (2, 3) and u of shape (2, 2); give transpose(v)"));
  REQUIRE_THROWS_WITH(rt::sddmm(s, rt::zeros({4, 2}), v),
                      ContainsSubstring("sddmm: u of shape (4, 2) must be of shape (2, 4)"));
  REQUIRE_THROWS_WITH(rt::sddmm(s, u, rt::zeros({4, 3})),
                      ContainsSubstring("sddmm: v of shape (4, 3) must be of shape (2, 3)"));
}

}  // namespace sparse_test
