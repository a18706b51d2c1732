// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/mpi_job.hpp"

#include <algorithm>
#include <cstdlib>

#include "relatile/core/nth.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/unfinished_files.hpp"

namespace relatile::transport {

RELATILE_INLINE void MpiJob::end(const std::string& why) const {
  say(why + "; ending the job");
  remove_unfinished_files();
  MPI_Abort(comm_, 70);
  std::abort();  // MPI_Abort need not be known to return never
}

RELATILE_INLINE void MpiJob::require(int code, const char* call) const {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(code, text, &length);
  end(std::string(call) + " failed" + during() + ": " + text);
}

RELATILE_INLINE void MpiJob::wait(std::vector<MPI_Request>& requests,
                                  const std::vector<int>& peers) const {
  const auto count = static_cast<int>(requests.size());
  if (timeout_ == Patience::endless) {
    require(MPI_Waitall(count, requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    return;
  }
  Patience patience(timeout_);
  for (int done = 0; !done;) {
    require(MPI_Testall(count, requests.data(), &done, MPI_STATUSES_IGNORE), "MPI_Testall");
    if (!done && patience.over()) give_up_on(still_awaited(requests, peers));
  }
}

RELATILE_INLINE void MpiJob::wait(MPI_Request& request) const {
  Patience patience(timeout_);
  for (int done = 0; !done;) {
    require(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    if (!done && patience.over()) give_up_on({});
  }
}

RELATILE_INLINE void MpiJob::give_up_on(const std::vector<int>& peers) const {
  say("waited " + seconds_text(timeout_) + " s (RELATILE_TIMEOUT) for " + names_of(peers) +
      during());
  const std::vector<int> silent = ranks_without_word();
  if (!silent.empty()) {
    say("no word from " + names_of(silent) +
        ": still computing, waiting for something else, or stopped");
  }
  end("gave up");
}

RELATILE_INLINE std::string MpiJob::names_of(const std::vector<int>& ranks) const {
  if (ranks.empty() || static_cast<int>(ranks.size()) == size_ - 1) {
    return size_ == 2 ? "rank " + std::to_string(1 - rank_) : "the other ranks";
  }
  std::string text = ranks.size() == 1 ? "rank " : "ranks ";
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    const bool last = i + 1 == ranks.size();
    text += (i == 0 ? "" : last ? " and " : ", ") + std::to_string(ranks[i]);
  }
  return text;
}

RELATILE_INLINE std::string MpiJob::seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", seconds);
  return text;
}

RELATILE_INLINE std::string MpiJob::during() {
  const Operation* const operation = Operation::current();
  if (operation == nullptr) return "";
  const std::string place = operation->place();
  return " in " + operation->text() + (place.empty() ? "" : ", " + place);
}

RELATILE_INLINE std::vector<int> MpiJob::still_awaited(std::vector<MPI_Request>& requests,
                                                       const std::vector<int>& peers) {
  std::vector<int> awaited;
  for (std::size_t i = 0; i < requests.size() && i < peers.size(); ++i) {
    int done = 0;
    if (peers[i] < 0) return {};  // a collective's are all
    MPI_Test(&requests[i], &done, MPI_STATUS_IGNORE);
    if (!done) awaited.push_back(peers[i]);
  }
  std::sort(awaited.begin(), awaited.end());
  awaited.erase(std::unique(awaited.begin(), awaited.end()), awaited.end());
  return awaited;
}

RELATILE_INLINE std::vector<int> MpiJob::ranks_without_word() const {
  std::vector<MPI_Request> requests(static_cast<std::size_t>(size_), MPI_REQUEST_NULL);
  static int word = 0;
  std::vector<bool> heard(static_cast<std::size_t>(size_), false);
  nth(heard, rank_) = true;
  for (int other = 0; other < size_; ++other) {
    if (other == rank_) continue;
    MPI_Isend(&word, 1, MPI_INT, other, word_tag, comm_, &nth(requests, other));
  }
  for (Patience patience(seconds_to_hear); !patience.over();) {
    int found = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, word_tag, comm_, &found, &status);
    if (!found) continue;
    int theirs = 0;
    MPI_Recv(&theirs, 1, MPI_INT, status.MPI_SOURCE, word_tag, comm_, MPI_STATUS_IGNORE);
    nth(heard, status.MPI_SOURCE) = true;
  }
  std::vector<int> silent;
  for (int other = 0; other < size_; ++other) {
    if (!nth(heard, other)) silent.push_back(other);
  }
  return silent;
}

}  // namespace relatile::transport
