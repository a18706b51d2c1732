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

/// An operator of which every part that is not made is spared: products, reductions, and what makes
/// blocks by kernels.
inline bool is_worth_narrowing(const tra::Node& node) {
  return node.kind() == tra::Kind::contract || node.reduction() != nullptr ||
         node.block_kernel() != nullptr || node.kind() == tra::Kind::aggregate;
}

/// An operator whose labels are independent of each other: any of their values can be left out
/// without changing what is computed for the others.
inline bool is_separable(const tra::Node& node) {
  if (!(node.kind() == tra::Kind::map || is_worth_narrowing(node)) || node.is_many() ||
      node.inputs.empty())
    return false;
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
  made->pins = view.pins;
  return made;
}

RELATILE_INLINE ReadPart read_part(const tra::Node& reader, std::size_t operand) {
  std::vector<int> number(static_cast<std::size_t>(reader.labels.rank()), -1);
  ReadPart part;
  for (int l = 0; l < reader.labels.rank(); ++l) {
    if (!reader.accesses[operand].has_label(l)) continue;
    nth(number, l) = part.shape.rank();
    part.by_reader.dims.push_back({l, 0, 1, 1, nullptr});
    part.shape.push_back(reader.labels[l]);
  }
  part.of_operand = reader.accesses[operand];
  for (AccessDim& dim : part.of_operand.dims) {
    if (dim.label >= 0) dim.label = nth(number, dim.label);
  }
  return part;
}

RELATILE_INLINE tra::NodePtr view_of(const ReadPart& part, const tra::NodePtr& x) {
  return x->type.elements ? tra::make_view("view", x, part.of_operand, part.shape)
                          : key_view_of(x, part.of_operand, part.shape);
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

  /// The operator that takes the place of `node`, whose operands are those of the old graph, or
  /// slices of these that others read as well.
  tra::NodePtr narrowed(const tra::NodePtr& node) {
    const auto known = now_.find(node.get());
    tra::NodePtr now = known == now_.end() ? node : known->second;
    while (const tra::NodePtr view = view_that_need_not_be(now)) {
      now = through(*view, *view->inputs[0]);
    }
    if (tra::NodePtr sliced = through_einsum(*now)) return sliced;
    // A view of the node itself that could not be pushed any further.
    if (!now->inputs.empty() && now->inputs[0] == node) return now;
    return now->evaluated() || !is_separable(*now) ? now : with_operands_as_read(std::move(now));
  }

 private:
  /// Nobody but its one reader knows of it.
  bool is_its_own(const tra::Node& node) const {
    return is_separable(node) && is_known_to_one(node);
  }
  bool is_known_to_one(const tra::Node& node) const {
    const auto uses = uses_.find(&node);
    return uses != uses_.end() && uses->second == 1 && !node.evaluated() && !node.held_by_user() &&
           node.pins.none() && std::none_of(roots_.begin(), roots_.end(), [&](const auto& root) {
             return root.get() == &node;
           });
  }
  /// Whether an operand can be made as far as it is read.
  bool can_be_less(const tra::Node& operand) const {
    return is_its_own(operand) || (operand.is_many() && is_known_to_one(operand));
  }

  /// Of operands that nobody else knows of, no more than is read.
  tra::NodePtr with_operands_as_read(tra::NodePtr now) {
    for (std::size_t x = 0; x < now->inputs.size(); ++x) {
      const tra::NodePtr input = now->inputs[x];
      if (!can_be_less(*input)) continue;
      const ReadPart part = read_part(*now, x);
      if (volume(part.shape) >= volume(input->type.extents)) continue;
      tra::NodePtr view = view_of(part, input);
      if (!input->is_many() && !passes_on_all_labels(*view, *input)) continue;
      now_[input.get()] = std::move(view);
      auto copy = std::make_shared<tra::Node>(*now);
      copy->accesses[x] = part.by_reader;
      now = std::move(copy);
    }
    return now;
  }

  /// The key map at the beginning of a chain of such that ends in `node`, with nobody else's
  /// between them. Found once for every chain.
  const tra::Node& first_key_map(const tra::Node& node) {
    std::vector<const tra::Node*> passed;
    const tra::Node* at = &node;
    for (;;) {
      if (const auto known = first_.find(at); known != first_.end()) {
        at = known->second;
        break;
      }
      passed.push_back(at);
      const tra::Node& below = *at->inputs[0];
      if (!is_known_to_one(below) || below.source().empty()) break;
      at = &below;
    }
    for (const tra::Node* one : passed) first_[one] = at;
    return *at;
  }

  /// The view that a node is, of elements or of keys, if it need not be, since what it reads can be
  /// computed in its shape; else null.
  tra::NodePtr view_that_need_not_be(const tra::NodePtr& node) {
    if (node->evaluated() || node->inputs.size() != 1) return nullptr;
    // Key maps are lists of keys, and have no access, but for those that key_view_of made.
    const bool keys = node->accesses.empty() && !node->source().empty();
    const bool made_here = node->kind() == tra::Kind::rekey && !node->accesses.empty();
    if (!keys && !made_here && !node->is_view()) return nullptr;
    const tra::Node& last = keys ? first_key_map(*node) : *node;
    const tra::Node& inner = *last.inputs[0];
    if (!is_its_own(inner) || volume(node->type.extents) >= volume(inner.type.extents)) {
      return nullptr;
    }
    tra::NodePtr view = keys ? key_view(*node, last) : node;
    return view && passes_on_all_labels(*view, inner) ? view : nullptr;
  }

  /// Whether every label of a view is one that it reads by, and all fit in one operator.
  static bool passes_on_all_labels(const tra::Node& view, const tra::Node& inner) {
    if (!(view.output == Access::identity(view.labels.rank()))) return false;
    // The kernels of products go forward.
    if (inner.kind() == tra::Kind::contract && view.accesses[0].goes_back()) return false;
    int labels = view.labels.rank();
    for (int l = 0; l < view.labels.rank(); ++l) {
      if (!view.accesses[0].has_label(l)) return false;
    }
    for (int l = 0; l < inner.labels.rank(); ++l) labels += inner.aggregates(l) ? 1 : 0;
    return labels <= max_rank;
  }

  /// The view of an einsum of many operands, read from less of them; else null.
  tra::NodePtr through_einsum(const tra::Node& view) {
    if (view.evaluated() || !view.is_view()) return nullptr;
    const tra::Node& inner = *view.inputs[0];
    if (!inner.is_many() || !is_known_to_one(inner)) return nullptr;
    const SlicedEinsum sliced = slice_einsum(view, inner);
    if (!sliced.einsum) return nullptr;
    applied_.note(1, {}, stored_by(inner) - stored_by(*sliced.einsum));
    for (std::size_t x = 0; x < inner.inputs.size(); ++x) {
      tra::NodePtr& slice = sliced.einsum->inputs[x];
      if (slice == inner.inputs[x] || !can_be_less(*inner.inputs[x])) continue;
      now_[inner.inputs[x].get()] = std::exchange(slice, inner.inputs[x]);
    }
    return sliced.rest;
  }

  tra::NodePtr through(const tra::Node& view, const tra::Node& inner) {
    tra::NodePtr made = computed_through(view, inner);
    if (is_worth_narrowing(inner)) {
      applied_.note(1, flops_to_make(inner) - flops_to_make(*made),
                    stored_by(inner) - stored_by(*made));
    }
    return made;
  }

  const std::vector<tra::NodePtr>& roots_;
  std::unordered_map<const tra::Node*, int> uses_;
  plan::AppliedRule& applied_;
  std::unordered_set<const tra::Node*> read_;
  std::unordered_map<const tra::Node*, const tra::Node*> first_;  ///< per key map
  Rewritten now_;
};

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
  const bool any_result = any(detail::is_worth_narrowing);
  const bool any_view =
      any([](const tra::Node& node) { return node.is_view() || !node.source().empty(); });
  if (!any_result || !any_view) return {};
  detail::PushViews push(order, roots, applied);
  Rewritten narrowed;
  for (auto node = order.rbegin(); node != order.rend(); ++node) {
    if (!push.is_read(**node)) {
      narrowed[node->get()] = *node;
      continue;
    }
    narrowed[node->get()] = push.narrowed(*node);
    push.note_reads(*narrowed.at(node->get()));
  }
  if (applied.times == before) return {};
  return reading_each_other(order,
                            [&](const tra::NodePtr& node) { return narrowed.at(node.get()); });
}

}  // namespace relatile::rules
