// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "simulation/task.hpp"

// How collectives become flows. All of them carry exactly the bytes that the plan counts, whatever
// the algorithm: what differs is by whom a member is sent what it needs.

namespace relatile::simulation {

/// The sites that take part in an exchange together: what each waits for before it sends what it
/// has and before it receives, and what has to end until it has received everything.
struct Group {
  struct Member {
    int site = 0;
    Waits sends_after;
    Waits receives_after;
    Waits arrivals;
    Waits departures;
  };
  int step = 0;
  std::vector<Member> members;

  int size() const { return static_cast<int>(members.size()); }
  Member& at(int member) { return members[static_cast<std::size_t>(member)]; }

  void send(TaskGraph& graph, int from, int to, std::int64_t bytes) {
    send(graph, from, to, bytes, at(from).sends_after);
  }
  void send(TaskGraph& graph, int from, int to, std::int64_t bytes, Waits after) {
    if (bytes == 0) return;
    add(after, at(to).receives_after);
    const int task = graph.send(step, at(from).site, at(to).site, bytes, std::move(after));
    at(to).arrivals.push_back(task);
    at(from).departures.push_back(task);
  }
};

namespace detail {

inline void gather_directly(TaskGraph& graph, Group& group,
                            const std::vector<std::int64_t>& bytes) {
  for (int from = 0; from < group.size(); ++from) {
    for (int to = 0; to < group.size(); ++to) {
      if (to != from) group.send(graph, from, to, bytes[static_cast<std::size_t>(from)]);
    }
  }
}

/// Bruck's algorithm: in round r a member gets the 2^r boxes that the member 2^r places further
/// has.
inline void gather_by_doubling(TaskGraph& graph, Group& group,
                               const std::vector<std::int64_t>& bytes) {
  const int q = group.size();
  std::vector<std::int64_t> sums{0};  // of the boxes of members 0, 1, ..., twice around
  for (int m = 0; m < 2 * q; ++m) {
    sums.push_back(sums.back() + bytes[static_cast<std::size_t>(m % q)]);
  }
  for (int distance = 1; distance < q; distance *= 2) {
    const int boxes = std::min(distance, q - distance);
    std::vector<Waits> rounds_before;
    for (const auto& member : group.members) {
      rounds_before.push_back(both(member.arrivals, member.departures));
    }
    for (int to = 0; to < q; ++to) {
      const int from = (to + distance) % q;
      const auto first = static_cast<std::size_t>(from);
      const std::int64_t size = sums[first + static_cast<std::size_t>(boxes)] - sums[first];
      Waits after = both(group.at(from).sends_after, rounds_before[first]);
      add(after, rounds_before[static_cast<std::size_t>(to)]);
      group.send(graph, from, to, size, std::move(after));
    }
  }
}

}  // namespace detail

/// Every member's box to all others: pair by pair in groups of up to `exact_up_to`, by doubling in
/// larger ones.
inline void all_gather(TaskGraph& graph, Group& group, const std::vector<std::int64_t>& bytes,
                       int exact_up_to) {
  if (group.size() <= exact_up_to) return detail::gather_directly(graph, group, bytes);
  detail::gather_by_doubling(graph, group, bytes);
}

/// A box of member `root` to all others: the root cuts it and sends a piece to each of them, and
/// they gather the rest among themselves. So the root's link carries the box once and not q - 1
/// times, and every other site still receives it exactly once.
inline void broadcast(TaskGraph& graph, Group& group, int root, std::int64_t bytes,
                      int exact_up_to) {
  Group others{group.step, {}};
  std::vector<std::int64_t> pieces;
  const int num_pieces = group.size() - 1;
  for (int m = 0; m < group.size(); ++m) {
    if (m == root) continue;
    const auto piece = static_cast<std::int64_t>(pieces.size());
    pieces.push_back(bytes * (piece + 1) / num_pieces - bytes * piece / num_pieces);
    group.send(graph, root, m, pieces.back());
    others.members.push_back(
        {group.at(m).site, group.at(m).arrivals, group.at(m).receives_after, {}, {}});
  }
  all_gather(graph, others, pieces, exact_up_to);
  int next = 0;
  for (int m = 0; m < group.size(); ++m) {
    if (m == root) continue;
    add(group.at(m).arrivals, others.at(next).arrivals);
    add(group.at(m).departures, others.at(next).departures);
    ++next;
  }
}

/// What one member sends to another.
struct Part {
  int from = 0;
  int to = 0;
  std::int64_t bytes = 0;
};

/// Something from many members to many others. A member's parts are bundled by how far away in the
/// group they go, into at most `most_flows` flows, each to a member in the middle of its range:
/// every link then carries nearly what it would carry, in far fewer flows.
inline void all_to_all(TaskGraph& graph, Group& group, const std::vector<Part>& parts,
                       int most_flows) {
  const int q = group.size();
  const int bundles = std::min(most_flows, q - 1);
  std::vector<std::int64_t> bytes(static_cast<std::size_t>(q) * static_cast<std::size_t>(bundles));
  const auto bundle = [&](int from, int b) -> std::int64_t& {
    return bytes[static_cast<std::size_t>(from) * static_cast<std::size_t>(bundles) +
                 static_cast<std::size_t>(b)];
  };
  for (const auto& part : parts) {
    const int distance = (part.to - part.from + q) % q;  // 1 ... q - 1
    bundle(part.from, (distance - 1) * bundles / (q - 1)) += part.bytes;
  }
  for (int from = 0; from < q; ++from) {
    for (int b = 0; b < bundles; ++b) {
      const int distance = 1 + (2 * b + 1) * (q - 1) / (2 * bundles);
      group.send(graph, from, (from + std::min(distance, q - 1)) % q, bundle(from, b));
    }
  }
}

}  // namespace relatile::simulation
