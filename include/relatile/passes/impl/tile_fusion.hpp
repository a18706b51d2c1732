// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/passes/tile_fusion.hpp"

#include <algorithm>
#include <iterator>

#include "relatile/core/nth.hpp"
#include "relatile/plan/plan.hpp"

namespace relatile::pass {

RELATILE_INLINE std::optional<TileFusion> TileFusion::through(const TileFusionSource& source,
                                                              int value,
                                                              const std::vector<int>& dims,
                                                              std::int64_t most_summed_bytes) {
  TileFusion fusion(source, value);
  for (int dim : dims) fusion.follow(dim);
  fusion.keep_what_shares_all();
  fusion.drop_what_does_not_fit(most_summed_bytes);
  if (!fusion.between_.contains(value)) return std::nullopt;
  return fusion;
}

RELATILE_INLINE std::int64_t TileFusion::extent(std::size_t direction) const {
  const int first = source_->maker(value_);
  const int label = members_.at(first)[direction];
  return source_->most_on_a_site([&](std::size_t site) {
    const Box box = source_->step(first).iteration[site];
    return box.empty() ? 0 : box.high[label] - box.low[label];
  });
}

RELATILE_INLINE Box TileFusion::largest_share(int s) const {
  const placement::BoxOfSite& boxes = source_->step(s).iteration;
  Box largest = boxes[0];
  for (const Box& box : boxes) {
    if (box.count() > largest.count()) largest = box;
  }
  return largest;
}

RELATILE_INLINE std::int64_t TileFusion::bytes_between() const {
  return source_->most_on_a_site([&](std::size_t site) {
    std::int64_t bytes = 0;
    for (int v : between_) bytes += source_->bytes_on(source_->maker(v), site);
    return bytes;
  });
}

RELATILE_INLINE std::int64_t TileFusion::bytes_at_once() const {
  return source_->most_on_a_site([&](std::size_t site) {
    std::int64_t most = 0;
    std::int64_t live = 0;
    for (const auto& member : members_) {
      const plan::Step& step = source_->step(member.first);
      if (between_.contains(step.output)) live += source_->bytes_on(member.first, site);
      most = std::max(most, live);
      for (int v : std::set<int>(step.inputs.begin(), step.inputs.end())) {
        if (!between_.contains(v) || source_->readers(v).back() != member.first) continue;
        live -= source_->bytes_on(source_->maker(v), site);
      }
    }
    return most;
  });
}

RELATILE_INLINE std::int64_t TileFusion::flops() const {
  return source_->most_on_a_site([&](std::size_t site) {
    std::int64_t flops = 0;
    for (const auto& member : members_) flops += (*source_->step(member.first).flops)[site].value;
    return flops;
  });
}

RELATILE_INLINE SlicedSteps TileFusion::cut_into(const Extents& counts) const {
  SlicedSteps steps;
  steps.count = static_cast<int>(volume(counts));
  for (const auto& [s, labels] : members_) {
    SlicedSteps::Work& work = steps.work[s];
    for (int j = 0; j < steps.count; ++j) {
      const Extents index = key_from_linear_index(j, counts);
      const auto part = [](int site, const placement::BoxOfSite& whole, const std::vector<int>& by,
                           const Extents& parts, const Extents& at) {
        Box box = nth(whole, site);
        cut(box, by, parts, at);
        return box;
      };
      work.emplace_back(source_->plan().num_sites, part, source_->step(s).iteration, labels, counts,
                        index);
    }
    if (between_.contains(source_->step(s).output)) continue;
    steps.ends[s] = {0, steps.count, sums(s), names(s)};
  }
  return steps;
}

RELATILE_INLINE void TileFusion::cut(Box& box, const std::vector<int>& labels,
                                     const Extents& counts, const Extents& index) {
  if (box.empty()) return;
  for (int d = 0; d < counts.rank(); ++d) {
    const int l = nth(labels, d);
    const Range part = even_part(box.high[l] - box.low[l], counts[d], index[d]);
    box.high[l] = box.low[l] + part.high;
    box.low[l] += part.low;
  }
}

RELATILE_INLINE int TileFusion::label_at(const Access& access, int dim) {
  const AccessDim& at = nth(access.dims, dim);
  if (at.label < 0 || at.offset != 0 || at.step != 1 || at.width != 1 || at.cuts || at.is_clipped())
    return -1;
  return dim_of(access, at.label) == dim ? at.label : -1;
}

RELATILE_INLINE void TileFusion::follow(int dim) {
  labels_.emplace_back();
  std::map<int, int> dims;  // per value
  std::vector<std::pair<int, int>> to_visit{{value_, dim}};
  while (!to_visit.empty()) {
    const auto [v, d] = to_visit.back();
    to_visit.pop_back();
    if (!dims.emplace(v, d).second) continue;
    if (source_->maker(v) < 0 || !source_->can_be_cut(source_->maker(v))) continue;
    visit(source_->maker(v), label_at(source_->node(source_->maker(v)).output, d), to_visit);
    for (int reader : source_->readers(v)) {
      if (!source_->can_be_cut(reader)) continue;
      const auto& inputs = source_->step(reader).inputs;
      const auto x = std::find(inputs.begin(), inputs.end(), v) - inputs.begin();
      const Access& access = nth(source_->node(reader).accesses, x);
      visit(reader, label_at(access, d), to_visit);
    }
  }
}

RELATILE_INLINE void TileFusion::visit(int s, int label,
                                       std::vector<std::pair<int, int>>& to_visit) {
  const tra::Node& node = source_->node(s);
  if (label < 0 || nth(node.whole_label, label)) return;
  if (!labels_.back().emplace(s, label).second) return;
  const int made = dim_of(node.output, label);
  if (made >= 0) to_visit.emplace_back(source_->step(s).output, made);
  for (std::size_t x = 0; x < node.accesses.size(); ++x) {
    const int d = dim_of(node.accesses[x], label);
    if (d >= 0 && label_at(node.accesses[x], d) == label) {
      to_visit.emplace_back(source_->step(s).inputs[x], d);
    }
  }
}

RELATILE_INLINE void TileFusion::keep_what_shares_all() {
  for (const auto& [s, label] : labels_.front()) {
    std::vector<int> labels;
    for (const auto& direction : labels_) {
      const auto found = direction.find(s);
      if (found != direction.end()) labels.push_back(found->second);
    }
    const bool distinct = std::set<int>(labels.begin(), labels.end()).size() == labels.size();
    if (labels.size() == labels_.size() && distinct) members_[s] = std::move(labels);
  }
  const auto first = members_.find(source_->maker(value_));
  if (first == members_.end()) return members_.clear();
  const std::vector<int> labels = first->second;
  std::erase_if(members_, [&](const auto& member) {
    for (std::size_t site = 0; site < num_sites(); ++site) {
      const Box own = source_->step(member.first).iteration[site];
      const Box box = source_->step(source_->maker(value_)).iteration[site];
      if (own.empty() != box.empty()) return true;
      for (std::size_t d = 0; d < labels.size() && !own.empty(); ++d) {
        if (range(own, member.second[d]) != range(box, labels[d])) return true;
      }
    }
    return false;
  });
}

RELATILE_INLINE bool TileFusion::sums(int s) const {
  const auto& labels = members_.at(s);
  return std::any_of(labels.begin(), labels.end(),
                     [&](int label) { return source_->node(s).aggregates(label); });
}

RELATILE_INLINE std::string TileFusion::names(int s) const {
  std::string names;
  for (int label : members_.at(s)) {
    if (!names.empty()) names += ',';
    names += nth(source_->node(s).label_names, label);
  }
  return names;
}

RELATILE_INLINE bool TileFusion::reads_part(int s, std::size_t x) const {
  const int made_by = source_->maker(source_->step(s).inputs[x]);
  const auto& labels = members_.at(s);
  for (std::size_t d = 0; d < labels.size(); ++d) {
    const int dim = dim_of(source_->node(made_by).output, members_.at(made_by)[d]);
    if (dim < 0 || label_at(source_->node(made_by).output, dim) < 0) return false;
    if (label_at(source_->node(s).accesses[x], dim) != labels[d]) return false;
  }
  return true;
}

RELATILE_INLINE bool TileFusion::is_between(int v) const {
  const int s = source_->maker(v);
  if (s < 0 || !has(s) || source_->kept(v) || source_->value(v).partial || sums(s)) return false;
  if (source_->readers(v).empty()) return false;
  return std::all_of(source_->readers(v).begin(), source_->readers(v).end(), [&](int reader) {
    if (!has(reader)) return false;
    const auto& inputs = source_->step(reader).inputs;
    for (std::size_t x = 0; x < inputs.size(); ++x) {
      if (inputs[x] == v && !reads_part(reader, x)) return false;
    }
    return true;
  });
}

RELATILE_INLINE void TileFusion::drop_what_does_not_fit(std::int64_t most_summed_bytes) {
  std::erase_if(members_, [&](const auto& member) {
    if (!sums(member.first)) return false;
    // Parts of what is summed add up in one result: they may not be parts of that as well.
    for (int label : member.second) {
      if (!source_->node(member.first).aggregates(label)) return true;
    }
    return source_->largest_bytes(member.first) > most_summed_bytes;
  });
  do {
    do find_between();
    while (drop_unconnected());
  } while (drop_waiting());
}

RELATILE_INLINE void TileFusion::find_between() {
  between_.clear();
  for (const auto& member : members_) {
    const int v = source_->step(member.first).output;
    if (is_between(v)) between_.insert(v);
  }
}

RELATILE_INLINE bool TileFusion::drop_unconnected() {
  const auto dropped = std::erase_if(members_, [&](const auto& member) {
    const plan::Step& step = source_->step(member.first);
    return !between_.contains(step.output) &&
           std::none_of(step.inputs.begin(), step.inputs.end(),
                        [&](int input) { return between_.contains(input); });
  });
  return dropped > 0;
}

RELATILE_INLINE bool TileFusion::drop_waiting() {
  const std::vector<char> after = after_members();
  std::vector<int> dropped;
  for (const auto& member : members_) {
    const plan::Step& step = source_->step(member.first);
    const bool waits = std::any_of(step.inputs.begin(), step.inputs.end(), [&](int input) {
      return !between_.contains(input) && nth(after, input);
    });
    if (!waits) continue;
    dropped.push_back(in_the_way_of(member.first));
    if (dropped.back() != member.first) break;
    between_.erase(step.output);  // what reads it waits, too
  }
  for (const int s : dropped) members_.erase(s);
  return !dropped.empty();
}

RELATILE_INLINE int TileFusion::in_the_way_of(int s) const {
  const auto at = members_.find(s);
  const bool later = s > source_->maker(value_);
  return later || at == members_.begin() ? s : std::prev(at)->first;
}

RELATILE_INLINE std::vector<char> TileFusion::after_members() const {
  std::vector<char> after(source_->plan().values.size(), 0);
  std::vector<int> to_visit;  // values
  const auto add = [&](int s) {
    const int v = source_->step(s).output;
    if (nth(after, v) == 0) to_visit.push_back(v);
    nth(after, v) = 1;
  };
  for (const auto& member : members_) add(member.first);
  const int last = last_before_members();
  while (!to_visit.empty()) {
    const int v = to_visit.back();
    to_visit.pop_back();
    if (const SlicedSteps* const group = source_->group_of(source_->maker(v))) {
      for (const auto& one : group->work) add(one.first);
    }
    for (const int reader : source_->readers(v)) {
      if (reader <= last) add(reader);
    }
  }
  return after;
}

RELATILE_INLINE int TileFusion::last_before_members() const {
  int last = members_.empty() ? -1 : members_.rbegin()->first;
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& group : source_->groups()) {
      const int end = group.work.rbegin()->first;
      if (group.work.begin()->first > last || end <= last) continue;
      last = end;
      grown = true;
    }
  }
  return last;
}

}  // namespace relatile::pass
