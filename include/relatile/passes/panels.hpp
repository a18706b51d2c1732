// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/core/box.hpp"
#include "relatile/core/box_index.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/passes/slice_group.hpp"
#include "relatile/passes/sliced_steps.hpp"
#include "relatile/plan/check_exchange.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/tra/node.hpp"

namespace relatile::pass {

/// How one product takes what its sites lack: in panels, each of which lies on one site, so that it
/// can be read there, or travel while others are multiplied. Every site begins with what it has and
/// goes on in a ring, so that in every slice each one is asked by another. What comes by messages
/// comes in parts of panels, several of which are under way before they are needed, and what is
/// there already is multiplied in between.
///
///   source  Cannon's algorithm for two panelled operands: L. E. Cannon, thesis, Montana State
///           University, 1969; SUMMA's panels: see slice_plan.hpp
class Panels {
 public:
  Panels(const plan::Plan& plan, const ValueUses& uses, int step, std::int64_t panel_bytes)
      : plan_(plan), step_(step), panel_bytes_(panel_bytes) {
    for (int x = 0; x < static_cast<int>(local().inputs.size()); ++x) add_operand(x, uses);
  }

  /// The label along which most of what the sites get comes in whole panels, and how much that is
  /// on the site that gets most.
  struct Best {
    int label = -1;
    std::int64_t bytes = 0;
    std::int64_t in_place = 0;  ///< of these, what need not be sent
  };
  Best best() const;

  struct Slices {
    SliceRanges ranges;  ///< per slice and site, which part of its share of the label it works on
    int ahead = 1;       ///< see plan::Step::ahead
  };
  Slices slices(int label) const;

  /// The same work, on operands that alike exchanges bring: it comes in the same panels. False says
  /// nothing.
  bool is_like(const Panels& other) const;
  /// Equal for those that are alike.
  const void* work() const { return local().flops.identity(); }

 private:
  /// An operand that an exchange brings for this product alone.
  struct Operand {
    const plan::Step* exchange;
    const Access* access;
  };

  using Arriving = std::vector<std::vector<plan::Transfer>>;  ///< at one site, per operand
  Arriving arriving_at(int site) const;

  const plan::Step& local() const { return nth(plan_.steps, step_); }
  const tra::Node& node() const { return *nth(plan_.nodes, local().node); }
  Box share(int site) const { return nth(local().iteration, site); }

  void add_operand(int x, const ValueUses& uses);

  /// True if two sites compute the same: they must add it up in the same order.
  bool repeats() const { return !disjoint(local().iteration.written_out()); }

  /// The dimension that an access reads by the label, one by one; -1 if there is none.
  static int dim_of(const Access& access, int label);

  /// True if all that a site gets of an operand are whole panels along the dimension: other
  /// dimensions come complete.
  bool comes_in_panels(const Operand& operand, int dim, int site,
                       const std::vector<plan::Transfer>& arriving) const;
  void add_bytes(const Operand& operand, const std::vector<plan::Transfer>& arriving,
                 Best& sum) const;
  /// What one site gets in panels along a label.
  Best panelled(int label, int site, const Arriving& arriving) const;

  /// A site's panels in the order in which it takes them, and what it gets of them by messages.
  struct Taken {
    std::vector<Range> panels;
    std::int64_t sent = 0;
  };
  Taken panels_of(int label, int site) const;

  using Parts = std::vector<std::vector<Range>>;  ///< per slice and site
  /// Per slice, whether messages bring what it works on to any site that is looked at.
  std::vector<char> travelling(int label, const Parts& slices) const;
  /// What comes to one site by messages, counted from where its share begins.
  std::vector<Range> sent_to(int label, int site) const;
  /// Whether parts of panels are no whole rows, and so are packed, for which each needs memory.
  bool is_packed(int label) const;
  /// Into how many parts every panel is cut once more, so that the last of what arrives, which is
  /// multiplied when nothing travels any more, is little; 1 where they would be packed.
  std::int64_t parts_of_panel(int label, const std::vector<Taken>& taken,
                              std::size_t num_panels) const;
  /// How far ahead they begin: two panels are there or under way, of many that are whole three.
  int ahead(int label, std::int64_t parts, std::size_t num_panels) const;

  /// Turns the ring so that the panel comes first of which the site has most.
  void start_with_own(std::vector<Range>& panels, int label, int site) const;

  static void append_even_parts(std::vector<Range>& all, const Range& panel, std::int64_t parts);
  /// So many parts of a panel, but none so thin that kernels get slow.
  static void append_parts(std::vector<Range>& all, const Range& panel, std::int64_t parts);
  /// About `count` parts of a site's panels.
  static std::vector<Range> in_more_parts(const std::vector<Range>& panels, std::size_t count);

  /// Panels of about `panel_bytes_`.
  std::vector<Range> cut_finer(const std::vector<Range>& panels, std::int64_t sent,
                               std::int64_t extent) const;

  /// So many that one of them is little of all that a site takes.
  static constexpr std::size_t many_slices = 16;

  const plan::Plan& plan_;
  int step_;
  std::int64_t panel_bytes_;
  std::vector<Operand> operands_;
};

/// Bytes whose copy takes longer than a second product does to start.
inline constexpr std::int64_t fewest_spared_bytes = std::int64_t(1) << 18;

/// When panels that travel begin: as far ahead as pays, or one ahead, which takes least memory.
enum class Beginning : std::uint8_t { ahead, late };

/// The plan with its products in panels, where a site reads enough of one in place, or gets at
/// least `panel_bytes` of it by messages.
RELATILE_INLINE plan::Plan with_panels(plan::Plan plan, std::int64_t panel_bytes,
                                       std::int64_t message_limit,
                                       Beginning beginning = Beginning::ahead);

}  // namespace relatile::pass

#if defined(RELATILE_DEFINITIONS)
#include "relatile/passes/impl/panels.hpp"
#endif
