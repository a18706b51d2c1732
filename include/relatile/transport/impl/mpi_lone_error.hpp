// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/mpi_lone_error.hpp"

#include <algorithm>
#include <string>

#include "relatile/core/nth.hpp"
#include "relatile/transport/together.hpp"

namespace relatile::transport {

RELATILE_INLINE bool LoneError::settle(UntoldErrors& mine,
                                       std::span<const std::int32_t> first_failed,
                                       bool same_call) const {
  std::int32_t oldest = UntoldErrors::none;
  for (const std::int32_t question : first_failed) {
    const bool fails = question != UntoldErrors::none;
    if (fails && (oldest == UntoldErrors::none || question < oldest)) oldest = question;
  }
  if (oldest == UntoldErrors::none) return false;
  const auto has_it = [&](std::int32_t question) { return question == oldest; };
  const bool is_mine = has_it(nth(first_failed, job_.rank()));
  if (!std::all_of(first_failed.begin(), first_failed.end(), has_it)) {
    const auto teller = static_cast<int>(
        std::find_if(first_failed.begin(), first_failed.end(), has_it) - first_failed.begin());
    Message message;
    if (job_.rank() == teller) message = message_of(mine.first());
    MPI_Request request = MPI_REQUEST_NULL;
    job_.require(
        MPI_Ibcast(&message, sizeof message, MPI_BYTE, teller, job_.communicator(), &request),
        "MPI_Ibcast");
    job_.wait(request);
    if (is_mine) mine.drop_first();
    if (!is_mine || same_call) throw_told(message, teller);
    return true;
  }
  mine.drop_first();
  return true;
}

RELATILE_INLINE LoneError::Message LoneError::message_of(const std::exception_ptr& error) {
  const Outcome outcome = attempt([&] { std::rethrow_exception(error); });
  Message message;
  message.kind = outcome.kind;
  std::copy_n(outcome.text.begin(), std::min(outcome.text.size(), message.text.size() - 1),
              message.text.begin());
  return message;
}

RELATILE_INLINE void LoneError::throw_told(const Message& message, int rank) {
  transport::throw_told(static_cast<Outcome::Kind>(message.kind),
                        message.text.data() + std::string(" (rank ") + std::to_string(rank) +
                            " had this error while it built an expression; others did not)",
                        rank);
}

}  // namespace relatile::transport
