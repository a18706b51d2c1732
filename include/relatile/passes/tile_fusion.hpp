// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/extents.hpp"
#include "relatile/passes/sliced_steps.hpp"
#include "relatile/passes/tile_fusion_source.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::pass {

/// Steps that can be executed together, part by part along one or several directions: the same
/// indices of what they make and read for each other, such as rows. Each has a label per direction.
class TileFusion {
 public:
  /// The steps connected with `value` along its `dims`. Nothing if it can't be made and read part
  /// by part. What sums over all parts may have `most_summed_bytes`, since it is read each time.
  static std::optional<TileFusion> through(const TileFusionSource& source, int value,
                                           const std::vector<int>& dims,
                                           std::int64_t most_summed_bytes);

  std::size_t num_directions() const { return labels_.size(); }
  /// Per step its label in every direction.
  const std::map<int, std::vector<int>>& members() const { return members_; }
  const tra::Node& node(int s) const { return source_->node(s); }

  /// Of the indices along a direction, on the site that has most.
  std::int64_t extent(std::size_t direction) const;
  Box largest_share(int s) const;
  /// What passes between the steps and need not be stored, on the site with most of it.
  std::int64_t bytes_between() const;
  /// What of it is there at one time.
  std::int64_t bytes_at_once() const;
  std::int64_t flops() const;

  /// The steps in that many slices along every direction, the last direction fastest.
  SlicedSteps cut_into(const Extents& counts) const;

 private:
  static Range range(const Box& box, int label) { return {box.low[label], box.high[label]}; }

  TileFusion(const TileFusionSource& source, int value) : source_(&source), value_(value) {}

  std::size_t num_sites() const { return static_cast<std::size_t>(source_->plan().num_sites); }

  static void cut(Box& box, const std::vector<int>& labels, const Extents& counts,
                  const Extents& index);

  // ---- Which steps a direction connects ---------------------------------------------------------

  /// The label by which an access reads exactly the indices of a dimension; -1: it does not.
  static int label_at(const Access& access, int dim);

  /// Everything that can be reached from the first value's dimension.
  void follow(int dim);
  void visit(int s, int label, std::vector<std::pair<int, int>>& to_visit);

  /// Steps that have a label for every direction, and the same indices of it on every site.
  void keep_what_shares_all();

  // ---- Which of them can run together -----------------------------------------------------------

  bool has(int s) const { return members_.contains(s); }

  bool sums(int s) const;
  std::string names(int s) const;

  /// True if a member reads of operand x just the part that the slice's member makes of it.
  bool reads_part(int s, std::size_t x) const;

  /// A value that members alone read, part by part.
  bool is_between(int v) const;

  void drop_what_does_not_fit(std::int64_t most_summed_bytes);
  void find_between();

  /// Drops members that neither make nor read what passes between members; true if there were any.
  bool drop_unconnected();
  /// Drops members that need something whole that another one makes, be it through other steps;
  /// true if there were any.
  bool drop_waiting();

  /// Of a step that waits for others and these: the step, or what comes before it if the fusion is
  /// looked for around the step, or what is made of its output.
  int in_the_way_of(int s) const;

  /// Per value, whether it can only be read when all slices are done, be it what a member makes or
  /// what others make of that, as far as a member could come to read it. Steps of another group run
  /// together. Complexity: what is made of members' outputs before the last member.
  std::vector<char> after_members() const;
  /// No later step makes what a member reads, be it through a group that it runs together with.
  int last_before_members() const;

  const TileFusionSource* source_;
  int value_;
  std::vector<std::map<int, int>> labels_;  ///< per direction: a label per step
  std::map<int, std::vector<int>> members_;
  std::set<int> between_;  ///< values
};

}  // namespace relatile::pass

#if defined(RELATILE_DEFINITIONS)
#include "relatile/passes/impl/tile_fusion.hpp"
#endif
