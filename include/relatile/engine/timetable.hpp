// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <vector>

#include "relatile/cost/schedule.hpp"
#include "relatile/engine/local_site.hpp"

namespace relatile::engine {

/// What a process has to do before each step of a plan, beside the step itself.
class Timetable {
 public:
  /// A neighbour that reads memory of this process, and its last step in which it does.
  struct Reader {
    int site = 0;
    int step = 0;
  };

  Timetable(const plan::Plan& plan, const std::vector<LocalSite>& local)
      : plan_(plan),
        begun_(plan.steps.size()),
        makers_(plan.values.size(), -1),
        readers_(plan.steps.size() + 1) {
    list_begins();
    for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
      if (plan_.steps[s].kind == plan::StepKind::stored) continue;
      makers_[static_cast<std::size_t>(plan_.steps[s].output)] = static_cast<int>(s);
    }
    list_readers(local);
  }

  /// Exchanges of arrays that begin before a step.
  const std::vector<std::size_t>& begun_before(std::size_t s) const { return begun_[s]; }
  /// The last step that writes a value; -1 of what is stored.
  int maker(int value) const { return makers_[static_cast<std::size_t>(value)]; }
  /// Who must be through with memory of this process before a step may write it again. What is
  /// stored stays until the end, when all meet.
  const std::vector<Reader>& readers_before(std::size_t s) const { return readers_[s]; }

 private:
  void list_begins() {
    const std::vector<int> begins = cost::begins_of(plan_);
    for (std::size_t s = 0; s < begins.size(); ++s) {
      const plan::Step& step = plan_.steps[s];
      if (step.kind != plan::StepKind::exchange) continue;
      if (!plan_.nodes[static_cast<std::size_t>(step.node)]->type.elements) continue;
      begun_[static_cast<std::size_t>(begins[s])].push_back(s);
    }
  }

  void list_readers(const std::vector<LocalSite>& all_local) {
    if (plan_.hosts.empty()) return;
    for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
      const plan::Step& step = plan_.steps[s];
      if (step.kind != plan::StepKind::exchange || maker(step.inputs[0]) < 0) continue;
      for (const auto& transfer : step.exchange.transfers) {
        for (const auto& local : all_local) {
          if (local.site != transfer.from || !cost::is_in_place(plan_, step, transfer)) continue;
          const bool lent = cost::borrowed(plan_, step, transfer.to) == &transfer;
          const auto& last_use = local.memory.last_use;
          const int last =
              lent ? last_use[static_cast<std::size_t>(step.output)] : static_cast<int>(s);
          const int free = last_use[static_cast<std::size_t>(step.inputs[0])] + 1;
          readers_[static_cast<std::size_t>(free)].push_back({transfer.to, last});
        }
      }
    }
  }

  const plan::Plan& plan_;
  std::vector<std::vector<std::size_t>> begun_;  ///< per step
  std::vector<int> makers_;                      ///< per value
  std::vector<std::vector<Reader>> readers_;     ///< per step, and at the end
};

}  // namespace relatile::engine
