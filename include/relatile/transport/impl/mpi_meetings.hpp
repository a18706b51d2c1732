// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/mpi_meetings.hpp"

#include <algorithm>

#include "relatile/core/error.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/transport/mpi_check.hpp"
#include "relatile/transport/mpi_lone_error.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/patience.hpp"

namespace relatile::transport {

RELATILE_INLINE std::vector<std::int64_t> MpiMeetings::gather(std::span<const std::int64_t> numbers,
                                                              int place) {
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
    MpiGather(job_, std::as_bytes(numbers), std::as_writable_bytes(std::span(result))).wait();
    account_gather(std::int64_t(count * sizeof(std::int64_t)));
    return result;
  });
}

RELATILE_INLINE std::string MpiMeetings::text_from(int from, const std::string& text, int place) {
  return or_end([&] {
    const std::size_t length = job_.rank() == from ? text.size() : 0;
    std::array<std::int64_t, room> words{};
    std::memcpy(words.data(), text.data(), std::min(length, sizeof words));
    const auto all = meet(Purpose::text, place, length, words);
    const Greeting& sender = nth(all, from);
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
    if (job_.rank() == from) {
      sent_.bytes_sent += sender.count * (job_.size() - 1);
      sent_.messages += job_.size() - 1;
    } else {
      sent_.bytes_received += sender.count;
    }
    return result;
  });
}

RELATILE_INLINE void MpiMeetings::leave(bool by_exception) noexcept {
  if (job_.size() == 1) return;
  or_end([&] {
    std::vector<Greeting> all(static_cast<std::size_t>(job_.size()));
    try {
      do {
        greet_to_leave(by_exception, all);
        if (agree(all)) return;
      } while (settles_error(all));
    } catch (const Error& error) {
      job_.end(std::string("left its context, and should have failed before: ") + error.what());
    }
    job_.end(
        differences(by_exception ? "leaving its context by an exception" : "leaving its context"));
  });
}

RELATILE_INLINE void MpiMeetings::greet_to_leave(bool by_exception, std::vector<Greeting>& all) {
  Greeting mine = greeting(Purpose::leave, 0, 0, {});
  mine.operation = 0;
  MpiGather greetings = begin(mine, all);
  Patience short_patience(std::min(seconds_to_follow, job_.timeout()));
  Patience patience = job_.patience();
  while (!greetings.arrived()) {
    if (by_exception && short_patience.over()) {
      job_.end("left its context by an exception, other ranks did not");
    }
    if (patience.over()) job_.give_up_on({});
  }
  ++number_;
}

RELATILE_INLINE MpiMeetings::Greeting MpiMeetings::greeting(
    Purpose purpose, int place, std::size_t count, std::span<const std::int64_t> numbers) const {
  Greeting mine;
  const Operation* const operation = Operation::current();
  mine.operation = operation ? operation->key() : 1;
  mine.number = number_;
  mine.place = place * 4 + static_cast<std::int32_t>(purpose);
  mine.count = static_cast<std::int64_t>(count);
  // Only before ranks began something together can they still do otherwise.
  if (!operation || operation->is_first_meeting()) mine.first_failed = untold_.first_failed();
  if (operation && !untold_.asked_since_failure()) mine.line = operation->line();
  if (numbers.size() <= room) std::copy(numbers.begin(), numbers.end(), mine.numbers.begin());
  return mine;
}

RELATILE_INLINE MpiGather MpiMeetings::begin(const Greeting& mine,
                                             std::vector<Greeting>& all) const {
  return {job_, std::as_bytes(std::span(&mine, 1)), std::as_writable_bytes(std::span(all))};
}

RELATILE_INLINE std::vector<MpiMeetings::Greeting> MpiMeetings::meet(
    Purpose purpose, int place, std::size_t count, std::span<const std::int64_t> numbers) {
  std::vector<Greeting> all(static_cast<std::size_t>(job_.size()));
  do {
    begin(greeting(purpose, place, count, numbers), all).wait();
    ++number_;
  } while (settles_error(all));
  account_gather(sizeof(Greeting));
  untold_.start_over();
  if (Operation* const operation = Operation::current()) operation->note_meeting();
  const bool same_count =
      purpose == Purpose::text || std::all_of(all.begin(), all.end(), [&](const Greeting& other) {
        return other.count == static_cast<std::int64_t>(count);
      });
  if (agree(all) && same_count) return all;
  const std::string found = differences("doing something else");
  throw PlanMismatch("relatile: " + found +
                     (found.starts_with(one_function)
                          ? "; what is not said to be of one rank is the same on all, shapes too"
                          : "; all ranks must make the same collective calls in the same order (do "
                            "not put them under `if (rank == 0)`)"));
}

RELATILE_INLINE bool MpiMeetings::settles_error(const std::vector<Greeting>& all) {
  const auto had_none = [](const Greeting& other) {
    return other.first_failed == UntoldErrors::none;
  };
  if (std::all_of(all.begin(), all.end(), had_none)) return false;
  std::vector<std::int32_t> first_failed;
  for (const Greeting& greeting : all) first_failed.push_back(greeting.first_failed);
  const bool same_call =
      all[0].line != 0 && std::all_of(all.begin(), all.end(), [&](const Greeting& other) {
        return other.operation == all[0].operation && other.line == all[0].line;
      });
  return LoneError(job_).settle(untold_, first_failed, same_call);
}

RELATILE_INLINE bool MpiMeetings::agree(const std::vector<Greeting>& all) {
  return std::all_of(all.begin(), all.end(), [&](const Greeting& other) {
    return other.operation == all[0].operation && other.number == all[0].number &&
           other.place == all[0].place;
  });
}

RELATILE_INLINE std::string MpiMeetings::differences(const std::string& without_operation) const {
  const Operation* const operation = Operation::current();
  const std::string mine = operation ? "in " + operation->text() : without_operation;
  std::array<char, longest_text> own{};
  // Of a long one, the end: that is the line.
  const std::size_t cut = mine.size() - std::min(mine.size(), own.size() - 1);
  std::copy(mine.begin() + std::ptrdiff_t(cut), mine.end(), own.begin());
  std::vector<char> all(longest_text * static_cast<std::size_t>(job_.size()));
  MpiGather(job_, std::as_bytes(std::span(own)), std::as_writable_bytes(std::span(all))).wait();
  std::vector<std::string> known;
  std::string text;
  for (int r = 0; r < job_.size(); ++r) {
    const std::string theirs = all.data() + longest_text * static_cast<std::size_t>(r);
    if (std::find(known.begin(), known.end(), theirs) != known.end()) continue;
    known.push_back(theirs);
    text += (known.size() == 1 ? "rank " : ", rank ") + std::to_string(r) + " is " + theirs;
  }
  if (known.size() == 1) return "the ranks are at different points, all of them " + known[0];
  const std::size_t function = known[0].find(" of ");  // before what it is called with
  const bool is_one = function != std::string::npos &&
                      std::all_of(known.begin(), known.end(), [&](const std::string& each) {
                        return each.starts_with(known[0].substr(0, function + 4));
                      });
  return std::string(is_one ? one_function : "the ranks call different functions: ") + text;
}

RELATILE_INLINE void MpiMeetings::account_gather(std::int64_t bytes) {
  sent_.bytes_sent += bytes * (job_.size() - 1);
  sent_.bytes_received += bytes * (job_.size() - 1);
  sent_.messages += ControlMessage::num_rounds(job_.size());
}

}  // namespace relatile::transport
