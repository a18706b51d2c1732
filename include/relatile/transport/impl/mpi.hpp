// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/mpi.hpp"

#include <array>

#include "relatile/core/units.hpp"
#include "relatile/transport/mpi_check.hpp"
#include "relatile/transport/mpi_transit.hpp"

namespace relatile::transport {

RELATILE_INLINE Mpi::Mpi(MPI_Comm communicator, std::int64_t message_limit, bool share_memory)
    : message_limit_(message_limit) {
  if (communicator == MPI_COMM_NULL) {
    throw MpiError("relatile: a context needs a communicator; this rank has MPI_COMM_NULL");
  }
  int joins_two_groups = 0;
  MPI_Comm_test_inter(communicator, &joins_two_groups);
  if (joins_two_groups) {
    throw MpiError("relatile: a context needs the communicator of one group, not of two");
  }
  int size = 1;
  int rank = 0;
  MPI_Comm_size(communicator, &size);
  MPI_Comm_rank(communicator, &rank);
  MPI_Query_thread(&thread_level_);
  local_ = {rank};
  job_.emplace(communicator, rank, size);
  job_->require(MPI_Comm_dup(communicator, &comm_), "MPI_Comm_dup");
  MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
  job_.emplace(comm_, rank, size);
  meetings_.emplace(*job_, untold_errors());
  if (size == 1) return;
  meet_neighbours(share_memory);
  require_same_limit();
  untold_errors().keep();
}

RELATILE_INLINE Mpi::~Mpi() {
  if (is_over()) return;
  for (auto& [members, comm] : groups_) MPI_Comm_free(&comm);
  MPI_Comm_free(&comm_);
}

RELATILE_INLINE void Mpi::make_progress() {
  int found = 0;
  job_->require(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm_, &found, MPI_STATUS_IGNORE),
                "MPI_Iprobe");
}

RELATILE_INLINE TransitPtr Mpi::begin_point_to_point(std::span<const Message> messages,
                                                     std::span<Sent> sent, int channel) {
  const int tag = channel;  // of the 32,768 that every MPI has
  auto transit = std::make_unique<MpiTransit>(*job_);
  // A rank announces its own messages before it asks for others'. Over TCP, Open MPI puts both into
  // one queue, behind what it sends to the same peer already. Who is asked first, and hears of the
  // peer's message only then, asks for that after it has sent all of its own: each direction would
  // have to wait for the other.
  for (const auto& m : messages) {
    if (m.from != me()) continue;
    for_each_part(m.bytes, [&](std::int64_t first, std::int64_t last) {
      const auto part = transit->part(m.source_runs, first, last);
      job_->require(MPI_Isend(m.source + part.offset, part.count, part.type, m.to, tag, comm_,
                              &transit->request_for(m.to)),
                    "MPI_Isend");
      sent[0].bytes_sent += last - first;
      ++sent[0].messages;
    });
  }
  for (const auto& m : messages) {
    if (m.to != me()) continue;
    for_each_part(m.bytes, [&](std::int64_t first, std::int64_t last) {
      const auto part = transit->part(m.target_runs, first, last);
      job_->require(MPI_Irecv(m.target + part.offset, part.count, part.type, m.from, tag, comm_,
                              &transit->request_for(m.from)),
                    "MPI_Irecv");
    });
    sent[0].bytes_received += m.bytes;
  }
  return transit;
}

RELATILE_INLINE TransitPtr Mpi::begin_broadcast(std::span<const Broadcast> calls,
                                                std::span<Sent> sent) {
  auto transit = std::make_unique<MpiTransit>(*job_);
  for (const auto& call : calls) {
    const auto root = std::find(call.group.begin(), call.group.end(), call.root);
    // Open MPI sends by so many counts at a time: all members must count in the same unit. Of one
    // type it can't pass on the first part while others follow, so there are several.
    const std::int64_t step = call.any_strided ? strided_broadcast_bytes : call.bytes;
    for (std::int64_t first = 0; first < call.bytes; first += step) {
      const std::int64_t last = std::min(first + step, call.bytes);
      const auto part = call.any_strided ? transit->typed(call.runs, first, last)
                                         : transit->part(call.runs, first, last);
      job_->require(MPI_Ibcast(call.data + part.offset, part.count, part.type,
                               static_cast<int>(root - call.group.begin()), group(call.group),
                               &transit->request_for_all()),
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

RELATILE_INLINE TransitPtr Mpi::begin_all_to_all(std::span<const Collective> calls,
                                                 std::span<Sent> sent) {
  auto transit = std::make_unique<MpiTransit>(*job_);
  for (const auto& call : calls) {
    const std::size_t me = member(call);
    const int* const send_counts = transit->keep(ints(call.send_counts));
    const int* const send_offsets = transit->keep(ints(call.send_offsets));
    const Receive into(call);
    const int* const receive_counts = transit->keep(ints(call.receive_counts));
    const int* const receive_offsets = transit->keep(ints(into.offsets));
    job_->require(
        MPI_Ialltoallv(call.send, send_counts, send_offsets, MPI_BYTE, into.base, receive_counts,
                       receive_offsets, MPI_BYTE, group(call.group), &transit->request_for_all()),
        "MPI_Ialltoallv");
    count(call, me, sent);
  }
  return transit;
}

RELATILE_INLINE std::vector<std::int64_t> Mpi::gather(std::span<const std::int64_t> local_numbers,
                                                      int place) {
  require_not_over();
  if (num_sites() == 1) return {local_numbers.begin(), local_numbers.end()};
  return meetings_->gather(local_numbers, place);
}

RELATILE_INLINE Mpi::Receive::Receive(const Collective& call) : offsets(call.receive_offsets) {
  std::int64_t first = -1;
  for (std::size_t m = 0; m < offsets.size(); ++m) {
    if (call.receive_counts[m] > 0 && (first < 0 || offsets[m] < first)) first = offsets[m];
  }
  if (first >= 0) base = call.receive + first;
  for (std::size_t m = 0; m < offsets.size(); ++m) {
    offsets[m] = call.receive_counts[m] > 0 ? offsets[m] - first : 0;
  }
}

RELATILE_INLINE void Mpi::meet_neighbours(bool share_memory) {
  try {
    neighbours_ = MpiNeighbours::meet(comm_, share_memory);
    const int mine = neighbours_ ? neighbours_->first() : local_.front();
    hosts_.resize(static_cast<std::size_t>(num_sites()));
    check(MPI_Allgather(&mine, 1, MPI_INT, hosts_.data(), 1, MPI_INT, comm_), "MPI_Allgather");
    // The environment need not reach all hosts.
    std::array<int, 3> asked{checks_data_, names_machine_, calibrates_};
    check(MPI_Allreduce(MPI_IN_PLACE, asked.data(), 3, MPI_INT, MPI_MAX, comm_), "MPI_Allreduce");
    checks_data_ = asked[0] != 0;
    names_machine_ = asked[1] != 0;
    calibrates_ = asked[2] != 0;
  } catch (const std::exception& error) {
    job_->end(std::string("can't make a context: ") + error.what());
  }
}

RELATILE_INLINE void Mpi::require_same_limit() {
  const std::vector<std::int64_t> mine{message_limit_};
  const std::vector<std::int64_t> all = gather(mine, __LINE__);
  const auto [least, most] = std::minmax_element(all.begin(), all.end());
  if (*least == *most) return;
  throw PlanMismatch("relatile: the ranks make a context with different message limits, from " +
                     grouped(*least) + " to " + grouped(*most) +
                     " bytes; give it the same on all of them");
}

RELATILE_INLINE bool Mpi::is_over() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  return finalized != 0;
}

RELATILE_INLINE void Mpi::require_not_over() {
  if (!is_over()) return;
  throw MpiError(
      "relatile: MPI was finalised while this context lived; end contexts, and what needs them, "
      "before MPI_Finalize");
}

RELATILE_INLINE std::vector<int> Mpi::ints(const std::vector<std::int64_t>& numbers) {
  std::vector<int> result;
  for (auto number : numbers) result.push_back(mpi_count(number));
  return result;
}

RELATILE_INLINE std::size_t Mpi::member(const Collective& call) const {
  std::size_t m = 0;
  while (call.group[m] != me()) ++m;
  return m;
}

RELATILE_INLINE void Mpi::count(const Collective& call, std::size_t me, std::span<Sent> sent) {
  for (std::size_t m = 0; m < call.group.size(); ++m) {
    if (m == me) continue;
    sent[0].bytes_sent += call.send_counts[m];
    sent[0].bytes_received += call.receive_counts[m];
    sent[0].messages += call.send_counts[m] > 0 ? 1 : 0;
  }
}

RELATILE_INLINE MPI_Comm Mpi::group(const std::vector<int>& members) {
  if (static_cast<int>(members.size()) == num_sites()) return comm_;
  auto known = groups_.find(members);
  if (known != groups_.end()) return known->second;
  MPI_Group all = MPI_GROUP_NULL;
  MPI_Group some = MPI_GROUP_NULL;
  MPI_Comm made = MPI_COMM_NULL;
  job_->require(MPI_Comm_group(comm_, &all), "MPI_Comm_group");
  job_->require(MPI_Group_incl(all, static_cast<int>(members.size()), members.data(), &some),
                "MPI_Group_incl");
  job_->require(MPI_Comm_create_group(comm_, some, 32766, &made), "MPI_Comm_create_group");
  MPI_Group_free(&some);
  MPI_Group_free(&all);
  MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
  groups_.emplace(members, made);
  return made;
}

}  // namespace relatile::transport
