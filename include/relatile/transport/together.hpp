// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/untold_errors.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::transport {

/// How a piece of work on one site ended.
struct Outcome {
  /// What was thrown, as sites tell each other.
  enum Kind : std::int64_t {
    success,
    error,
    shape_mismatch,
    parse_error,
    not_closed,
    unsupported_plan,
    limit_exceeded,
    out_of_memory,
    io_error,
    plan_mismatch,
    wrong_context,
    kernel_error,
  };
  Kind kind = success;
  std::string text;
  std::exception_ptr exception;
};

/// The exception that is being handled, as an outcome.
RELATILE_INLINE Outcome caught();

/// Throws what another site told of how its work ended.
[[noreturn]] RELATILE_INLINE void throw_told(Outcome::Kind kind, const std::string& text, int site);

/// Runs `work` on this process alone, and catches whatever it throws, for others to be told.
template <class Work>
Outcome attempt(Work&& work) {
  const UntoldErrors::Told told;
  try {
    work();
    return {};
  } catch (...) {
    return caught();
  }
}

/// All sites tell how their work ended, and some numbers, as many on each. Collective.
///
/// If it failed anywhere, every site throws the error of the lowest such site: of the same text,
/// and of the same type of core/error.hpp, other exceptions as Error. A site whose own error reads
/// the same throws that, with all it carries.
///
///   gives   the numbers of all sites, site after site; those of sites in one process are equal
RELATILE_INLINE std::vector<std::int64_t> agree(Transport& transport, const Outcome& mine,
                                                std::span<const std::int64_t> numbers = {},
                                                int place = __builtin_LINE());

/// Runs `work` on every site and agrees on the outcome; collective. See agree.
///
/// `work` must not be collective itself: a site that fails would leave the others waiting.
template <class Work>
void together(Transport& transport, Work&& work, int place = __builtin_LINE()) {
  agree(transport, attempt(std::forward<Work>(work)), {}, place);
}

}  // namespace relatile::transport

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/together.hpp"
#endif
