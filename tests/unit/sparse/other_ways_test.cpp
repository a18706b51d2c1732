// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <relatile/context/save_plan.hpp>
#include <relatile/grad.hpp>
#include <relatile/planner/plan_history.hpp>
#include <relatile/sparse.hpp>
#include <string>
#include <vector>

#include "support/against_reference.hpp"
#include "support/catch.hpp"
#include "support/needed_elements.hpp"

namespace other_ways_test {

// Products of sparse matrices that bring together all of what is dense, or what entries touch:
// whichever is cheaper.

namespace rt = relatile;
using Sparse = rt::SparseArray<double, 2>;
using Vector = rt::Array<double, 1>;
using Matrix = rt::Array<double, 2>;

namespace {

/// The matrix of edges between vertices that are numbered in some other order: blocks of `size` are
/// chains, and few edges lead from one block to another.
Sparse partitioned(std::int64_t n, std::int64_t size, std::int64_t stride) {
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> columns;
  const auto add = [&](std::int64_t a, std::int64_t b) {
    const auto named = [&](std::int64_t v) { return v * stride % n; };
    rows.insert(rows.end(), {named(a), named(b)});
    columns.insert(columns.end(), {named(b), named(a)});
  };
  for (std::int64_t v = 0; v + 1 < n; ++v) {
    if ((v + 1) % size != 0) add(v, v + 1);
  }
  for (std::int64_t v = 0; v < n; v += 3 * size + 1) add(v, (v * 7 + size) % n);
  return rt::from_coordinates(rows, columns, 0.5, {n, n});
}

Sparse banded(std::int64_t n) { return rt::diags({-1.0, 2.0, -1.0, 0.5}, {-1, 0, 1, 9}, {n, n}); }

/// Few rows have entries, and these are all over the columns.
Sparse few_rows(std::int64_t n) {
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> columns;
  for (std::int64_t e = 0; e < 300; ++e) {
    rows.push_back(e % 20 * (n / 20));
    columns.push_back(e * 7919 % n);
  }
  return rt::from_coordinates(rows, columns, 2.0, {n, n});
}

std::vector<Sparse> matrices() {
  rt::random::seed(4);
  return {partitioned(6000, 60, 1),
          partitioned(6007, 61, 1201),
          banded(5000),
          rt::random::rmat(12, 4),
          few_rows(8000),
          rt::random::sparse(3001, 3001, 0.001)};
}

template <class X>
std::int64_t sent_for(const X& y) {
  rt::evaluate(y);
  rt::test::require_exact_traffic(rt::report(y));
  return rt::report(y).bytes_sent().value;
}
/// On how many sites an array is; 0 if it is not there yet.
template <class X>
std::ptrdiff_t sites_of(const X& x) {
  if (!x.node()->evaluated()) return 0;
  const auto& held = x.node()->value->held;
  return std::count_if(held.begin(), held.end(),
                       [](const auto& boxes) { return !boxes.empty() && !boxes[0].empty(); });
}
std::string said_of(const Vector& y) { return rt::explain(y); }

/// Products of products, each of them evaluated: the first brings counts to rows, the second sends
/// what it does without a look, and later ones what is less. How many of these were counted.
template <class X, class Times>
int check_repeated(const Sparse& s, X x, int sites, std::int64_t width, const Times& times) {
  std::int64_t own = 0;
  int exact = 0;
  for (int round = 0; round < 4; ++round) {
    const X y = times(s, x);
    const std::int64_t sent = sent_for(y);
    const X by_rows = times(s, x);
    rt::evaluate(by_rows, {.planner = "row"});
    CAPTURE(sites, round, s.nnz(), rt::explain(y));
    if (round == 1) own = sent;
    const std::int64_t least = std::min(own, 8 * width * rt::test::lacking(s, sites));
    if (round > 1) CHECK(sent <= own);
    // Products are by the rows as they lie, and so are what they multiply, and counts, mostly.
    const std::ptrdiff_t parts = sites_of(s.columns());
    if (round > 1 && sites_of(x) == parts) {
      CHECK(sent >= least);
      CHECK(sent <= least + (sites_of(s.row_counts()) == parts ? 0 : 4 * s.shape(0)));
      ++exact;
    }
    CHECK(rt::allclose(y, by_rows, 1e-13, 1e-13).item());
    x = y;
  }
  return exact;
}

/// A vector that lies as the rows of a square matrix do, of which all ranks have looked at entries.
Vector looked_at(const Sparse& s) {
  Vector x = rt::cos(rt::arange<double>(double(s.shape(1))));
  for (int round = 0; round < 3; ++round) {
    x = rt::matmul(s, x);
    rt::evaluate(x);
  }
  return x;
}

}  // namespace

TEST_CASE("repeated products send what entries touch where that is less") {
  const int sites = GENERATE(1, 2, 3, 4, 7);
  auto context = rt::Context::loopback(sites);
  context.plan_options().objective = "bytes";
  int exact = 0;
  for (const Sparse& s : matrices()) {
    const std::int64_t n = s.shape(1);
    const Vector x = rt::cos(rt::arange<double>(double(n)));
    exact += check_repeated(
        s, x, sites, 1, [](const Sparse& a, const Vector& b) { return Vector(rt::matmul(a, b)); });
  }
  for (const Sparse& s : matrices()) {
    const Matrix x =
        rt::reshape(rt::cos(rt::arange<double>(double(3 * s.shape(1)))), {s.shape(1), 3});
    exact += check_repeated(
        s, x, sites, 3, [](const Sparse& a, const Matrix& b) { return Matrix(rt::matmul(a, b)); });
  }
  CHECK((sites == 1 || exact >= 12));
}

TEST_CASE("repeated products over another semiring, and of some rows, send what entries touch") {
  const int sites = GENERATE(2, 4);
  auto context = rt::Context::loopback(sites);
  context.plan_options().objective = "bytes";
  int exact = 0;
  for (const Sparse& s : matrices()) {
    const Vector x = rt::cos(rt::arange<double>(double(s.shape(1))));
    exact += check_repeated(s, x, sites, 1, [](const Sparse& a, const Vector& b) {
      return Vector(rt::matmul<rt::MaxPlus>(a, b));
    });
    const Vector last = looked_at(s);
    const auto chosen = rt::only(rt::arange<std::int64_t>(s.shape(0)) % std::int64_t{3} == 0);
    const Vector some = rt::matmul(s, last, chosen);
    CHECK(sent_for(some) < 8 * s.shape(1) * sites);
    const Vector by_rows = rt::matmul(s, last, chosen);
    rt::evaluate(by_rows, {.planner = "row"});
    CHECK(rt::array_equal(some, by_rows).item());
  }
  CHECK(exact >= 6);
}

TEST_CASE("what all sites have is not sent again") {
  const int sites = GENERATE(2, 5);
  auto context = rt::Context::loopback(sites);
  context.plan_options().objective = "bytes";
  const Sparse s = partitioned(6000, 60, 1);
  const Vector x = looked_at(s);
  const Vector known = rt::placed(x, rt::everywhere);
  rt::evaluate(known);
  const Vector y = rt::matmul(s, 2.0 * known);
  CHECK(sent_for(y) == 0);
  CHECK(said_of(y).find("the rows that entries touch, for sparse_m") != std::string::npos);
  CHECK(said_of(y).find("it would send no less") != std::string::npos);
  // One of two products only.
  const Vector once = rt::matmul(s, known);
  const Vector other = rt::matmul(s, x);
  rt::evaluate(once, other);
  rt::test::require_exact_traffic(rt::report(once));
  CHECK(rt::report(once).bytes_sent().value == 8 * rt::test::lacking(s, sites));
  CHECK(rt::array_equal(once, other).item());
}

TEST_CASE("explain says what the other way would have sent") {
  auto context = rt::Context::loopback(4);
  context.plan_options().objective = "bytes";
  const Sparse s = partitioned(6000, 60, 1);
  const Vector x = looked_at(s);
  const Vector y = rt::matmul(s, x);
  const std::int64_t less = 8 * rt::test::lacking(s, 4);
  const std::string before = rt::explain(y, rt::in_full);
  const std::string more = rt::grouped(8 * 6000 * 3 - less) + " bytes more";
  CHECK(before.find("all of what is dense") != std::string::npos);
  CHECK(before.find(more) != std::string::npos);
  CHECK(sent_for(y) == less);
  CHECK(rt::explain(y, rt::in_full).find(more) != std::string::npos);
  rt::evaluate(rt::matmul(s, y), {.planner = "row"});  // which is told of no other way
}

TEST_CASE("one product does not look, and many in one program do") {
  auto context = rt::Context::loopback(4);
  context.plan_options().objective = "bytes";
  const auto programs = [&] {
    const rt::planner::PlanHistory& history = context.plan_history();
    using How = rt::planner::PlanHistory::How;
    return history.count(How::known) + history.count(How::searched) + history.count(How::followed);
  };
  const Vector x = looked_at(partitioned(6000, 60, 1));
  const Sparse s = partitioned(6000, 60, 1);
  rt::evaluate(s.row_counts());
  const std::int64_t before = programs();
  CHECK(sent_for(Vector(rt::matmul(s, x))) > 8 * 6000 * 2);
  CHECK(programs() == before + 1);
  const Sparse t = partitioned(6000, 60, 1);
  rt::evaluate(rt::matmul(t, rt::ones<double>({6000})));  // which sends ones to nobody
  Vector z = x;
  for (int product = 0; product < 5; ++product) z = rt::matmul(t, z);
  CHECK(sent_for(z) == 5 * 8 * rt::test::lacking(t, 4));
}

TEST_CASE("derivatives pass through products of what entries touch") {
  auto context = rt::Context::loopback(3);
  const Sparse s = partitioned(6000, 60, 1);
  Vector x = looked_at(s);
  const auto loss = [&](const Sparse& a, const Vector& b) {
    const Vector y = rt::matmul(a, b);
    return rt::Array<double, 0>(rt::sum(y * y));
  };
  const Vector by_rule = rt::grad(loss(s, x), x);
  const Vector wanted = 2.0 * rt::matmul(rt::transpose(s), rt::matmul(s, x));
  CHECK(rt::allclose(by_rule, wanted, 1e-12, 1e-12).item());
}

TEST_CASE("small and empty matrices are multiplied again and again") {
  const int sites = GENERATE(1, 2, 3, 7);
  auto context = rt::Context::loopback(sites);
  context.plan_options().objective = GENERATE("bytes", "time");
  rt::random::seed(8);
  for (const Sparse& s : {Sparse(rt::sparse_eye(1)), Sparse(rt::random::sparse(97, 97, 0.2)),
                          Sparse(rt::to_sparse(rt::zeros<double>({40, 40}))),
                          Sparse(rt::to_sparse(rt::zeros<double>({0, 0}))),
                          Sparse(rt::random::sparse(499, 499, 0.01))}) {
    Vector x = rt::sin(rt::arange<double>(double(s.shape(1))));
    Matrix none = rt::zeros<double>({s.shape(1), 0});
    for (int round = 0; round < 4; ++round) {
      const Vector y = rt::matmul(s, x);
      const Vector wanted = rt::matmul(rt::to_dense(s), x);
      rt::evaluate(y, wanted);
      CHECK(rt::allclose(y, wanted, 1e-12, 1e-12).item());
      none = rt::matmul(s, none);
      rt::evaluate(none);
      x = y;
    }
  }
}

TEST_CASE("a saved plan of what entries touch is followed where nobody has looked yet") {
  const std::string path = "other_ways.plan";
  std::int64_t sent = 0;
  for (const bool saves : {true, false}) {
    auto context = rt::Context::loopback(3);
    context.plan_options().objective = "bytes";
    const Sparse s = partitioned(6000, 60, 1);
    const Vector x = looked_at(s);
    const Sparse fresh = partitioned(6000, 60, 1);
    rt::evaluate(rt::matmul(fresh, rt::ones<double>({6000})));  // which brings counts to rows
    const Vector y = rt::matmul(saves ? s : fresh, x);
    if (saves) {
      rt::save_plan(path, y);
      rt::evaluate(y);
      sent = rt::report(y).bytes_sent().value;
      CHECK(sent == 8 * rt::test::lacking(s, 3));
    } else {
      rt::evaluate(y, {.saved_plan = path});
      CHECK(rt::report(y).bytes_sent().value == sent);
      CHECK(rt::allclose(y, rt::matmul(s, x), 1e-13, 1e-13).item());
    }
  }
  std::remove(path.c_str());
}

}  // namespace other_ways_test
