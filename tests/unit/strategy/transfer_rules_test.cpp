// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include <relatile/cost/count.hpp>
#include <relatile/cost/transfer_cost.hpp>
#include <relatile/placement/layout.hpp>
#include <relatile/placement/sharding.hpp>
#include <relatile/placement/tree_reduction.hpp>
#include <relatile/plan/check_exchange.hpp>
#include <relatile/strategy/redistribute.hpp>
#include <relatile/strategy/reduce.hpp>

#include "support/catch.hpp"

namespace transfer_rules_test {

// On many sites exchanges are rules that are asked site by site. Whatever is asked of them, it is
// about the same transfers.

using namespace relatile;
using placement::Placement;

namespace {

/// Sites in a random order of mesh axes over two labels, with copies now and then.
placement::Layout some_layout(std::mt19937& random, int sites) {
  std::vector<placement::MeshAxis> axes;
  int left = sites;
  for (int axis = 0; axis < 4 && left > 1; ++axis) {
    const int size = 1 + static_cast<int>(random() % static_cast<unsigned>(std::min(left, 9)));
    axes.push_back({size, static_cast<int>(random() % 3) - 1});
    left /= size;
  }
  return placement::Layout(std::move(axes));
}

Placement some_placement(std::mt19937& random, const Extents& extents, int sites) {
  return placement::split_by(some_layout(random, sites), extents, sites);
}

/// The boxes of a placement cut in two each, the second half first: no site has one box only.
Placement in_halves(const Placement& whole) {
  Placement::Table boxes = whole.table();
  for (auto& own : boxes) {
    if (own.empty()) continue;
    Box first = own[0];
    Box second = own[0];
    first.high[0] = second.low[0] = (first.low[0] + first.high[0]) / 2;
    own = {second, first};
    std::erase_if(own, [](const Box& box) { return box.empty(); });
  }
  return {std::move(boxes), "halves"};
}

bool comes_first(const plan::Transfer& a, const plan::Transfer& b) {
  const auto key = [](const plan::Transfer& t) {
    return std::tuple(t.to, t.from, t.region.low, t.region.high);
  };
  return key(a) < key(b);
}

std::vector<plan::Transfer> sorted(std::vector<plan::Transfer> transfers) {
  std::sort(transfers.begin(), transfers.end(), comes_first);
  return transfers;
}

/// All questions have answers of the same transfers; gives these.
std::vector<plan::Transfer> require_consistent(const plan::Transfers& transfers, int sites) {
  const std::vector<plan::Transfer> all = transfers.written_out();
  const plan::Transfers written(all);
  const plan::Transfers indexed = transfers.indexed();
  CHECK(transfers.empty() == all.empty());
  CHECK(std::is_sorted(all.begin(), all.end(),
                       [](const auto& a, const auto& b) { return a.to < b.to; }));
  for (int site = 0; site < sites; ++site) {
    CAPTURE(site);
    CHECK(transfers.into(site) == written.into(site));
    CHECK(transfers.out_of(site) == written.out_of(site));
    CHECK(indexed.out_of(site) == written.out_of(site));
    CHECK(indexed.into(site) == written.into(site));
    CHECK(transfers.first_into(site) == written.first_into(site));
  }
  return all;
}

void require_no_fault(const plan::Exchange& exchange, const Placement& from, const Placement& to,
                      bool partial = false) {
  CHECK(plan::exchange_fault(exchange, from, to, partial) == "");
}

}  // namespace

TEST_CASE("a redistribution among many sites has the same transfers from either side") {
  std::mt19937 random(11);
  for (int round = 0; round < 40; ++round) {
    const int sites = 65 + static_cast<int>(random() % 40);
    const Extents extents{static_cast<std::int64_t>(random() % 70),
                          static_cast<std::int64_t>(1 + random() % 40)};
    Placement have = some_placement(random, extents, sites);
    Placement need = some_placement(random, extents, sites);
    if (round % 4 == 1) have = in_halves(have);
    if (round % 4 == 2) need = in_halves(need);
    CAPTURE(round, sites, have, need);
    const auto exchange = strategy::redistribute(have, need);
    REQUIRE(exchange.transfers.rule());
    require_consistent(exchange.transfers, sites);
    require_no_fault(exchange, have, need);
    const auto type = tra::array_type(element_type_of<double>(), extents);
    CHECK(cost::count_bytes(exchange, type).value ==
          cost::TransferCosts(type).move(have, need).bytes);
  }
}

TEST_CASE("what overlaps is taken from its first holder, by whichever side is asked") {
  // Strips of 10 rows that begin every 7 rows, on 70 sites.
  const int sites = 70;
  const Extents extents{7 * sites + 3, 2};
  const Placement strips = placement::one_box_a_site(sites, "strips", [](int site) {
    return Box{{7 * site, 0}, {7 * site + 10, 2}, false};
  });
  std::mt19937 random(5);
  for (int round = 0; round < 10; ++round) {
    const Placement need = some_placement(random, extents, sites);
    const auto exchange = strategy::redistribute(strips, need);
    require_consistent(exchange.transfers, sites);
    require_no_fault(exchange, strips, need);
  }
}

TEST_CASE("the same value for other readers is moved as if it were moved anew") {
  std::mt19937 random(3);
  for (int round = 0; round < 10; ++round) {
    const int sites = 60 + static_cast<int>(random() % 20);
    const Extents extents{48, 30};
    const Placement have = some_placement(random, extents, sites);
    const auto first = strategy::redistribute(have, some_placement(random, extents, sites));
    const Placement need = some_placement(random, extents, sites);
    const auto again = strategy::redistribute_again(first, have, need);
    const auto anew = strategy::redistribute(have, need);
    CHECK(again.transfers.written_out() == anew.transfers.written_out());
    CHECK(again.pattern == anew.pattern);
    CHECK(again.groups == anew.groups);
  }
}

TEST_CASE("contributions of many sites are the same from either side") {
  std::mt19937 random(13);
  for (int round = 0; round < 30; ++round) {
    const int sites = 65 + static_cast<int>(random() % 40);
    const Extents extents{static_cast<std::int64_t>(1 + random() % 50),
                          static_cast<std::int64_t>(1 + random() % 30)};
    Placement partial = some_placement(random, extents, sites);
    const Placement target = some_placement(random, extents, sites);
    if (round % 3 == 1) partial = in_halves(partial);
    CAPTURE(round, sites, partial, target);
    const auto exchange = strategy::reduce(partial, target);
    require_no_fault(exchange, partial, target);
    std::vector<plan::Transfer> expected;
    for (int to = 0; to < sites; ++to) {
      for (int from = 0; from < sites; ++from) {
        for (const Box& wanted : target.of(to)) {
          for (const Box& part : partial.of(from)) {
            const Box region = intersect(part, wanted);
            if (from != to && !region.empty()) expected.push_back({from, to, region});
          }
        }
      }
    }
    CHECK(sorted(require_consistent(exchange.transfers, sites)) == sorted(expected));
  }
}

TEST_CASE("contributions that are summed in stages are the same from either side") {
  for (const int copies : {36, 48, 60}) {
    const int sites = 2 * copies;
    const Extents extents{70, 4};
    const placement::Layout mesh({{2, 0}, {copies, -1}});
    const auto partial =
        placement::sharding_of(mesh, extents, Access::identity(2), sites, "partial");
    auto target = partial;
    target.zeros = {{copies, 1}};
    const auto sums = placement::tree_reduction_stage(partial, target);
    REQUIRE(sums);
    const auto exchange = strategy::reduce_in_stages(partial.boxes(), sums->boxes());
    require_consistent(exchange.transfers, sites);
    require_no_fault(exchange, partial.boxes(), sums->boxes(), true);
  }
}

}  // namespace transfer_rules_test
