// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "relatile/cost/in_place.hpp"
#include "relatile/plan/check_exchange.hpp"
#include "relatile/planner/slice_group.hpp"
#include "relatile/planner/slice_plan.hpp"

namespace relatile::planner {

/// How one product takes what its sites lack: in panels, each of which lies on one site, so that it
/// can be read there, or travel while the panel before it is multiplied. Every site begins with
/// what it has and goes on in a ring, so that in every slice each one is asked by another.
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
  Best best() const {
    Best best;
    for (int l = 0; l < node().labels.rank(); ++l) {
      if (node().whole_label[static_cast<std::size_t>(l)]) continue;
      if (node().aggregates(l) && repeats()) continue;
      const Best other = panelled(l);
      if (other.bytes > best.bytes) best = other;
    }
    return best;
  }

  /// Per slice and site, which part of its share of the label it works on.
  SliceRanges ranges(int label) const {
    std::vector<std::vector<Range>> of_site;
    std::size_t most = 0;
    for (int site = 0; site < plan_.num_sites; ++site) {
      of_site.push_back(panels_of(label, site));
      most = std::max(most, of_site.back().size());
    }
    SliceRanges ranges(most, std::vector<Range>(of_site.size()));
    for (std::size_t site = 0; site < of_site.size(); ++site) {
      for (std::size_t j = 0; j < of_site[site].size(); ++j) ranges[j][site] = of_site[site][j];
    }
    return ranges;
  }

 private:
  /// An operand that an exchange brings for this product alone.
  struct Operand {
    const plan::Step* exchange;
    const Access* access;
  };

  const plan::Step& local() const { return plan_.steps[static_cast<std::size_t>(step_)]; }
  const tra::Node& node() const { return *plan_.nodes[static_cast<std::size_t>(local().node)]; }
  const Box& share(int site) const { return local().iteration[static_cast<std::size_t>(site)]; }

  void add_operand(int x, const ValueUses& uses) {
    const auto v = static_cast<std::size_t>(local().inputs[static_cast<std::size_t>(x)]);
    if (uses.kept[v] || uses.steps[v].size() != 1) return;
    for (const auto& step : plan_.steps) {
      if (step.output != static_cast<int>(v) || step.kind != plan::StepKind::exchange) continue;
      if (step.exchange.reduces || step.exchange.transfers.empty()) return;
      operands_.push_back({&step, &node().accesses[static_cast<std::size_t>(x)]});
    }
  }

  /// True if two sites compute the same: they must add it up in the same order.
  bool repeats() const { return !plan::disjoint(local().iteration); }

  /// The dimension that an access reads by the label, one by one; -1 if there is none.
  static int dim_of(const Access& access, int label) {
    const int found = planner::dim_of(access, label);
    if (found < 0) return -1;
    const AccessDim& dim = access.dims[static_cast<std::size_t>(found)];
    return dim.width == 1 && dim.step == 1 ? found : -1;
  }

  /// True if all that a site gets of an operand are whole panels along the dimension: other
  /// dimensions come complete.
  bool comes_in_panels(const Operand& operand, int dim, int site) const {
    const Box needed = operand.access->image(share(site));
    for (const auto& transfer : operand.exchange->exchange.transfers) {
      if (transfer.to != site) continue;
      for (int d = 0; d < needed.rank(); ++d) {
        if (d == dim) continue;
        if (transfer.region.low[d] != needed.low[d] || transfer.region.high[d] != needed.high[d]) {
          return false;
        }
      }
    }
    return true;
  }
  void add_bytes(const Operand& operand, int site, Best& sum) const {
    const auto& type = plan_.nodes[static_cast<std::size_t>(operand.exchange->node)]->type;
    for (const auto& transfer : operand.exchange->exchange.transfers) {
      if (transfer.to != site) continue;
      const std::int64_t bytes = type.bytes_in(transfer.region).value;
      sum.bytes += bytes;
      if (cost::is_in_place(plan_, *operand.exchange, transfer)) sum.in_place += bytes;
    }
  }
  Best panelled(int label) const {
    Best most{label, 0, 0};
    for (int site = 0; site < plan_.num_sites; ++site) {
      if (share(site).empty()) continue;
      Best sum{label, 0, 0};
      for (const auto& operand : operands_) {
        const int dim = dim_of(*operand.access, label);
        if (dim >= 0 && comes_in_panels(operand, dim, site)) add_bytes(operand, site, sum);
      }
      if (sum.bytes > most.bytes) most = sum;
    }
    return most;
  }

  /// A site's panels in the order in which it takes them.
  std::vector<Range> panels_of(int label, int site) const {
    std::vector<Range> panels;
    const Box& box = share(site);
    if (box.empty()) return panels;
    std::set<std::int64_t> cuts{box.low[label], box.high[label]};
    std::int64_t sent = 0;  // by messages, for all of the share
    for (const auto& operand : operands_) {
      const int dim = dim_of(*operand.access, label);
      if (dim < 0) continue;
      const std::int64_t offset = operand.access->dims[static_cast<std::size_t>(dim)].offset;
      const auto& type = plan_.nodes[static_cast<std::size_t>(operand.exchange->node)]->type;
      for (const auto& transfer : operand.exchange->exchange.transfers) {
        if (transfer.to != site) continue;
        for (const std::int64_t at : {transfer.region.low[dim], transfer.region.high[dim]}) {
          cuts.insert(std::clamp(at - offset, box.low[label], box.high[label]));
        }
        if (cost::is_in_place(plan_, *operand.exchange, transfer)) continue;
        sent += type.bytes_in(transfer.region).value;
      }
    }
    for (auto cut = cuts.begin(); std::next(cut) != cuts.end(); ++cut) {
      panels.push_back({*cut - box.low[label], *std::next(cut) - box.low[label]});
    }
    start_with_own(panels, label, site);
    return sent > panel_bytes_ ? cut_finer(panels, sent, box.high[label] - box.low[label]) : panels;
  }

  /// Turns the ring so that the panel comes first of which the site has most.
  void start_with_own(std::vector<Range>& panels, int label, int site) const {
    std::vector<std::int64_t> own(panels.size(), 0);  // bytes
    std::size_t turn = 0;                             // decides where panels are alike
    for (const auto& operand : operands_) {
      if (dim_of(*operand.access, label) < 0) continue;
      const auto in = static_cast<std::size_t>(operand.exchange->inputs[0]);
      const auto& type = plan_.nodes[static_cast<std::size_t>(operand.exchange->node)]->type;
      for (std::size_t p = 0; p < panels.size(); ++p) {
        Box part = share(site);
        part.high[label] = part.low[label] + panels[p].high;
        part.low[label] += panels[p].low;
        for (const auto& held : plan_.values[in].placement.of(site)) {
          const std::int64_t bytes =
              type.bytes_in(intersect(held, operand.access->image(part))).value;
          own[p] += bytes;
          if (bytes > 0) turn += p;
        }
      }
    }
    const std::int64_t most = *std::max_element(own.begin(), own.end());
    std::size_t first = turn % panels.size();
    while (own[first] < most) first = (first + 1) % panels.size();
    std::rotate(panels.begin(), panels.begin() + static_cast<std::ptrdiff_t>(first), panels.end());
  }

  /// Panels of about `panel_bytes_`, but none so thin that kernels get slow.
  std::vector<Range> cut_finer(const std::vector<Range>& panels, std::int64_t sent,
                               std::int64_t extent) const {
    constexpr std::int64_t thinnest = 256;
    std::vector<Range> finer;
    for (const Range& panel : panels) {
      const std::int64_t width = panel.high - panel.low;
      const std::int64_t bytes = sent / extent * width;
      const std::int64_t parts = std::clamp<std::int64_t>(
          bytes / panel_bytes_, 1, std::max<std::int64_t>(width / thinnest, 1));
      for (std::int64_t i = 0; i < parts; ++i) {
        const Range part = even_part(width, parts, i);
        finer.push_back({panel.low + part.low, panel.low + part.high});
      }
    }
    return finer;
  }

  const plan::Plan& plan_;
  int step_;
  std::int64_t panel_bytes_;
  std::vector<Operand> operands_;
};

/// Bytes whose copy takes longer than a second product does to start.
inline constexpr std::int64_t fewest_spared_bytes = std::int64_t(1) << 18;

/// The plan with its products in panels, where a site reads enough of one in place, or gets at
/// least `panel_bytes` of it by messages.
inline plan::Plan with_panels(plan::Plan plan, std::int64_t panel_bytes,
                              std::int64_t message_limit) {
  const ValueUses uses(plan);
  SlicedGroups groups(plan);
  for (int s = 0; s < static_cast<int>(plan.steps.size()); ++s) {
    const plan::Step& step = plan.steps[static_cast<std::size_t>(s)];
    const tra::Node& node = *plan.nodes[static_cast<std::size_t>(step.node)];
    if (step.kind != plan::StepKind::local || node.kind != tra::Kind::contract) continue;
    if (node.inputs.size() != 2 || step.iteration.empty()) continue;
    const Panels panels(plan, uses, s, panel_bytes);
    const Panels::Best best = panels.best();
    const bool spares_copies = best.in_place >= fewest_spared_bytes;
    if (best.label < 0 || (best.bytes < panel_bytes && !spares_copies)) continue;
    const SliceRanges ranges = panels.ranges(best.label);
    if (ranges.size() < 2) continue;
    const Cut cut{s, best.label, false};
    auto group = SliceGroup::of(plan, uses, cut, ranges, groups.taken());
    if (group) groups.add(group->steps());
  }
  if (groups.all().empty()) return plan;
  return SlicedPlan(plan, groups.all(), message_limit).plan();
}

}  // namespace relatile::planner
