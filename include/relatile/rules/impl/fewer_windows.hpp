// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/rules/fewer_windows.hpp"

#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "relatile/core/access.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/rules/replaced_inputs.hpp"
#include "relatile/rules/windows.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::rules {
namespace detail {

/// The windows behind a view, or behind views of views, and how it reads them.
struct ReadWindows {
  const tra::Node* windows = nullptr;
  Access read;
};

inline std::optional<ReadWindows> read_windows(const tra::Node& view) {
  if (view.evaluated() || !view.is_view()) return {};
  ReadWindows found{view.inputs[0].get(), view.accesses[0]};
  while (found.windows->is_view() && need_not_be(*found.windows)) {
    if (found.read.has_widths() || found.read.is_clipped()) return {};
    found.read = compose(found.read, found.windows->accesses[0]);
    found.windows = found.windows->inputs[0].get();
  }
  if (!made_windows(*found.windows)) return {};
  if (found.read.has_widths() || found.read.is_clipped()) return {};
  return found;
}

/// The places along an axis that a view reads: every `step`th from `first` on, forward.
struct ReadPlaces {
  std::int64_t first = 0;
  std::int64_t step = 1;
  std::int64_t count = 1;
};
inline ReadPlaces read_places(const AccessDim& dim, const Extents& labels) {
  if (dim.label < 0) return {dim.offset, 1, 1};
  const std::int64_t count = labels[dim.label];
  if (count == 0) return {0, 1, 0};
  return {dim.of_values(0, count).low, count == 1 ? 1 : dim.distance(), count};
}
/// How the view reads them where there are no others.
inline AccessDim all_of(const AccessDim& dim, const ReadPlaces& places) {
  const bool back = dim.label >= 0 && dim.step < 0;
  return {dim.label, back ? places.count - 1 : 0, back ? -1 : 1, 1, nullptr};
}

inline tra::NodePtr with_fewer_windows(const tra::Node& view);

/// The part of x that is read, along each of its axes but that of windows.
inline tra::NodePtr part_of(const tra::NodePtr& x, const std::vector<ReadPlaces>& places,
                            int axis) {
  Access access = Access::identity(x->type.rank());
  Extents shape = x->type.extents;
  for (int d = 0; d < shape.rank(); ++d) {
    if (d == axis) continue;
    const ReadPlaces& at = nth(places, d);
    access.dims[static_cast<std::size_t>(d)] = {d, at.first, at.step, 1, nullptr};
    shape[d] = at.count;
  }
  if (shape == x->type.extents) return x;
  const tra::NodePtr part = tra::make_view("slice", x, std::move(access), shape);
  const tra::NodePtr fewer = with_fewer_windows(*part);
  return fewer ? fewer : part;
}

/// No windows but those at some places along each axis.
inline std::shared_ptr<tra::Node> windows_at(const tra::Node& all,
                                             const std::vector<ReadPlaces>& places) {
  const int axis = made_windows(all)->axis;
  auto made = std::make_shared<tra::Node>(all);
  AccessDim& dim = nth(made->accesses[0].dims, axis);
  dim.offset += dim.step * nth(places, axis).first;
  dim.step *= nth(places, axis).step;
  made->inputs = {part_of(all.inputs[0], places, axis)};
  Extents shape = all.type.extents;
  for (int d = 0; d < made->labels.rank(); ++d) {
    made->labels[d] = nth(places, d).count;
    shape[d > axis ? d + 1 : d] = made->labels[d];
  }
  made->type = tra::array_type(all.type.block.element, shape);
  made->title.clear();
  made->handle.reset();
  return made;
}

/// The same view, of no windows but those that it reads; null if those are all.
inline tra::NodePtr with_fewer_windows(const tra::Node& view) {
  std::optional<ReadWindows> found = read_windows(view);
  if (!found) return nullptr;
  const tra::Node& all = *found->windows;
  std::vector<ReadPlaces> places;
  bool fewer = false;
  for (int d = 0; d < all.type.rank(); ++d) {
    if (d == made_windows(all)->axis + 1) continue;  // of windows all elements are made
    AccessDim& dim = nth(found->read.dims, d);
    places.push_back(read_places(dim, view.labels));
    dim = all_of(dim, places.back());
    fewer = fewer || places.back().count < all.type.extents[d];
  }
  if (!fewer) return nullptr;
  auto made = windows_at(all, places);
  auto result = tra::make_view(view.name, made, std::move(found->read), view.type.extents);
  if (tra::is_identity(*result)) result = std::move(made);
  take_place_of(view, *result);
  return result;
}

/// What is read of windows by other operators than views, or wanted itself: all of them, or those
/// that take its place where fewer do.
class ReadOfWindows {
 public:
  ReadOfWindows(const std::vector<tra::NodePtr>& order, const std::vector<tra::NodePtr>& roots) {
    for (const auto& root : roots) add(*root);
    for (const auto& node : order) {
      if (node->evaluated() || node->is_view()) continue;
      for (const auto& input : node->inputs) add(*input);
    }
  }

  /// What takes the place of nodes whose windows are fewer, all views of them together.
  Rewritten chosen(plan::AppliedRule& applied) {
    Rewritten found;
    for (auto& [node, one] : fewer_) {
      const Bytes stored = stored_by(*one.all);
      if (made_.at(one.all) >= stored) continue;
      applied.note(1, {}, stored - one.stored);
      found[node] = std::move(one.made);
    }
    return found;
  }

 private:
  struct Fewer {
    const tra::Node* all = nullptr;
    tra::NodePtr made;
    Bytes stored;
  };

  void add(const tra::Node& node) {
    if (!known_.insert(&node).second) return;
    if (made_windows(node)) made_[&node] += stored_by(node);
    const std::optional<ReadWindows> found = read_windows(node);
    if (!found) return;
    tra::NodePtr made = with_fewer_windows(node);
    if (!made) {
      made_[found->windows] += stored_by(*found->windows);
      return;
    }
    const Bytes stored = stored_by(made->is_view() ? *made->inputs[0] : *made);
    made_[found->windows] += stored;
    fewer_[&node] = {found->windows, std::move(made), stored};
  }

  std::unordered_set<const tra::Node*> known_;
  std::unordered_map<const tra::Node*, Bytes> made_;  ///< of windows, for all that read them
  std::unordered_map<const tra::Node*, Fewer> fewer_;
};

}  // namespace detail

RELATILE_INLINE Rewritten fewer_windows(const std::vector<tra::NodePtr>& order,
                                        const std::vector<tra::NodePtr>& roots,
                                        plan::AppliedRule& applied) {
  const Rewritten found = detail::ReadOfWindows(order, roots).chosen(applied);
  if (found.empty()) return {};
  return reading_each_other(order, [&](const tra::NodePtr& node) {
    const auto now = found.find(node.get());
    return now == found.end() ? node : now->second;
  });
}

}  // namespace relatile::rules
