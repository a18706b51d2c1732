// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/core/units.hpp"
#include "relatile/plan/measured.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/plan/traffic.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::engine {

/// A plan that ran, and what it was measured to do: predicted against measured, for explain.
struct Report {
  plan::Plan plan;
  plan::Measured measured;
  /// planner::PlanOptions that the plan was made by, for explain; null: it was not planned.
  std::shared_ptr<const void> options;
  std::int64_t peak_bytes = 0;  ///< arena and results, on the site that needs most

  plan::Traffic traffic_sent() const { return measured.sent(plan.num_sites); }
  /// Over all exchanges and sites. The law is that the first two are equal.
  Bytes bytes_predicted() const { return plan.traffic().total(); }
  Bytes bytes_sent() const { return traffic_sent().total(); }
  /// Of these, what sites on one host read in each other's memory.
  Bytes bytes_in_place() const { return measured.bytes_in_place(); }
  double seconds() const { return measured.total_seconds; }
};

/// Reports outlive the data they speak of: the same graph with all metadata, but no blocks. It can
/// be planned again, to price alternatives, and never run.
RELATILE_INLINE std::vector<tra::NodePtr> without_data(const std::vector<tra::NodePtr>& nodes);

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/report.hpp"
#endif
