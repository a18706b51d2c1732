// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/buffer.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/cost/machine.hpp"
#include "relatile/kernel/reductions.hpp"
#include "relatile/plan/hosts.hpp"
#include "relatile/transport/transport.hpp"

// The part of `calibrate` that measures a transport.
namespace relatile::detail {

inline constexpr int calibration_rounds = 10;

/// Ranks that share a core have it in turns of some milliseconds: what fits between two of them
/// would be measured as if it had the core for itself.
inline constexpr double seconds_of_many_turns = 0.04;

template <class Work>
double seconds_of_call(Work&& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// The largest of all sites' numbers, exactly the same on all of them; never zero. Throws on all if
/// a site had no memory to measure with, and says so by a negative number.
inline double slowest(transport::Transport& sites, double seconds) {
  const auto mine =
      seconds < 0 ? std::int64_t(-1) : static_cast<std::int64_t>(std::ceil(seconds * 1e9));
  const std::vector<std::int64_t> local(sites.local_sites().size(), mine);
  const std::vector<std::int64_t> all = sites.gather(local);
  const auto failed = std::find(all.begin(), all.end(), -1) - all.begin();
  if (failed < std::ssize(all)) {
    throw OutOfMemory("relatile: calibrate: no memory to measure with on site " +
                      std::to_string(failed));
  }
  const std::int64_t most = *std::max_element(all.begin(), all.end());
  return static_cast<double>(std::max<std::int64_t>(most, 1)) * 1e-9;
}

/// What the slowest site takes for what all begin together. Collective.
template <class Measure>
double seconds_of_round(transport::Transport& sites, Measure&& measure) {
  slowest(sites, 0);
  double mine = -1;
  try {
    mine = measure();
  } catch (const OutOfMemory&) {
  } catch (const std::bad_alloc&) {
  }
  return slowest(sites, mine);
}

using Rounds = std::array<double, std::size_t(calibration_rounds)>;

/// What the slowest site takes in each of some rounds, in increasing order. Collective.
template <class Measure>
Rounds seconds_of_rounds(transport::Transport& sites, Measure&& measure) {
  Rounds rounds;
  for (double& seconds : rounds) seconds = seconds_of_round(sites, measure);
  std::sort(rounds.begin(), rounds.end());
  return rounds;
}
/// Of messages and of new memory: what else a machine does only ever adds.
template <class Measure>
double least_seconds(transport::Transport& sites, Measure&& measure) {
  return seconds_of_rounds(sites, measure).front();
}
/// Of kernels, which have what is left of the machine's memory and cores when others run beside
/// them.
template <class Measure>
double median_seconds(transport::Transport& sites, Measure&& measure) {
  return seconds_of_rounds(sites, measure)[calibration_rounds / 2];
}

using SiteGroups = std::vector<std::vector<int>>;

/// The sites of each node.
inline SiteGroups within_nodes(const std::vector<int>& nodes) {
  SiteGroups groups;
  for (std::size_t site = 0; site < nodes.size(); ++site) {
    const auto node = static_cast<std::size_t>(nodes[site]);
    if (node >= groups.size()) groups.resize(node + 1);
    groups[node].push_back(static_cast<int>(site));
  }
  return groups;
}

/// The first sites of all nodes, the second ones, and so on.
inline SiteGroups across_nodes(const SiteGroups& within) {
  SiteGroups groups;
  for (const auto& node : within) {
    for (std::size_t i = 0; i < node.size(); ++i) {
      if (i >= groups.size()) groups.resize(i + 1);
      groups[i].push_back(node[i]);
    }
  }
  return groups;
}

/// Runs one kind of exchange in all groups at the same time, again and again. Where the engine
/// would read the memory of others instead of waiting for messages, so does this.
class ExchangeMeter {
 public:
  ExchangeMeter(transport::Transport& sites, const SiteGroups& groups,
                std::int64_t bytes_for_each_other)
      : sites_(sites), bytes_(bytes_for_each_other) {
    for (int site : sites.local_sites()) {
      for (const auto& group : groups) {
        const bool member = std::find(group.begin(), group.end(), site) != group.end();
        if (member && group.size() > 1) ends_.emplace_back(site, group, bytes_);
      }
    }
    sent_.resize(sites.local_sites().size());
    if (are_on_one_host(groups)) find_neighbours();
  }

  void run(cost::ExchangeKind kind) {
    using Kind = cost::ExchangeKind;
    if (in_place_) {
      for (auto& end : ends_) end.read(kind, sum_, bytes_);
      return;
    }
    if (kind == Kind::point_to_point) return sites_.point_to_point(messages(), sent_);
    if (kind == Kind::broadcast) return sites_.broadcast(broadcasts(), sent_);
    std::vector<transport::Collective> calls;
    for (auto& end : ends_) calls.push_back(end.call(kind, bytes_));
    switch (kind) {
      case Kind::all_gather: return sites_.all_gather(calls, sent_);
      default: sites_.all_to_all(calls, sent_);
    }
    if (kind != Kind::reduce) return;
    for (auto& end : ends_) end.combine(sum_, bytes_);
  }
  /// Whether no messages are sent at all.
  bool reads_in_place() const { return in_place_; }
  /// Messages from every site to the next of its group, which go on beside what follows.
  transport::TransitPtr begin() { return sites_.begin_point_to_point(messages(), sent_, 0); }

 private:
  struct End {
    int site;
    std::vector<int> group;
    std::int64_t count;  ///< numbers, to send and to receive
    Buffer send;
    Buffer receive;
    std::vector<const double*> others;  ///< per member, what it has to send, if that can be read

    End(int own_site, std::vector<int> sites, std::int64_t bytes)
        : site(own_site),
          group(std::move(sites)),
          count(static_cast<std::int64_t>(group.size()) * bytes / std::int64_t(sizeof(double))),
          send(allocate_buffer(count * std::int64_t(sizeof(double)))),
          receive(allocate_buffer(count * std::int64_t(sizeof(double)))) {
      std::fill_n(reinterpret_cast<double*>(send.get()), count, 1.0);
      std::fill_n(reinterpret_cast<double*>(receive.get()), count, 1.0);
    }

    /// What a collective of this kind would bring, straight from where it is.
    void read(cost::ExchangeKind kind, const Reduction& sum, std::int64_t bytes) {
      using Kind = cost::ExchangeKind;
      const std::int64_t share = bytes / std::int64_t(sizeof(double));
      const auto me = std::find(group.begin(), group.end(), site) - group.begin();
      const auto members = static_cast<std::ptrdiff_t>(group.size());
      auto* const into = reinterpret_cast<double*>(receive.get());
      for (std::ptrdiff_t m = 0; m < members; ++m) {
        const bool asked = kind == Kind::broadcast        ? m == 0
                           : kind == Kind::point_to_point ? m == (me + members - 1) % members
                                                          : true;
        if (m == me || !asked) continue;
        const double* const from = nth(others, m);
        if (kind == Kind::reduce) {
          sum.combine(into, from + me * share, share);
        } else {
          std::copy_n(from + (kind == Kind::all_to_all ? me * share : 0), share, into + m * share);
        }
      }
    }

    transport::Collective call(cost::ExchangeKind kind, std::int64_t bytes) {
      transport::Collective call;
      call.site = site;
      call.group = group;
      call.send = send.get();
      call.receive = receive.get();
      call.send_counts.assign(group.size(), bytes);
      call.receive_counts.assign(group.size(), bytes);
      for (std::size_t m = 0; m < group.size(); ++m) {
        const auto offset = static_cast<std::int64_t>(m) * bytes;
        call.send_offsets.push_back(kind == cost::ExchangeKind::all_gather ? 0 : offset);
        call.receive_offsets.push_back(offset);
      }
      return call;
    }
    void combine(const Reduction& sum, std::int64_t bytes) {
      auto* const first = reinterpret_cast<double*>(receive.get());
      const std::int64_t share = bytes / std::int64_t(sizeof(double));
      for (std::int64_t m = 1; m < std::ssize(group); ++m) {
        sum.combine(first, first + m * share, share);
      }
    }
  };

  /// From the first site of every group.
  std::vector<transport::Broadcast> broadcasts() {
    std::vector<transport::Broadcast> all;
    for (auto& end : ends_) {
      const bool has = end.site == end.group[0];
      all.push_back(
          {end.site, end.group, end.group[0], (has ? end.send : end.receive).get(), bytes_});
    }
    return all;
  }

  /// From every site to the next of its group.
  std::vector<transport::Message> messages() {
    std::vector<transport::Message> all;
    for (auto& end : ends_) {
      const auto me = std::find(end.group.begin(), end.group.end(), end.site) - end.group.begin();
      const auto next = static_cast<std::size_t>(me + 1) % end.group.size();
      const auto before = (static_cast<std::size_t>(me) + end.group.size() - 1) % end.group.size();
      const std::byte* source = end.send.get();
      std::byte* target = end.receive.get();
      const bool all_here = sites_.local_sites().size() > 1;
      if (!all_here) {
        all.push_back({end.site, end.group[next], source, nullptr, bytes_});
        all.push_back({end.group[before], end.site, nullptr, target, bytes_});
        continue;
      }
      for (auto& other : ends_) {
        if (other.site != end.group[next]) continue;
        target = other.receive.get();
        all.push_back({end.site, other.site, source, target, bytes_});
      }
    }
    return all;
  }

  bool are_on_one_host(const SiteGroups& groups) const {
    const plan::Hosts hosts{sites_.hosts()};
    if (hosts.empty() || bytes_ < hosts.in_place_bytes) return false;
    return std::all_of(groups.begin(), groups.end(), [&](const std::vector<int>& group) {
      return std::all_of(group.begin(), group.end(),
                         [&](int site) { return hosts.share(site, group.front()); });
    });
  }
  /// Collective. All or none read in place.
  void find_neighbours() {
    std::vector<std::int64_t> mine;
    for (int site : sites_.local_sites()) {
      std::int64_t number = 0;  // of a site that is in no group, which nobody asks
      for (const auto& end : ends_) {
        if (end.site == site) number = sites_.neighbours()->offset_of(end.send.get());
      }
      mine.push_back(number);
    }
    const std::vector<std::int64_t> all = sites_.gather(mine);
    in_place_ = std::find(all.begin(), all.end(), -1) == all.end();
    if (!in_place_) return;
    for (auto& end : ends_) {
      for (int member : end.group) {
        const std::int64_t number = nth(all, member);
        const std::byte* found =
            member == end.site ? end.send.get() : sites_.neighbours()->find(member, number);
        end.others.push_back(reinterpret_cast<const double*>(found));
      }
    }
  }

  transport::Transport& sites_;
  std::int64_t bytes_;
  bool in_place_ = false;
  std::vector<End> ends_;
  std::vector<transport::Sent> sent_;
  Reduction sum_ = kernel::make_reduction<kernel::Sum, double>();
};

/// The latency and the rate by which the machine model predicts what `kind` was measured to take.
inline cost::Link measure_link(transport::Transport& sites, const SiteGroups& groups,
                               cost::ExchangeKind kind) {
  std::size_t members = 0;
  for (const auto& group : groups) members = std::max(members, group.size());
  const auto others = static_cast<std::int64_t>(members) - 1;
  const std::int64_t word = sizeof(double);
  const auto share_of = [&](std::int64_t bytes) {
    return std::max<std::int64_t>(bytes / others / word, 1);
  };
  std::int64_t large = share_of(std::int64_t(1) << 22);
  // What was read in place just now would be found in caches again.
  if (ExchangeMeter(sites, groups, large * word).reads_in_place()) {
    // Of all members together: they share the last cache.
    large = std::max(large, share_of((std::int64_t(1) << 27) / (others + 1)));
  }
  const auto seconds = [&](std::int64_t bytes, int calls) {
    ExchangeMeter meter(sites, groups, bytes);
    // Networks take the first of what is sent faster than they deliver, after a pause: buffers of
    // switches and hosts, or what a limit on the rate allows at once. So it follows on a call.
    const bool follows = bytes > word && !meter.reads_in_place();
    return least_seconds(sites,
                         [&] {
                           if (follows) meter.run(kind);
                           return seconds_of_call([&] {
                             for (int i = 0; i < calls; ++i) meter.run(kind);
                           });
                         }) /
           calls;
  };
  // What the model counts: latencies and bytes, per latency and per byte per second of one.
  cost::Machine unit;
  unit.ranks_per_node = static_cast<int>(members);
  const auto counted = [&](double latency, double bytes_per_second) {
    unit.links(kind).within_node = {{latency}, bytes_per_second};
    const std::int64_t peers = kind == cost::ExchangeKind::point_to_point ? 1 : others;
    const cost::ExchangeLoad load{{Bytes{peers * large * word}, Messages{peers}}, {}};
    constexpr std::array patterns{plan::Pattern::broadcast, plan::Pattern::all_gather,
                                  plan::Pattern::all_to_all, plan::Pattern::point_to_point,
                                  plan::Pattern::all_to_all};
    return cost::seconds_of_exchange(unit, nth(patterns, kind), kind == cost::ExchangeKind::reduce,
                                     load, static_cast<int>(members))
        .value;
  };
  const double infinity = std::numeric_limits<double>::infinity();
  const double small = seconds(word, 20);
  const double latency = small / counted(1, infinity);
  const double rest = std::max(seconds(large * word, 1) - small, 0.05 * small);
  return {{latency}, counted(0, 1) / rest};
}

}  // namespace relatile::detail
