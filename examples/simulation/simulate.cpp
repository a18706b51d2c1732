// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "simulation/simulate.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <numeric>
#include <simgrid/s4u.hpp>
#include <string>

#include "relatile/core/error.hpp"
#include "relatile/schedule/peak_memory.hpp"

namespace relatile::simulation {

namespace {

namespace s4u = simgrid::s4u;

/// The machine's hosts, one per rank: a star of nodes, each a star of ranks.
std::vector<s4u::Host*> make_hosts(const cost::Machine& machine, int num_sites) {
  const cost::Links& links = machine.links(cost::ExchangeKind::point_to_point);
  // A message between nodes passes the links of two ranks and of two nodes.
  const double rank_latency = links.within_node.latency.value / 2;
  const double node_latency =
      std::max(links.between_nodes.latency.value - links.within_node.latency.value, 0.0) / 2;
  const double rank_rate =
      std::max(links.within_node.bytes_per_second, links.between_nodes.bytes_per_second);
  const double node_rate = links.between_nodes.bytes_per_second * machine.ranks_per_node;
  auto* network = s4u::create_star_zone("network");
  std::vector<s4u::Host*> hosts;
  for (int node = 0; static_cast<int>(hosts.size()) < num_sites; ++node) {
    const std::string name = "node" + std::to_string(node);
    auto* zone = s4u::create_star_zone(name);
    zone->set_parent(network);
    for (int rank = 0; rank < machine.ranks_per_node; ++rank) {
      if (static_cast<int>(hosts.size()) == num_sites) break;
      auto* host = zone->create_host(name + "_" + std::to_string(rank), 1.0);
      const auto* link = zone->create_split_duplex_link(host->get_name(), rank_rate)
                             ->set_latency(rank_latency)
                             ->seal();
      zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr,
                      {{link, s4u::LinkInRoute::Direction::UP}}, true);
      hosts.push_back(host);
    }
    auto* router = zone->create_router(name + "_router");
    zone->seal();
    const auto* link =
        network->create_split_duplex_link(name, node_rate)->set_latency(node_latency)->seal();
    network->add_route(zone->get_netpoint(), nullptr, router, nullptr,
                       {{link, s4u::LinkInRoute::Direction::UP}}, true);
  }
  network->seal();
  return hosts;
}

/// When each task ends. Calls SimGrid, which is only possible once in a process.
std::vector<double> end_times(const TaskGraph& graph, const cost::Machine& machine) {
  std::vector<std::string> words{
      "relatile",
      "--log=root.thres:critical",
      // The machine's rates are what messages get, not what wires could carry: no corrections for
      // protocols, windows and acknowledgements on top of them.
      "--cfg=network/model:CM02",
      "--cfg=network/latency-factor:1",
      "--cfg=network/bandwidth-factor:1",
      "--cfg=network/weight-S:0",
      "--cfg=network/TCP-gamma:1e30",
      "--cfg=network/crosstraffic:0",
  };
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  s4u::Engine engine(&count, arguments.data());
  const auto hosts = make_hosts(machine, graph.num_sites);
  // All activities stay alive until the end, and none starts before all dependencies are known.
  std::vector<s4u::ActivityPtr> activities;
  for (const auto& task : graph.tasks) {
    auto* const from = hosts[static_cast<std::size_t>(task.from)];
    auto* const to = hosts[static_cast<std::size_t>(task.to)];
    if (task.computes()) {
      activities.emplace_back(s4u::Exec::init()->set_flops_amount(task.seconds)->set_host(from));
    } else {
      activities.emplace_back(s4u::Comm::sendto_init(from, to)->set_payload_size(
          static_cast<std::uint64_t>(task.bytes)));
    }
  }
  for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
    for (int before : graph.tasks[t].after) {
      s4u::Activity* const first = activities[static_cast<std::size_t>(before)].get();
      if (auto* const exec = dynamic_cast<s4u::Exec*>(first)) {
        exec->add_successor(activities[t]);
      } else {
        dynamic_cast<s4u::Comm&>(*first).add_successor(activities[t]);
      }
    }
  }
  for (const auto& activity : activities) activity->vetoable_start();
  engine.run();
  std::vector<double> ends;
  for (const auto& activity : activities) {
    if (activity->get_state() != s4u::Activity::State::FINISHED) {
      throw Error("relatile: simulation: a task never ended");
    }
    ends.push_back(activity->get_finish_time());
  }
  return ends;
}

void write_all(int pipe, const void* data, std::size_t size) {
  const char* next = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t written = write(pipe, next, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) _exit(1);
    next += written;
    size -= static_cast<std::size_t>(written);
  }
}

std::string read_all(int pipe) {
  std::string all;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t count = read(pipe, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return all;
    all.append(buffer, static_cast<std::size_t>(count));
  }
}

/// `end_times` in a process of its own.
std::vector<double> simulated_end_times(const TaskGraph& graph, const cost::Machine& machine) {
  int ends[2];
  if (pipe(ends) != 0) throw Error("relatile: simulation: no pipe could be opened");
  std::fflush(nullptr);  // what is buffered is in both processes after the fork
  const pid_t child = fork();
  if (child < 0) throw Error("relatile: simulation: no process could be started");
  if (child == 0) {
    close(ends[0]);
    try {
      const std::vector<double> times = end_times(graph, machine);
      write_all(ends[1], "+", 1);
      write_all(ends[1], times.data(), times.size() * sizeof(double));
    } catch (const std::exception& error) {
      write_all(ends[1], error.what(), std::string(error.what()).size());
    }
    _exit(0);
  }
  close(ends[1]);
  const std::string answer = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  std::vector<double> times(graph.tasks.size());
  if (answer.size() != 1 + times.size() * sizeof(double) || answer[0] != '+') {
    throw Error("relatile: the simulation failed: " +
                (answer.empty() ? "SimGrid ended without a result" : answer));
  }
  std::copy_n(answer.data() + 1, answer.size() - 1, reinterpret_cast<char*>(times.data()));
  return times;
}

}  // namespace

double Report::mean_utilisation() const {
  const double busy = std::accumulate(busy_seconds.begin(), busy_seconds.end(), 0.0);
  return seconds > 0 ? busy / (seconds * static_cast<double>(busy_seconds.size())) : 0;
}

std::int64_t Report::most_peak_bytes() const {
  return *std::max_element(peak_bytes.begin(), peak_bytes.end());
}

Report simulate(const plan::Plan& plan, const cost::Machine& machine, const Options& options) {
  if (plan.num_sites > machine.num_ranks()) {
    throw Error("relatile: simulation: a plan for " + std::to_string(plan.num_sites) +
                " sites on a machine of " + std::to_string(machine.num_ranks()) +
                " ranks; give it more nodes");
  }
  const TaskGraph graph = PlanTasks(plan, machine, options).build();
  const std::vector<double> ends = simulated_end_times(graph, machine);
  Report report;
  report.tasks = graph.tasks.size();
  report.traffic = plan.traffic();
  report.step_ends.resize(plan.steps.size(), 0);
  report.busy_seconds.resize(static_cast<std::size_t>(plan.num_sites), 0);
  for (std::size_t t = 0; t < graph.tasks.size(); ++t) {
    const Task& task = graph.tasks[t];
    double& end = report.step_ends[static_cast<std::size_t>(task.step)];
    end = std::max(end, ends[t]);
    report.seconds = std::max(report.seconds, ends[t]);
    if (task.computes()) report.busy_seconds[static_cast<std::size_t>(task.from)] += task.seconds;
    report.carried += Bytes{task.bytes};
  }
  for (const auto& peak : schedule::site_peaks(plan)) report.peak_bytes.push_back(peak.total());
  return report;
}

}  // namespace relatile::simulation
