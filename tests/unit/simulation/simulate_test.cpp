// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <numeric>
#include <relatile/relatile.hpp>
#include <string>
#include <vector>

#include "simulation/simulate.hpp"
#include "support/against_reference.hpp"
#include "support/stored.hpp"

namespace simulate_test {

namespace rt = relatile;
namespace sim = relatile::simulation;
using rt::test::stored;

namespace {

/// Nodes of two ranks; round figures to compute with: 1 kB/ms between nodes and ten times that
/// within them, no latency unless a test sets one.
rt::cost::Machine machine_of(int nodes) {
  rt::cost::Machine machine;
  machine.nodes = nodes;
  machine.ranks_per_node = 2;
  for (auto& links : machine.exchanges) links = {{{0}, 1e7}, {{0}, 1e6}};
  return machine;
}

/// A plan that only moves an array from one placement to another.
rt::plan::Plan move_plan(std::int64_t rows, const rt::Placing& from, const rt::Placing& to) {
  auto x = rt::placed(stored(rows, 16, from), to);
  rt::evaluate(x);
  return rt::report(x).plan;
}

/// Programs with broadcasts, all-gathers, all-to-alls, irregular moves and reductions among them.
std::vector<rt::Array<double, 2>> programs() {
  std::vector<rt::Array<double, 2>> all;
  for (const std::string name : {"broadcast_left", "broadcast_right", "cross_product"}) {
    all.push_back(rt::with_plan(
        rt::matmul(stored(64, 48, rt::split(0)), stored(48, 80, rt::split(1))), name));
  }
  auto x = stored(96, 32, rt::split(0));
  all.push_back(rt::as_array(x - rt::max(x, 0) + rt::sum(x, 1, rt::keepdims)));
  all.push_back(rt::as_array(rt::matmul(rt::transpose(x), rt::maximum(x, 2.0))));
  all.push_back(rt::placed(stored(53, 31, rt::split(0)), rt::split(1)));
  all.push_back(rt::placed(stored(53, 31, rt::on_rank(0)), rt::everywhere));
  all.push_back(rt::placed(stored(53, 31, rt::split(1)), rt::on_rank(0)));
  auto a = rt::blocks(stored(37, 29, rt::split(0)), {8, 8});
  auto b = rt::blocks(stored(29, 31, rt::split(0)), {8, 8});
  all.push_back(rt::as_array(rt::to_array(rt::aggregate(
      rt::join(a, b, rt::on<1>, rt::on<0>, rt::kernel::matmul), rt::by<0, 2>, rt::kernel::add))));
  return all;
}

bool has_broadcast(const rt::plan::Plan& plan) {
  for (const auto& step : plan.steps) {
    if (step.exchange.pattern == rt::plan::Pattern::broadcast) return true;
  }
  return false;
}

/// What the flows of a task graph carry, site by site.
rt::plan::Traffic carried(const sim::TaskGraph& graph) {
  rt::plan::Traffic traffic(graph.num_sites);
  for (const auto& task : graph.tasks) {
    if (!task.computes()) traffic.add(task.from, task.to, rt::Bytes{task.bytes}, {0});
  }
  return traffic;
}

}  // namespace

TEST_CASE("a message takes its latency, and its bytes over the slowest link") {
  auto context = rt::Context::loopback(4);
  auto machine = machine_of(2);
  machine.links(rt::cost::ExchangeKind::point_to_point).between_nodes.latency = {0.25};
  machine.links(rt::cost::ExchangeKind::point_to_point).within_node.latency = {0.125};
  // 256 kB from rank 0 to rank 1, its neighbour, or to rank 2 on the other node, while the rank
  // that shares the node's link leaves it alone.
  const auto near = move_plan(2000, rt::on_rank(0), rt::on_rank(1));
  const auto far = move_plan(2000, rt::on_rank(0), rt::on_rank(2));
  CHECK(sim::simulate(near, machine).seconds == Approx(0.125 + 0.256e6 / 1e7));
  CHECK(sim::simulate(far, machine).seconds == Approx(0.25 + 0.256e6 / 2e6));
}

TEST_CASE("ranks of a node share its link, and nodes do not share theirs") {
  auto context = rt::Context::loopback(8);
  const auto machine = machine_of(4);
  // Of what every rank has for the 7 others, 6 parts leave the node.
  const auto plan = move_plan(8000, rt::split(0), rt::split(1));
  REQUIRE(plan.steps.back().exchange.pattern == rt::plan::Pattern::all_to_all);
  const double leaving = double(plan.traffic().sent[0].value) * 6 / 7;
  CHECK(sim::simulate(plan, machine).seconds == Approx(leaving / 1e6).epsilon(0.01));
}

TEST_CASE("a broadcast costs its root's link once, not once per receiver") {
  auto context = rt::Context::loopback(8);
  auto machine = machine_of(8);
  machine.ranks_per_node = 1;
  const auto plan = move_plan(1000, rt::on_rank(0), rt::everywhere);  // 128 kB: 0.128 s over a link
  const auto report = sim::simulate(plan, machine);
  CHECK(report.seconds >= 0.128);
  CHECK(report.seconds <= 2 * 0.128);
  CHECK(report.carried == plan.traffic().total());
}

TEST_CASE("flows carry what the engine sends, site by site where they go pair by pair") {
  for (int sites : {1, 2, 3, 4, 7, 12, 16}) {
    auto context = rt::Context::loopback(sites);
    const auto machine = machine_of((sites + 1) / 2);
    for (const auto& x : programs()) {
      rt::evaluate(x);
      const rt::engine::Report& run = rt::report(x);
      CAPTURE(sites, rt::explain(x, rt::in_full));
      for (const sim::Order order :
           {sim::Order::site_program, sim::Order::operands, sim::Order::steps}) {
        const sim::Options options{order, 16};
        const auto report = sim::simulate(run.plan, machine, options);
        CHECK(report.traffic == run.traffic_sent());
        CHECK(report.carried == run.bytes_sent());
        if (has_broadcast(run.plan)) continue;
        const auto flows = carried(sim::PlanTasks(run.plan, machine, options).build());
        CHECK(flows.sent == run.traffic_sent().sent);
        CHECK(flows.received == run.traffic_sent().received);
      }
    }
  }
}

TEST_CASE("large groups are simulated with fewer flows that carry the same bytes in similar time") {
  auto context = rt::Context::loopback(24);
  auto machine = machine_of(24);
  machine.ranks_per_node = 1;
  for (const auto& x : programs()) {
    rt::evaluate(x);
    const rt::plan::Plan& plan = rt::report(x).plan;
    CAPTURE(rt::explain(x, rt::in_full));
    const auto exact = sim::simulate(plan, machine, {sim::Order::site_program, 24});
    const auto bundled = sim::simulate(plan, machine, {sim::Order::site_program, 6});
    CHECK(exact.carried == plan.traffic().total());
    CHECK(bundled.carried == plan.traffic().total());
    CHECK(bundled.tasks <= exact.tasks);
    CHECK(bundled.seconds == Approx(exact.seconds).epsilon(0.3));
  }
}

TEST_CASE("sites are as busy as the machine model says, one step at a time") {
  auto context = rt::Context::loopback(4);
  auto machine = machine_of(2);
  for (auto& rate : machine.flops_per_second) rate = 1e6;
  for (const auto& x : programs()) {
    rt::evaluate(x);
    const rt::plan::Plan& plan = rt::report(x).plan;
    const auto report = sim::simulate(plan, machine);
    const rt::cost::PanelsInCache panels(plan);
    for (int site = 0; site < 4; ++site) {
      double computing = 0;
      for (const auto& step : plan.steps) {
        if (step.kind == rt::plan::StepKind::local) {
          computing += rt::cost::local_seconds(machine, plan, panels, step, site).value;
        }
      }
      const double busy = report.busy_seconds[std::size_t(site)];
      CHECK(busy >= computing * 0.999999);  // and combining contributions
      CHECK(busy <= report.seconds * 1.000001);
      CHECK(report.utilisation(site) <= 1.000001);
    }
    CHECK(report.mean_utilisation() <= 1.000001);
    // Going through the program takes no less than waiting for operands alone.
    const auto in_order = [&](sim::Order order) {
      return sim::simulate(plan, machine, {order, 16}).seconds;
    };
    CHECK(in_order(sim::Order::operands) <= report.seconds * 1.000001);
    CHECK(in_order(sim::Order::steps) >= report.seconds * 0.999999);
  }
}

TEST_CASE("nobody waits for sites it needs nothing from") {
  auto context = rt::Context::loopback(2);
  auto machine = machine_of(1);
  for (auto& rate : machine.flops_per_second) rate = 1e6;
  // 1.5 s of elementwise work on each site that could overlap with 1 s of moving something else.
  auto big = stored(150000, 10, rt::split(0));
  auto moved = rt::placed(stored(125000, 10, rt::on_rank(0)), rt::on_rank(1));
  rt::Array<double, 2> worked = big * 2.0 + 1.0;
  rt::evaluate(moved, worked);
  const rt::plan::Plan& plan = rt::report(worked).plan;
  const auto overlapped = sim::simulate(plan, machine);
  const auto in_order = sim::simulate(plan, machine, {sim::Order::steps, 16});
  CHECK(overlapped.seconds < in_order.seconds - 0.9);
}

TEST_CASE("peak memory counts what is stored and what is alive") {
  auto context = rt::Context::loopback(4);
  auto a = stored(64, 64, rt::split(0));
  auto b = stored(64, 64, rt::split(0));
  auto c = rt::with_plan(rt::matmul(a, b), "broadcast_right");
  rt::evaluate(c);
  const auto report = sim::simulate(rt::report(c).plan, machine_of(2));
  // A quarter of a, b and c each, and all of b.
  for (auto bytes : report.peak_bytes) CHECK(bytes == 64 * 64 * 8 * (3 + 4) / 4);
  CHECK(report.most_peak_bytes() == 64 * 64 * 8 * 7 / 4);
}

TEST_CASE("a plan for more sites than the machine has ranks is refused") {
  auto context = rt::Context::loopback(5);
  const auto plan = move_plan(10, rt::on_rank(0), rt::on_rank(4));
  CHECK_THROWS_WITH(sim::simulate(plan, machine_of(2)),
                    Catch::Matchers::ContainsSubstring("5 sites on a machine of 4 ranks"));
}

}  // namespace simulate_test
