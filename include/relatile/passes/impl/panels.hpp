// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/passes/panels.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/passes/slice_order.hpp"
#include "relatile/passes/slice_plan.hpp"
#include "relatile/schedule/in_place.hpp"

namespace relatile::pass {

RELATILE_INLINE Panels::Best Panels::best() const {
  std::vector<Best> all;
  for (int l = 0; l < node().labels.rank(); ++l) {
    if (nth(node().whole_label, l)) continue;
    if (node().aggregates(l) && repeats()) continue;
    all.push_back({l, 0, 0});
  }
  for (int site = 0; site < plan_.num_sites; ++site) {
    const Arriving arriving = arriving_at(site);
    for (Best& most : all) {
      const Best sum = panelled(most.label, site, arriving);
      if (sum.bytes > most.bytes) most = sum;
    }
  }
  Best best;
  for (const Best& other : all) {
    if (other.bytes > best.bytes) best = other;
  }
  return best;
}

RELATILE_INLINE Panels::Arriving Panels::arriving_at(int site) const {
  Arriving arriving;
  for (const auto& operand : operands_) {
    arriving.push_back(operand.exchange->exchange.transfers.into(site));
  }
  return arriving;
}

RELATILE_INLINE Panels::Slices Panels::slices(int label) const {
  const auto num_sites = static_cast<std::size_t>(plan_.num_sites);
  std::vector<Taken> taken;  // per site
  std::size_t most = 0;
  for (int site = 0; site < plan_.num_sites; ++site) {
    taken.push_back(panels_of(label, site));
    most = std::max(most, taken.back().panels.size());
  }
  // Who needs little of others goes in as many steps, or they would wait for what it sends.
  for (Taken& one : taken) one.panels = in_more_parts(one.panels, most);
  const std::int64_t parts = parts_of_panel(label, taken, most);
  Parts slices(most * static_cast<std::size_t>(parts), std::vector<Range>(num_sites));
  for (std::size_t site = 0; site < num_sites; ++site) {
    std::vector<Range> all;
    for (const Range& panel : taken[site].panels) append_even_parts(all, panel, parts);
    for (std::size_t j = 0; j < all.size(); ++j) slices[j][site] = all[j];
  }
  Slices found;
  const std::vector<char> travels = travelling(label, slices);
  for (const std::size_t j : spread_between(travels)) {
    found.ranges.push_back(std::make_shared<const std::vector<Range>>(std::move(slices[j])));
  }
  const bool any = std::find(travels.begin(), travels.end(), 1) != travels.end();
  found.ahead = any ? ahead(label, parts, most) : 1;
  return found;
}

RELATILE_INLINE std::vector<char> Panels::travelling(int label, const Parts& slices) const {
  std::vector<char> travels(slices.size(), 0);
  for (const int site : plan_.sites_to_look_at()) {
    std::map<std::int64_t, std::size_t> by_end;
    for (std::size_t j = 0; j < slices.size(); ++j) {
      const Range& part = nth(slices[j], site);
      if (part.low < part.high) by_end[part.high] = j;
    }
    for (const Range& sent : sent_to(label, site)) {
      for (auto at = by_end.upper_bound(sent.low); at != by_end.end(); ++at) {
        if (nth(slices[at->second], site).low >= sent.high) break;
        travels[at->second] = 1;
      }
    }
  }
  return travels;
}

RELATILE_INLINE std::vector<Range> Panels::sent_to(int label, int site) const {
  std::vector<Range> all;
  for (const auto& operand : operands_) {
    const int dim = dim_of(*operand.access, label);
    if (dim < 0) continue;
    const std::int64_t begin = share(site).low[label] + nth(operand.access->dims, dim).offset;
    for (const auto& transfer : operand.exchange->exchange.transfers.into(site)) {
      if (schedule::is_in_place(plan_, *operand.exchange, transfer)) continue;
      all.push_back({transfer.region.low[dim] - begin, transfer.region.high[dim] - begin});
    }
  }
  return all;
}

RELATILE_INLINE bool Panels::is_packed(int label) const {
  return std::any_of(operands_.begin(), operands_.end(),
                     [&](const Operand& operand) { return dim_of(*operand.access, label) > 0; });
}

RELATILE_INLINE int Panels::ahead(int label, std::int64_t parts, std::size_t num_panels) const {
  // With the one that is multiplied, and room that parts of another size leave, two panels.
  if (parts > 1) return static_cast<int>(2 * parts - 2);
  // What is there already is multiplied between panels, and then the network would have to wait.
  return num_panels >= many_slices && !is_packed(label) ? 2 : 1;
}

RELATILE_INLINE std::int64_t Panels::parts_of_panel(int label, const std::vector<Taken>& taken,
                                                    std::size_t num_panels) const {
  if (is_packed(label)) return 1;
  constexpr std::int64_t thinnest = 128;  // columns: products take 1.03 times as long, of 256 1.01
  constexpr auto enough = static_cast<std::int64_t>(many_slices);
  constexpr std::int64_t most = 4;
  const auto count = static_cast<std::int64_t>(num_panels);
  std::int64_t parts = std::min(most, (enough + count - 1) / std::max<std::int64_t>(count, 1));
  std::int64_t sent = 0;  // to the site that is sent most
  for (const Taken& one : taken) {
    sent = std::max(sent, one.sent);
    for (const Range& panel : one.panels) {
      parts = std::min(parts, (panel.high - panel.low) / thinnest);
    }
  }
  const std::int64_t least = std::max<std::int64_t>(panel_bytes_ / most, 1);
  return std::max<std::int64_t>(std::min(parts, sent / std::max<std::int64_t>(count, 1) / least),
                                1);
}

RELATILE_INLINE void Panels::add_operand(int x, const ValueUses& uses) {
  const auto v = static_cast<std::size_t>(nth(local().inputs, x));
  if (uses.kept[v] || uses.steps[v].size() != 1) return;
  const plan::Step& step = nth(plan_.steps, uses.makers[v]);
  if (step.kind != plan::StepKind::exchange || step.slice.count > 1) return;
  if (step.exchange.reduces || step.exchange.transfers.empty()) return;
  operands_.push_back({&step, &nth(node().accesses, x)});
}

RELATILE_INLINE int Panels::dim_of(const Access& access, int label) {
  const int found = pass::dim_of(access, label);
  if (found < 0) return -1;
  const AccessDim& dim = nth(access.dims, found);
  return dim.width == 1 && dim.step == 1 ? found : -1;
}

RELATILE_INLINE bool Panels::comes_in_panels(const Operand& operand, int dim, int site,
                                             const std::vector<plan::Transfer>& arriving) const {
  const Box needed = operand.access->image(share(site));
  for (const auto& transfer : arriving) {
    for (int d = 0; d < needed.rank(); ++d) {
      if (d == dim) continue;
      if (transfer.region.low[d] != needed.low[d] || transfer.region.high[d] != needed.high[d]) {
        return false;
      }
    }
  }
  return true;
}

RELATILE_INLINE void Panels::add_bytes(const Operand& operand,
                                       const std::vector<plan::Transfer>& arriving,
                                       Best& sum) const {
  const auto& type = nth(plan_.nodes, operand.exchange->node)->type;
  for (const auto& transfer : arriving) {
    const std::int64_t bytes = type.bytes_in(transfer.region).value;
    sum.bytes += bytes;
    if (schedule::is_in_place(plan_, *operand.exchange, transfer)) sum.in_place += bytes;
  }
}

RELATILE_INLINE Panels::Best Panels::panelled(int label, int site, const Arriving& arriving) const {
  Best sum{label, 0, 0};
  if (share(site).empty()) return sum;
  for (std::size_t x = 0; x < operands_.size(); ++x) {
    const int dim = dim_of(*operands_[x].access, label);
    if (dim < 0 || !comes_in_panels(operands_[x], dim, site, arriving[x])) continue;
    add_bytes(operands_[x], arriving[x], sum);
  }
  return sum;
}

RELATILE_INLINE Panels::Taken Panels::panels_of(int label, int site) const {
  Taken taken;
  auto& [panels, sent] = taken;
  const Box box = share(site);
  if (box.empty()) return taken;
  std::set<std::int64_t> cuts{box.low[label], box.high[label]};
  for (const auto& operand : operands_) {
    const int dim = dim_of(*operand.access, label);
    if (dim < 0) continue;
    const std::int64_t offset = nth(operand.access->dims, dim).offset;
    const auto& type = nth(plan_.nodes, operand.exchange->node)->type;
    for (const auto& transfer : operand.exchange->exchange.transfers.into(site)) {
      for (const std::int64_t at : {transfer.region.low[dim], transfer.region.high[dim]}) {
        cuts.insert(std::clamp(at - offset, box.low[label], box.high[label]));
      }
      if (schedule::is_in_place(plan_, *operand.exchange, transfer)) continue;
      sent += type.bytes_in(transfer.region).value;
    }
  }
  for (auto cut = cuts.begin(); std::next(cut) != cuts.end(); ++cut) {
    panels.push_back({*cut - box.low[label], *std::next(cut) - box.low[label]});
  }
  start_with_own(panels, label, site);
  if (sent > panel_bytes_) panels = cut_finer(panels, sent, box.high[label] - box.low[label]);
  return taken;
}

RELATILE_INLINE void Panels::start_with_own(std::vector<Range>& panels, int label, int site) const {
  const Box box = share(site);
  std::vector<std::int64_t> own(panels.size(), 0);  // bytes
  std::size_t turn = 0;                             // decides where panels are alike
  for (const auto& operand : operands_) {
    if (dim_of(*operand.access, label) < 0) continue;
    const auto in = static_cast<std::size_t>(operand.exchange->inputs[0]);
    const auto& type = nth(plan_.nodes, operand.exchange->node)->type;
    const placement::SiteBoxes boxes = plan_.values[in].placement.of(site);
    for (std::size_t p = 0; p < panels.size(); ++p) {
      Box part = box;
      part.high[label] = part.low[label] + panels[p].high;
      part.low[label] += panels[p].low;
      for (const auto& held : boxes) {
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

RELATILE_INLINE std::vector<Range> Panels::in_more_parts(const std::vector<Range>& panels,
                                                         std::size_t count) {
  const auto num_panels = static_cast<std::int64_t>(panels.size());
  std::vector<Range> all;
  for (std::int64_t p = 0; p < num_panels; ++p) {
    const Range share = even_part(static_cast<std::int64_t>(count), num_panels, p);
    const Range& panel = nth(panels, p);
    append_parts(all, panel, share.high - share.low);
  }
  return all;
}

RELATILE_INLINE void Panels::append_even_parts(std::vector<Range>& all, const Range& panel,
                                               std::int64_t parts) {
  for (std::int64_t i = 0; i < parts; ++i) {
    const Range part = even_part(panel.high - panel.low, parts, i);
    all.push_back({panel.low + part.low, panel.low + part.high});
  }
}

RELATILE_INLINE void Panels::append_parts(std::vector<Range>& all, const Range& panel,
                                          std::int64_t parts) {
  constexpr std::int64_t thinnest = 256;
  const std::int64_t most = std::max<std::int64_t>((panel.high - panel.low) / thinnest, 1);
  append_even_parts(all, panel, std::clamp<std::int64_t>(parts, 1, most));
}

RELATILE_INLINE std::vector<Range> Panels::cut_finer(const std::vector<Range>& panels,
                                                     std::int64_t sent, std::int64_t extent) const {
  std::vector<Range> finer;
  for (const Range& panel : panels) {
    const std::int64_t bytes = sent / extent * (panel.high - panel.low);
    append_parts(finer, panel, bytes / panel_bytes_);
  }
  return finer;
}

RELATILE_INLINE bool Panels::is_like(const Panels& other) const {
  if (!work() || work() != other.work()) return false;
  if (!local().iteration.has_same_form(other.local().iteration)) return false;
  if (node().accesses != other.node().accesses || !(node().output == other.node().output) ||
      node().whole_label != other.node().whole_label) {
    return false;
  }
  return std::equal(operands_.begin(), operands_.end(), other.operands_.begin(),
                    other.operands_.end(), [](const Operand& mine, const Operand& its) {
                      return *mine.access == *its.access &&
                             mine.exchange->exchange.transfers.identity() ==
                                 its.exchange->exchange.transfers.identity();
                    });
}

namespace detail {

/// The panels of products, found once for those that are alike.
class PanelsOfAlike {
 public:
  struct Found {
    Panels panels;
    Panels::Best best;
    Panels::Slices slices;  ///< none: it does not pay
  };

  const Found& of(Panels panels, std::int64_t panel_bytes) {
    std::vector<Found>& known = known_[panels.work()];
    for (const Found& one : known) {
      if (one.panels.is_like(panels)) return one;
    }
    const Panels::Best best = panels.best();
    const bool spares_copies = best.in_place >= fewest_spared_bytes;
    const bool pays = best.label >= 0 && (best.bytes >= panel_bytes || spares_copies);
    Panels::Slices slices = pays ? panels.slices(best.label) : Panels::Slices{};
    known.push_back({std::move(panels), best, std::move(slices)});
    return known.back();
  }

 private:
  std::map<const void*, std::vector<Found>> known_;
};

}  // namespace detail

RELATILE_INLINE plan::Plan with_panels(plan::Plan plan, std::int64_t panel_bytes,
                                       std::int64_t message_limit, Beginning beginning) {
  const ValueUses uses(plan);
  SlicedGroups groups(plan);
  detail::PanelsOfAlike alike;
  for (int s = 0; s < static_cast<int>(plan.steps.size()); ++s) {
    const plan::Step& step = nth(plan.steps, s);
    const tra::Node& node = *nth(plan.nodes, step.node);
    if (step.kind != plan::StepKind::local || node.kind() != tra::Kind::contract) continue;
    if (node.inputs.size() != 2 || step.iteration.empty()) continue;
    const auto& found = alike.of(Panels(plan, uses, s, panel_bytes), panel_bytes);
    if (found.slices.ranges.size() < 2) continue;
    const Cut cut{s, found.best.label, false};
    const auto group = SliceGroup::of(plan, uses, cut, found.slices.ranges, groups);
    if (!group) continue;
    SlicedSteps steps = group->steps();
    if (beginning == Beginning::ahead) steps.ahead = found.slices.ahead;
    groups.add(std::move(steps));
  }
  if (groups.all().empty()) return plan;
  return SlicedPlan(plan, groups, message_limit).plan();
}

}  // namespace relatile::pass
