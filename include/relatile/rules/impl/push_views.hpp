// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/rules/push_views.hpp"

#include <algorithm>
#include <memory>
#include <unordered_set>
#include <utility>
#include <vector>

#include "relatile/core/kernel.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/rules/key_view.hpp"
#include "relatile/rules/replaced_inputs.hpp"
#include "relatile/rules/slice_einsum.hpp"
#include "relatile/tra/graph.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::rules {
namespace detail {

/// Each of `inner`'s labels as `view` reads it, by the labels of a new operator: those of the view,
/// then those that `inner` aggregates. A label that no longer runs has a fixed value.
struct LabelsThrough {
  LabelsThrough(const tra::Node& view, const tra::Node& inner) : labels(view.labels) {
    through.dims.resize(static_cast<std::size_t>(inner.labels.rank()));
    names.resize(static_cast<std::size_t>(view.labels.rank()));
    for (int d = 0; d < inner.output.rank(); ++d) {
      const int label = nth(inner.output.dims, d).label;
      if (label < 0) continue;
      const AccessDim& read = nth(view.accesses[0].dims, d);
      nth(through.dims, label) = read;
      take_over(inner, label, read.label);
    }
    for (int l = 0; l < inner.labels.rank(); ++l) {
      if (inner.output.has_label(l)) continue;
      nth(through.dims, l) = {labels.rank(), 0, 1, 1, nullptr};
      labels.push_back(inner.labels[l]);
      names.emplace_back();
      take_over(inner, l, labels.rank() - 1);
    }
  }

  void take_over(const tra::Node& inner, int from, int to) {
    if (to < 0) return;
    std::string& name = nth(names, to);
    if (name.empty()) name = nth(inner.label_names, from);
  }

  Extents labels;
  std::vector<std::string> names;
  Access through;  ///< dimension l: label l of `inner`
};

/// An operator whose labels are independent of each other: any of their values can be left out
/// without changing what is computed for the others.
inline bool is_separable(const tra::Node& node) {
  const bool computes = node.kind() == tra::Kind::contract || node.kind() == tra::Kind::map ||
                        node.block_kernel() != nullptr || node.kind() == tra::Kind::aggregate;
  if (!computes || node.is_many() || node.inputs.empty()) return false;
  const auto plain = [](const AccessDim& dim) {
    return dim.offset == 0 && dim.step == 1 && dim.width == 1 && !dim.cuts;
  };
  const auto without_width = [](const Access& access) {
    return std::all_of(access.dims.begin(), access.dims.end(),
                       [](const AccessDim& dim) { return dim.width == 1 && !dim.cuts; });
  };
  for (int l = 0; l < node.labels.rank(); ++l) {
    if (nth(node.whole_label, l)) return false;
  }
  return std::all_of(node.output.dims.begin(), node.output.dims.end(), plain) &&
         std::all_of(node.accesses.begin(), node.accesses.end(), without_width);
}

RELATILE_INLINE tra::NodePtr computed_through(const tra::Node& view, const tra::Node& inner) {
  LabelsThrough labels(view, inner);
  auto made = std::make_shared<tra::Node>(inner);
  for (Access& access : made->accesses) access = compose(labels.through, access);
  if (inner.program()) {
    auto program = std::make_shared<Program>(*inner.program());
    for (Stage& stage : program->stages) {
      if (stage.coordinates) stage.coordinates = compose(labels.through, *stage.coordinates);
    }
    tra::change_op<tra::Map>(*made, [&](tra::Map& map) { map.program = std::move(program); });
  }
  for (std::size_t l = 0; l < labels.names.size(); ++l) {
    if (labels.names[l].empty()) labels.names[l] = "l" + std::to_string(l);
  }
  made->labels = labels.labels;
  made->label_names = std::move(labels.names);
  made->output = view.output;
  made->type = view.type;
  made->title = view.title;
  made->handle = view.handle;
  made->pinned_plan = view.pinned_plan;
  made->pinned_placement = view.pinned_placement;
  made->pinned_text = view.pinned_text;
  return made;
}

RELATILE_INLINE ReadPart read_part(const tra::Node& reader, std::size_t operand) {
  std::vector<int> number(static_cast<std::size_t>(reader.labels.rank()), -1);
  Extents shape;
  ReadPart part;
  for (int l = 0; l < reader.labels.rank(); ++l) {
    if (!reader.accesses[operand].has_label(l)) continue;
    nth(number, l) = shape.rank();
    part.access.dims.push_back({l, 0, 1, 1, nullptr});
    shape.push_back(reader.labels[l]);
  }
  Access access = reader.accesses[operand];
  for (AccessDim& dim : access.dims) {
    if (dim.label >= 0) dim.label = nth(number, dim.label);
  }
  const tra::NodePtr& x = reader.inputs[operand];
  part.view = x->type.elements ? tra::make_view("view", x, std::move(access), shape)
                               : key_view_of(x, std::move(access), shape);
  return part;
}

/// One use of the rule on a graph, from the roots down: what is read of an operator is known when
/// it is reached.
class PushViews {
 public:
  PushViews(const std::vector<tra::NodePtr>& order, const std::vector<tra::NodePtr>& roots,
            plan::AppliedRule& applied)
      : roots_(roots), uses_(tra::count_uses(order)), applied_(applied) {
    for (const auto& root : roots) read_.insert(root.get());
  }

  /// Whether a node is still read by any that comes after it, or wanted itself: what a view took
  /// the place of is not.
  bool is_read(const tra::Node& node) const { return read_.contains(&node); }
  void note_reads(const tra::Node& reader) {
    for (const auto& input : reader.inputs) {
      const bool is_new = read_.insert(input.get()).second && !uses_.contains(input.get());
      if (is_new) note_reads(*input);
    }
  }

  /// The operator that takes the place of `node`, whose operands are those of the old graph.
  tra::NodePtr narrowed(const tra::NodePtr& node) {
    const auto known = now_.find(node.get());
    tra::NodePtr now = known == now_.end() ? node : known->second;
    while (const tra::NodePtr view = view_that_need_not_be(now)) {
      now = through(*view, *view->inputs[0]);
    }
    if (tra::NodePtr sliced = through_einsum(*now)) return sliced;
    if (now->evaluated() || !is_separable(*now)) return now;
    for (std::size_t x = 0; x < now->inputs.size(); ++x) {
      if (!is_its_own(*now->inputs[x])) continue;
      ReadPart part = read_part(*now, x);
      if (!is_less(*part.view, *now->inputs[x])) continue;
      now_[now->inputs[x].get()] = through(*part.view, *now->inputs[x]);
      auto copy = std::make_shared<tra::Node>(*now);
      copy->accesses[x] = std::move(part.access);
      now = std::move(copy);
    }
    return now;
  }

  /// Whether operands of an einsum of many are read by slices of their own now.
  bool has_sliced() const { return has_sliced_; }

 private:
  /// Nobody but its one reader knows of it.
  bool is_its_own(const tra::Node& node) const {
    return is_separable(node) && is_known_to_one(node);
  }
  bool is_known_to_one(const tra::Node& node) const {
    return !node.evaluated() && uses_.at(&node) == 1 && !node.held_by_user() &&
           node.pinned_plan.empty() && node.pinned_placement.empty() &&
           std::none_of(roots_.begin(), roots_.end(),
                        [&](const auto& root) { return root.get() == &node; });
  }

  static bool is_less(const tra::Node& view, const tra::Node& inner) {
    return volume(view.labels) < volume(inner.type.extents);
  }

  /// The view that a node is, of elements or of keys, if it need not be, since what it reads can be
  /// computed in its shape; else null.
  tra::NodePtr view_that_need_not_be(const tra::NodePtr& node) const {
    if (node->evaluated()) return nullptr;
    tra::NodePtr view = node->is_view() ? node : nullptr;
    if (!node->source().empty()) {
      view = key_view(*node, [&](const tra::Node& inner) { return is_known_to_one(inner); });
    }
    if (!view || !(view->output == Access::identity(view->labels.rank()))) return nullptr;
    for (int l = 0; l < view->labels.rank(); ++l) {
      if (!view->accesses[0].has_label(l)) return nullptr;
    }
    const tra::Node& inner = *view->inputs[0];
    return is_its_own(inner) && is_less(*view, inner) ? view : nullptr;
  }

  /// The view of an einsum of many operands, read from less of them.
  tra::NodePtr through_einsum(const tra::Node& view) {
    if (view.evaluated() || !view.is_view()) return nullptr;
    const tra::Node& inner = *view.inputs[0];
    if (!inner.is_many() || !is_known_to_one(inner)) return nullptr;
    tra::NodePtr sliced = slice_einsum(view, inner);
    if (!sliced) return nullptr;
    has_sliced_ = true;
    applied_.note(1, {}, stored_by(inner) - stored_by(*sliced->inputs[0]));
    return sliced;
  }

  tra::NodePtr through(const tra::Node& view, const tra::Node& inner) {
    tra::NodePtr made = computed_through(view, inner);
    if (inner.kind() == tra::Kind::contract || inner.reduction() || !inner.type.elements) {
      applied_.note(1, flops_to_make(inner) - flops_to_make(*made),
                    stored_by(inner) - stored_by(*made));
    }
    return made;
  }

  const std::vector<tra::NodePtr>& roots_;
  std::unordered_map<const tra::Node*, int> uses_;
  plan::AppliedRule& applied_;
  std::unordered_set<const tra::Node*> read_;
  Rewritten now_;
  bool has_sliced_ = false;
};

/// A node that reads what now stands for its operands; operands that are new themselves, the slices
/// of an einsum's, read so as well.
inline tra::NodePtr with_all_inputs(const tra::NodePtr& node, Rewritten& rewritten) {
  if (node->evaluated()) return node;
  for (const auto& input : node->inputs) {
    if (!rewritten.contains(input.get())) {
      rewritten[input.get()] = with_all_inputs(input, rewritten);
    }
  }
  return with_inputs(node, rewritten);
}

/// The slices of an einsum's operands through what makes these.
inline void push_further(Rewritten& result, const std::vector<tra::NodePtr>& roots,
                         plan::AppliedRule& applied) {
  std::vector<tra::NodePtr> now;
  for (const auto& root : roots) now.push_back(result.at(root.get()));
  const Rewritten next = push_views(tra::topological_order(now), now, applied);
  for (auto& [node, stands_for] : result) {
    const auto found = next.find(stands_for.get());
    if (found != next.end()) stands_for = found->second;
  }
}

}  // namespace detail

RELATILE_INLINE Rewritten push_views(const std::vector<tra::NodePtr>& order,
                                     const std::vector<tra::NodePtr>& roots,
                                     plan::AppliedRule& applied) {
  const std::int64_t before = applied.times;
  const auto any = [&](const auto& is_one) {
    return std::any_of(order.begin(), order.end(), [&](const tra::NodePtr& node) {
      return !node->evaluated() && is_one(*node);
    });
  };
  const bool any_result = any([](const tra::Node& node) {
    return node.kind() == tra::Kind::contract || node.reduction() || node.block_kernel() ||
           node.kind() == tra::Kind::aggregate;
  });
  const bool any_view =
      any([](const tra::Node& node) { return node.is_view() || !node.source().empty(); });
  if (!any_result || !any_view) return {};
  detail::PushViews push(order, roots, applied);
  Rewritten narrowed;
  for (auto node = order.rbegin(); node != order.rend(); ++node) {
    narrowed[node->get()] = push.is_read(**node) ? push.narrowed(*node) : *node;
    push.note_reads(*narrowed.at(node->get()));
  }
  if (applied.times == before) return {};
  Rewritten rewritten;
  for (const auto& node : order) {
    rewritten[node.get()] = detail::with_all_inputs(narrowed.at(node.get()), rewritten);
  }
  Rewritten result;  // of the graph's own nodes only
  for (const auto& node : order) result[node.get()] = rewritten.at(node.get());
  if (push.has_sliced()) detail::push_further(result, roots, applied);
  return result;
}

}  // namespace relatile::rules
