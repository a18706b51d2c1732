// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <algorithm>
#include <random>
#include <set>

#include <relatile/cost/count.hpp>
#include <relatile/cost/transfer_cost.hpp>
#include <relatile/placement/sharding.hpp>
#include <relatile/strategy/redistribute.hpp>
#include <relatile/strategy/reduce.hpp>

#include "support/catch.hpp"

namespace transfer_cost_test {

namespace rt = relatile;
using rt::placement::Sharding;

namespace {

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}
  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }

  /// A mesh of at most `sites` sites, its axes given to two labels or to none.
  rt::placement::Layout layout(int sites) {
    std::vector<rt::placement::MeshAxis> axes;
    for (int rest = sites; rest > 1 && axes.size() < 4;) {
      const int size = 1 + below(rest);
      axes.push_back({size, below(3) - 1});
      rest /= size;
    }
    return rt::placement::Layout(axes);
  }

 private:
  std::mt19937 random_;
};

}  // namespace

TEST_CASE("moves priced by formulas are the exchanges that are sent") {
  const unsigned seed = 20261121;
  INFO("seed " << seed);
  Generator random(seed);
  int by_formula = 0;
  for (int round = 0; round < 4000; ++round) {
    const int sites = 1 + random.below(12);
    // Extents of many divisors, so that the closed form applies often; others so that it does not.
    const int extents_of[] = {24, 48, 7, 1, 120};
    const rt::Extents shape{extents_of[random.below(5)], extents_of[random.below(5)]};
    const auto type = rt::tra::array_type(rt::element_type_of<double>(), shape);
    const rt::cost::TransferCosts transfer_costs(type);
    const rt::Access whole = rt::Access::identity(2);
    Sharding have = rt::placement::sharding_of(random.layout(sites), shape, whole, sites, "have");
    Sharding need = rt::placement::sharding_of(random.layout(sites), shape, whole, sites, "need");
    if (random.below(3) == 0 && need.working > 1) need.zeros = {{need.working, 1}};
    const rt::cost::TransferCost move = transfer_costs.move(have, need);
    const auto exchange = rt::strategy::redistribute(have.boxes(), need.boxes());
    CHECK(move.bytes == rt::cost::count_bytes(exchange, type).value);
    const rt::cost::TransferCost by_boxes = transfer_costs.move(have.boxes(), need.boxes());
    CHECK(move.busiest == by_boxes.busiest);
    if (move.moves()) {
      CHECK(move.senders == by_boxes.senders);
      CHECK(move.receivers == by_boxes.receivers);
    }
    by_formula += rt::cost::aligned_overlap(have, need, shape).has_value() ? 1 : 0;
  }
  CHECK(by_formula > 800);
}

TEST_CASE("of a slice those alone send who hold some of it") {
  const auto type = rt::tra::array_type(rt::element_type_of<double>(), {2000, 960});
  const rt::cost::TransferCosts transfer_costs(type);
  const rt::Access whole = rt::Access::identity(2);
  for (const int sites : {16, 64, 256}) {
    const Sharding have = rt::placement::sharding_of(rt::placement::Layout({{sites, 0}}),
                                                     {2000, 960}, whole, sites, "have");
    const Sharding need = rt::placement::sharding_of(rt::placement::Layout({{sites, 1}}), {60, 960},
                                                     whole, sites, "need");
    const rt::cost::TransferCost move = transfer_costs.move(have, need);
    const int holders = (60 * sites + 1999) / 2000;
    CAPTURE(sites);
    CHECK(move.senders == holders);
    CHECK(move.busiest >= move.bytes / holders);
  }
}

TEST_CASE("whom a site exchanges with follows from the words, and so does the pattern") {
  Generator random(11);
  int by_formula = 0;
  std::set<rt::plan::Pattern> patterns;
  for (int round = 0; round < 4000; ++round) {
    const int sites = 2 + random.below(23);
    const rt::Extents shape{120, 240};
    const auto type = rt::tra::array_type(rt::element_type_of<double>(), shape);
    const rt::Access whole = rt::Access::identity(2);
    Sharding have = rt::placement::sharding_of(random.layout(sites), shape, whole, sites, "have");
    Sharding need = rt::placement::sharding_of(random.layout(sites), shape, whole, sites, "need");
    if (random.below(3) == 0 && need.working > 1) need.zeros = {{need.working, 1}};
    if (random.below(3) == 0) {
      const int members = 2 + random.below(3);  // of which the first has what all need
      have = rt::placement::sharding_of(rt::placement::Layout({{5, 0}, {members, -1}}), shape,
                                        whole, sites, "first copies");
      have.zeros = {{members, 1}};
      if (5 * members > sites) continue;
    }
    if (!rt::cost::aligned_overlap(have, need, shape)) continue;
    const rt::cost::TransferCost move = rt::cost::TransferCosts(type).move(have, need);
    if (!move.moves()) continue;
    const auto exchange = rt::strategy::redistribute(have.boxes(), need.boxes());
    std::vector<int> received(static_cast<std::size_t>(sites));
    for (const auto& t : exchange.transfers) ++received[static_cast<std::size_t>(t.to)];
    const int all = static_cast<int>(exchange.transfers.written_out().size());
    const int most = *std::max_element(received.begin(), received.end());
    CAPTURE(round, sites, have.boxes(), need.boxes());
    CHECK(move.partners == std::max(most, (all + move.senders - 1) / move.senders));
    const bool gathers = exchange.pattern == rt::plan::Pattern::all_gather;
    CHECK((move.pattern == rt::plan::Pattern::all_gather) == gathers);
    patterns.insert(move.pattern);
    ++by_formula;
  }
  CHECK(by_formula > 300);
  CHECK(patterns.size() == 3);
}

TEST_CASE("reductions priced by formulas are the exchanges that are sent") {
  Generator random(7);
  for (int round = 0; round < 2000; ++round) {
    const int groups = 1 + random.below(4);
    const int members = 1 + random.below(4);
    const int sites = groups * members + random.below(3);
    const rt::Extents shape{24 + random.below(3), 12};
    const auto type = rt::tra::array_type(rt::element_type_of<float>(), shape);
    const auto mesh = rt::placement::Layout({{groups, 0}, {members, -1}});
    const Sharding partial =
        rt::placement::sharding_of(mesh, shape, rt::Access::identity(2), sites, "partial");
    Sharding target = partial;
    const int choice = random.below(3);
    if (choice < 2) {
      rt::placement::append_axis(target.dims[static_cast<std::size_t>(choice)].axes, {members, 1});
    } else {
      target.zeros = {{members, 1}};
    }
    const auto exchange = rt::strategy::reduce(partial.boxes(), target.boxes());
    const rt::cost::TransferCost move = rt::cost::TransferCosts(type).reduce(partial, target);
    CHECK(move.bytes == rt::cost::count_bytes(exchange, type).value);
    const rt::cost::TransferCost by_boxes =
        rt::cost::TransferCosts(type).reduce(partial.boxes(), target.boxes());
    CHECK(move.senders == by_boxes.senders);
    CHECK(move.receivers == by_boxes.receivers);
    CHECK(move.busiest == by_boxes.busiest);
    if (move.moves()) CHECK(move.partners == members - 1);
  }
}

TEST_CASE("uneven moves of many sites are summed axis by axis, and by the exchange itself") {
  Generator random(20261123);
  int by_axes = 0;
  for (int round = 0; round < 4000; ++round) {
    std::vector<int> mesh;
    int sites = 1;
    while (sites < 17) {
      mesh.push_back(2 + random.below(5));
      sites *= mesh.back();
    }
    sites += random.below(3);
    const rt::Extents shape{1 + random.below(200), 1 + random.below(50), 1 + random.below(9)};
    const auto type = rt::tra::array_type(rt::element_type_of<double>(), shape);
    const auto on_mesh = [&] {
      std::vector<rt::placement::MeshAxis> axes;
      for (int size : mesh) axes.push_back({size, random.below(4) - 1});
      return rt::placement::sharding_of(rt::placement::Layout(axes), shape, rt::Access::identity(3),
                                        sites, "on the mesh");
    };
    const Sharding have = on_mesh();
    Sharding need = on_mesh();
    if (random.below(3) == 0) need.zeros = {{mesh.back(), 1}};
    const rt::cost::SiteSums slow = rt::cost::sums_by_site(have, need);
    const auto fast = rt::cost::sums_by_axes(have, need);
    CAPTURE(round, sites, shape, have.boxes(), need.boxes());
    const auto exchange = rt::strategy::redistribute(have.boxes(), need.boxes());
    CHECK(8 * (slow.wanted - slow.kept) == rt::cost::count_bytes(exchange, type).value);
    if (!fast) continue;
    CHECK(fast->wanted == slow.wanted);
    CHECK(fast->kept == slow.kept);
    CHECK(fast->most_missing == slow.most_missing);
    CHECK(fast->senders == slow.senders);
    CHECK(fast->receivers == slow.receivers);
    CHECK(fast->meeting == slow.meeting);
    ++by_axes;
  }
  CHECK(by_axes > 400);
}

TEST_CASE("reductions of uneven parts are priced as they are sent") {
  Generator random(20261124);
  for (int round = 0; round < 500; ++round) {
    const int groups = 1 + random.below(9);
    const int members = 1 + random.below(9);
    const int sites = groups * members + random.below(3);
    const rt::Extents shape{24 + random.below(30), 12 + random.below(10)};
    const auto type = rt::tra::array_type(rt::element_type_of<float>(), shape);
    const auto mesh = rt::placement::Layout({{groups, 0}, {members, -1}});
    const Sharding partial =
        rt::placement::sharding_of(mesh, shape, rt::Access::identity(2), sites, "partial");
    Sharding target = partial;
    rt::placement::append_axis(target.dims[1].axes, {members, 1});
    const rt::cost::TransferCosts costs(type);
    const rt::cost::TransferCost move = costs.reduce(partial, target);
    const rt::cost::TransferCost by_boxes = costs.reduce(partial.boxes(), target.boxes());
    CAPTURE(round, groups, members, sites, shape);
    CHECK(move.bytes == by_boxes.bytes);
    CHECK(move.senders == by_boxes.senders);
    CHECK(move.receivers == by_boxes.receivers);
    CHECK(move.busiest == by_boxes.busiest);
  }
}

TEST_CASE("a site that receives everybody's contributions is busy with all of them") {
  // 8 sites in 2 groups of 4: the first of each group gets the group's half from the other three.
  const rt::Extents shape{16, 3};
  const auto type = rt::tra::array_type(rt::element_type_of<double>(), shape);
  const auto mesh = rt::placement::Layout({{2, 0}, {4, -1}});
  const Sharding partial =
      rt::placement::sharding_of(mesh, shape, rt::Access::identity(2), 8, "partial");
  Sharding target = partial;
  target.zeros = {{4, 1}};
  const rt::cost::TransferCost move = rt::cost::TransferCosts(type).reduce(partial, target);
  CHECK(move.bytes == 2 * 3 * (8 * 3 * 8));
  CHECK(move.busiest == 3 * (8 * 3 * 8));
  CHECK(move.receivers == 2);
}

}  // namespace transfer_cost_test
