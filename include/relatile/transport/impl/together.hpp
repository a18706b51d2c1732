// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/together.hpp"

#include <algorithm>
#include <cstdint>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::transport {
namespace detail {

inline Outcome::Kind kind_of(const Error& error) {
  if (dynamic_cast<const ShapeMismatch*>(&error)) return Outcome::shape_mismatch;
  if (dynamic_cast<const ParseError*>(&error)) return Outcome::parse_error;
  if (dynamic_cast<const NotClosed*>(&error)) return Outcome::not_closed;
  if (dynamic_cast<const UnsupportedPlan*>(&error)) return Outcome::unsupported_plan;
  if (dynamic_cast<const LimitExceeded*>(&error)) return Outcome::limit_exceeded;
  if (dynamic_cast<const OutOfMemory*>(&error)) return Outcome::out_of_memory;
  if (dynamic_cast<const IoError*>(&error)) return Outcome::io_error;
  if (dynamic_cast<const PlanMismatch*>(&error)) return Outcome::plan_mismatch;
  if (dynamic_cast<const WrongContext*>(&error)) return Outcome::wrong_context;
  if (dynamic_cast<const KernelError*>(&error)) return Outcome::kernel_error;
  return Outcome::error;
}

/// Throws an Error again, with all it carries; of anything else its words are enough.
inline void rethrow_error(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const Error&) {
    throw;
  } catch (...) {
  }
}

}  // namespace detail
}  // namespace relatile::transport

namespace relatile::transport {

RELATILE_INLINE Outcome caught() {
  const std::exception_ptr exception = std::current_exception();
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return {Outcome::out_of_memory, "relatile: out of memory", exception};
  } catch (const Error& error) {
    return {detail::kind_of(error), error.what(), exception};
  } catch (const std::exception& error) {
    return {Outcome::error, words_of(error), exception};
  } catch (...) {
    return {Outcome::error, "relatile: an exception that is no std::exception", exception};
  }
}

[[noreturn]] RELATILE_INLINE void throw_told(Outcome::Kind kind, const std::string& text,
                                             int site) {
  switch (kind) {
    case Outcome::shape_mismatch: throw ShapeMismatch(text);
    case Outcome::parse_error: throw ParseError(text);
    case Outcome::not_closed: throw NotClosed(text);
    case Outcome::unsupported_plan: throw UnsupportedPlan(text);
    case Outcome::limit_exceeded: throw LimitExceeded(text);
    case Outcome::out_of_memory: throw OutOfMemory(text);
    case Outcome::io_error: throw IoError(text);
    case Outcome::plan_mismatch: throw PlanMismatch(text);
    case Outcome::wrong_context: throw WrongContext(text);
    case Outcome::kernel_error: throw KernelError::told(site, text);
    default: throw Error(text);
  }
}

RELATILE_INLINE std::vector<std::int64_t> agree(Transport& transport, const Outcome& mine,
                                                std::span<const std::int64_t> numbers, int place) {
  std::vector<std::int64_t> rows;
  for (std::size_t i = 0; i < transport.local_sites().size(); ++i) {
    rows.push_back(mine.kind);
    rows.insert(rows.end(), numbers.begin(), numbers.end());
  }
  const std::vector<std::int64_t> all = transport.gather(rows, place);
  const std::size_t width = 1 + numbers.size();
  std::vector<std::int64_t> result;
  for (std::size_t at = 0; at < all.size(); at += width) {
    if (all[at] == Outcome::success) {
      result.insert(result.end(), all.begin() + std::ptrdiff_t(at) + 1,
                    all.begin() + std::ptrdiff_t(at + width));
      continue;
    }
    const auto site = static_cast<int>(at / width);
    const std::string text = transport.text_from(site, mine.text);
    if (mine.kind == all[at] && mine.text == text) detail::rethrow_error(mine.exception);
    throw_told(static_cast<Outcome::Kind>(all[at]), text, site);
  }
  return result;
}

}  // namespace relatile::transport
