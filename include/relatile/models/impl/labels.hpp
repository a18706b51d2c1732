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
#include "relatile/array/reductions/statistics.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/expr/operators.hpp"

namespace relatile::models {
namespace detail {

/// high - low, which std::int64_t may not have.
inline std::uint64_t spread(std::int64_t low, std::int64_t high) {
  return std::uint64_t(high) - std::uint64_t(low);
}
/// Whether classes are numbers one after the other.
inline bool are_consecutive(const std::vector<std::int64_t>& classes) {
  return spread(classes.front(), classes.back()) == classes.size() - 1;
}

/// Throws Error for labels that are not whole.
inline void require_none_broken(const std::string& name, std::int64_t broken) {
  if (broken == 0) return;
  throw Error(name + ": " + std::to_string(broken) +
              " labels are not whole numbers from -2^63 to 2^63; number the classes: "
              "searchsorted(unique(y), y) is the place of each label among the different ones");
}

}  // namespace detail

RELATILE_INLINE Array<std::int64_t, 0> Labels::number_broken() const {
  if (!may_be_broken_) return zeros<std::int64_t, 0>(Extents{});
  return size() - sum(astype<std::int64_t>(whole_));
}
RELATILE_INLINE void Labels::require_whole(const char* by) const {
  if (!may_be_broken_) return;
  detail::require_none_broken(std::string("relatile: ") + by, item(number_broken()));
}
RELATILE_INLINE void Labels::require_in_range(const char* by) const {
  if (are_of_uint64_) require_whole(by);
}

RELATILE_INLINE std::vector<std::int64_t> Labels::seen(const char* by) const {
  const std::string name = std::string("relatile: ") + by;
  if (size() == 0) throw ShapeMismatch(name + ": there are no labels");
  const std::vector<std::int64_t> bounds =
      to_vector(stack({as_array(min(values_)), as_array(max(values_)), number_broken()}));
  detail::require_none_broken(name, bounds[2]);
  // Few numbers are counted, in one pass and without sorting.
  constexpr std::uint64_t few = 4096;
  if (detail::spread(bounds[0], bounds[1]) >= few) return to_vector(unique(values_));
  std::vector<std::int64_t> found;
  const auto counts = to_vector(bincount(values_ - bounds[0], bounds[1] - bounds[0] + 1));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) found.push_back(bounds[0] + std::int64_t(i));
  }
  return found;
}

RELATILE_INLINE std::vector<std::int64_t> Labels::classes(const char* model) const {
  const auto found = seen(model);
  if (found.size() >= 2) return found;
  throw Error(std::string("relatile: ") + model + ": all labels are " +
              std::to_string(found.front()) + "; there must be two classes at least");
}

RELATILE_INLINE Array<std::int64_t, 1> Labels::places(
    const std::vector<std::int64_t>& classes) const {
  if (detail::are_consecutive(classes)) return values_ - classes.front();
  return searchsorted(from_span(classes, {std::int64_t(classes.size())}), values_);
}

RELATILE_INLINE Array<double, 1> Labels::equal_to(const Array<std::int64_t, 1>& others) const {
  const Array<double, 1> equal = astype<double>(values_ == others);
  return may_be_broken_ ? as_array(where(whole_, equal, 0.0)) : equal;
}
RELATILE_INLINE Array<double, 1> Labels::equal_to(const Labels& others) const {
  const Array<double, 1> equal = equal_to(others.values_);
  return others.may_be_broken_ ? as_array(where(others.whole_, equal, 0.0)) : equal;
}

namespace detail {

RELATILE_INLINE Array<std::int64_t, 1> labels_at(const std::vector<std::int64_t>& classes,
                                                 const Array<std::int64_t, 1>& places) {
  if (are_consecutive(classes)) return places + classes.front();
  return take(from_span(classes, {std::int64_t(classes.size())}), places);
}

RELATILE_INLINE double accuracy_score(const Labels& y, const Array<std::int64_t, 1>& guessed,
                                      const RowWeights& weights) {
  return item(sum(weights.times(y.equal_to(guessed)))) / weights.total();
}

}  // namespace detail
}  // namespace relatile::models
