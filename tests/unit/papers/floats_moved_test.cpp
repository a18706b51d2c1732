// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <relatile/papers/tra21/floats_moved.hpp>
#include <relatile/placement/layout.hpp>
#include <relatile/plan/algebra/local_aggregate.hpp>
#include <relatile/plan/algebra/local_join.hpp>
#include <relatile/plan/algebra/local_map.hpp>
#include <relatile/plan/algebra/moves.hpp>
#include <relatile/plan/algebra/rebuild.hpp>

#include "support/catch.hpp"
#include "support/small_blocks.hpp"

// The cost model of the paper on tensor relational algebra, on its own examples. No block is
// allocated: a plan's cost follows from the relations' types.

namespace relatile::test::floats_moved_test {
namespace {

using plan::OperatorPtr;

/// A rows x cols matrix in blocks, cut over the sites by key dimension `dim`; without values.
OperatorPtr matrix(std::int64_t rows, std::int64_t cols, const Extents& blocks, int dim,
                   int sites) {
  auto node = std::make_shared<tra::Node>();
  node->type.extents = blocks;
  node->type.block = doubles(2);
  node->type.block_extents.assign(static_cast<std::size_t>(volume(blocks)),
                                  {rows / blocks[0], cols / blocks[1]});
  const auto layout = placement::Layout({{sites, dim}});
  const auto placement =
      placement::one_box_a_site(sites, "", [&](int site) { return layout.box(site, blocks); });
  return plan::input(node, placement);
}

OperatorPtr times(const OperatorPtr& x, const OperatorPtr& y) {
  return plan::local_join(x, y, {1}, {0}, plan::kernel_to(matmul(), doubles(2)));
}

}  // namespace

TEST_CASE("table 4: three products by three plans on ten sites") {
  struct Row {
    std::int64_t i, k, j;
    double bmm, cmm, rmm;
  };
  const int s = 10;
  for (const Row& row : {Row{40'000, 40'000, 40'000, 1.6e10, 1.6e10, 1.6e10},
                         Row{10'000, 640'000, 10'000, 6.4e10, 1.0e9, 6.4e10},
                         Row{80'000, 10'000, 80'000, 8.0e9, 6.4e10, 8.0e9}}) {
    CAPTURE(row.i, row.k, row.j);
    // "BMM has both partitioned by dimension 0": the right one goes everywhere, sums are local.
    const auto bmm = plan::local_aggregate(times(matrix(row.i, row.k, {10, 10}, 0, s),
                                                 plan::bcast(matrix(row.k, row.j, {10, 10}, 0, s))),
                                           {0, 2}, sum());
    REQUIRE(!bmm->partial());
    CHECK(static_cast<double>(papers::floats_moved({bmm})) == row.bmm);
    // CMM: partitioned along the common dimension; every site has a contribution to everything.
    const auto partial = plan::local_aggregate(
        times(matrix(row.i, row.k, {10, 10}, 1, s), matrix(row.k, row.j, {10, 10}, 0, s)), {0, 2},
        sum());
    const auto cmm = plan::local_aggregate(plan::shuf(partial, {0, 1}), {0, 1}, sum());
    CHECK(static_cast<double>(papers::floats_moved({cmm})) == row.cmm);
    // RMM in a 5 x 10 x 5 grid of blocks: xDups + yDups = 10.
    const auto xs =
        plan::local_map(matrix(row.i, row.k, {5, 10}, 0, s), plan::insert_dim(2, 2, 5), {});
    const auto ys =
        plan::local_map(matrix(row.k, row.j, {10, 5}, 0, s), plan::insert_dim(2, 0, 5), {});
    const auto rmm = plan::local_aggregate(
        plan::local_join(plan::shuf(xs, {0, 2}), plan::shuf(ys, {0, 2}), {0, 1, 2}, {0, 1, 2},
                         plan::kernel_to(matmul(), doubles(2))),
        {0, 2}, sum());
    CHECK(static_cast<double>(papers::floats_moved({rmm})) == row.rmm);
  }
}

TEST_CASE("a second broadcast costs what the first did, and what is shared counts once") {
  const auto x = matrix(100, 100, {2, 2}, 0, 4);
  CHECK(papers::floats_moved({plan::bcast(x)}) == 40'000);
  CHECK(papers::floats_moved({plan::bcast(plan::bcast(x))}) == 80'000);
  CHECK(papers::floats_moved({plan::shuf(x, {1})}) == 10'000);
  const auto everywhere = plan::bcast(x);
  CHECK(papers::floats_moved({times(everywhere, everywhere)}) == 40'000);
}

}  // namespace relatile::test::floats_moved_test
