// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/step_memory.hpp"

namespace relatile::schedule {

/// Where one site keeps every value of a plan, decided before anything is allocated: results in
/// buffers of their own, everything else at offsets of one arena, which is as large as the most
/// that is alive at once. Peak memory is a number before the first message.
struct MemoryPlan {
  std::vector<std::int64_t> value_bytes;     ///< per value; 0 if it only uses others' memory
  std::vector<int> owner;                    ///< per value, the one whose memory it writes over
  std::vector<std::int64_t> value_offset;    ///< per value, in the arena; -1: a buffer of its own
  std::vector<std::int64_t> staging_offset;  ///< per step, in the arena
  std::vector<int> last_use;                 ///< per value, the last step that reads or writes it
  std::vector<std::int64_t> live_bytes;      ///< per step, values and staging while it runs
  std::int64_t arena_bytes = 0;
  std::int64_t result_bytes = 0;
  std::int64_t object_bytes =
      0;  ///< of users' objects, serialised: the most that are alive at once

  std::int64_t allocated() const { return arena_bytes + result_bytes + object_bytes; }
};

namespace detail {

/// Which values are alive until when, and which outlive the plan: results, and what these share.
struct ValueLives {
  std::vector<int> last_use;
  std::vector<char> kept;
};

RELATILE_INLINE ValueLives lives_of_values(const plan::Plan& plan,
                                           const std::vector<StepMemory>& steps);

}  // namespace detail

namespace detail {

/// Elementwise maps write over an operand that nobody reads afterwards: per value, the value whose
/// memory it is in, itself or an earlier one, and the last step in which that memory is used.
struct Owners {
  std::vector<int> owner;
  std::vector<int> last_use;  ///< per owner
  std::vector<char> kept;     ///< per owner
};

RELATILE_INLINE Owners owners_of_memory(const plan::Plan& plan,
                                        const std::vector<StepMemory>& steps,
                                        const ValueLives& lives);

}  // namespace detail

/// From what every step takes on one site, and before which step it begins.
RELATILE_INLINE MemoryPlan lay_out_memory(const plan::Plan& plan,
                                          const std::vector<StepMemory>& steps,
                                          const std::vector<int>& begins);

RELATILE_INLINE MemoryPlan plan_memory(const plan::Plan& plan, int site);

}  // namespace relatile::schedule

#if defined(RELATILE_DEFINITIONS)
#include "relatile/schedule/impl/memory_plan.hpp"
#endif
