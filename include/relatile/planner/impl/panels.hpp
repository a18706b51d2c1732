// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/planner/panels.hpp"

#include <algorithm>
#include <set>

#include "relatile/cost/in_place.hpp"
#include "relatile/planner/slice_plan.hpp"

namespace relatile::planner {

RELATILE_INLINE Panels::Best Panels::best() const {
  Best best;
  for (int l = 0; l < node().labels.rank(); ++l) {
    if (node().whole_label[static_cast<std::size_t>(l)]) continue;
    if (node().aggregates(l) && repeats()) continue;
    const Best other = panelled(l);
    if (other.bytes > best.bytes) best = other;
  }
  return best;
}

RELATILE_INLINE SliceRanges Panels::ranges(int label) const {
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

RELATILE_INLINE void Panels::add_operand(int x, const ValueUses& uses) {
  const auto v = static_cast<std::size_t>(local().inputs[static_cast<std::size_t>(x)]);
  if (uses.kept[v] || uses.steps[v].size() != 1) return;
  for (const auto& step : plan_.steps) {
    if (step.output != static_cast<int>(v) || step.kind != plan::StepKind::exchange) continue;
    if (step.exchange.reduces || step.exchange.transfers.empty()) return;
    operands_.push_back({&step, &node().accesses[static_cast<std::size_t>(x)]});
  }
}

RELATILE_INLINE int Panels::dim_of(const Access& access, int label) {
  const int found = planner::dim_of(access, label);
  if (found < 0) return -1;
  const AccessDim& dim = access.dims[static_cast<std::size_t>(found)];
  return dim.width == 1 && dim.step == 1 ? found : -1;
}

RELATILE_INLINE bool Panels::comes_in_panels(const Operand& operand, int dim, int site) const {
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

RELATILE_INLINE void Panels::add_bytes(const Operand& operand, int site, Best& sum) const {
  const auto& type = plan_.nodes[static_cast<std::size_t>(operand.exchange->node)]->type;
  for (const auto& transfer : operand.exchange->exchange.transfers) {
    if (transfer.to != site) continue;
    const std::int64_t bytes = type.bytes_in(transfer.region).value;
    sum.bytes += bytes;
    if (cost::is_in_place(plan_, *operand.exchange, transfer)) sum.in_place += bytes;
  }
}

RELATILE_INLINE Panels::Best Panels::panelled(int label) const {
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

RELATILE_INLINE std::vector<Range> Panels::panels_of(int label, int site) const {
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

RELATILE_INLINE void Panels::start_with_own(std::vector<Range>& panels, int label, int site) const {
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

RELATILE_INLINE std::vector<Range> Panels::cut_finer(const std::vector<Range>& panels,
                                                     std::int64_t sent, std::int64_t extent) const {
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

RELATILE_INLINE plan::Plan with_panels(plan::Plan plan, std::int64_t panel_bytes,
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
