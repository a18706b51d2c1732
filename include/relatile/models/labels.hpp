// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/models/features.hpp"
#include "relatile/models/sample_weights.hpp"

namespace relatile::models {

/// The class of each observation, a whole number.
class Labels {
 public:
  template <ArrayExpression E>
  Labels(const E& y) {  // NOLINT: a vector is labels
    using T = element_of<E>;
    static_assert(rank_of<E> == 1, "relatile: models: labels are a vector, one an observation");
    static_assert(!is_complex_v<T>, "relatile: models: labels are whole numbers");
    if constexpr (std::is_floating_point_v<T>) {
      const Array<double, 1> numbers = astype<double>(y);
      set(floor(numbers) == numbers && abs(numbers) < 0x1p63, numbers);
    } else if constexpr (std::is_same_v<T, std::uint64_t>) {
      set(y <= T{INT64_MAX}, y);
      are_of_uint64_ = true;
    } else {
      values_ = as_array(astype<std::int64_t>(y));
    }
  }
  const Array<std::int64_t, 1>& values() const { return values_; }
  std::int64_t size() const { return values_.size(); }
  /// The different labels, ascending. Collective.
  ///
  ///   errors  ShapeMismatch for no labels; Error for those that are not whole numbers of
  ///           std::int64_t
  std::vector<std::int64_t> seen(const char* by) const;
  /// Throws Error for labels that are not whole numbers of std::int64_t. Collective of
  /// floating-point numbers and of std::uint64_t; others are none of these.
  void require_whole(const char* by) const;
  /// The same of those of std::uint64_t alone.
  void require_in_range(const char* by) const;
  /// Those, two at least: Error for fewer.
  std::vector<std::int64_t> classes(const char* model) const;
  /// The place of each label among the classes.
  Array<std::int64_t, 1> places(const std::vector<std::int64_t>& classes) const;
  /// Which labels are these, as 1; what is not whole is none of them.
  Array<double, 1> equal_to(const Array<std::int64_t, 1>& others) const;
  Array<double, 1> equal_to(const Labels& others) const;

 private:
  Array<std::int64_t, 0> number_broken() const;
  template <class Whole, class Numbers>
  void set(const Whole& whole, const Numbers& numbers) {
    using T = element_of<Numbers>;
    whole_ = as_array(whole);
    may_be_broken_ = true;
    values_ = as_array(astype<std::int64_t>(where(whole_, numbers, T{0})));
  }

  Array<std::int64_t, 1> values_;  ///< 0 for what is not whole
  Array<bool, 1> whole_;
  bool may_be_broken_ = false;
  bool are_of_uint64_ = false;
};

namespace detail {

/// The labels at places of classes.
Array<std::int64_t, 1> labels_at(const std::vector<std::int64_t>& classes,
                                 const Array<std::int64_t, 1>& places);
/// The share of labels that are guessed, by their weights. Collective.
double accuracy_score(const Labels& y, const Array<std::int64_t, 1>& guessed,
                      const RowWeights& weights);

}  // namespace detail
}  // namespace relatile::models

#if defined(RELATILE_DEFINITIONS)
#include "relatile/models/impl/labels.hpp"
#endif
