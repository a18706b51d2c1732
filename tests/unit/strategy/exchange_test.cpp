// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include <relatile/cost/count.hpp>
#include <relatile/cost/transfer_cost.hpp>
#include <relatile/placement/layout.hpp>
#include <relatile/placement/tree_reduction.hpp>
#include <relatile/plan/check_exchange.hpp>
#include <relatile/strategy/redistribute.hpp>
#include <relatile/strategy/reduce.hpp>

#include "support/catch.hpp"

namespace exchange_test {

namespace rt = relatile;
using rt::Box;
using rt::Extents;
using rt::placement::Layout;
using rt::placement::MeshAxis;
using rt::placement::Placement;

namespace {

Placement placed(const Layout& layout, const Extents& extents, int sites) {
  return rt::placement::one_box_a_site(sites, "",
                                       [&](int site) { return layout.box(site, extents); });
}

/// A random layout of at most `sites` sites over two labels, replicating now and then.
Layout random_layout(std::mt19937& random, int sites) {
  std::vector<MeshAxis> axes;
  int left = sites;
  for (int axis = 0; axis < 3 && left > 1; ++axis) {
    const int size = 1 + static_cast<int>(random() % static_cast<unsigned>(left));
    axes.push_back({size, static_cast<int>(random() % 3) - 1});
    left /= size;
  }
  return Layout(std::move(axes));
}

}  // namespace

TEST_CASE("a redistribution delivers every missing element exactly once, from a site that has it") {
  std::mt19937 random(20261121);
  for (int round = 0; round < 400; ++round) {
    const int sites = 1 + static_cast<int>(random() % 9);
    const Extents extents{static_cast<std::int64_t>(random() % 11),
                          static_cast<std::int64_t>(random() % 7)};
    const rt::tra::RelationType type = rt::tra::array_type(rt::element_type_of<double>(), extents);
    Placement have = placed(random_layout(random, sites), extents, sites);
    const Placement need = placed(random_layout(random, sites), extents, sites);
    // Every element must be somewhere: layouts that idle sites still cover everything.
    const auto exchange = rt::strategy::redistribute(have, need);
    std::int64_t moved = 0;
    for (const auto& t : exchange.transfers) {
      REQUIRE(t.from != t.to);
      REQUIRE(have.holds(t.from, t.region));
      moved += t.region.count();
    }
    for (int site = 0; site < sites; ++site) {
      for (const auto& wanted : need.of(site)) {
        for_each_coordinate(wanted, [&](const Extents& at) {
          Box one{at, at, false};
          for (int d = 0; d < at.rank(); ++d) ++one.high[d];
          int arrivals = have.holds(site, one) ? 1 : 0;
          for (const auto& t : exchange.transfers) {
            arrivals += t.to == site && t.region.contains(one) ? 1 : 0;
          }
          REQUIRE(arrivals == 1);
        });
      }
    }
    CHECK(rt::cost::count_bytes(exchange, type).value == moved * 8);
    CHECK(rt::cost::count(exchange, type, sites).total().value == moved * 8);
    CHECK(rt::cost::TransferCosts(type).move(have, need).bytes == moved * 8);
  }
}

TEST_CASE("where extents divide, the exchanges cost what the closed forms say") {
  const int a = 4;
  const Extents extents{16, 8};
  const std::int64_t all = 16 * 8 * 8;
  const std::int64_t w = all / a;
  const rt::tra::RelationType type = rt::tra::array_type(rt::element_type_of<double>(), extents);
  const Placement rows = placed({{{a, 0}}}, extents, a);
  const Placement columns = placed({{{a, 1}}}, extents, a);
  const Placement everywhere = rt::placement::replicated(a, extents);
  const auto bytes = [&](const rt::plan::Exchange& exchange) {
    return rt::cost::count_bytes(exchange, type).value;
  };
  CHECK(bytes(rt::strategy::redistribute(rows, rows)) == 0);
  CHECK(bytes(rt::strategy::redistribute(everywhere, rows)) == 0);
  const auto gather = rt::strategy::redistribute(rows, everywhere);
  CHECK(bytes(gather) == a * (a - 1) * w);
  CHECK(gather.pattern == rt::plan::Pattern::all_gather);
  const auto transposition = rt::strategy::redistribute(rows, columns);
  CHECK(bytes(transposition) == a * (w - w / a));
  CHECK(transposition.pattern == rt::plan::Pattern::all_to_all);
  const auto scatter = rt::strategy::reduce(everywhere, rows);
  CHECK(bytes(scatter) == (a - 1) * all);
  CHECK(scatter.reduces);
  const auto broadcast =
      rt::strategy::redistribute(rt::placement::on_site(a, 2, extents), everywhere);
  CHECK(bytes(broadcast) == (a - 1) * all);
  CHECK(broadcast.pattern == rt::plan::Pattern::broadcast);
}

TEST_CASE("contributions that are summed in stages each go to one site") {
  // 2 x 36 sites, the rows cut in 2 and 36 contributions to each half; 70 rows are cut unevenly.
  for (const Extents& extents : {Extents{72, 4}, Extents{70, 4}, Extents{72, 1}}) {
    const auto type = rt::tra::array_type(rt::element_type_of<double>(), extents);
    const rt::placement::Layout mesh({{2, 0}, {36, -1}});
    const auto partial =
        rt::placement::sharding_of(mesh, extents, rt::Access::identity(2), 72, "partial");
    auto scattered = partial;
    rt::placement::append_axis(scattered.dims[0].axes, {36, 1});
    auto first = partial;
    first.zeros = {{36, 1}};
    for (const auto& target : {scattered, first}) {
      const auto sums = rt::placement::tree_reduction_stage(partial, target);
      REQUIRE(sums);
      CHECK(!rt::placement::tree_reduction_stage(*sums, target));
      const Placement from = partial.boxes();
      const Placement to = sums->boxes();
      const auto stage = rt::strategy::reduce_in_stages(from, to);
      CHECK(rt::plan::exchange_fault(stage, from, to, true).empty());
      const auto last = rt::strategy::reduce(to, target.boxes());
      CHECK(rt::plan::exchange_fault(last, to, target.boxes()).empty());
      std::vector<int> received(72);
      for (const auto& t : stage.transfers) ++received[static_cast<std::size_t>(t.to)];
      if (extents[0] == 72) {
        CHECK(*std::max_element(received.begin(), received.end()) == 5);
        CHECK(rt::cost::count_bytes(stage, type) + rt::cost::count_bytes(last, type) ==
              rt::cost::count_bytes(rt::strategy::reduce(from, target.boxes()), type));
      }
      const auto move = rt::cost::TransferCosts(type).reduce(partial, target);
      CHECK(rt::Bytes{move.bytes} ==
            rt::cost::count_bytes(stage, type) + rt::cost::count_bytes(last, type));
      std::vector<rt::plan::Transfer> transfers = stage.transfers.written_out();
      auto never = stage;
      never.transfers = std::vector(transfers.begin(), transfers.end() - 1);
      transfers.push_back(transfers.front());
      auto twice = stage;
      twice.transfers = std::move(transfers);
      CHECK(!rt::plan::exchange_fault(twice, from, to, true).empty());
      CHECK(!rt::plan::exchange_fault(never, from, to, true).empty());
    }
  }
}

TEST_CASE("stages bring at most 16 contributions together, if digits have such parts") {
  const auto stages_of = [](const std::vector<int>& sizes) {
    int working = 1;
    std::vector<rt::placement::MeshAxis> axes;
    for (int size : sizes) {
      axes.push_back({size, -1});
      working *= size;
    }
    const Extents extents{4};
    auto sums = rt::placement::sharding_of(rt::placement::Layout(axes), extents,
                                           rt::Access::identity(1), working, "partial");
    auto target = sums;
    int stride = working;
    for (int size : sizes) target.zeros.push_back({size, stride /= size});
    std::vector<int> stages;
    int left = working;
    while (const auto next = rt::placement::tree_reduction_stage(sums, target)) {
      int holders = 0;
      for (const auto& boxes : next->boxes().table()) holders += boxes.empty() ? 0 : 1;
      stages.push_back(left / holders);
      left = holders;
      sums = *next;
    }
    stages.push_back(left);
    return stages;
  };
  using Stages = std::vector<int>;
  CHECK(stages_of({4, 4}) == Stages{16});
  CHECK(stages_of({4, 5}) == Stages{5, 4});  // as one digit of 20
  CHECK(stages_of({256}) == Stages{16, 16});
  CHECK(stages_of({15, 17}) == Stages{15, 17});
  CHECK(stages_of({483}) == Stages{7, 3, 23});
  CHECK(stages_of({17}) == Stages{17});
}

TEST_CASE("stages leave out no contribution, whatever digits the sites are numbered by") {
  // (12 x 3 x 25) contributions to each of 2 halves, then the first of each has the sum.
  const Extents extents{8};
  const rt::placement::Layout mesh({{12, -1}, {2, 0}, {3, -1}, {25, -1}});
  auto sums = rt::placement::sharding_of(mesh, extents, rt::Access::identity(1), 1800, "partial");
  auto target = sums;
  target.zeros = {{12, 150}, {3, 25}, {25, 1}};
  int stages = 0;
  while (const auto next = rt::placement::tree_reduction_stage(sums, target)) {
    std::map<std::int64_t, int> holders;
    for (const auto& boxes : next->boxes().table()) {
      if (!boxes.empty() && !boxes[0].empty()) ++holders[boxes[0].low[0]];
    }
    CHECK(holders.size() == 2);
    CHECK(holders.at(0) == holders.at(4));
    CHECK(900 % holders.at(0) == 0);
    sums = *next;
    ++stages;
  }
  CHECK(stages == 2);
  const auto last = rt::strategy::reduce(sums.boxes(), target.boxes());
  CHECK(rt::plan::exchange_fault(last, sums.boxes(), target.boxes()).empty());
  std::vector<int> received(1800);
  for (const auto& t : last.transfers) ++received[static_cast<std::size_t>(t.to)];
  CHECK(*std::max_element(received.begin(), received.end()) < 16);
  CHECK(std::count_if(received.begin(), received.end(), [](int n) { return n > 0; }) == 2);
}

TEST_CASE("mesh axes that replicate do not talk to each other") {
  // 2 x 2 sites: rows split on the first axis, copied along the second.
  const Extents extents{8, 8};
  const Placement have = placed({{{2, 0}, {2, -1}}}, extents, 4);
  const auto exchange = rt::strategy::redistribute(have, rt::placement::replicated(4, extents));
  REQUIRE(exchange.pattern == rt::plan::Pattern::all_gather);
  CHECK(*exchange.groups == std::vector<std::vector<int>>{{0, 2}, {1, 3}});
}

}  // namespace exchange_test
