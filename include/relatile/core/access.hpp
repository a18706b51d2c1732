// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <vector>

#include "relatile/core/box.hpp"

namespace relatile {

/// Which range of one dimension of an operand belongs to a range of one label.
///
/// Label value v touches the indices [offset + step v, offset + step v + width), or, with `cuts`,
/// [cuts[v], cuts[v + 1]). A dimension without a label always touches `offset` alone: a broadcast
/// axis of extent one, or an axis that an integer index removed.
struct AccessDim {
  int label = -1;
  std::int64_t offset = 0;
  std::int64_t step = 1;
  std::int64_t width = 1;
  std::shared_ptr<const std::vector<std::int64_t>> cuts;

  Range image(const Box& labels) const {
    if (label < 0) return {offset, offset + 1};
    const std::int64_t low = labels.low[label];
    const std::int64_t high = labels.high[label];
    if (high <= low) return {0, 0};
    if (cuts) {
      return {(*cuts)[static_cast<std::size_t>(low)], (*cuts)[static_cast<std::size_t>(high)]};
    }
    return {offset + step * low, offset + step * (high - 1) + width};
  }
  friend bool operator==(const AccessDim& a, const AccessDim& b) {
    return a.label == b.label && a.offset == b.offset && a.step == b.step && a.width == b.width &&
           a.cuts == b.cuts;
  }
};

/// How the indices of an operand (or of the result) follow from an operator's labels.
///
///   x of shape (4, 6), read as x(:, 2:6:2).T by labels (i, j) of extents (2, 4):
///   dims = { {label j}, {label i, offset 2, step 2} }
struct Access {
  std::vector<AccessDim> dims;

  /// Dimension d is label d: the plain case.
  static Access identity(int rank) {
    Access access;
    for (int d = 0; d < rank; ++d) access.dims.push_back({d, 0, 1, 1, nullptr});
    return access;
  }
  /// Dimension d is labels[d]; -1 marks a broadcast dimension.
  static Access of_labels(const std::vector<int>& labels) {
    Access access;
    for (int label : labels) access.dims.push_back({label, 0, 1, 1, nullptr});
    return access;
  }

  int rank() const { return static_cast<int>(dims.size()); }
  bool has_label(int label) const {
    for (const auto& dim : dims) {
      if (dim.label == label) return true;
    }
    return false;
  }
  /// The smallest box of operand indices that the label box touches.
  Box image(const Box& labels) const {
    if (labels.empty()) return Box::nothing(rank());
    Box box = Box::whole(Extents::filled(rank(), 0));
    for (int d = 0; d < rank(); ++d) {
      const Range range = dims[static_cast<std::size_t>(d)].image(labels);
      box.low[d] = range.low;
      box.high[d] = range.high;
    }
    return box;
  }
  /// The operand's coordinate for one value of every label (where no dimension has a width).
  Extents coordinate(const Extents& labels) const {
    Extents at;
    for (const auto& dim : dims) {
      at.push_back(dim.label < 0 ? dim.offset : dim.offset + dim.step * labels[dim.label]);
    }
    return at;
  }
  /// Per label, how far a step of that label moves in memory of the given strides.
  Extents label_strides(const Extents& strides, int num_labels) const {
    Extents result = Extents::filled(num_labels, 0);
    for (int d = 0; d < rank(); ++d) {
      const auto& dim = dims[static_cast<std::size_t>(d)];
      if (dim.label >= 0) result[dim.label] += dim.step * strides[d];
    }
    return result;
  }
  friend bool operator==(const Access& a, const Access& b) { return a.dims == b.dims; }
};

/// The access of `inner`'s operand through `outer`: labels -> inner's labels -> the operand.
/// `outer` gives inner's label number l in its dimension l.
inline Access compose(const Access& outer, const Access& inner) {
  Access result;
  for (AccessDim dim : inner.dims) {
    if (dim.label >= 0) {
      const AccessDim& through = outer.dims[static_cast<std::size_t>(dim.label)];
      dim.offset += dim.step * through.offset;
      dim.step *= through.step;
      dim.label = through.label;
    }
    result.dims.push_back(dim);
  }
  return result;
}

}  // namespace relatile
