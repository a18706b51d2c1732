// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mpi.h>

#include <algorithm>
#include <list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "relatile/core/assert.hpp"
#include "relatile/transport/local_file.hpp"
#include "relatile/transport/mpi_check.hpp"
#include "relatile/transport/mpi_neighbours.hpp"
#include "relatile/transport/mpi_type.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::transport {

/// One site per MPI rank, on a duplicate of the user's communicator. Needs MPI_THREAD_FUNNELED:
/// only the thread that evaluates calls MPI.
class Mpi : public Transport {
 public:
  /// `share_memory` if this rank and others of its host may read each other's memory.
  explicit Mpi(MPI_Comm communicator, std::int64_t message_limit = std::int64_t(1) << 30,
               bool share_memory = true)
      : message_limit_(message_limit) {
    check(MPI_Comm_dup(communicator, &comm_), "MPI_Comm_dup");
    MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
    MPI_Comm_size(comm_, &size_);
    int rank = 0;
    MPI_Comm_rank(comm_, &rank);
    local_ = {rank};
    if (size_ > 1) meet_neighbours(share_memory);
  }
  /// Frees communicators, unless MPI is already gone; sends nothing.
  ~Mpi() override {
    int finalized = 0;
    MPI_Finalized(&finalized);
    if (finalized) return;
    for (auto& [members, comm] : groups_) MPI_Comm_free(&comm);
    MPI_Comm_free(&comm_);
  }

  int num_sites() const override { return size_; }
  const std::vector<int>& local_sites() const override { return local_; }
  std::int64_t message_limit() const override { return message_limit_; }
  MPI_Comm communicator() const { return comm_; }
  void poke() override {
    int found = 0;
    check(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm_, &found, MPI_STATUS_IGNORE), "MPI_Iprobe");
  }
  const std::vector<int>& hosts() const override { return hosts_; }
  Neighbours* neighbours() override { return neighbours_.get(); }

  TransitPtr begin_point_to_point(std::span<const Message> messages, std::span<Sent> sent,
                                  int channel) override {
    const int tag = channel;  // of the 32,768 that every MPI has
    auto transit = std::make_unique<MpiTransit>();
    for (const auto& m : messages) {
      if (m.to != me()) continue;
      for_each_part(m.bytes, [&](std::int64_t first, std::int64_t last) {
        const Part part = transit->part(m.target_runs, first, last);
        check(MPI_Irecv(m.target + part.offset, part.count, part.type, m.from, tag, comm_,
                        &add(transit->requests)),
              "MPI_Irecv");
      });
      sent[0].bytes_received += m.bytes;
    }
    for (const auto& m : messages) {
      if (m.from != me()) continue;
      for_each_part(m.bytes, [&](std::int64_t first, std::int64_t last) {
        const Part part = transit->part(m.source_runs, first, last);
        check(MPI_Isend(m.source + part.offset, part.count, part.type, m.to, tag, comm_,
                        &add(transit->requests)),
              "MPI_Isend");
        sent[0].bytes_sent += last - first;
        ++sent[0].messages;
      });
    }
    return transit;
  }

  void objects(std::span<const ObjectMessage> messages, std::span<Sent> sent) override {
    const int tag = next_channel();
    std::vector<MPI_Request> requests;
    std::vector<std::string> texts;
    texts.reserve(messages.size());
    for (const auto& m : messages) {
      if (m.from != me()) continue;
      texts.push_back(m.source ? m.type->save(m.source) : std::string());
      const auto bytes = static_cast<std::int64_t>(texts.back().size());
      if (bytes > message_limit_) {
        throw LimitExceeded("relatile: an object of " + m.type->name + " is " + grouped(bytes) +
                            " bytes serialised; the limit is " + grouped(message_limit_));
      }
      check(MPI_Isend(texts.back().data(), mpi_count(bytes), MPI_BYTE, m.to, tag, comm_,
                      &add(requests)),
            "MPI_Isend");
      sent[0].bytes_sent += bytes;
      sent[0].messages += bytes > 0 ? 1 : 0;
    }
    for (const auto& m : messages) {
      if (m.to != me()) continue;
      // The communicator is ours and one thread uses it: what is probed is what is received.
      MPI_Status status;
      check(MPI_Probe(m.from, tag, comm_, &status), "MPI_Probe");
      int count = 0;
      MPI_Get_count(&status, MPI_BYTE, &count);
      std::string bytes(static_cast<std::size_t>(count), '\0');
      check(MPI_Recv(bytes.data(), count, MPI_BYTE, m.from, tag, comm_, &status), "MPI_Recv");
      if (count > 0) m.type->load(m.target, bytes.data(), bytes.size());
      sent[0].bytes_received += count;
    }
    wait_all(requests);
  }

  TransitPtr begin_all_gather(std::span<const Collective> calls, std::span<Sent> sent) override {
    auto transit = std::make_unique<MpiTransit>();
    for (const auto& call : calls) {
      const std::size_t me = member(call);
      const Receive into(call);
      const int* const counts = transit->keep(ints(call.receive_counts));
      const int* const offsets = transit->keep(ints(into.offsets));
      check(MPI_Iallgatherv(call.send + call.send_offsets[me], mpi_count(call.send_counts[me]),
                            MPI_BYTE, into.base, counts, offsets, MPI_BYTE, group(call.group),
                            &add(transit->requests)),
            "MPI_Iallgatherv");
      count(call, me, sent);
    }
    return transit;
  }

  TransitPtr begin_broadcast(std::span<const Broadcast> calls, std::span<Sent> sent) override {
    auto transit = std::make_unique<MpiTransit>();
    for (const auto& call : calls) {
      const auto root = std::find(call.group.begin(), call.group.end(), call.root);
      // Open MPI sends by so many counts at a time: all members must count in the same unit. Of one
      // type it can't pass on the first part while others follow, so there are several.
      const std::int64_t step = call.any_strided ? strided_broadcast_bytes : call.bytes;
      for (std::int64_t first = 0; first < call.bytes; first += step) {
        const std::int64_t last = std::min(first + step, call.bytes);
        const Part part = call.any_strided ? transit->typed(call.runs, first, last)
                                           : transit->part(call.runs, first, last);
        check(MPI_Ibcast(call.data + part.offset, part.count, part.type,
                         static_cast<int>(root - call.group.begin()), group(call.group),
                         &add(transit->requests)),
              "MPI_Ibcast");
      }
      const auto others = static_cast<std::int64_t>(call.group.size()) - 1;
      if (call.root == me()) {
        sent[0].bytes_sent += others * call.bytes;
        sent[0].messages += call.bytes > 0 ? others : 0;
      } else {
        sent[0].bytes_received += call.bytes;
      }
    }
    return transit;
  }

  TransitPtr begin_all_to_all(std::span<const Collective> calls, std::span<Sent> sent) override {
    auto transit = std::make_unique<MpiTransit>();
    for (const auto& call : calls) {
      const std::size_t me = member(call);
      const int* const send_counts = transit->keep(ints(call.send_counts));
      const int* const send_offsets = transit->keep(ints(call.send_offsets));
      const Receive into(call);
      const int* const receive_counts = transit->keep(ints(call.receive_counts));
      const int* const receive_offsets = transit->keep(ints(into.offsets));
      check(
          MPI_Ialltoallv(call.send, send_counts, send_offsets, MPI_BYTE, into.base, receive_counts,
                         receive_offsets, MPI_BYTE, group(call.group), &add(transit->requests)),
          "MPI_Ialltoallv");
      count(call, me, sent);
    }
    return transit;
  }

  std::vector<std::int64_t> gather(std::span<const std::int64_t> local_numbers) override {
    std::vector<std::int64_t> all(local_numbers.size() * static_cast<std::size_t>(size_));
    const int count = mpi_count(static_cast<std::int64_t>(local_numbers.size()));
    check(MPI_Allgather(local_numbers.data(), count, MPI_INT64_T, all.data(), count, MPI_INT64_T,
                        comm_),
          "MPI_Allgather");
    return all;
  }

  std::string text_from(int site, const std::string& text) override {
    std::int64_t length = static_cast<std::int64_t>(text.size());
    check(MPI_Bcast(&length, 1, MPI_INT64_T, site, comm_), "MPI_Bcast");
    std::string result = me() == site ? text : std::string(static_cast<std::size_t>(length), ' ');
    check(MPI_Bcast(result.data(), mpi_count(length), MPI_CHAR, site, comm_), "MPI_Bcast");
    return result;
  }

  std::unique_ptr<File> open_file(const std::string& path) override {
    return std::make_unique<LocalFile>(*this, path);
  }
  std::unique_ptr<File> create_file(const std::string& path, std::int64_t total_bytes) override {
    return std::make_unique<LocalFile>(*this, path, total_bytes);
  }

 private:
  using Ints = std::vector<int>;
  static constexpr std::int64_t strided_broadcast_bytes = std::int64_t(1) << 19;

  /// Some of the bytes at one end of a message, in MPI's words.
  struct Part {
    std::int64_t offset = 0;
    int count = 0;
    MPI_Datatype type = MPI_BYTE;
  };

  /// Requests, and the numbers and types that MPI reads until they are done.
  struct MpiTransit : Transit {
    std::vector<MPI_Request> requests;
    std::list<Ints> numbers;
    std::vector<MpiType> types;

    Part part(const ByteRuns& runs, std::int64_t first, std::int64_t last) {
      RELATILE_ASSERT(runs.is_one() || last <= runs.bytes());
      if (!runs.is_one()) return typed(runs, first, last);
      return {first, mpi_count(last - first), MPI_BYTE};
    }
    /// One of a type of its own.
    Part typed(const ByteRuns& runs, std::int64_t first, std::int64_t last) {
      types.emplace_back(runs.is_one() ? ByteRuns::one(last) : runs, first, last);
      return {0, 1, types.back().get()};
    }
    const int* keep(Ints ints) { return numbers.emplace_back(std::move(ints)).data(); }
    bool arrived() override {
      int done = 0;
      check(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done,
                        MPI_STATUSES_IGNORE),
            "MPI_Testall");
      return done != 0;
    }
    void wait() override { wait_all(requests); }
  };

  /// Where a collective receives. Open MPI takes equal send and receive addresses for
  /// MPI_IN_PLACE; both may start in one buffer, so the base moves up to the first byte that
  /// is really received.
  struct Receive {
    std::byte* base = nullptr;
    std::vector<std::int64_t> offsets;

    explicit Receive(const Collective& call) : offsets(call.receive_offsets) {
      std::int64_t first = -1;
      for (std::size_t m = 0; m < offsets.size(); ++m) {
        if (call.receive_counts[m] > 0 && (first < 0 || offsets[m] < first)) first = offsets[m];
      }
      if (first >= 0) base = call.receive + first;
      for (std::size_t m = 0; m < offsets.size(); ++m) {
        offsets[m] = call.receive_counts[m] > 0 ? offsets[m] - first : 0;
      }
    }
  };

  void meet_neighbours(bool share_memory) {
    neighbours_ = MpiNeighbours::meet(comm_, share_memory);
    const int mine = neighbours_ ? neighbours_->first() : local_.front();
    hosts_.resize(static_cast<std::size_t>(size_));
    check(MPI_Allgather(&mine, 1, MPI_INT, hosts_.data(), 1, MPI_INT, comm_), "MPI_Allgather");
  }
  int me() const { return local_.front(); }
  static MPI_Request& add(std::vector<MPI_Request>& requests) {
    return requests.emplace_back(MPI_REQUEST_NULL);
  }
  static void wait_all(std::vector<MPI_Request>& requests) {
    check(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE),
          "MPI_Waitall");
  }
  template <class Visit>
  void for_each_part(std::int64_t bytes, Visit&& visit) const {
    for (std::int64_t first = 0; first < bytes; first += message_limit_) {
      visit(first, std::min(first + message_limit_, bytes));
    }
  }
  static Ints ints(const std::vector<std::int64_t>& numbers) {
    Ints result;
    for (auto number : numbers) result.push_back(mpi_count(number));
    return result;
  }
  std::size_t member(const Collective& call) const {
    std::size_t m = 0;
    while (call.group[m] != me()) ++m;
    return m;
  }
  static void count(const Collective& call, std::size_t me, std::span<Sent> sent) {
    for (std::size_t m = 0; m < call.group.size(); ++m) {
      if (m == me) continue;
      sent[0].bytes_sent += call.send_counts[m];
      sent[0].bytes_received += call.receive_counts[m];
      sent[0].messages += call.send_counts[m] > 0 ? 1 : 0;
    }
  }
  /// The sub-communicator of a group, made once by its members alone.
  MPI_Comm group(const std::vector<int>& members) {
    if (static_cast<int>(members.size()) == size_) return comm_;
    auto known = groups_.find(members);
    if (known != groups_.end()) return known->second;
    MPI_Group all = MPI_GROUP_NULL;
    MPI_Group some = MPI_GROUP_NULL;
    MPI_Comm made = MPI_COMM_NULL;
    check(MPI_Comm_group(comm_, &all), "MPI_Comm_group");
    check(MPI_Group_incl(all, static_cast<int>(members.size()), members.data(), &some),
          "MPI_Group_incl");
    check(MPI_Comm_create_group(comm_, some, 32766, &made), "MPI_Comm_create_group");
    MPI_Group_free(&some);
    MPI_Group_free(&all);
    MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
    groups_.emplace(members, made);
    return made;
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
  int size_ = 1;
  std::int64_t message_limit_;
  std::vector<int> local_;
  std::map<std::vector<int>, MPI_Comm> groups_;
  std::vector<int> hosts_;
  std::unique_ptr<MpiNeighbours> neighbours_;
};

}  // namespace relatile::transport
