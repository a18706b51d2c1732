// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <exception>
#include <string>

#include "relatile/core/error.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/core/units.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::transport {

/// The bytes of a message's object. Where it has none, can't be serialised or is too long, there
/// are none: the message is sent all the same, and `error` is what was thrown, unless it was set
/// before.
inline std::string serialized(const ObjectMessage& message, std::int64_t limit,
                              std::exception_ptr& error) {
  if (!message.source) return {};
  try {
    std::string bytes = message.type->save(message.source);
    const auto size = static_cast<std::int64_t>(bytes.size());
    if (size <= limit) return bytes;
    throw LimitExceeded("relatile: an object of " + message.type->name + " is " + grouped(size) +
                        " bytes serialised; the limit is " + grouped(limit));
  } catch (...) {
    if (!error) error = std::current_exception();
    return {};
  }
}

/// Gives the target of a message its object; of an empty message it keeps what it has.
inline void deserialize(const ObjectMessage& message, const std::string& bytes,
                        std::exception_ptr& error) {
  if (bytes.empty()) return;
  try {
    message.type->load(message.target, bytes.data(), bytes.size());
  } catch (...) {
    if (!error) error = std::current_exception();
  }
}

}  // namespace relatile::transport
