// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// ranks: 1 2 3
// timeout: 120
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <relatile/array/creation.hpp>
#include <relatile/context/explain.hpp>
#include <relatile/linalg/products.hpp>
#include <relatile/machine/calibrate.hpp>
#include <relatile/machine/calibrate_exchanges.hpp>
#include <relatile/machine/calibrate_overlap.hpp>
#include <relatile/machine/machine_file.hpp>
#include <relatile/transport/transport.hpp>

#include "support/directory.hpp"

namespace machine_test {

namespace rt = relatile;
using rt::cost::Machine;

namespace {

void check_figure(double figure) {
  CHECK(std::isfinite(figure));
  CHECK(figure > 0);
}

void check_machine(const Machine& machine) {
  check_figure(machine.memory_bandwidth);
  check_figure(machine.chunked_bandwidth_factor);
  CHECK(machine.memory_per_rank.value > 0);
  CHECK(machine.elementwise_seconds_in_turns.value >= 0);
  CHECK(machine.elementwise_seconds_in_turns.value <= 1);
  for (double rate : machine.flops_per_second) check_figure(rate);
  for (const auto& links : machine.exchanges) {
    for (const auto& link : {links.within_node, links.between_nodes}) {
      check_figure(link.latency.value);
      check_figure(link.bytes_per_second);
    }
  }
}

}  // namespace

TEST_CASE("calibrating measures the same machine on all ranks, and a file keeps it") {
  rt::Context context(MPI_COMM_WORLD);
  const Machine machine = rt::calibrate(context);
  check_machine(machine);
  CHECK(machine.num_ranks() == context.size());
  CHECK(machine.nodes == 1);
  const std::string text = rt::machine_to_json(machine);
  CHECK(context.transport().text_from(0, text) == text);
  const Machine defaults;
  CHECK(machine.flops_per_second != defaults.flops_per_second);
  CHECK((machine.exchanges == defaults.exchanges) == (context.size() == 1));

  const rt::test::Directory directory(context.transport());
  rt::save_machine(directory / "machine.json", machine);
  CHECK(directory.get("machine.json") == text);
  CHECK(rt::load_machine(directory / "machine.json") == machine);
}

TEST_CASE("sites of one process calibrate as well") {
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks > 1) return;  // every rank would do the same
  auto context = rt::Context::loopback(3);
  const Machine machine = rt::calibrate(context);
  check_machine(machine);
  CHECK(machine.nodes == 1);
  CHECK(machine.ranks_per_node == 3);
  CHECK(rt::Session::current().num_sites() == 3);  // its own context is gone
}

TEST_CASE("what kernels lose to messages is the same on all ranks, however fast each computes") {
  REQUIRE(setenv("RELATILE_SHARED_MEMORY", "0", 1) == 0);  // so that there are messages
  rt::Context context(MPI_COMM_WORLD);
  REQUIRE(unsetenv("RELATILE_SHARED_MEMORY") == 0);
  rt::detail::SiteGroups groups{{}};
  for (int site = 0; site < context.size(); ++site) groups[0].push_back(site);
  if (context.size() < 2) return;
  const auto kernel = [&] {
    std::this_thread::sleep_for(std::chrono::microseconds(300 * (1 + context.rank())));
  };
  const rt::Seconds lost =
      rt::detail::measure_loss(context.transport(), groups, rt::cost::Link{{1e-5}, 1e8}, kernel);
  const auto bits = std::bit_cast<std::int64_t>(lost.value);
  for (const std::int64_t other : context.transport().gather(std::vector{bits})) {
    CHECK(other == bits);
  }
}

TEST_CASE("sites on several nodes are measured within and between them") {
  rt::Context context(MPI_COMM_WORLD);
  const std::vector<int> nodes{0, 1, 0, 2, 1, 0};
  const auto within = rt::detail::within_nodes(nodes);
  CHECK(within == rt::detail::SiteGroups{{0, 2, 5}, {1, 4}, {3}});
  CHECK(rt::detail::across_nodes(within) == rt::detail::SiteGroups{{0, 1, 3}, {2, 4}, {5}});
  // Two nodes of one and two sites, as far as there are so many: a site alone takes no part.
  rt::detail::SiteGroups groups{{0}, {1, 2}};
  for (auto& group : groups) std::erase_if(group, [&](int s) { return s >= context.size(); });
  if (context.size() < 3) return;
  const rt::cost::Link link =
      rt::detail::measure_link(context.transport(), groups, rt::cost::ExchangeKind::all_gather);
  check_figure(link.latency.value);
  check_figure(link.bytes_per_second);
}

namespace {

/// Names a machine for the contexts that this rank makes; empty for none.
void set_machine_named(const std::string& path) {
  REQUIRE((path.empty() ? unsetenv("RELATILE_MACHINE")
                        : setenv("RELATILE_MACHINE", path.c_str(), 1)) == 0);
}

}  // namespace

TEST_CASE("RELATILE_MACHINE names the machine of every context, whichever rank knows of it") {
  rt::Context outer(MPI_COMM_WORLD);
  CHECK_FALSE(outer.plan_options().machine.measured);
  const auto x = rt::full<double>({40, 40}, 1.0);
  CHECK_THAT(rt::explain(rt::Array<double, 2>(rt::matmul(x, x))),
             Catch::Matchers::ContainsSubstring("for a generic machine, not calibrated"));
  const rt::test::Directory directory(outer.transport());
  Machine machine;
  machine.measured = true;
  machine.nodes = 3;
  machine.memory_bandwidth = 12345.5;
  rt::save_machine(directory / "machine.json", machine);
  for (int knows = 0; knows <= outer.size(); ++knows) {  // the last time all do
    const bool mine = knows == outer.size() || knows == outer.rank();
    set_machine_named(mine ? directory / "machine.json" : "");
    const rt::Context context(MPI_COMM_WORLD);
    CHECK(context.plan_options().machine == machine);
  }
  {
    const rt::Context context(MPI_COMM_WORLD);
    const auto y = rt::full<double>({40, 40}, 1.0);
    CHECK_THAT(rt::explain(rt::Array<double, 2>(rt::matmul(y, y))),
               !Catch::Matchers::ContainsSubstring("generic machine"));
  }
  set_machine_named(directory / "none.json");
  CHECK_THAT(rt::test::common_error<rt::IoError>(outer.transport(),
                                                 [&] { rt::Context context(MPI_COMM_WORLD); }),
             Catch::Matchers::ContainsSubstring("none.json"));
  directory.put("machine.json", "{\"nodes\": 4}");
  set_machine_named(directory / "machine.json");
  CHECK_THAT(rt::test::common_error<rt::ParseError>(outer.transport(),
                                                    [&] { rt::Context context(MPI_COMM_WORLD); }),
             Catch::Matchers::ContainsSubstring("machine.json"));
  set_machine_named("");
  CHECK(rt::Context(MPI_COMM_WORLD).plan_options().machine == Machine{});
}

TEST_CASE("a machine's file that is not there or wrong is the same error on all ranks") {
  rt::Context context(MPI_COMM_WORLD);
  rt::transport::Transport& sites = context.transport();
  const rt::test::Directory directory(sites);
  const std::string path = directory / "machine.json";
  const std::string missing =
      rt::test::common_error<rt::IoError>(sites, [&] { rt::load_machine(path); });
  CHECK_THAT(missing, Catch::Matchers::ContainsSubstring(path));
  directory.put("machine.json", "{\"nodes\": 4, \"ranks\": 4}");
  const std::string wrong =
      rt::test::common_error<rt::ParseError>(sites, [&] { rt::load_machine(path); });
  CHECK_THAT(wrong, Catch::Matchers::ContainsSubstring(path + ": unknown key ranks; "));
  CHECK_THAT(rt::test::common_error<rt::IoError>(
                 sites, [&] { rt::save_machine(directory / "no/machine.json", Machine{}); }),
             Catch::Matchers::ContainsSubstring("no/machine.json"));
}

}  // namespace machine_test
