// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "relatile/core/control_messages.hpp"
#include "relatile/core/error.hpp"
#include "relatile/transport/mpi_job.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::transport {

/// The control messages of all ranks: what they agree on, beside the data they move.
///
/// Every meeting begins with a greeting of one size, whatever it is about: what a rank is doing,
/// the how manieth meeting this is for it, and where in the library it meets. So ranks that call
/// different functions find out at once, on all of them, instead of waiting or reading each other's
/// numbers for something else. Leaving the context is a meeting, too.
class MpiMeetings {
 public:
  explicit MpiMeetings(const MpiJob& job) : job_(job) {}

  /// Every rank's numbers, to all: rank after rank. `place` is a line of the caller.
  std::vector<std::int64_t> gather(std::span<const std::int64_t> numbers, int place) {
    return or_end([&] {
      const auto count = numbers.size();
      const std::vector<Greeting> all = meet(Purpose::numbers, place, numbers.size(), numbers);
      std::vector<std::int64_t> result(count * all.size());
      if (count <= room) {
        for (std::size_t r = 0; r < all.size(); ++r) {
          std::copy_n(all[r].numbers.begin(), count, result.begin() + std::ptrdiff_t(r * count));
        }
        return result;
      }
      MPI_Request request = MPI_REQUEST_NULL;
      job_.require(MPI_Iallgather(numbers.data(), mpi_count(std::int64_t(count)), MPI_INT64_T,
                                  result.data(), mpi_count(std::int64_t(count)), MPI_INT64_T,
                                  job_.communicator(), &request),
                   "MPI_Iallgather");
      job_.wait(request);
      account(std::int64_t(count * sizeof(std::int64_t)));
      return result;
    });
  }

  /// The text of rank `from`, on all ranks.
  std::string text_from(int from, const std::string& text, int place) {
    return or_end([&] {
      const std::size_t length = job_.rank() == from ? text.size() : 0;
      std::array<std::int64_t, room> words{};
      std::memcpy(words.data(), text.data(), std::min(length, sizeof words));
      const auto all = meet(Purpose::text, place, length, words);
      const Greeting& sender = all[static_cast<std::size_t>(from)];
      std::string result(static_cast<std::size_t>(sender.count), '\0');
      if (result.size() <= sizeof words) {
        std::memcpy(result.data(), sender.numbers.data(), result.size());
        return result;
      }
      if (job_.rank() == from) result = text;
      MPI_Request request = MPI_REQUEST_NULL;
      job_.require(MPI_Ibcast(result.data(), mpi_count(sender.count), MPI_CHAR, from,
                              job_.communicator(), &request),
                   "MPI_Ibcast");
      job_.wait(request);
      if (job_.rank() == from) account(sender.count);
      return result;
    });
  }

  /// Waits until all ranks leave; ends the job if some rank does something else instead, or, where
  /// this one leaves by an exception, if the others neither leave nor meet it within seconds.
  void leave(bool by_exception) noexcept {
    if (job_.size() == 1) return;
    Greeting mine = greeting(Purpose::leave, 0, 0, {});
    mine.operation = 0;
    std::vector<Greeting> all(static_cast<std::size_t>(job_.size()));
    MPI_Request request = begin(mine, all);
    Patience short_patience(std::min(seconds_to_follow, job_.timeout()));
    Patience patience = job_.patience();
    for (int done = 0; !done;) {
      job_.require(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
      if (done) break;
      if (by_exception && short_patience.over()) {
        job_.end("left its context by an exception, other ranks did not");
      }
      if (patience.over()) job_.give_up_on({});
    }
    ++number_;
    if (agree(all)) return;
    job_.end(
        differences(by_exception ? "leaving its context by an exception" : "leaving its context"));
  }

  /// What the meetings up to now took of this rank: as data is counted, what others were given.
  const Sent& sent() const { return sent_; }

 private:
  enum class Purpose : std::int64_t { numbers, text, leave };
  static constexpr auto room = static_cast<std::size_t>(ControlMessage::room);
  static constexpr double seconds_to_follow = 10;
  static constexpr std::size_t longest_text = 256;

  struct Greeting {
    std::int64_t operation = 0;
    std::int64_t number = 0;
    std::int64_t place = 0;
    std::int64_t count = 0;
    std::array<std::int64_t, room> numbers{};
  };
  static constexpr int greeting_numbers = sizeof(Greeting) / sizeof(std::int64_t);
  static_assert(greeting_numbers == ControlMessage::greeting_numbers);

  /// Nobody can be told of memory that is missing here: the others are in the meeting already.
  template <class Meet>
  std::invoke_result_t<Meet> or_end(Meet&& meet) const {
    try {
      return meet();
    } catch (const std::bad_alloc&) {
      job_.end("out of memory while ranks told each other how far they are");
    }
  }

  Greeting greeting(Purpose purpose, int place, std::size_t count,
                    std::span<const std::int64_t> numbers) const {
    Greeting mine;
    const Operation* const operation = Operation::current();
    mine.operation = operation ? operation->key() : 1;
    mine.number = number_;
    mine.place = place * std::int64_t(4) + static_cast<std::int64_t>(purpose);
    mine.count = static_cast<std::int64_t>(count);
    if (numbers.size() <= room) std::copy(numbers.begin(), numbers.end(), mine.numbers.begin());
    return mine;
  }

  MPI_Request begin(const Greeting& mine, std::vector<Greeting>& all) const {
    MPI_Request request = MPI_REQUEST_NULL;
    job_.require(MPI_Iallgather(&mine, greeting_numbers, MPI_INT64_T, all.data(), greeting_numbers,
                                MPI_INT64_T, job_.communicator(), &request),
                 "MPI_Iallgather");
    return request;
  }

  std::vector<Greeting> meet(Purpose purpose, int place, std::size_t count,
                             std::span<const std::int64_t> numbers) {
    const Greeting mine = greeting(purpose, place, count, numbers);
    std::vector<Greeting> all(static_cast<std::size_t>(job_.size()));
    MPI_Request request = begin(mine, all);
    job_.wait(request);
    account(sizeof(Greeting));
    ++number_;
    const bool same_count =
        purpose == Purpose::text || std::all_of(all.begin(), all.end(), [&](const Greeting& other) {
          return other.count == mine.count;
        });
    if (agree(all) && same_count) return all;
    throw PlanMismatch("relatile: " + differences("doing something else") +
                       "; all ranks must make the same collective calls in the same order (do not "
                       "put them under `if (rank == 0)`)");
  }

  static bool agree(const std::vector<Greeting>& all) {
    return std::all_of(all.begin(), all.end(), [&](const Greeting& other) {
      return other.operation == all[0].operation && other.number == all[0].number &&
             other.place == all[0].place;
    });
  }

  /// What all ranks are doing, where that differs: `rank 0 is in evaluate [a.cpp:3] and rank 1 in
  /// ...`. All ranks ask, since all saw that their greetings differ.
  std::string differences(const std::string& without_operation) const {
    const Operation* const operation = Operation::current();
    const std::string mine = operation ? "in " + operation->text() : without_operation;
    std::array<char, longest_text> own{};
    // Of a long one, the end: that is the line.
    const std::size_t cut = mine.size() - std::min(mine.size(), own.size() - 1);
    std::copy(mine.begin() + std::ptrdiff_t(cut), mine.end(), own.begin());
    std::vector<char> all(longest_text * static_cast<std::size_t>(job_.size()));
    MPI_Request request = MPI_REQUEST_NULL;
    job_.require(MPI_Iallgather(own.data(), longest_text, MPI_CHAR, all.data(), longest_text,
                                MPI_CHAR, job_.communicator(), &request),
                 "MPI_Iallgather");
    job_.wait(request);
    std::vector<std::string> known;
    std::string text = "the ranks call different functions: ";
    for (int r = 0; r < job_.size(); ++r) {
      const std::string theirs = all.data() + longest_text * static_cast<std::size_t>(r);
      if (std::find(known.begin(), known.end(), theirs) != known.end()) continue;
      known.push_back(theirs);
      text += (known.size() == 1 ? "rank " : ", rank ") + std::to_string(r) + " is " + theirs;
    }
    if (known.size() == 1) return "the ranks are at different points, all of them " + known[0];
    return text;
  }

  void account(std::int64_t bytes) {
    sent_.bytes_sent += bytes * (job_.size() - 1);
    sent_.bytes_received += bytes * (job_.size() - 1);
    sent_.messages += job_.size() - 1;
  }

  const MpiJob& job_;
  std::int64_t number_ = 0;
  Sent sent_;
};

}  // namespace relatile::transport
