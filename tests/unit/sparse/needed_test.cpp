// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <relatile/sparse.hpp>
#include <vector>

#include "support/against_reference.hpp"
#include "support/catch.hpp"
#include "support/needed_elements.hpp"

namespace needed_test {

// Products of sparse matrices with vectors and matrices of which only what rows need is sent.

namespace rt = relatile;
using Sparse = rt::SparseArray<double, 2>;

namespace {

void check(const Sparse& s) {
  const rt::Array<double, 1> x = rt::sin(rt::arange<double>(double(s.shape(1))));
  const rt::Array<double, 1> wanted = rt::matmul(s, x);
  const Sparse needed = rt::with_needed_rows(s);
  CHECK(rt::array_equal(rt::matmul(needed, x), wanted).item());
  CHECK(rt::array_equal(rt::matmul(2.0 * needed, x), 2.0 * wanted).item());
  CHECK(rt::array_equal(rt::matmul<rt::MinPlus>(needed, x), rt::matmul<rt::MinPlus>(s, x)).item());
  CHECK(rt::array_equal(rt::with_needed_rows(needed), s).item());
  const rt::Array<double, 2> two = rt::stack({x, 2.0 * x}, 1);
  for (const std::int64_t width : {0, 1, 2, 19}) {
    const rt::Array<double, 2> wide =
        rt::reshape(rt::sin(rt::arange<double>(double(width * s.shape(1)))), {s.shape(1), width});
    // Columns may be cut between sites there, and sums of other widths be rounded otherwise.
    CHECK(rt::allclose(rt::matmul(needed, wide), rt::matmul(s, wide), 1e-13, 1e-13).item());
  }
  CHECK(rt::array_equal(rt::matmul(needed, two), rt::matmul(s, two)).item());
  CHECK(rt::array_equal(rt::matmul(needed, rt::flip(two)), rt::matmul(s, rt::flip(two))).item());
  const auto some = rt::arange<std::int64_t>(s.shape(0)) % std::int64_t{3} == std::int64_t{0};
  CHECK(rt::array_equal(rt::matmul(needed, two, rt::only(some)), rt::matmul(s, two, rt::only(some)))
            .item());
}

}  // namespace

TEST_CASE("products of what is needed are the same as of all") {
  auto context = rt::Context::loopback(GENERATE(1, 2, 3, 7));
  rt::random::seed(5);
  check(rt::random::sparse(200, 300, 0.01));
  check(rt::random::sparse(300, 200, 0.2));
  check(rt::random::rmat(8, 4));
  check(rt::sparse_eye(97));
  check(rt::sparse_eye(1));
  check(rt::random::sparse(1, 500, 0.1));
  check(rt::random::sparse(500, 1, 0.1));
  check(rt::to_sparse(rt::zeros<double>({40, 30})));
  check(rt::to_sparse(rt::zeros<double>({0, 30})));
  check(rt::to_sparse(rt::zeros<double>({40, 0})));
}

TEST_CASE("products send exactly what sites need and do not have") {
  const int sites = GENERATE(2, 4, 5);
  auto context = rt::Context::loopback(sites);
  rt::random::seed(6);
  const std::int64_t n = 100000;
  for (const Sparse& s :
       {Sparse(rt::random::sparse(n, n, 0.00005)), Sparse(rt::random::rmat(16, 4)),
        Sparse(rt::random::sparse(n, n / 2, 0.00003))}) {
    const Sparse needed = rt::with_needed_rows(s);
    const std::int64_t columns = s.shape(1);
    // Products of a square matrix lie as its rows do. The first one also brings counts to rows.
    const rt::Array<double, 1> x = rt::cos(rt::arange<double>(double(columns)));
    const bool square = s.shape(0) == columns;
    const rt::Array<double, 1> first = rt::matmul(needed, x);
    rt::evaluate(first, x);
    const rt::Array<double, 1> before = square ? first : x;
    const rt::Array<double, 1> y = rt::matmul(needed, before);
    rt::evaluate(y);
    const std::int64_t sent = rt::report(y).bytes_sent().value;
    CAPTURE(sites, sent, rt::explain(y));
    CHECK(sent == 8 * rt::test::lacking(s, sites));
    CHECK(sent < 8 * columns * (sites - 1));
    CHECK(rt::array_equal(y, rt::matmul(s, before)).item());
  }
}

TEST_CASE("products with matrices send the rows that sites need and do not have") {
  const int sites = GENERATE(2, 4, 5);
  auto context = rt::Context::loopback(sites);
  rt::random::seed(6);
  const std::int64_t n = 20000;
  const std::int64_t width = 6;
  for (const Sparse& s :
       {Sparse(rt::random::sparse(n, n, 0.00025)), Sparse(rt::random::rmat(14, 4)),
        Sparse(rt::random::sparse(n, n / 2, 0.00015))}) {
    const Sparse needed = rt::with_needed_rows(s);
    const std::int64_t columns = s.shape(1);
    const rt::Array<double, 2> x =
        rt::reshape(rt::cos(rt::arange<double>(double(columns * width))), {columns, width});
    const bool square = s.shape(0) == columns;
    const rt::Array<double, 2> first = rt::matmul(needed, x);
    rt::evaluate(first, x);
    const rt::Array<double, 2> before = square ? first : x;
    const rt::Array<double, 2> y = rt::matmul(needed, before);
    rt::evaluate(y);
    const std::int64_t sent = rt::report(y).bytes_sent().value;
    CAPTURE(sites, sent, rt::explain(y));
    CHECK(sent == 8 * width * rt::test::lacking(s, sites));
    CHECK(sent < 8 * width * columns * (sites - 1));
    CHECK(rt::array_equal(y, rt::matmul(s, before)).item());
  }
}

}  // namespace needed_test
