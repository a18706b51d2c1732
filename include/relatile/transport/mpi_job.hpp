// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "relatile/transport/mpi_check.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/patience.hpp"
#include "relatile/transport/unfinished_files.hpp"

namespace relatile::transport {

/// The ranks of a communicator, as those that one of them may wait for in vain.
///
/// What can't be mended, since others wait for messages that will not come, ends the job: with a
/// message that says what this rank was doing, instead of an exception that leaves the others
/// waiting, and before any memory goes that MPI still writes to.
class MpiJob {
 public:
  MpiJob(MPI_Comm comm, int rank, int size) : comm_(comm), rank_(rank), size_(size) {}

  int rank() const { return rank_; }
  int size() const { return size_; }
  MPI_Comm communicator() const { return comm_; }

  /// Says why, and ends all ranks of the job with status 70.
  [[noreturn]] void end(const std::string& why) const {
    say(why + "; ending the job");
    remove_unfinished_files();
    MPI_Abort(comm_, 70);
    std::abort();  // MPI_Abort need not be known to return never
  }

  /// Ends the job if a call did not succeed: MPI says nothing of its state after that.
  void require(int code, const char* call) const {
    if (code == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING] = {};
    int length = 0;
    MPI_Error_string(code, text, &length);
    end(std::string(call) + " failed" + during() + ": " + text);
  }

  /// Waits for requests, whose messages come from or go to `peers`. Where RELATILE_TIMEOUT is set,
  /// it does not wait longer than that.
  void wait(std::vector<MPI_Request>& requests, const std::vector<int>& peers) const {
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

  /// The same for one request of all ranks; allocates nothing.
  void wait(MPI_Request& request) const {
    Patience patience(timeout_);
    for (int done = 0; !done;) {
      require(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
      if (!done && patience.over()) give_up_on({});
    }
  }

  double timeout() const { return timeout_; }
  Patience patience() const { return Patience(timeout_); }

  /// A wait took too long: says for whom and in what, hears who else waits, and ends the job.
  [[noreturn]] void give_up_on(const std::vector<int>& peers) const {
    say("waited " + seconds_text(timeout_) + " s (RELATILE_TIMEOUT) for " + names_of(peers) +
        during());
    const std::vector<int> silent = ranks_without_word();
    if (!silent.empty()) {
      say("no word from " + names_of(silent) +
          ": still computing, waiting for something else, or stopped");
    }
    end("gave up");
  }

  /// `rank 3`, `ranks 0 and 3`, `the other ranks`.
  std::string names_of(const std::vector<int>& ranks) const {
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

 private:
  static constexpr int word_tag = 32765;  ///< of the 32,768 that every MPI has
  static constexpr double seconds_to_hear = 1;

  static std::string seconds_text(double seconds) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", seconds);
    return text;
  }

  void say(const std::string& what) const {
    std::fprintf(stderr, "relatile: rank %d of %d: %s\n", rank_, size_, what.c_str());
    std::fflush(stderr);
  }

  /// ` in evaluate [main.cpp:12], step 3: ...`
  static std::string during() {
    const Operation* const operation = Operation::current();
    if (operation == nullptr) return "";
    const std::string place = operation->place();
    return " in " + operation->text() + (place.empty() ? "" : ", " + place);
  }

  /// The peers of requests that are not done.
  static std::vector<int> still_awaited(std::vector<MPI_Request>& requests,
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

  /// Ranks that wait in vain tell each other so; those that don't are what the others wait for.
  std::vector<int> ranks_without_word() const {
    std::vector<MPI_Request> requests(static_cast<std::size_t>(size_), MPI_REQUEST_NULL);
    static int word = 0;
    std::vector<bool> heard(static_cast<std::size_t>(size_), false);
    heard[static_cast<std::size_t>(rank_)] = true;
    for (int other = 0; other < size_; ++other) {
      if (other == rank_) continue;
      MPI_Isend(&word, 1, MPI_INT, other, word_tag, comm_,
                &requests[static_cast<std::size_t>(other)]);
    }
    for (Patience patience(seconds_to_hear); !patience.over();) {
      int found = 0;
      MPI_Status status;
      MPI_Iprobe(MPI_ANY_SOURCE, word_tag, comm_, &found, &status);
      if (!found) continue;
      int theirs = 0;
      MPI_Recv(&theirs, 1, MPI_INT, status.MPI_SOURCE, word_tag, comm_, MPI_STATUS_IGNORE);
      heard[static_cast<std::size_t>(status.MPI_SOURCE)] = true;
    }
    std::vector<int> silent;
    for (int other = 0; other < size_; ++other) {
      if (!heard[static_cast<std::size_t>(other)]) silent.push_back(other);
    }
    return silent;
  }

  MPI_Comm comm_;
  int rank_;
  int size_;
  double timeout_ = Patience::of_environment();
};

}  // namespace relatile::transport
