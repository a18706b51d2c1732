// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "relatile/core/control_messages.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/untold_errors.hpp"
#include "relatile/transport/mpi_gather.hpp"
#include "relatile/transport/mpi_job.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::transport {

/// The control messages of all ranks: what they agree on, beside the data they move.
///
/// Every meeting begins with a greeting of one size, whatever it is about: what a rank is doing,
/// the how manieth meeting this is for it, and where in the library it meets. So ranks that call
/// different functions find out at once, on all of them, instead of waiting or reading each other's
/// numbers for something else. Leaving the context is a meeting, too.
///
/// Errors that only some ranks had before are settled first (mpi_lone_error.hpp). Rounds of a
/// meeting that were for that are not counted in what was sent: they belong to no run.
class MpiMeetings {
 public:
  MpiMeetings(const MpiJob& job, UntoldErrors& untold) : job_(job), untold_(untold) {}

  /// Every rank's numbers, to all: rank after rank. `place` is a line of the caller.
  std::vector<std::int64_t> gather(std::span<const std::int64_t> numbers, int place);

  /// The text of rank `from`, on all ranks.
  std::string text_from(int from, const std::string& text, int place);

  /// Waits until all ranks leave; ends the job if some rank does something else instead, or, where
  /// this one leaves by an exception, if the others neither leave nor meet it within seconds.
  void leave(bool by_exception) noexcept;

  /// What the meetings up to now took of this rank: as data is counted, what others were given.
  const Sent& sent() const { return sent_; }

 private:
  enum class Purpose : std::int64_t { numbers, text, leave };
  static constexpr auto room = static_cast<std::size_t>(ControlMessage::room);
  static constexpr double seconds_to_follow = 10;
  static constexpr std::size_t longest_text = 256;
  static constexpr std::string_view one_function =
      "the ranks call one function with different arguments: ";

  struct Greeting {
    std::int64_t operation = 0;
    std::int32_t number = 0;
    std::int32_t place = 0;
    std::int32_t line = 0;  ///< a hash of the user's; 0: unknown, or left behind by other questions
    std::int32_t first_failed = UntoldErrors::none;  ///< of the questions asked by each site
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
                    std::span<const std::int64_t> numbers) const;

  /// Begins to tell all ranks this one's greeting, and to hear theirs.
  MpiGather begin(const Greeting& mine, std::vector<Greeting>& all) const;

  std::vector<Greeting> meet(Purpose purpose, int place, std::size_t count,
                             std::span<const std::int64_t> numbers);

  /// Whether ranks are to meet again, having settled an error; throws it on ranks that had it not.
  bool settles_error(const std::vector<Greeting>& all);

  /// The greetings of a meeting that this rank leaves by.
  void greet_to_leave(bool by_exception, std::vector<Greeting>& all);

  static bool agree(const std::vector<Greeting>& all);

  /// What all ranks are doing, where that differs: `rank 0 is in evaluate [a.cpp:3] and rank 1 in
  /// ...`. All ranks ask, since all saw that their greetings differ.
  std::string differences(const std::string& without_operation) const;

  /// Counts a gather of so many bytes of each rank.
  void account_gather(std::int64_t bytes);

  const MpiJob& job_;
  UntoldErrors& untold_;
  std::int32_t number_ = 0;
  Sent sent_;
};

}  // namespace relatile::transport

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/mpi_meetings.hpp"
#endif
