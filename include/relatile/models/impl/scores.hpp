// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/models/scores.hpp"

#include "relatile/array/creation.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"

namespace relatile::models::detail {

RELATILE_INLINE Matrix log_softmax(const Matrix& scores) {
  const Matrix shifted = scores - max(scores, 1, keepdims);
  return shifted - log(sum(exp(shifted), 1, keepdims));
}
RELATILE_INLINE Matrix one_hot(const Array<std::int64_t, 1>& y, std::int64_t classes) {
  return astype<double>(y(all_of_axis, newaxis) == arange<std::int64_t>(classes));
}

}  // namespace relatile::models::detail
