// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/labels.hpp"

#include <numeric>
#include <string>

#include "relatile/array/conversion.hpp"
#include "relatile/array/creation.hpp"
#include "relatile/array/from_data.hpp"
#include "relatile/array/lines/sorting.hpp"
#include "relatile/array/parts/scatter.hpp"
#include "relatile/array/parts/sets.hpp"
#include "relatile/array/parts/take.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/statistics.hpp"
#include "relatile/expr/operators.hpp"

namespace relatile::models {

RELATILE_INLINE std::vector<std::int64_t> Labels::classes(const char* model) const {
  const std::string name = std::string("relatile: ") + model;
  if (size() == 0) throw ShapeMismatch(name + ": there are no labels");
  const Array<std::int64_t, 0> broken =
      may_have_fractions_ ? as_array(sum(astype<std::int64_t>(fractions_ != floor(fractions_))))
                          : as_array(zeros<std::int64_t, 0>(Extents{}));
  const std::vector<std::int64_t> seen =
      to_vector(stack({as_array(min(values_)), as_array(max(values_)), broken}));
  if (seen[2] > 0) {
    throw Error(name + ": " + std::to_string(seen[2]) +
                " labels are not whole numbers; classes are: searchsorted of the different ones "
                "makes them so");
  }
  // Few numbers are counted, in one pass and without sorting.
  std::vector<std::int64_t> found;
  constexpr std::int64_t few = 4096;
  if (seen[1] - seen[0] >= 0 && seen[1] - seen[0] < few) {
    const auto counts = to_vector(bincount(values_ - seen[0], seen[1] - seen[0] + 1));
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] > 0) found.push_back(seen[0] + std::int64_t(i));
    }
  } else {
    found = to_vector(unique(values_));
  }
  if (found.size() >= 2) return found;
  throw Error(name + ": all labels are " + std::to_string(found.front()) +
              "; there must be two classes at least");
}

RELATILE_INLINE Array<std::int64_t, 1> Labels::places(
    const std::vector<std::int64_t>& classes) const {
  const auto count = std::int64_t(classes.size());
  if (classes.back() - classes.front() == count - 1) return values_ - classes.front();
  return searchsorted(from_span(classes, {count}), values_);
}

namespace detail {

RELATILE_INLINE Array<std::int64_t, 1> labels_at(const std::vector<std::int64_t>& classes,
                                                 const Array<std::int64_t, 1>& places) {
  const auto count = std::int64_t(classes.size());
  if (classes.back() - classes.front() == count - 1) return places + classes.front();
  return take(from_span(classes, {count}), places);
}

RELATILE_INLINE double accuracy_score(const Labels& y, const Array<std::int64_t, 1>& guessed) {
  return item(mean(y.values() == guessed));
}

}  // namespace detail
}  // namespace relatile::models
