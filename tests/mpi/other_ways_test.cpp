// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdint>
#include <relatile/sparse.hpp>
#include <stdexcept>
#include <vector>

#include "support/against_reference.hpp"
#include "support/catch.hpp"

namespace other_ways_test {

// Products of sparse matrices that processes bring together what entries touch for: all of them
// look at the same time, whatever goes wrong on one.

namespace rt = relatile;
using Sparse = rt::SparseArray<double, 2>;
using Vector = rt::Array<double, 1>;

namespace {

/// Chains of 50 vertices, some of which lead on to another one.
Sparse chains(std::int64_t n) {
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> columns;
  for (std::int64_t v = 0; v < n; ++v) {
    rows.push_back(v);
    columns.push_back(v % 50 != 49 ? (v + 1) % n : v % 7 == 0 ? (v * 31) % n : v);
  }
  return rt::from_coordinates(rows, columns, 0.5, {n, n});
}

Vector times(const Sparse& s, const Vector& x, const char* planner) {
  const Vector y = rt::matmul(s, x);
  rt::evaluate(y, {.planner = planner});
  rt::test::require_exact_traffic(rt::report(y));
  return y;
}

}  // namespace

TEST_CASE("processes look at entries once products have sent as much, and send less from then on") {
  rt::Context context(MPI_COMM_WORLD);
  context.plan_options().objective = "bytes";
  const Sparse s = chains(6000);
  Vector x = times(s, rt::cos(rt::arange<double>(6000.0)), "optimal");
  std::vector<std::int64_t> sent;
  for (int round = 0; round < 4; ++round) {
    const Vector y = times(s, x, "optimal");
    sent.push_back(rt::report(y).bytes_sent().value);
    CHECK(rt::array_equal(y, times(s, x, "row")).item());
    x = y;
  }
  if (context.size() > 1) CHECK(sent.back() < 6000 * 8 / 10);
}

TEST_CASE(
    "an error of one process as all are about to look is everybody's, and the next product looks") {
  rt::Context context(MPI_COMM_WORLD);
  context.plan_options().objective = "bytes";
  const Sparse s = chains(3000);
  const Vector x = times(s, times(s, rt::cos(rt::arange<double>(3000.0)), "optimal"), "optimal");
  const bool last = context.rank() + 1 == context.size();
  const auto wrong = rt::vectorize([](double e) {
    if (e == 2999) throw std::runtime_error("of the last row");
    return e;
  });
  const Vector failing = rt::matmul(s, x) + wrong(rt::arange<double>(3000.0));
  CHECK_THROWS_AS(rt::evaluate(failing), rt::KernelError);
  const auto missing = [&] {
    // One rank has another idea of what is to be multiplied.
    return Vector(last && context.size() > 1 ? rt::matmul(s, x + 1.0) : rt::matmul(s, x * 2.0));
  };
  if (context.size() > 1) CHECK_THROWS_AS(rt::evaluate(missing()), rt::Error);
  const Vector y = times(s, x, "optimal");
  CHECK(rt::array_equal(y, times(s, x, "row")).item());
}

TEST_CASE("each of two contexts looks at its own matrices") {
  rt::Context outer(MPI_COMM_WORLD);
  outer.plan_options().objective = "bytes";
  const Sparse s = chains(3000);
  Vector x = rt::matmul(s, rt::cos(rt::arange<double>(3000.0)));
  rt::evaluate(x);
  {
    rt::Context inner(MPI_COMM_WORLD);
    inner.plan_options().objective = "bytes";
    const Sparse t = chains(2000);
    Vector y = rt::cos(rt::arange<double>(2000.0));
    for (int round = 0; round < 4; ++round) y = times(t, y, "optimal");
    CHECK(rt::all(rt::isfinite(y)).item());
    const Vector foreign = rt::matmul(s, x);
    CHECK_THROWS_AS(rt::evaluate(foreign), rt::WrongContext);
  }
  for (int round = 0; round < 3; ++round) x = times(s, x, "optimal");
  CHECK(rt::all(rt::isfinite(x)).item());
}

}  // namespace other_ways_test
