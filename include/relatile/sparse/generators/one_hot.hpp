// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "relatile/array/reductions.hpp"
#include "relatile/sparse/creation.hpp"

// Matrices that say by a 1 in each row which class it is of.

namespace relatile {

/// The matrix with a row for each label and a 1 in the column that it names, of `classes`:
/// scikit-learn's OneHotEncoder of labels 0, 1, ... Nothing is sorted or sent for it, unless it is
/// asked for by columns: one_hot(labels, classes, {.format = Format::csc}).
///
///   shapes  (n) -> (n, classes)
///   errors  ShapeMismatch for a label below 0 or not below `classes`
///   cost    a pass over the labels for the least and the greatest
template <class T = double, ArrayExpression L>
SparseArray<T, 2> one_hot(const L& labels, Extent classes, const FormatOption& option = {},
                          SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(
      rank_of<L> == 1 && std::is_integral_v<element_of<L>> && !std::is_same_v<element_of<L>, bool>,
      "relatile: one_hot takes a vector of whole numbers");
  const Array<std::int64_t, 1> named(astype<std::int64_t>(labels));
  const std::int64_t count = named.size();
  const Extents shape = detail::require_shape<2>("one_hot", Extents{count, classes});
  detail::require_sparse_shape("one_hot", shape);
  if (count > 0) {
    const std::int64_t least = min(named).item();
    const std::int64_t most = max(named).item();
    if (least < 0 || most >= shape[1]) {
      throw ShapeMismatch("relatile: one_hot: label " + std::to_string(least < 0 ? least : most) +
                          " is not one of " + std::to_string(shape[1]) + " classes");
    }
  }
  const detail::SparseNodes made = detail::sparse_of_rows(
      shape, as_array(full({count}, kernel::SparseIndex{1})).node(),
      as_array(astype<kernel::SparseIndex>(named)).node(), as_array(ones<T>({count})).node());
  const SparseArray<T, 2> by_rows(made.pattern, Array<T, 1>(made.values));
  return asformat(by_rows, option.format, line);
}

}  // namespace relatile
