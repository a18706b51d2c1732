// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/definitions.hpp"

namespace relatile {

/// All values that a label can have.
inline constexpr Range every_value{std::numeric_limits<std::int64_t>::min(),
                                   std::numeric_limits<std::int64_t>::max()};

/// Which range of one dimension of an operand belongs to a range of one label.
///
/// Label value v touches the indices [offset + step v, offset + step v + width), or, with `cuts`,
/// [cuts[v], cuts[v + 1]), or, with `ends` beside them, [cuts[v], ends[v]), where these ranges may
/// overlap, leave gaps and be empty: what every block of rows of a sparse matrix needs of a vector.
/// A step below zero reads backwards, from `offset` on. Values outside of `values` touch nothing:
/// an operand that is a part of the result, as in a concatenation. Of those, only each `every`th
/// does, from the first one on, and [offset + step k, offset + step k + width) is what the k-th
/// such value touches: what is assigned to a slice with steps. A dimension without a label always
/// touches [offset, offset + width): a broadcast axis of extent one, an axis that an integer index
/// removed, or a whole axis that no label runs along.
struct AccessDim {
  int label = -1;
  std::int64_t offset = 0;
  std::int64_t step = 1;
  std::int64_t width = 1;
  std::shared_ptr<const std::vector<std::int64_t>> cuts;
  Range values = every_value;
  std::int64_t every = 1;  ///< 1, or values are finite
  std::shared_ptr<const std::vector<std::int64_t>> ends = nullptr;

  bool is_clipped() const { return !(values == every_value); }
  Range image(const Box& labels) const;
  /// What those of the values low to high - 1 touch that touch anything; {0, 0} if none does.
  Range of_range(std::int64_t low, std::int64_t high) const;
  /// The first value from `value` on that touches anything, counted from the first of all; itself
  /// where each does.
  std::int64_t counted(std::int64_t value) const {
    return every == 1 ? value : (value - values.low + every - 1) / every;
  }
  /// The indices that the values low to high - 1 touch, of which there is one at least.
  Range of_values(std::int64_t low, std::int64_t high) const {
    const std::int64_t first = offset + step * (step < 0 ? high - 1 : low);
    const std::int64_t last = offset + step * (step < 0 ? low : high - 1);
    return {first, last + width};
  }
  /// How far the indices of two neighbouring values are apart.
  std::int64_t distance() const { return step < 0 ? -step : step; }
  friend bool operator==(const AccessDim& a, const AccessDim& b) {
    return a.label == b.label && a.offset == b.offset && a.step == b.step && a.width == b.width &&
           a.cuts == b.cuts && a.values == b.values && a.every == b.every && a.ends == b.ends;
  }
};

/// How the indices of an operand (or of the result) follow from an operator's labels.
///
///   x of shape (4, 6), read as x(:, 2:6:2).T by labels (i, j) of extents (2, 4):
///   dims = { {label j}, {label i, offset 2, step 2} }
struct Access {
  std::vector<AccessDim> dims;

  /// Dimension d is label d: the plain case.
  static Access identity(int rank);
  /// Dimension d is labels[d]; -1 marks a broadcast dimension.
  static Access of_labels(const std::vector<int>& labels);

  int rank() const { return static_cast<int>(dims.size()); }
  bool has_label(int label) const {
    for (const auto& dim : dims) {
      if (dim.label == label) return true;
    }
    return false;
  }
  /// Whether some values of labels touch nothing.
  bool is_clipped() const {
    for (const auto& dim : dims) {
      if (dim.is_clipped()) return true;
    }
    return false;
  }
  /// Whether one value of the labels touches several indices of some dimension, or none.
  bool has_widths() const {
    for (const auto& dim : dims) {
      if (dim.width != 1 || dim.cuts) return true;
    }
    return false;
  }
  /// Whether some dimension is read backwards.
  bool goes_back() const {
    for (const auto& dim : dims) {
      if (dim.step < 0) return true;
    }
    return false;
  }
  /// The smallest box of operand indices that the label box touches.
  Box image(const Box& labels) const;
  /// The operand's coordinate for one value of every label (where no dimension has a width).
  Extents coordinate(const Extents& labels) const;
  /// Per label, how far a step of that label moves in memory of the given strides.
  Extents label_strides(const Extents& strides, int num_labels) const;
  friend bool operator==(const Access& a, const Access& b) { return a.dims == b.dims; }
};

/// The same access by a longer label, of which this one's `extent` values are those from `before`
/// on. `dim` has no cuts.
RELATILE_INLINE AccessDim as_of_longer(AccessDim dim, std::int64_t before, std::int64_t extent);

/// The access of `inner`'s operand through `outer`: labels -> inner's labels -> the operand.
/// `outer` gives inner's label number l in its dimension l, one at a time: where inner has a
/// label, outer has no width. `inner` is not clipped.
RELATILE_INLINE Access compose(const Access& outer, const Access& inner);

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/core/impl/access.hpp"
#endif
