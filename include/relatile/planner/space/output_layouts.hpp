// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/placement/sharding.hpp"

namespace relatile::planner {

/// What several operators need of a value, each another part: a copy that one exchange makes for
/// all of them, each element once. No operator finds more in it than what is within one part.
struct JointNeed {
  std::vector<placement::Sharding> parts;
  std::vector<std::uint8_t> serves;  ///< per need of the readers: it is within one part
};

/// What a node offers to its readers: its value stored in one of `states` and, if that pays, a
/// second copy in one of `replicas` (duplication, [spartan15] section 3.4), or what several readers
/// need together. A copy may lack what no reader of it needs, as where several read one slice: then
/// it serves those alone that need just what it has.
///
/// Options are numbered copy by copy: option o is state o % states with copy o / states - 1, where
/// -1 means none. After them come those of `joint_options`, not all states with all joint needs.
struct OutputLayouts {
  struct JointOption {
    int state;
    int joint;
  };

  std::vector<placement::Sharding> states;
  std::vector<placement::Sharding> replicas;
  std::vector<placement::Sharding> needs;  ///< of all readers, each once, if any are joined
  std::vector<JointNeed> joints;
  std::vector<JointOption> joint_options;
  bool complete = true;  ///< no state, and no replica that two readers may need, was left out
  /// What a union of needs that was left out costs at least, where planners are to prove that none
  /// would pay.
  double unions_from = std::numeric_limits<double>::infinity();

  /// Options with a state and perhaps one of `replicas`.
  int num_plain() const { return static_cast<int>(states.size() * (1 + replicas.size())); }
  int num_options() const { return num_plain() + static_cast<int>(joint_options.size()); }
  int state(int option) const {
    if (option >= num_plain()) return nth(joint_options, option - num_plain()).state;
    return option % static_cast<int>(states.size());
  }
  int replica(int option) const {
    if (option >= num_plain()) return -1;
    return option / static_cast<int>(states.size()) - 1;
  }
  /// Which of `joints` an option brings together; -1: none.
  int joint(int option) const {
    return option < num_plain() ? -1 : nth(joint_options, option - num_plain()).joint;
  }
  /// The copy of an option: one of `replicas`, or after them one of `joints`; -1: none.
  int copy(int option) const {
    const int together = joint(option);
    return together < 0 ? replica(option) : static_cast<int>(replicas.size()) + together;
  }
  int option(int state, int replica) const {
    return state + (replica + 1) * static_cast<int>(states.size());
  }
  bool serves(const JointNeed& joint, const placement::Sharding& need) const {
    for (std::size_t k = 0; k < needs.size(); ++k) {
      if (joint.serves[k] && needs[k] == need) return true;
    }
    return false;
  }
};

}  // namespace relatile::planner
