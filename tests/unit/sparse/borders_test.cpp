// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <relatile/sparse.hpp>
#include <string>
#include <vector>

#include "support/against_reference.hpp"
#include "support/catch.hpp"
#include "support/site_programs.hpp"
#include "support/sparse_pair.hpp"

namespace borders_test {

// Products of matrices with bands, which read a site's own part of a vector where it lies.

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::test::counted;
using rt::test::require_same;
using Sparse = rt::SparseArray<double, 2>;

namespace {

constexpr auto in_borders = "but for its borders";

/// Entries at random, at most `below` under and `above` over the diagonal.
Sparse band(std::int64_t n, std::int64_t below, std::int64_t above, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> columns;
  std::vector<double> values;
  for (std::int64_t i = 0; i < n; ++i) {
    for (int e = 0; e < 3; ++e) {
      const std::int64_t first = std::max<std::int64_t>(i - below, 0);
      const std::int64_t last = std::min(i + above, n - 1);
      if (last < first) continue;
      rows.push_back(i);
      columns.push_back(first +
                        static_cast<std::int64_t>(random() % std::uint64_t(last - first + 1)));
      values.push_back(1 + double(random() % 7));
    }
  }
  Sparse s = rt::from_coordinates(rows, columns, values, {n, n});
  rt::evaluate(rt::matmul(s, counted(n)));  // counts of rows are stored by the first product
  return s;
}

rt::Array<double, 1> split_over_sites(std::int64_t n) {
  rt::Array<double, 1> x = rt::placed(counted(n), rt::split(0));
  rt::evaluate(x);
  return x;
}

std::string program_of(const rt::Array<double, 1>& y) { return rt::explain(y, rt::site_program); }

}  // namespace

TEST_CASE("products of matrices with bands are those of dense ones, on any number of sites") {
  const int sites = GENERATE(2, 3, 5, 8);
  auto context = rt::Context::loopback(sites);
  const auto [below, above] =
      GENERATE(std::pair{2, 2}, std::pair{40, 0}, std::pair{-3, 30}, std::pair{150, 90});
  for (const std::int64_t n : {97, 600, 1999}) {
    const Sparse s = band(n, below, above, unsigned(n + sites));
    const rt::Array<double, 2> dense = rt::to_dense(s);
    const auto x = split_over_sites(n);
    require_same(rt::matmul(s, x), rt::matmul(dense, x));
    const rt::Array<double, 2> wide = rt::placed(counted(n, 3), rt::split(0));
    rt::evaluate(wide);
    require_same(rt::matmul(s, wide), rt::matmul(dense, wide));
    const double nothing = -std::numeric_limits<double>::infinity();
    require_same(rt::matmul<rt::MaxPlus>(s, x),
                 rt::einsum<"ij,j->i", rt::MaxPlus>(rt::where(dense > 0.0, dense, nothing), x));
  }
}

TEST_CASE("what is copied of a vector is its borders, and the plan's memory is what is taken") {
  const int sites = GENERATE(2, 4);
  auto context = rt::Context::loopback(sites);
  const std::int64_t n = 40'000;
  const Sparse s = band(n, 10, 10, 1);
  const auto x = split_over_sites(n);
  const rt::Array<double, 1> y = rt::matmul(s, x);
  CHECK_THAT(program_of(y), ContainsSubstring(in_borders));
  rt::evaluate(y);
  rt::test::require_exact_traffic(rt::report(y));
  // The result; and at each end a block of rows, and what it reads beyond.
  CHECK(rt::report(y).peak_bytes < 8 * n / sites * 5 / 4);
}

TEST_CASE("a part that others read as well is copied or not, and right either way") {
  auto context = rt::Context::loopback(GENERATE(2, 3));
  const std::int64_t n = 3000;
  const Sparse s = band(n, 5, 5, 2);
  const Sparse t = band(n, 20, 1, 3);
  const auto x = split_over_sites(n);
  const rt::Array<double, 1> both = rt::matmul(s, x) + rt::matmul(t, x);
  require_same(both, rt::matmul(rt::to_dense(s), x) + rt::matmul(rt::to_dense(t), x));
  const rt::Array<double, 1> gathered = rt::placed(rt::matmul(s, x), rt::everywhere);
  require_same(gathered, rt::matmul(rt::to_dense(s), x));
  // A vector that only this program has, and that each product might be written over.
  rt::Array<double, 1> v = x * 0.5;
  rt::Array<double, 1> w = x * 0.5;
  const rt::Array<double, 2> dense = rt::to_dense(s);
  for (int i = 0; i < 6; ++i) {
    v = 0.1 * rt::matmul(s, v) + v;
    w = 0.1 * rt::matmul(dense, w) + w;
  }
  require_same(v, w, 1e-12);
}

TEST_CASE("a part is copied where borders would be as large") {
  const int sites = 4;
  auto context = rt::Context::loopback(sites);
  const std::int64_t n = 40'000;
  const auto x = split_over_sites(n);
  const auto memory_of = [&](const Sparse& s) {
    const rt::Array<double, 1> y = rt::matmul(s, x);
    rt::evaluate(y);
    const rt::Array<double, 1> same = rt::matmul(rt::flip(s, 1), rt::flip(x));
    require_same(y, same, 1e-7);
    return rt::report(y).peak_bytes;
  };
  // Results, and of what is as wide as a site's part all of what its rows need.
  CHECK(memory_of(band(n, 9000, 9000, 4)) > 8 * (n / sites + 2 * 9000));
  CHECK(memory_of(band(n, 900, 900, 4)) < 8 * (n / sites + n / sites / 2 + 2 * 900));
}

TEST_CASE("no part that kernels read is written over meanwhile, checked on paper") {
  const int sites = GENERATE(2, 4);
  auto context = rt::Context::loopback(sites);
  const Sparse s = band(4000, 8, 8, 5);
  rt::Array<double, 1> v = split_over_sites(4000);
  for (int i = 0; i < 5; ++i) v = rt::matmul(s, rt::sin(v));
  rt::evaluate(v);
  rt::test::SitePrograms programs(rt::report(v).plan);
  CHECK(programs.faults() == std::vector<std::string>{});
}

}  // namespace borders_test
