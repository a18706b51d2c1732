// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
//
// ranks: 1 2 3 4 7
#include <algorithm>
#include <relatile/transport/loopback.hpp>
#include <relatile/transport/mpi.hpp>
#include <relatile/transport/transport.hpp>
#include <string>
#include <utility>
#include <vector>

#include "support/against_reference.hpp"
#include "support/pmpi_count.hpp"

namespace strided_messages_test {

// What lies in several runs at one end or at both travels as it is: over the transports themselves,
// and as part of arrays that are laid out anew.

namespace rt = relatile;
using rt::Box;
using rt::ByteRuns;
using rt::Extents;
using rt::transport::Broadcast;
using rt::transport::Message;
using rt::transport::Sent;
using rt::transport::Transport;

namespace {

using Bytes = std::vector<std::byte>;

/// A region in memory around it.
struct Place {
  Box box;
  Box region;
  std::int64_t element_size = 1;

  ByteRuns runs() const { return rt::runs_of(region, box, element_size); }
  std::int64_t bytes() const { return region.count() * element_size; }
  std::size_t size() const { return static_cast<std::size_t>(box.count() * element_size); }
  std::int64_t first() const {
    return region.empty() ? 0 : rt::offset_in(box, region.low) * element_size;
  }
};

/// Both ends of a message.
struct Ends {
  Place source;
  Place target;
};

// 288 bytes each.
const Place columns{Box::whole({9, 10}), {{0, 3}, {9, 7}}, 8};
const Place other_columns{Box::whole({24, 20}), {{2, 5}, {20, 7}}, 8};
const Place middle{Box::whole({4, 5, 6}), {{1, 1, 2}, {4, 3, 5}}, 16};
const Place run{Box::whole({400}), {{7}, {295}}, 1};
const Place one_byte_apart{Box::whole({289, 3}), {{1, 2}, {289, 3}}, 1};

const Place nothing{Box::whole({9, 10}), {{0, 3}, {0, 7}}, 8};

const std::vector<Ends> ends{
    {columns, other_columns}, {columns, run},     {run, middle},
    {middle, one_byte_apart}, {nothing, nothing}, {one_byte_apart, columns}};

/// What site `from` has for site `to`.
Bytes numbers(std::size_t size, int from, int to, int number) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) {
    bytes[i] = std::byte(i * 7 + std::size_t(from * 31 + to * 13 + number * 5));
  }
  return bytes;
}

constexpr std::byte untouched{0xee};

/// Requires that the region holds the source's bytes, and that nothing beside it was written.
void require_arrived(const Place& target, const Bytes& found, const Place& source,
                     const Bytes& sent) {
  Bytes expected(target.size(), untouched);
  for (std::int64_t at = 0; at < target.bytes(); ++at) {
    const auto to = static_cast<std::size_t>(target.first() + target.runs().from(at).offset);
    expected[to] = sent[static_cast<std::size_t>(source.first() + source.runs().from(at).offset)];
  }
  REQUIRE(found == expected);
}

/// Every site sends every kind of message to every other one.
void check_messages(Transport& sites) {
  struct Sending {
    int from, to;
    const Ends* ends;
    Bytes source, target;
  };
  std::vector<Sending> all;
  for (int from = 0; from < sites.num_sites(); ++from) {
    for (int to = 0; to < sites.num_sites(); ++to) {
      for (const Ends& e : ends) {
        if (from == to) continue;
        const auto number = static_cast<int>(all.size());
        all.push_back({from, to, &e, numbers(e.source.size(), from, to, number),
                       Bytes(e.target.size(), untouched)});
      }
    }
  }
  const std::vector<int>& here = sites.local_sites();
  const auto is_here = [&](int site) {
    return std::find(here.begin(), here.end(), site) != here.end();
  };
  std::vector<Message> messages;
  for (auto& one : all) {
    const auto& [source, target] = *one.ends;
    if (!is_here(one.from) && !is_here(one.to)) continue;
    messages.push_back({one.from, one.to, one.source.data() + source.first(),
                        one.target.data() + target.first(), source.bytes(), source.runs(),
                        target.runs()});
  }
  std::vector<Sent> sent(here.size());
  rt::test::pmpi_count.reset();
  sites.point_to_point(messages, sent);
  for (const auto& one : all) {
    if (is_here(one.to)) {
      require_arrived(one.ends->target, one.target, one.ends->source, one.source);
    }
  }
  const std::int64_t others = sites.num_sites() - 1;
  const std::int64_t parts = (288 + sites.message_limit() - 1) / sites.message_limit();
  for (const auto& counted : sent) {
    CHECK(counted.bytes_sent == others * 5 * 288);
    CHECK(counted.bytes_received == others * 5 * 288);
    CHECK(counted.messages == others * 5 * parts);
  }
  if (here.size() > 1) return;
  CHECK(rt::test::pmpi_count.sent == others * 5 * 288);
  const auto count = static_cast<std::size_t>(others * 5 * parts);
  const std::string done = count > 0 ? "d" : "";
  CHECK(rt::test::pmpi_count.posted == std::string(count, 's') + std::string(count, 'r') + done);
}

/// From every site to all others, each of which has another place for it.
void check_broadcasts(Transport& sites) {
  const std::vector<Place> places{columns, run, middle, other_columns};
  const auto place_of = [&](int site) { return places[std::size_t(site) % places.size()]; };
  std::vector<int> group;
  for (int site = 0; site < sites.num_sites(); ++site) group.push_back(site);
  if (group.size() < 2) return;
  for (int root : group) {
    const Bytes source = numbers(place_of(root).size(), root, 0, 0);
    std::vector<Bytes> memory;
    std::vector<Broadcast> calls;
    for (int site : sites.local_sites()) {
      const Place place = place_of(site);
      memory.push_back(site == root ? source : Bytes(place.size(), untouched));
      calls.push_back({site, group, root, memory.back().data() + place.first(), place.bytes(),
                       place.runs(), true});
    }
    std::vector<Sent> sent(calls.size());
    sites.broadcast(calls, sent);
    for (std::size_t i = 0; i < calls.size(); ++i) {
      const std::int64_t others = sites.num_sites() - 1;
      const bool sends = calls[i].site == root;
      CHECK(sent[i].bytes_sent == (sends ? others * 288 : 0));
      CHECK(sent[i].bytes_received == (sends ? 0 : 288));
      if (sends) continue;
      require_arrived(place_of(calls[i].site), memory[i], place_of(root), source);
    }
  }
}

constexpr std::int64_t no_limit = std::int64_t(1) << 30;

using Cube = rt::Array<double, 3>;

Cube cube(const Extents& extents) {
  return rt::from_function({extents[0], extents[1], extents[2]},
                           [](std::int64_t i, std::int64_t j, std::int64_t k) {
                             return double(i * 10000 + j * 100 + k);
                           });
}

}  // namespace

TEST_CASE("messages in several runs arrive in others, whole and cut") {
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (const std::int64_t limit : {no_limit, std::int64_t(100), std::int64_t(7)}) {
    CAPTURE(limit);
    rt::transport::Mpi mpi(MPI_COMM_WORLD, limit, false);
    check_messages(mpi);
    rt::transport::Loopback loopback(ranks, limit);
    check_messages(loopback);
  }
}

TEST_CASE("broadcasts have other runs on every site") {
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  rt::transport::Mpi mpi(MPI_COMM_WORLD, no_limit, false);
  check_broadcasts(mpi);
  rt::transport::Loopback loopback(ranks);
  check_broadcasts(loopback);
}

TEST_CASE("strided broadcasts longer than what travels at once reach a part of the sites") {
  rt::transport::Mpi mpi(MPI_COMM_WORLD, no_limit, false);
  if (mpi.num_sites() < 2) return;
  std::vector<int> group;  // all but the first, if that leaves two
  for (int site = mpi.num_sites() > 2 ? 1 : 0; site < mpi.num_sites(); ++site) {
    group.push_back(site);
  }
  const Place place{Box::whole({3000, 1000}), {{0, 200}, {3000, 600}}, 1};
  for (int root : {group.front(), group.back()}) {
    const int me = mpi.local_sites().front();
    const Bytes source = numbers(place.size(), root, 0, 0);
    Bytes memory = me == root ? source : Bytes(place.size(), untouched);
    std::vector<Broadcast> calls;
    if (std::find(group.begin(), group.end(), me) != group.end()) {
      calls.push_back(
          {me, group, root, memory.data() + place.first(), place.bytes(), place.runs(), true});
    }
    std::vector<Sent> sent(1);
    mpi.broadcast(calls, sent);
    const std::int64_t others = std::int64_t(group.size()) - 1;
    CHECK(sent[0].bytes_sent == (me == root ? others * 3000 * 400 : 0));
    if (!calls.empty() && me != root) require_arrived(place, memory, place, source);
    if (calls.empty()) CHECK(memory == Bytes(place.size(), untouched));
  }
}

TEST_CASE("arrays of long rows laid out anew by messages need no memory but their own") {
  rt::Context context(MPI_COMM_WORLD);
  context.plan_options().hosts = {};
  constexpr std::int64_t rows = 28;
  constexpr std::int64_t length = 7168;  // a rank's are more than 4 KB long
  const auto numbers = rt::from_function(
      {rows, length}, [](std::int64_t i, std::int64_t j) { return double(i * 10000 + j); });
  const std::int64_t size = context.size();
  for (const bool to_columns : {true, false}) {
    const auto stored = rt::as_array(rt::placed(numbers, rt::split(to_columns ? 0 : 1)));
    rt::evaluate(stored);
    const auto moved = rt::as_array(rt::placed(stored, rt::split(to_columns ? 1 : 0)));
    rt::evaluate(moved);
    const std::int64_t share =
        to_columns ? rows * ((length + size - 1) / size) : (rows + size - 1) / size * length;
    if (size > 1) CHECK(rt::report(moved).peak_bytes == rt::aligned_size(share * 8));
    CHECK(rt::to_vector(moved) == rt::to_vector(numbers));
  }
}

TEST_CASE("arrays laid out anew by messages have what they had before") {
  const Extents extents{28, 42, 14};
  for (const std::int64_t limit : {no_limit, std::int64_t(1000)}) {
    rt::Context context(MPI_COMM_WORLD, limit);
    context.plan_options().hosts = {};
    const std::vector<double> all = rt::to_vector(cube(extents));
    for (int from = 0; from < 3; ++from) {
      for (int to = 0; to < 3; ++to) {
        CAPTURE(limit, from, to);
        const Cube stored = rt::as_array(rt::placed(cube(extents), rt::split(from)));
        rt::evaluate(stored);
        const Cube moved = rt::as_array(rt::placed(stored, rt::split(to)));
        rt::evaluate(moved);
        rt::test::require_exact_traffic(rt::report(moved));
        CHECK(rt::to_vector(moved) == all);
      }
      const Cube stored = rt::as_array(rt::placed(cube(extents), rt::split(from)));
      rt::evaluate(stored);
      const Cube copied = rt::as_array(rt::placed(stored, rt::everywhere));
      rt::evaluate(copied);
      rt::test::require_exact_traffic(rt::report(copied));
      CHECK(rt::to_vector(copied) == all);
    }
  }
}

TEST_CASE("runs that are too short are packed, and memory for that is planned") {
  rt::Context context(MPI_COMM_WORLD);
  context.plan_options().hosts = {};
  const std::int64_t sites = context.size();
  const auto narrow = rt::from_function(
      {48, sites}, [](std::int64_t i, std::int64_t j) { return double(i * 100 + j); });
  const auto rows = rt::as_array(rt::placed(narrow, rt::split(0)));
  rt::evaluate(rows);
  const auto single_columns = rt::as_array(rt::placed(rows, rt::split(1)));
  rt::evaluate(single_columns);
  const std::int64_t packed = rt::aligned_size(48 / sites * 8);
  if (sites > 1) {
    CHECK(rt::report(single_columns).peak_bytes == rt::aligned_size(48 * 8) + (sites - 1) * packed);
  }
  CHECK(rt::to_vector(single_columns) == rt::to_vector(narrow));
}

}  // namespace strided_messages_test
