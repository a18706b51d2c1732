// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/parts/resize.hpp"

#include <algorithm>

#include "relatile/array/conversion.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile::detail {

RELATILE_INLINE std::int64_t times_to_fill(const Extents& from, const Extents& to) {
  const std::int64_t size = volume(from);
  return std::max<std::int64_t>(1, volume(to) / size + (volume(to) % size > 0 ? 1 : 0));
}

RELATILE_INLINE Range true_range(const Array<bool, 1>& mask, std::string_view trim) {
  const std::int64_t size = mask.size();
  if (size == 0) return {0, 0};
  const transport::Operation operation("trim_zeros");
  const bool front = trim.find_first_of("fF") != std::string_view::npos;
  const bool back = trim.find_first_of("bB") != std::string_view::npos;
  const auto places = arange<std::int64_t>(size);
  const Array<std::int64_t, 0> first = min(where(mask, places, size));
  const Array<std::int64_t, 0> last = max(where(mask, places, std::int64_t{-1}));
  Session::current().evaluate({first.node(), last.node()});
  const std::int64_t begin = front ? first.item() : 0;
  const std::int64_t end = back ? last.item() + 1 : size;
  return {std::min(begin, end), end};
}

}  // namespace relatile::detail
