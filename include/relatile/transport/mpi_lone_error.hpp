// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>

#include "relatile/core/definitions.hpp"
#include "relatile/core/untold_errors.hpp"
#include "relatile/transport/mpi_job.hpp"

namespace relatile::transport {

/// An error that some ranks had while an expression was built, and others had not, is one of all:
/// those without it throw it where they meet next, and those that had it, and went on, meet again;
/// unless they went on to the very call that the others are in, which then fails on all.
class LoneError {
 public:
  explicit LoneError(const MpiJob& job) : job_(job) {}

  /// Settles the oldest error that any rank has; `first_failed` are all ranks' numbers, from one
  /// meeting. Collective.
  ///
  ///   same_call  those that had it are where the others are: what they failed to build was nothing
  ///              that the others evaluate here, or they are here all the same
  ///   gives      true if there was one: this rank has forgotten it, and all of them meet again
  ///   errors     that of the lowest rank that has it, of its type, its text with the rank added,
  ///              on ranks that have not, and, in the same call, on all
  bool settle(UntoldErrors& mine, std::span<const std::int32_t> first_failed, bool same_call) const;

 private:
  /// As it is told; longer texts are cut.
  struct Message {
    std::int64_t kind = 0;  ///< an Outcome::Kind
    std::array<char, 2040> text{};
  };
  static Message message_of(const std::exception_ptr& error);
  [[noreturn]] static void throw_told(const Message& message, int rank);

  const MpiJob& job_;
};

}  // namespace relatile::transport

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/mpi_lone_error.hpp"
#endif
