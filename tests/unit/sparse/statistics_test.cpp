// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <complex>
#include <limits>
#include <relatile/sparse.hpp>

#include "support/against_reference.hpp"
#include "support/catch.hpp"
#include "support/sparse_pair.hpp"

namespace statistics_test {

// Reductions of sparse matrices, norms and comparisons, against those of the dense ones.

namespace rt = relatile;
using rt::test::counted;
using rt::test::Pair;
using rt::test::require_same;

namespace {

/// The same function of the sparse matrix and of the dense one, over all places and along axes.
template <class F>
void check(const Pair& a, const F& f) {
  require_same(f(a.sparse), f(a.dense));
  require_same(f(a.sparse, 0), f(a.dense, 0));
  require_same(f(a.sparse, -1), f(a.dense, 1));
  require_same(f(a.sparse, 1, rt::keepdims), f(a.dense, 1, rt::keepdims));
}

}  // namespace

TEST_CASE("reductions of sparse matrices are those of the dense ones") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const auto every = GENERATE(1, 2, 30);  // without gaps, with some, hardly any entries
  const Pair a(40, 25, 1, every);
  check(a, rt::count_nonzero);
  check(a, rt::prod);
  rt::test::require_reference(rt::prod(a.sparse, 0), 1e-12);
  rt::test::require_reference(rt::prod(a.sparse, 1), 1e-12);
  check(a, rt::var);
  check(a, rt::std);
  check(a, rt::ptp);
  check(a, rt::argmax);
  check(a, rt::argmin);
  require_same(rt::var(a.sparse, {.ddof = 1}), rt::var(a.dense, {.ddof = 1}));
  require_same(rt::std(a.sparse, 0, rt::keepdims, {.ddof = 1}),
               rt::std(a.dense, 0, rt::keepdims, {.ddof = 1}));
  require_same(rt::sum(a.sparse, rt::axis(0)), rt::sum(a.dense, 0));
  require_same(rt::sum(a.sparse, rt::axis(1, 0)), rt::sum(a.dense));
  CHECK_THROWS_AS(rt::sum(a.sparse, rt::axis(1, -1)), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::argmax(a.sparse, 2), rt::ShapeMismatch);
}

TEST_CASE("a variance of numbers that are far from 0 keeps its digits") {
  auto context = rt::Context::loopback(2);
  const rt::Array<double, 2> far = 1e9 + counted(30, 20);
  require_same(rt::var(rt::to_sparse(far), 0), rt::var(counted(30, 20), 0), 1e-6);
  const auto narrow = rt::astype<float>(far);
  static_assert(std::is_same_v<decltype(rt::var(rt::to_sparse(narrow), 1)), rt::Array<float, 1>>);
  const auto complex =
      rt::astype<std::complex<double>>(counted(30, 20)) * std::complex<double>(1, 2);
  require_same(rt::var(rt::to_sparse(complex), 1), rt::var(complex, 1));
}

TEST_CASE("the first of the best places, with an entry or without") {
  auto context = rt::Context::loopback(GENERATE(1, 2));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto rows = rt::array({{0.0, -1.0, 0.0, -1.0},
                               {-2.0, -1.0, -1.0, -3.0},
                               {5.0, 7.0, 7.0, 0.0},
                               {-1.0, 0.0, nan, nan},
                               {0.0, 0.0, 0.0, 0.0},
                               {-1.0, -1.0, -1.0, 0.0}});
  // Entries that are 0 count where they are, as places without entries do.
  const auto zeros = rt::from_coordinates(std::vector{1, 4, 5}, std::vector{0, 2, 3}, 0.0, {6, 4});
  const auto sparse = rt::to_sparse(rows) + zeros;
  for (const int axis : {0, 1}) {
    CHECK(rt::to_vector(rt::argmax(sparse, axis)) == rt::to_vector(rt::argmax(rows, axis)));
    CHECK(rt::to_vector(rt::argmin(sparse, axis)) == rt::to_vector(rt::argmin(rows, axis)));
  }
  CHECK(rt::argmax(sparse).item() == rt::argmax(rows).item());
  const auto below = rt::minimum(rows(rt::slice(0, 3), rt::all_of_axis), 0.0);
  CHECK(rt::argmax(rt::to_sparse(below)).item() == rt::argmax(below).item());
  CHECK(rt::argmax(rt::to_sparse(rt::zeros({3, 4}))).item() == 0);
  CHECK_THROWS_AS(rt::argmax(rt::to_sparse(rt::zeros({0, 4}))), rt::ShapeMismatch);
  const auto truth = rows > 0.0;
  CHECK(rt::to_vector(rt::argmax(rt::to_sparse(truth), 1)) == rt::to_vector(rt::argmax(truth, 1)));
}

TEST_CASE("products with infinities, of integers and of nothing") {
  auto context = rt::Context::loopback(2);
  const double inf = std::numeric_limits<double>::infinity();
  const auto dense = rt::array({{inf, 0.0, 2.0}, {3.0, 4.0, 5.0}, {0.0, 0.0, 0.0}});
  const auto sparse = rt::to_sparse(dense);
  require_same(rt::prod(sparse), rt::prod(dense));
  require_same(rt::prod(sparse, 0), rt::prod(dense, 0));
  require_same(rt::prod(sparse, 1), rt::prod(dense, 1));
  const auto counts = rt::astype<std::int8_t>(rt::array({{100, 100}, {0, 7}}));
  CHECK(rt::to_vector(rt::prod(rt::to_sparse(counts), 1)) == std::vector<std::int64_t>{10000, 0});
  CHECK(rt::item(rt::prod(rt::to_sparse(rt::zeros({0, 3})))) == 1);
  require_same(rt::prod(rt::to_sparse(rt::zeros({0, 3})), 0), rt::ones({3}));
}

TEST_CASE("norms, and whether matrices are close") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Pair a(40, 25, 2, 3);
  const double inf = std::numeric_limits<double>::infinity();
  require_same(rt::norm(a.sparse), rt::norm(a.dense));
  require_same(rt::norm(a.sparse, "fro"), rt::norm(a.dense));
  for (const double order : {1.0, -1.0, inf, -inf}) {
    require_same(rt::norm(a.sparse, order), rt::norm(a.dense, order));
  }
  for (const double order : {0.0, 1.0, 2.0, 3.5, inf, -inf}) {
    require_same(rt::norm(a.sparse, order, 0), rt::norm(a.dense, order, 0));
    require_same(rt::norm(a.sparse, order, -1), rt::norm(a.dense, order, 1));
  }
  require_same(rt::norm(a.sparse, rt::axis(1), rt::keepdims),
               rt::norm(a.dense, rt::axis(1), rt::keepdims));
  CHECK_THROWS_AS(rt::norm(a.sparse, 2), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::norm(a.sparse, -2.0, 0), rt::ShapeMismatch);
  CHECK_THROWS_AS(rt::norm(a.sparse, "nuc"), rt::ShapeMismatch);
  const auto near = a.sparse * (1 + 1e-9) + 1e-10 * rt::sparse_eye(40, 25);
  CHECK(rt::allclose(a.sparse, near).item());
  CHECK(rt::allclose(near, a.dense).item());
  CHECK(!rt::allclose(a.sparse, near + 1e-3 * rt::sparse_eye(40, 25)).item());
  CHECK(!rt::allclose(a.dense, 2.0 * a.sparse).item());
  const auto unknown = a.sparse * std::numeric_limits<double>::quiet_NaN();
  CHECK(!rt::allclose(unknown, unknown).item());
  CHECK(rt::allclose(unknown, unknown, 0, 0, true).item());
  CHECK_THROWS_AS(rt::allclose(a.sparse, rt::transpose(a.sparse)), rt::ShapeMismatch);
}

TEST_CASE("of nothing what the dense matrix has") {
  auto context = rt::Context::loopback(2);
  for (const auto& [rows, columns] : {std::pair{0, 4}, std::pair{4, 0}}) {
    const Pair none(rows, columns, 4);
    check(none, rt::count_nonzero);
    check(none, rt::prod);
    check(none, rt::var);
    require_same(rt::norm(none.sparse), rt::norm(none.dense));
    require_same(rt::argmax(none.sparse, columns == 0 ? 0 : 1),
                 rt::argmax(none.dense, columns == 0 ? 0 : 1));
    CHECK(rt::allclose(none.sparse, none.dense).item());
    CHECK(rt::nonzero(none.sparse)[0].size() == 0);
  }
}

TEST_CASE("traces and places of what is not 0") {
  auto context = rt::Context::loopback(GENERATE(1, 3));
  const Pair a(40, 25, 3, 3);
  require_same(rt::trace(a.sparse), rt::trace(a.dense));
  for (const std::int64_t k : {-300, -1, 1, 2}) {
    require_same(rt::trace(a.sparse, k), rt::trace(a.dense, k));
  }
  const auto zeros = 0.0 * rt::sparse_eye(40, 25);
  const auto places = rt::nonzero(a.sparse + zeros);
  const auto wanted = rt::nonzero(a.dense);
  const auto same = rt::where(a.sparse + zeros);
  for (const std::size_t axis : {0U, 1U}) {
    CHECK(rt::to_vector(places[axis]) == rt::to_vector(wanted[axis]));
    CHECK(rt::to_vector(same[axis]) == rt::to_vector(wanted[axis]));
  }
}

}  // namespace statistics_test
