// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"

namespace relatile::plan {

/// The longest single message; longer regions are split. Well below the 2^31 that MPI's int
/// counts can express.
inline constexpr std::int64_t default_message_limit = std::int64_t(1) << 30;

inline Messages messages_for(Bytes bytes, std::int64_t limit) {
  return {(bytes.value + limit - 1) / limit};
}

/// What every site sends and receives. Collectives count what they deliver: a broadcast of n bytes
/// to q - 1 others is n(q - 1) bytes sent, whatever tree the MPI library uses inside.
struct Traffic {
  std::vector<Bytes> sent;
  std::vector<Bytes> received;
  std::vector<Messages> messages;  ///< sent

  Traffic() = default;
  explicit Traffic(int num_sites)
      : sent(static_cast<std::size_t>(num_sites)),
        received(static_cast<std::size_t>(num_sites)),
        messages(static_cast<std::size_t>(num_sites)) {}

  void add(int from, int to, Bytes bytes, Messages count);
  Traffic& operator+=(const Traffic& other) {
    for (std::size_t s = 0; s < sent.size(); ++s) {
      sent[s] += other.sent[s];
      received[s] += other.received[s];
      messages[s] += other.messages[s];
    }
    return *this;
  }
  Bytes total() const;
  Messages total_messages() const;
  /// The most that any one site sends or receives.
  Bytes most_loaded() const;
  friend bool operator==(const Traffic&, const Traffic&) = default;
};

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/impl/traffic.hpp"
#endif
