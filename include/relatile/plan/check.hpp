// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/plan/step_facts.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/tra/relation_type.hpp"

namespace relatile::plan {

/// Checks all that running a plan relies on, of a plan that nobody here made: that every value is
/// made once and before it is read, that kernels find their operands, that exchanges send what is
/// there and bring all that is asked for, that every contribution to a sum counts once, and that
/// results are complete.
///
///   errors  UnsupportedPlan naming the value and what is wrong with it
class PlanCheck {
 public:
  explicit PlanCheck(const Plan& plan)
      : plan_(plan), made_(plan.values.size(), 0), slices_(plan.values.size()) {}

  void run();

 private:
  static void require(bool holds, const std::string& value, const std::string& what) {
    if (!holds) throw UnsupportedPlan("relatile: this plan can't be run: " + value + ": " + what);
  }
  static void require(bool holds, const Step& step, const std::string& what) {
    require(holds, value_name(step.output), what);
  }
  const Value& value(int v) const { return nth(plan_.values, v); }
  const tra::Node& node(int n) const { return *nth(plan_.nodes, n); }
  const tra::RelationType& type_of(const Value& value) const { return node(value.node).type; }

  void check_placement(std::size_t v) const;

  void check(const Step& step);

  void check_stored(const Step& step) const;

  /// The slices of a value come in order, and are all that makes it.
  void check_slice(const Step& step);

  void check_moved(const Step& step);

  void check_operands(const Step& step) const;

  /// All that is combined is there, and once: in one step or, slice by slice, in several.
  void check_contributions(const Step& step);

  /// A kernel on each site's part of label space, or on a slice of it.
  void check_computed(const Step& step);

  /// What a site works on in all slices together, which must be a box.
  Box whole_share(const Step& step, int site) const;

  void check_reads(const Step& step, int site, const Box& box) const;

  void check_share(const Step& step, int site, const Box& box) const;

  /// Whether a site finds all of `box`: of an array in one piece, of a relation block by block.
  bool holds_all(const Value& operand, int site, const Box& box) const;

  /// Blocks that stay where they are and get other keys.
  void check_renamed(const Step& step) const;

  void check_result(int kept, int v) const;
  static bool has_keys(const tra::RelationType& type, const Box& box);

  /// How far a value is.
  struct Slices {
    int next = 0;
    Slice first;
    std::vector<Box> work;  ///< what was computed for it: per slice, per site
  };

  const Plan& plan_;
  std::vector<char> made_;
  std::vector<Slices> slices_;
};

}  // namespace relatile::plan

#if defined(RELATILE_DEFINITIONS)
#include "relatile/plan/impl/check.hpp"
#endif
