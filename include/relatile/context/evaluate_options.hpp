// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace relatile {

/// What one evaluation plans differently from what its context's `plan_options` say.
struct EvaluateOptions {
  std::optional<std::string> planner{};           ///< see docs/planners.md
  std::optional<std::string> objective{};         ///< "time", "bytes", ...
  std::optional<std::int64_t> memory_per_rank{};  ///< bytes
  /// A file that save_plan wrote for the same program: its plan is followed, nothing is planned.
  std::optional<std::string> saved_plan{};
};

}  // namespace relatile
