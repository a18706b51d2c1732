// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// ranks: 1 2 3 4 6
#include "relatile/array/guests/scalapack.hpp"

#include <algorithm>
#include <complex>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <relatile/relatile.hpp>

#include "support/against_reference.hpp"
#include "support/directory.hpp"

namespace rt = relatile;
using Catch::Matchers::ContainsSubstring;
using rt::test::common_error;

namespace {

double element(std::int64_t i, std::int64_t j) { return double((3 * i + 5 * j) % 17 - 8); }

rt::Array<double, 2> matrix(int rows, int columns) {
  return rt::from_function({rows, columns},
                           [](std::int64_t i, std::int64_t j) { return element(i, j); });
}

/// The grids of at most so many processes that tests use.
std::vector<rt::BlacsGrid> grids(int ranks) {
  std::vector<rt::BlacsGrid> all{{1, 1}, {ranks, 1}, {1, ranks}, {1, ranks, true}};
  if (ranks >= 4) all.insert(all.end(), {{2, 2}, {2, 2, true}});
  if (ranks >= 6) all.insert(all.end(), {{2, 3}, {3, 2}, {2, 3, true}});
  return all;
}

/// What a rank has of the matrix, element by element, LLD apart; -99 elsewhere. As ScaLAPACK's
/// users' guide has it: element i is in block i / MB, which process (RSRC + i / MB) mod P has.
std::vector<double> local_part(const rt::ScalapackDescriptor& d, const rt::BlacsGrid& grid,
                               int rank, bool empty = false) {
  const int row = grid.by_columns ? rank % grid.rows : rank / grid.columns;
  const int column = grid.by_columns ? rank / grid.rows : rank % grid.columns;
  std::vector<double> part;
  if (rank >= grid.rows * grid.columns) return part;
  for (int j = 0; j < d[3]; ++j) {
    if ((d[7] + j / d[5]) % grid.columns != column) continue;
    std::vector<double> one(static_cast<std::size_t>(d[8]), -99);
    std::size_t at = 0;
    for (int i = 0; i < d[2]; ++i) {
      if ((d[6] + i / d[4]) % grid.rows != row) continue;
      if (!empty) one.at(at) = element(i, j);
      ++at;
    }
    part.insert(part.end(), one.begin(), one.end());
  }
  return part;
}

}  // namespace

TEST_CASE("block-cyclic matrices are adopted and written as ScaLAPACK has them") {
  rt::Context context(MPI_COMM_WORLD);
  const int me = context.rank();
  for (const rt::BlacsGrid& grid : grids(context.size())) {
    for (const std::array<int, 2> block : {std::array{3, 2}, std::array{1, 1}, std::array{40, 7}}) {
      for (const std::array<int, 2> shape :
           {std::array{23, 10}, std::array{4, 19}, std::array{0, 5}}) {
        const std::array<int, 2> source{grid.rows - 1, std::min(1, grid.columns - 1)};
        auto d = rt::scalapack_descriptor(shape, block, grid, source);
        for (const int gap : {0, 2}) {
          d[8] += gap;
          const std::vector<double> mine = local_part(d, grid, me);
          const rt::Extents own = rt::scalapack_extents(d, grid);
          CHECK(own[0] * own[1] ==
                std::count_if(mine.begin(), mine.end(), [](double x) { return x != -99; }));
          const auto x = rt::adopt(std::span(mine), d, grid);
          CHECK(x.shape() == rt::Extents{shape[0], shape[1]});
          const auto expected = matrix(shape[0], shape[1]);
          CHECK(rt::to_vector(x) == rt::to_vector(expected));
          std::vector<double> out = local_part(d, grid, me, true);
          rt::to_scalapack(expected, d, grid, std::span(out));
          CHECK(out == mine);
        }
      }
    }
  }
}

TEST_CASE("what lies without gaps is adopted where it is, and other parts are copied once") {
  rt::Context context(MPI_COMM_WORLD);
  const int p = context.size();
  const auto adopts_in_place = [&](const rt::BlacsGrid& grid, std::array<int, 2> block, int gap) {
    auto d = rt::scalapack_descriptor({24, 24}, block, grid);
    d[8] += gap;
    const std::vector<double> mine = local_part(d, grid, context.rank());
    const auto x = rt::adopt(std::span(mine), d, grid);
    for (const auto& piece : rt::local_parts(rt::transpose(x))) {
      const bool inside =
          piece.data.get() >= mine.data() && piece.data.get() < mine.data() + mine.size();
      if (!inside) return false;
    }
    return true;
  };
  CHECK(adopts_in_place({1, p}, {5, 3}, 0));
  CHECK(adopts_in_place({p, 1}, {(24 + p - 1) / p, 3}, 0));
  CHECK(!adopts_in_place({1, p}, {5, 3}, 1));
  if (p > 1) CHECK(!adopts_in_place({p, 1}, {2, 3}, 0));
}

TEST_CASE("a matrix is sent to where a descriptor says as was predicted, and not again") {
  rt::Context context(MPI_COMM_WORLD);
  for (const rt::BlacsGrid& grid : grids(context.size())) {
    const auto d = rt::scalapack_descriptor({23, 18}, {4, 3}, grid);
    const rt::Array<double, 2> x = rt::placed(matrix(23, 18), rt::split(0));
    rt::item(rt::sum(x));
    const rt::Array<double, 2> y = rt::placed(x, d, grid);
    std::vector<double> out = local_part(d, grid, context.rank(), true);
    rt::to_scalapack(y, d, grid, std::span(out));
    CHECK(out == local_part(d, grid, context.rank()));
    const std::vector<double> mine = local_part(d, grid, context.rank());
    const auto z = rt::adopt(std::span(mine), d, grid);
    const rt::Array<double, 2> right = rt::placed(z, rt::split(0));
    CHECK(rt::to_vector(right) == rt::to_vector(x));
    rt::test::require_exact_traffic(rt::report(right));
    const rt::Array<double, 2> same = rt::placed(z, d, grid) + 0.0;
    CHECK(rt::to_vector(same) == rt::to_vector(x));
    rt::test::require_exact_traffic(rt::report(same));
  }
}

TEST_CASE("descriptors that do not fit are the same error on all ranks") {
  rt::Context context(MPI_COMM_WORLD);
  auto& sites = context.transport();
  const rt::BlacsGrid grid{context.size(), 1};
  auto d = rt::scalapack_descriptor({23, 10}, {3, 2}, grid);
  std::vector<double> mine = local_part(d, grid, context.rank());
  CHECK_THAT(common_error(sites,
                          [&] {
                            rt::adopt(std::span(mine), {2, 0, 23}, grid);
                          }),
             ContainsSubstring("is no dense matrix on this grid"));
  CHECK_THAT(common_error<rt::ShapeMismatch>(
                 sites,
                 [&] {
                   const bool last = context.rank() == context.size() - 1;
                   const auto part = std::span(mine).first(mine.size() - (last ? 1 : 0));
                   rt::adopt(part, d, grid);
                 }),
             ContainsSubstring("relatile: adopt: rank " + std::to_string(context.size() - 1)));
  CHECK_THAT(common_error<rt::ShapeMismatch>(
                 sites, [&] { rt::to_scalapack(matrix(10, 23), d, grid, std::span(mine)); }),
             ContainsSubstring("a matrix of shape (10, 23); the descriptor is of 23 x 10"));
  CHECK_THAT(common_error<rt::UnsupportedPlan>(
                 sites,
                 [&] {
                   rt::placed(matrix(23, 10), d, rt::BlacsGrid{context.size() + 1, 1});
                 }),
             ContainsSubstring("relatile: placed: a grid of 23 x 10"));
  if (context.size() == 1) return;
  d[4] += context.rank() == 0 ? 1 : 0;
  d[8] = 30;
  mine.resize(1000);
  CHECK_THROWS_AS(rt::adopt(std::span(mine), d, grid), rt::PlanMismatch);
}

#if defined(RELATILE_TEST_SCALAPACK)

extern "C" {
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, const char* order, int rows, int columns);
void Cblacs_gridexit(int context);
void pdgemm_(const char* a_transposed, const char* b_transposed, const int* m, const int* n,
             const int* k, const double* alpha, const double* a, const int* ia, const int* ja,
             const int* of_a, const double* b, const int* ib, const int* jb, const int* of_b,
             const double* beta, double* c, const int* ic, const int* jc, const int* of_c);
}

namespace {

/// C += A B by ScaLAPACK, of matrices from here, with blocks and sources of their own.
void check_product(const rt::Context& context, const rt::BlacsGrid& grid) {
  int blacs = 0;
  Cblacs_get(-1, 0, &blacs);
  Cblacs_gridinit(&blacs, grid.by_columns ? "Col" : "Row", grid.rows, grid.columns);
  const int m = 29, n = 23, k = 31;
  const int row = grid.rows - 1, column = grid.columns - 1;
  const auto of_a = rt::scalapack_descriptor({m, k}, {5, 4}, grid, {row, 0}, blacs);
  const auto of_b = rt::scalapack_descriptor({k, n}, {4, 3}, grid, {0, column}, blacs);
  const auto of_c = rt::scalapack_descriptor({m, n}, {5, 3}, grid, {row, column}, blacs);
  const auto a = matrix(m, k);
  const rt::Array<double, 2> b = matrix(k, n) + 1.0;
  std::vector<double> local_a(local_part(of_a, grid, context.rank()).size());
  std::vector<double> local_b(local_part(of_b, grid, context.rank()).size());
  std::vector<double> local_c = local_part(of_c, grid, context.rank());
  rt::to_scalapack(a, of_a, grid, std::span(local_a));
  rt::to_scalapack(b, of_b, grid, std::span(local_b));
  const double one = 1;
  const int first = 1;
  if (context.rank() < grid.rows * grid.columns) {
    pdgemm_("N", "N", &m, &n, &k, &one, local_a.data(), &first, &first, of_a.data(), local_b.data(),
            &first, &first, of_b.data(), &one, local_c.data(), &first, &first, of_c.data());
  }
  const auto c = rt::adopt(std::span(local_c), of_c, grid);
  CHECK(rt::to_vector(c) == rt::to_vector(rt::matmul(a, b) + matrix(m, n)));
  if (context.rank() < grid.rows * grid.columns) Cblacs_gridexit(blacs);
}

}  // namespace

TEST_CASE("ScaLAPACK multiplies arrays from here, and its product is read here") {
  rt::Context context(MPI_COMM_WORLD);
  for (const rt::BlacsGrid& grid : grids(context.size())) check_product(context, grid);
}

#endif
