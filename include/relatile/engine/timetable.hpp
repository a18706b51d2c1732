// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/engine/local_site.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::engine {

/// What a process has to do before each step of a plan, beside the step itself.
class Timetable {
 public:
  /// A neighbour that reads memory of this process, and its last step in which it does.
  struct Reader {
    int site = 0;
    int step = 0;
  };

  Timetable(const plan::Plan& plan, const std::vector<LocalSite>& local);

  /// Exchanges of arrays that begin before a step.
  const std::vector<std::size_t>& begun_before(std::size_t s) const { return begun_[s]; }
  /// The last step that writes a value; -1 of what is stored.
  int maker(int value) const { return makers_[static_cast<std::size_t>(value)]; }
  /// Per value, the first step that makes it.
  const std::vector<int>& first_makers() const { return first_makers_; }
  /// Who must be through with memory of this process before a step may write it again. What is
  /// stored stays until the end, when all meet.
  const std::vector<Reader>& readers_before(std::size_t s) const { return readers_[s]; }

 private:
  void list_begins();

  void list_readers(const std::vector<LocalSite>& all_local);

  const plan::Plan& plan_;
  std::vector<std::vector<std::size_t>> begun_;  ///< per step
  std::vector<int> makers_;                      ///< per value
  std::vector<int> first_makers_;                ///< per value
  std::vector<std::vector<Reader>> readers_;     ///< per step, and at the end
};

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/timetable.hpp"
#endif
