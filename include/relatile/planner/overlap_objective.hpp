// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <limits>
#include <map>
#include <utility>

#include "relatile/placement/partition_vector.hpp"
#include "relatile/planner/space/objective.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::planner {

/// An objective to which moves cost but a share of what they cost another one, since kernels run
/// meanwhile.
class OverlapObjective : public ChangedObjective {
 public:
  OverlapObjective(const Objective& objective, double share_of_moves)
      : ChangedObjective(objective), share_of_moves_(share_of_moves) {}

  double transport(const Transport& transport) const override {
    return share_of_moves_ * ChangedObjective::transport(transport);
  }

 private:
  double share_of_moves_;
};

/// Into how many parts the labels of some operators are cut.
using Cuts = std::map<const tra::Node*, placement::PartitionVector>;

/// An objective to which no other cut of these operators is possible.
class CutObjective : public ChangedObjective {
 public:
  CutObjective(const Objective& objective, Cuts cuts)
      : ChangedObjective(objective), cuts_(std::move(cuts)) {}

  double work(const Work& work) const override {
    const auto cut = cuts_.find(&work.node);
    const bool other = cut != cuts_.end() &&
                       cut->second != placement::cut_by(work.layout, work.node.labels.rank());
    return other ? std::numeric_limits<double>::infinity() : ChangedObjective::work(work);
  }

 private:
  Cuts cuts_;
};

}  // namespace relatile::planner
