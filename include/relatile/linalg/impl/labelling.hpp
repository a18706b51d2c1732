// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/linalg/labelling.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/tra/indexing.hpp"

namespace relatile::detail {

/// The number of a new label.
RELATILE_INLINE int add_label(tra::Labelling& labelling, std::string name) {
  labelling.names.push_back(std::move(name));
  return static_cast<int>(labelling.names.size()) - 1;
}

RELATILE_INLINE tra::Labelling matmul_labelling(int left_rank, int right_rank) {
  tra::Labelling labelling;
  labelling.operands.resize(2);
  const int left_batch = std::max(left_rank - 2, 0);
  const int right_batch = std::max(right_rank - 2, 0);
  const int batch = std::max(left_batch, right_batch);
  for (int b = 0; b < batch; ++b) {
    labelling.output.push_back(add_label(labelling, "b" + std::to_string(b)));
  }
  const int row = left_rank > 1 ? add_label(labelling, "i") : -1;
  const int inner = add_label(labelling, "k");
  const int column = right_rank > 1 ? add_label(labelling, "j") : -1;
  for (int b = batch - left_batch; b < batch; ++b) labelling.operands[0].push_back(b);
  for (int b = batch - right_batch; b < batch; ++b) labelling.operands[1].push_back(b);
  if (row >= 0) labelling.operands[0].push_back(row);
  labelling.operands[0].push_back(inner);
  labelling.operands[1].push_back(inner);
  if (column >= 0) labelling.operands[1].push_back(column);
  if (row >= 0) labelling.output.push_back(row);
  if (column >= 0) labelling.output.push_back(column);
  return labelling;
}

RELATILE_INLINE void require_inner(const std::string& name, const Extents& a, int axis_a,
                                   const Extents& b, int axis_b) {
  if (a[axis_a] == b[axis_b]) return;
  throw ShapeMismatch("relatile: " + name + ": operands of shapes " + to_string(a) + " and " +
                      to_string(b) + " do not fit: axis " + std::to_string(axis_a) +
                      " of the first has extent " + std::to_string(a[axis_a]) + ", axis " +
                      std::to_string(axis_b) + " of the second " + std::to_string(b[axis_b]));
}

RELATILE_INLINE void require_square(const std::string& name, const Extents& shape) {
  if (shape[shape.rank() - 2] == shape[shape.rank() - 1]) return;
  throw ShapeMismatch("relatile: " + name + ": the last two axes of an array of shape " +
                      to_string(shape) + " are no square matrix");
}

/// Labels of an operand, -1 but for its summed axes, which are labels 0, 1, ...
RELATILE_INLINE std::vector<int> summed_labels(const std::string& name, const Extents& shape,
                                               std::span<const int> axes) {
  std::vector<int> labels(shape.size(), -1);
  for (std::size_t s = 0; s < axes.size(); ++s) {
    int& label = nth(labels, normal_axis(name, axes[s], shape.rank()));
    if (label >= 0) {
      throw ShapeMismatch("relatile: " + name + ": axis " + std::to_string(axes[s]) +
                          " is named twice");
    }
    label = static_cast<int>(s);
  }
  return labels;
}

RELATILE_INLINE tra::Labelling tensordot_labelling(const std::string& name, const Extents& a,
                                                   std::span<const int> axes_a, const Extents& b,
                                                   std::span<const int> axes_b) {
  tra::Labelling labelling;
  labelling.operands = {summed_labels(name, a, axes_a), summed_labels(name, b, axes_b)};
  for (std::size_t s = 0; s < axes_a.size(); ++s) {
    require_inner(name, a, normal_axis(name, axes_a[s], a.rank()), b,
                  normal_axis(name, axes_b[s], b.rank()));
    add_label(labelling, "k" + std::to_string(s));
  }
  for (std::size_t x = 0; x < 2; ++x) {
    int number = 0;
    for (int& label : labelling.operands[x]) {
      if (label >= 0) continue;
      label = add_label(labelling, (x == 0 ? "i" : "j") + std::to_string(number++));
      labelling.output.push_back(label);
    }
  }
  return labelling;
}

RELATILE_INLINE tra::Labelling chain_labelling(const std::string& name,
                                               const std::vector<Extents>& shapes) {
  tra::Labelling labelling;
  for (std::size_t x = 0; x < shapes.size(); ++x) {
    std::vector<int>& labels = labelling.operands.emplace_back();
    if (x == 0) {
      if (shapes[x].rank() == 2) labels.push_back(add_label(labelling, "i"));
    } else {
      require_inner(name, shapes[x - 1], shapes[x - 1].rank() - 1, shapes[x], 0);
      labels.push_back(labelling.operands[x - 1].back());
    }
    const bool ends = x + 1 == shapes.size() && shapes[x].rank() == 1;
    if (!ends) labels.push_back(add_label(labelling, "k" + std::to_string(x)));
  }
  if (shapes.front().rank() == 2) labelling.output.push_back(labelling.operands.front().front());
  if (shapes.back().rank() == 2) labelling.output.push_back(labelling.operands.back().back());
  return labelling;
}

RELATILE_INLINE void require_vectors(const Extents& a, const Extents& b, int components) {
  const auto may_be = [&](std::int64_t n) { return n == 2 || (n == 3 && components == 3); };
  const bool flat = a.back() == 2 && b.back() == 2;
  if (may_be(a.back()) && may_be(b.back()) && flat == (components == 2)) return;
  const std::string found =
      "last axes of shapes " + to_string(a) + " and " + to_string(b) + " are ";
  if (flat) {
    throw ShapeMismatch("relatile: cross: the " + found +
                        "vectors of two components; cross<2>(a, b) is what is not zero of theirs");
  }
  throw ShapeMismatch("relatile: cross: the " + found + "no vectors of " +
                      (components == 2 ? "two" : "two or three") + " components");
}

}  // namespace relatile::detail
