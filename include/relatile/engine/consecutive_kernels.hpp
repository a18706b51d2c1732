// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/engine/local_array.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::engine {

/// Kernels on arrays that follow each other in a plan, with nothing but them between.
struct ConsecutiveKernels {
  std::size_t end = 0;  ///< the step after the last one
  int on_threads = 0;   ///< how many of them run on more than one thread

  /// Those from step `s` on, as the sites of this process run them.
  static ConsecutiveKernels from(const plan::Plan& plan, std::size_t s,
                                 const std::vector<int>& sites) {
    ConsecutiveKernels kernels{s, 0};
    for (; kernels.end < plan.steps.size(); ++kernels.end) {
      const plan::Step& step = plan.steps[kernels.end];
      const tra::Node& node = *nth(plan.nodes, step.node);
      if (step.kind != plan::StepKind::local) break;
      if (node.kind() != tra::Kind::map && node.kind() != tra::Kind::contract) break;
      kernels.on_threads += std::any_of(sites.begin(), sites.end(), [&](int site) {
        const auto at = static_cast<std::size_t>(site);
        return at < step.iteration.size() && threads_for(node, step.iteration[at]) > 1;
      });
    }
    return kernels;
  }
};

}  // namespace relatile::engine
