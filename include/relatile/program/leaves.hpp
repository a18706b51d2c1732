// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/scalar_types.hpp"
#include "relatile/placement/layout.hpp"
#include "relatile/placement/placement.hpp"
#include "relatile/program/program.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/tra/operators.hpp"

namespace relatile::program {

/// The element type that NumPy calls `dtype.text`.
inline ElementType element_type(const Word& dtype) {
  std::string known;
  for (ElementType element : relatile::detail::scalar_elements) {
    if (element.name() == dtype.text) return element;
    known += (known.empty() ? "" : ", ") + element.name();
  }
  throw ProgramError(dtype.at,
                     "expected an element type (" + known + "), but found '" + dtype.text + "'");
}

namespace detail {

/// How many parts each of `axes` is cut into: the largest part as small as can be, then as near to
/// a cube, then more parts of the earlier axes. No axis is cut into more parts than it has indices.
class EvenCuts {
 public:
  EvenCuts(const Extents& extents, const std::vector<int>& axes, int num_sites)
      : extents_(extents), axes_(axes) {
    std::vector<int> parts;
    extend(parts, num_sites);
  }
  const std::vector<int>& best() const { return best_; }

 private:
  void extend(std::vector<int>& parts, int rest) {
    if (parts.size() == axes_.size()) return compare(parts);
    const std::int64_t extent = extents_[axes_[parts.size()]];
    const auto most =
        static_cast<int>(std::max<std::int64_t>(1, std::min<std::int64_t>(rest, extent)));
    const bool last = parts.size() + 1 == axes_.size();
    for (int count = most; count >= (last ? most : 1); --count) {
      parts.push_back(count);
      extend(parts, rest / count);
      parts.pop_back();
    }
  }
  void compare(const std::vector<int>& parts) {
    double share = 1;
    double rim = 0;
    for (std::size_t a = 0; a < parts.size(); ++a) {
      const std::int64_t extent = extents_[axes_[a]];
      const auto longest = static_cast<double>((extent + parts[a] - 1) / parts[a]);
      share *= longest;
      rim += longest;
    }
    if (!best_.empty() && (share > share_ || (share == share_ && rim >= rim_))) return;
    share_ = share;
    rim_ = rim;
    best_ = parts;
  }

  const Extents& extents_;
  const std::vector<int>& axes_;
  std::vector<int> best_;
  double share_ = 0;
  double rim_ = 0;
};

}  // namespace detail

/// The elements evenly split along `axes`, over as many of the sites as that can use: one axis in
/// as many parts as there are sites, several as a grid.
inline placement::Placement split_evenly(const Extents& extents, const std::vector<int>& axes,
                                         int num_sites) {
  const std::vector<int> parts = detail::EvenCuts(extents, axes, num_sites).best();
  std::vector<placement::MeshAxis> mesh;
  for (std::size_t a = 0; a < axes.size(); ++a) mesh.push_back({parts[a], axes[a]});
  return placement::split_by(placement::Layout(std::move(mesh)), extents, num_sites);
}

/// Where the sites hold an input that says it is placed.
inline placement::Placement placement_of(const Statement& input, const Extents& extents,
                                         int num_sites) {
  if (input.placed->replicated) return placement::replicated(num_sites, extents);
  std::vector<int> axes;
  for (const Number& axis : input.placed->axes) {
    if (axis.value < 0 || axis.value >= extents.rank()) {
      throw ProgramError(axis.at, "expected an axis of " + input.name.text + " of shape " +
                                      to_string(extents) + ", but found " +
                                      std::to_string(axis.value));
    }
    if (std::find(axes.begin(), axes.end(), axis.value) != axes.end()) {
      throw ProgramError(
          axis.at, "expected each axis once, but found " + std::to_string(axis.value) + " again");
    }
    axes.push_back(static_cast<int>(axis.value));
  }
  return split_evenly(extents, axes, num_sites);
}

/// An input or a source: a node without operands, indexed by its own axes. Placed inputs have a
/// value that says which site holds what, without the data.
inline tra::NodePtr leaf_node(const Statement& statement, int num_sites) {
  Extents extents;
  for (const Number& extent : statement.extents) extents.push_back(extent.value);
  auto node = std::make_shared<tra::Node>();
  tra::set_op(*node, tra::Input{statement.kind == Operator::source});
  node->name = statement.kind == Operator::source ? "source" : "input";
  node->type = tra::array_type(element_type(statement.dtype), extents);
  node->labels = extents;
  node->label_names = tra::default_label_names(extents.rank());
  node->output = Access::identity(extents.rank());
  if (statement.placed) {
    placement::Placement placement = placement_of(statement, extents, num_sites);
    auto value = std::make_shared<tra::StoredValue>();
    value->held = placement.table();
    value->placement = std::move(placement.text);
    node->value = std::move(value);
  }
  return node;
}

}  // namespace relatile::program
