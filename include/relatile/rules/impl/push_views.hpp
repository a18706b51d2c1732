// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/rules/push_views.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "relatile/core/kernel.hpp"
#include "relatile/rules/replaced_inputs.hpp"
#include "relatile/tra/graph.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::rules {
namespace detail {

/// Each of `inner`'s labels as `view` reads it, by the labels of a new operator: those of the view,
/// then those that `inner` aggregates. A label that no longer runs has a fixed value.
struct LabelsThrough {
  LabelsThrough(const tra::Node& view, const tra::Node& inner) : labels(view.labels) {
    through.dims.resize(static_cast<std::size_t>(inner.labels.rank()));
    names.resize(static_cast<std::size_t>(view.labels.rank()));
    for (int d = 0; d < inner.output.rank(); ++d) {
      const int label = inner.output.dims[static_cast<std::size_t>(d)].label;
      if (label < 0) continue;
      const AccessDim& read = view.accesses[0].dims[static_cast<std::size_t>(d)];
      through.dims[static_cast<std::size_t>(label)] = read;
      take_over(inner, label, read.label);
    }
    for (int l = 0; l < inner.labels.rank(); ++l) {
      if (inner.output.has_label(l)) continue;
      through.dims[static_cast<std::size_t>(l)] = {labels.rank(), 0, 1, 1, nullptr};
      labels.push_back(inner.labels[l]);
      names.emplace_back();
      take_over(inner, l, labels.rank() - 1);
    }
  }

  void take_over(const tra::Node& inner, int from, int to) {
    if (to < 0) return;
    std::string& name = names[static_cast<std::size_t>(to)];
    if (name.empty()) name = inner.label_names[static_cast<std::size_t>(from)];
  }

  Extents labels;
  std::vector<std::string> names;
  Access through;  ///< dimension l: label l of `inner`
};

/// An operator on arrays whose labels are independent of each other: any of their values can be
/// left out without changing what is computed for the others.
inline bool is_separable(const tra::Node& node) {
  const bool computes = node.kind() == tra::Kind::contract || node.kind() == tra::Kind::map;
  if (!computes || node.is_many() || node.inputs.empty()) return false;
  const auto plain = [](const AccessDim& dim) {
    return dim.offset == 0 && dim.step == 1 && dim.width == 1 && !dim.cuts;
  };
  const auto without_width = [](const Access& access) {
    return std::all_of(access.dims.begin(), access.dims.end(),
                       [](const AccessDim& dim) { return dim.width == 1 && !dim.cuts; });
  };
  for (int l = 0; l < node.labels.rank(); ++l) {
    if (node.whole_label[static_cast<std::size_t>(l)]) return false;
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
    std::get<tra::Map>(made->op).program = std::move(program);
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
    number[static_cast<std::size_t>(l)] = shape.rank();
    part.access.dims.push_back({l, 0, 1, 1, nullptr});
    shape.push_back(reader.labels[l]);
  }
  Access access = reader.accesses[operand];
  for (AccessDim& dim : access.dims) {
    if (dim.label >= 0) dim.label = number[static_cast<std::size_t>(dim.label)];
  }
  part.view = tra::make_view("view", reader.inputs[operand], std::move(access), shape);
  return part;
}

/// One use of the rule on a graph, from the roots down: what is read of an operator is known when
/// it is reached.
class PushViews {
 public:
  PushViews(const std::vector<tra::NodePtr>& order, const std::vector<tra::NodePtr>& roots,
            plan::AppliedRule& applied)
      : roots_(roots), uses_(tra::count_uses(order)), applied_(applied) {}

  /// The operator that takes the place of `node`, whose operands are those of the old graph.
  tra::NodePtr narrowed(const tra::NodePtr& node) {
    const auto known = now_.find(node.get());
    tra::NodePtr now = known == now_.end() ? node : known->second;
    while (takes_place(*now)) now = through(*now, *now->inputs[0]);
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

 private:
  /// Nobody but its one reader knows of it.
  bool is_its_own(const tra::Node& node) const {
    return !node.evaluated() && is_separable(node) && uses_.at(&node) == 1 &&
           !node.held_by_user() && node.pinned_plan.empty() && node.pinned_placement.empty() &&
           std::none_of(roots_.begin(), roots_.end(),
                        [&](const auto& root) { return root.get() == &node; });
  }

  static bool is_less(const tra::Node& view, const tra::Node& inner) {
    return volume(view.labels) < volume(inner.type.extents);
  }

  /// Whether a view need not be, since what it reads can be computed in its shape.
  bool takes_place(const tra::Node& view) const {
    if (view.evaluated() || !view.is_view()) return false;
    if (!(view.output == Access::identity(view.labels.rank()))) return false;
    for (int l = 0; l < view.labels.rank(); ++l) {
      if (!view.accesses[0].has_label(l)) return false;
    }
    return is_its_own(*view.inputs[0]) && is_less(view, *view.inputs[0]);
  }

  tra::NodePtr through(const tra::Node& view, const tra::Node& inner) {
    tra::NodePtr made = computed_through(view, inner);
    if (inner.kind() == tra::Kind::contract || inner.reduction()) {
      applied_.note(1, flops_to_make(inner) - flops_to_make(*made),
                    stored_by(inner) - stored_by(*made));
    }
    return made;
  }

  const std::vector<tra::NodePtr>& roots_;
  std::unordered_map<const tra::Node*, int> uses_;
  plan::AppliedRule& applied_;
  Rewritten now_;
};

}  // namespace detail

RELATILE_INLINE Rewritten push_views(const std::vector<tra::NodePtr>& order,
                                     const std::vector<tra::NodePtr>& roots,
                                     plan::AppliedRule& applied) {
  const bool any_result = std::any_of(order.begin(), order.end(), [](const tra::NodePtr& node) {
    return !node->evaluated() && (node->kind() == tra::Kind::contract || node->reduction());
  });
  const bool any_view = std::any_of(order.begin(), order.end(), [](const tra::NodePtr& node) {
    return !node->evaluated() && node->is_view();
  });
  if (!any_result || !any_view) return {};
  detail::PushViews push(order, roots, applied);
  Rewritten narrowed;
  for (auto node = order.rbegin(); node != order.rend(); ++node) {
    narrowed[node->get()] = push.narrowed(*node);
  }
  if (applied.times == 0) return {};
  Rewritten rewritten;
  for (const auto& node : order) {
    rewritten[node.get()] = with_inputs(narrowed.at(node.get()), rewritten);
  }
  return rewritten;
}

}  // namespace relatile::rules
