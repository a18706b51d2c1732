// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/sample_weights.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "relatile/array/conversion.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/expr/view.hpp"

namespace relatile::models::detail {

RELATILE_INLINE RowWeights::RowWeights(const char* model, const SampleWeights& of,
                                       std::int64_t rows)
    : each_(of.values()), total_(double(rows)) {
  if (!each_) return;
  const std::string name = std::string("relatile: ") + model + ": ";
  if (each_->size() != rows) {
    throw ShapeMismatch(name + std::to_string(each_->size()) + " sample weights of " +
                        std::to_string(rows) + " rows; there is one for each row");
  }
  Session::current().evaluate({each_->node()});
  const auto right = *each_ >= 0.0 && *each_ < std::numeric_limits<double>::infinity();
  const Array<double, 0> count = sum(astype<double>(right));
  const Array<double, 0> all = sum(*each_);
  const Numbers found = numbers_of({flat(count), flat(all)});
  const auto wrong = rows - std::int64_t(found[0]);
  if (wrong > 0) {
    throw Error(name + std::to_string(wrong) +
                " sample weights are NaN, infinite or below 0; a row that does not count has 0");
  }
  total_ = found[1];
  if (total_ > 0 && std::isfinite(total_)) return;
  throw Error(name + "the sum of sample weights is " + (total_ == 0 ? "0" : "infinite") +
              "; some must be above 0, and what counts is how they compare: divide them by the "
              "largest");
}

RELATILE_INLINE Vector RowWeights::weighted(const Vector& rows) const {
  return each_ ? as_array(*each_ * rows) : rows;
}
RELATILE_INLINE Matrix RowWeights::weighted(const Matrix& rows) const {
  return each_ ? as_array((*each_)(all_of_axis, newaxis) * rows) : rows;
}
RELATILE_INLINE Matrix RowWeights::times_roots(const Matrix& rows) const {
  return each_ ? as_array(sqrt(*each_)(all_of_axis, newaxis) * rows) : rows;
}
RELATILE_INLINE Vector RowWeights::column_sums(const Features& x) const {
  return each_ ? transposed_times(x, *each_) : detail::column_sums(x);
}
RELATILE_INLINE void RowWeights::evaluate() const {
  if (each_) Session::current().evaluate({each_->node()});
}
RELATILE_INLINE RowWeights RowWeights::of_rows(const Slice& rows) const {
  RowWeights part = *this;
  if (each_) part.each_ = as_array((*each_)(rows));
  return part;
}

}  // namespace relatile::models::detail
