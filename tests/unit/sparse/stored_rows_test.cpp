// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <relatile/core/memory.hpp>
#include <relatile/sparse.hpp>
#include <sstream>
#include <utility>
#include <vector>

#include "support/against_reference.hpp"
#include "support/catch.hpp"

namespace stored_rows_test {

// Matrices of which few rows have entries, against the same in a map.

namespace rt = relatile;
using Sparse = rt::SparseArray<double>;
using Index = std::int64_t;
using Entries = std::map<std::pair<Index, Index>, double>;

namespace {

Entries drawn(Index rows, Index columns, int count, unsigned seed) {
  std::mt19937 random(seed);
  Entries made;
  while (int(made.size()) < count) {
    const Index row = random() % 3 == 0 ? rows / 2 : Index(random()) % rows;
    made[{row, Index(random()) % columns}] = 1.0 + double(random() % 9);
  }
  return made;
}
Sparse sparse_of(const Entries& entries, Index rows, Index columns) {
  std::vector<Index> i, j;
  std::vector<double> v;
  for (auto e = entries.rbegin(); e != entries.rend(); ++e) {  // in another order
    i.push_back(e->first.first);
    j.push_back(e->first.second);
    v.push_back(e->second);
  }
  return rt::from_coordinates(i, j, v, {rows, columns});
}
Entries entries_of(const Sparse& s) {
  const auto found = rt::coordinates(s);
  const auto i = rt::to_vector(found.rows);
  const auto j = rt::to_vector(found.columns);
  const auto v = rt::to_vector(found.values);
  Entries made;
  for (std::size_t e = 0; e < v.size(); ++e) made[{i[e], j[e]}] = v[e];
  CHECK(made.size() == v.size());
  return made;
}
Index rows_of(const Entries& entries) {
  Index rows = 0;
  Index last = -1;
  for (const auto& entry : entries) {
    rows += entry.first.first != std::exchange(last, entry.first.first) ? 1 : 0;
  }
  return rows;
}
std::vector<double> times(const Entries& entries, Index rows, const std::vector<double>& x) {
  std::vector<double> y(std::size_t(rows), 0.0);
  for (const auto& [at, v] : entries) y[std::size_t(at.first)] += v * x[std::size_t(at.second)];
  return y;
}
Entries flipped(const Entries& entries) {
  Entries made;
  for (const auto& [at, v] : entries) made[{at.second, at.first}] = v;
  return made;
}

}  // namespace

TEST_CASE("nothing comes of a matrix of few rows that has no entries") {
  const int sites = GENERATE(1, 3);
  auto context = rt::Context::loopback(sites);
  const Index n = GENERATE(4'001, 5'003, 1'000'003);  // of the first, counts of all rows are kept
  const Sparse none = sparse_of({}, n, n);
  const Sparse some = sparse_of({{{0, 3}, 1.0}, {{1, n - 1}, 2.0}}, 2, n);
  CHECK(rt::matmul(some, none).nnz() == 0);
  CHECK(rt::matmul(none, rt::transpose(some)).nnz() == 0);
  CHECK(rt::matmul<rt::MinPlus>(some, none).nnz() == 0);
  CHECK(rt::matmul(some, none, rt::only(rt::ones<bool>({2}))).nnz() == 0);
  CHECK(entries_of(rt::masked_matmul(some, none, some)) ==
        Entries{{{0, 3}, 0.0}, {{1, n - 1}, 0.0}});
  CHECK(rt::take(none, rt::array<Index>({0, 5, n - 1}), 0).nnz() == 0);
  CHECK(rt::compress(rt::ones<bool>({n}), none, 0).nnz() == 0);
  CHECK(entries_of(none + sparse_of({{{n - 1, 0}, 3.0}}, n, n)) == Entries{{{n - 1, 0}, 3.0}});
}

TEST_CASE("matrices of few rows that have entries are those of a map") {
  const int sites = GENERATE(1, 2, 5);
  auto context = rt::Context::loopback(sites);
  constexpr Index n = 10'007;
  constexpr Index m = 9'001;
  const int count = GENERATE(0, 1, 97, 2500);
  const Entries entries = drawn(n, m, count, 1);
  const Entries others = drawn(n, m, count / 2 + 1, 2);
  const Sparse s = sparse_of(entries, n, m);
  const Sparse t = sparse_of(others, n, m);
  const bool few = 8 * rows_of(entries) <= n;
  CHECK(s.is_doubly_compressed() == few);
  std::ostringstream printed;
  printed << s;
  CHECK((printed.str().find("doubly compressed") != std::string::npos) == few);
  CHECK(s.nnz() == count);
  CHECK(entries_of(s) == entries);
  const auto x = rt::Array<double, 1>(rt::astype<double>(rt::arange<Index>(m)) * 0.5);
  const auto left = rt::Array<double, 1>(rt::astype<double>(rt::arange<Index>(n)) + 1.0);
  const auto wanted = times(entries, n, rt::to_vector(x));

  SECTION("products with what is dense") {
    CHECK(rt::to_vector(rt::as_array(rt::matmul(s, x))) == wanted);
    CHECK(rt::to_vector(rt::as_array(rt::matmul(left, s))) ==
          times(flipped(entries), m, rt::to_vector(left)));
    CHECK(rt::to_vector(rt::as_array(rt::matmul(rt::transpose(s), left))) ==
          times(flipped(entries), m, rt::to_vector(left)));
    const rt::Array<double, 2> both = rt::matmul(s, rt::stack({x, 2.0 * x, -x, x, x}, 1));
    CHECK(rt::to_vector(rt::as_array(both(rt::all_of_axis, 1) * 0.5)) == wanted);
    rt::test::require_reference(rt::matmul(s, x), 1e-12);
    rt::test::require_reference(rt::matmul(left, s), 1e-12);
    const auto needed = rt::with_needed_rows(s);
    CHECK(rt::to_vector(rt::as_array(rt::matmul(needed, x))) == wanted);
    const auto shortest = rt::to_vector(rt::as_array(rt::matmul<rt::MinPlus>(s, x)));
    std::vector<double> paths(std::size_t(n), std::numeric_limits<double>::infinity());
    for (const auto& [at, v] : entries) {
      double& path = paths[std::size_t(at.first)];
      path = std::min(path, v + 0.5 * double(at.second));
    }
    CHECK(shortest == paths);
    // Masks are of all rows.
    const auto odd = rt::as_array(rt::arange<Index>(n) % Index{2} == Index{1});
    auto masked = wanted;
    for (std::size_t i = 0; i < masked.size(); i += 2) masked[i] = 0;
    CHECK(rt::to_vector(rt::as_array(rt::matmul(s, x, rt::only(odd)))) == masked);
  }
  SECTION("reductions") {
    const std::vector<double> ones(std::size_t(m), 1.0);
    CHECK(rt::to_vector(rt::as_array(rt::sum(s, 1))) == times(entries, n, ones));
    CHECK(rt::to_vector(rt::as_array(rt::sum(s, 0))) ==
          times(flipped(entries), m, std::vector<double>(std::size_t(n), 1.0)));
    std::vector<std::int32_t> counts(std::size_t(n), 0);
    for (const auto& entry : entries) ++counts[std::size_t(entry.first.first)];
    CHECK(rt::to_vector(s.row_counts()) == counts);
  }
  SECTION("other places") {
    const Sparse back = rt::transpose(s);
    rt::evaluate(back);
    CHECK(back.is_doubly_compressed() == (8 * rows_of(flipped(entries)) <= m));
    CHECK(entries_of(back) == flipped(entries));
    CHECK(entries_of(2.0 * s - s) == entries);
    const Sparse part = s(rt::slice(100, n), rt::slice({}, {}, 2));
    Entries of_part;
    for (const auto& [at, v] : entries) {
      if (at.first >= 100 && at.second % 2 == 0) of_part[{at.first - 100, at.second / 2}] = v;
    }
    CHECK(entries_of(part) == of_part);
    CHECK(rt::array_equal(rt::tril(s) + rt::triu(s, 1), s));
  }
  SECTION("two matrices") {
    Entries sum = entries;
    Entries product;
    for (const auto& [at, v] : others) {
      if (entries.count(at)) product[at] = v * entries.at(at);
      sum[at] += v;
    }
    const Sparse added = s + t;
    CHECK(entries_of(added) == sum);
    CHECK(added.is_doubly_compressed() == (few && t.is_doubly_compressed()));
    CHECK(entries_of(t + s) == sum);
    CHECK(entries_of(s * t) == product);
    CHECK(rt::array_equal(s + t - t, s));
    const Sparse eye = rt::sparse_eye(n, m);
    Entries with_eye = entries;
    for (Index i = 0; i < std::min(n, m); ++i) with_eye[{i, i}] += 1;
    CHECK(entries_of(s + eye) == with_eye);
    CHECK(entries_of(eye + s) == with_eye);
    const Sparse squares = rt::matmul(s, rt::transpose(t));
    Entries pairs;
    for (const auto& [a, v] : entries) {
      for (const auto& [b, w] : others) {
        if (a.second == b.second) pairs[{a.first, b.first}] += v * w;
      }
    }
    CHECK(entries_of(squares) == pairs);
    CHECK(squares.is_doubly_compressed() == few);
    CHECK(entries_of(rt::matmul(eye, rt::transpose(t))) == flipped(others));
    CHECK(rt::array_equal(rt::masked_matmul(s, rt::transpose(t), squares), squares));
    const Sparse outside = rt::masked_matmul(s, rt::transpose(t), rt::complement(0.0 * squares));
    CHECK(outside.nnz() == 0);
    CHECK(rt::array_equal(rt::matmul(rt::transpose(s), s + t),
                          rt::matmul(rt::transpose(s), s) + rt::matmul(rt::transpose(s), t)));
  }
}

TEST_CASE("what is stored of few rows takes memory by the entry") {
  const int sites = GENERATE(1, 2, 3);
  auto context = rt::Context::loopback(sites);
  constexpr Index n = 1'000'003;
  const Entries entries = drawn(n, n, 101, 3);
  const auto live = [] { return std::int64_t(rt::memory_meter().live_bytes); };
  const std::int64_t before = live();
  const Sparse s = sparse_of(entries, n, n);
  rt::evaluate(s.values());
  REQUIRE(s.is_doubly_compressed());
  // Numbers and counts of rows, columns and values of entries, each to a whole line of the cache.
  const auto lines = [](Index bytes) { return (bytes + 63) / 64 * 64; };
  const Index whole = 2 * lines(4 * rows_of(entries)) + lines(4 * 101) + lines(8 * 101);
  if (sites == 1) {
    CHECK(live() - before == whole);
  } else {
    CHECK(live() - before <= whole + 4 * 64 * (sites - 1));
  }
  const Sparse doubled = s + sparse_of(flipped(entries), n, n);
  CHECK(doubled.is_doubly_compressed());
  CHECK(doubled.nnz() <= 202);
}

TEST_CASE("an eighth of the rows may have entries, of some thousand rows or more") {
  auto context = rt::Context::loopback(2);
  const auto with_rows = [](Index rows, Index named) {
    Entries entries;
    for (Index i = 0; i < named; ++i) entries[{7 * i, i}] = 1;
    return sparse_of(entries, rows, named).is_doubly_compressed();
  };
  CHECK(with_rows(4096, 512));
  CHECK(!with_rows(4104, 514));
  CHECK(!with_rows(4095, 1));
}

}  // namespace stored_rows_test
