// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "relatile/grad/impl/nodes.hpp"
#include "relatile/grad/impl/stages.hpp"
#include "relatile/tra/assemble.hpp"

// Cotangents from labels back to an operand's own indices: broadcasts are repeated, diagonals put
// where they were, and what a slice left out is zero.

namespace relatile::detail {

/// The labels of an access, each once, in order.
inline std::vector<int> distinct_labels(const Access& access) {
  std::vector<int> labels;
  for (const AccessDim& dim : access.dims) {
    if (dim.label < 0) continue;
    if (std::find(labels.begin(), labels.end(), dim.label) == labels.end()) {
      labels.push_back(dim.label);
    }
  }
  return labels;
}

/// Of an array with an axis for each of `labels`, the view whose dimensions are those of `access`:
/// of extent 1 where it has no label, and repeated where the array lacks it.
inline tra::NodePtr spread(const tra::NodePtr& x, const std::vector<int>& labels,
                           const Access& access, const Extents& extents) {
  Extents shape;
  for (const AccessDim& dim : access.dims) {
    shape.push_back(dim.label < 0 ? 1 : extents[dim.label]);
  }
  Access from;
  for (const int label : labels) {
    const auto first = std::find_if(access.dims.begin(), access.dims.end(),
                                    [&](const AccessDim& dim) { return dim.label == label; });
    from.dims.push_back({static_cast<int>(first - access.dims.begin()), 0, 1, 1, nullptr});
  }
  if (x->type.extents == shape && from == Access::identity(shape.rank())) return x;
  return tra::make_view("spread", x, std::move(from), shape);
}

/// Zeros in x but where all dimensions of the same label have the same index.
inline tra::NodePtr on_diagonals(tra::NodePtr x, const Access& access) {
  const Extents& shape = x->type.extents;
  for (int d = 0; d < shape.rank(); ++d) {
    for (int first = 0; first < d; ++first) {
      if (access.dims[std::size_t(d)].label < 0 ||
          access.dims[std::size_t(first)].label != access.dims[std::size_t(d)].label) {
        continue;
      }
      const bool yes = true;
      const tra::NodePtr eye = eye_node({shape[first], shape[d]}, 0, element_type_of<bool>(), &yes);
      Program program;
      program.inputs = {element_type_of<bool>(), x->type.block.element};
      TermList list(std::move(program));
      const Term made = chosen(list.term(0), list.term(1), 0.0);
      x = tra::make_map("diagonal", {eye, x},
                        {Access::of_labels({first, d}), Access::identity(shape.rank())}, shape,
                        list.program(), made.type);
      break;
    }
  }
  return x;
}

/// Zeros of `shape`, but x where `access` reads it from.
inline tra::NodePtr in_place(const tra::NodePtr& x, const Access& access, const Extents& shape) {
  Extents begin;
  Extents steps;
  Access turned = Access::identity(shape.rank());
  bool everywhere = true;
  bool turns = false;
  for (int d = 0; d < shape.rank(); ++d) {
    const AccessDim& dim = access.dims[std::size_t(d)];
    const std::int64_t count = x->type.extents[d];
    const bool back = dim.label >= 0 && dim.step < 0 && count > 1;
    begin.push_back(back ? dim.offset + dim.step * (count - 1) : dim.offset);
    steps.push_back(dim.label < 0 ? 1 : dim.distance());
    if (back) turned.dims[std::size_t(d)] = {d, count - 1, -1, 1, nullptr};
    turns |= back;
    everywhere &= count == shape[d];
  }
  const tra::NodePtr forward = turns ? tra::make_view("flip", x, turned, x->type.extents) : x;
  if (everywhere) return forward;
  const ElementType element = x->type.block.element;
  if (volume(x->type.extents) == 0) return full_like_node(shape, element, 0);
  return tra::make_assemble("in place", shape, {{forward, begin, steps}},
                            {std::string(element.size, '\0'), {}});
}

/// The cotangent of an operand of shape `shape` that is read by `access`, from x, which has the
/// labels `labels` of extents `extents`, all of which the access has.
inline tra::NodePtr through_access(const tra::NodePtr& x, const std::vector<int>& labels,
                                   const Access& access, const Extents& extents,
                                   const Extents& shape) {
  return in_place(on_diagonals(spread(x, labels, access, extents), access), access, shape);
}

}  // namespace relatile::detail
