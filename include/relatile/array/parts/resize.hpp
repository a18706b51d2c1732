// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string_view>

#include "relatile/array/creation.hpp"
#include "relatile/array/parts/compress.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/definitions.hpp"

// Arrays made longer and shorter.

namespace relatile {

namespace detail {
/// How often elements of one shape have to be repeated for another one, at least once.
std::int64_t times_to_fill(const Extents& from, const Extents& to);
/// Where a vector begins and ends to be true, looked at at once; 0 and 0 where it never is.
Range true_range(const Array<bool, 1>& mask, std::string_view trim);
}  // namespace detail

/// The elements of x in row-major order under another shape, again from the first where they are
/// too few, without the last where they are too many: numpy.resize. Of no elements it is zeros.
template <ArrayExpression E, std::size_t M>
[[nodiscard("makes a new array: x = resize(x, shape)")]] auto resize(
    const E& x, const Extent (&shape)[M], SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = element_of<E>;
  const Extents wanted = detail::require_shape<int(M)>("resize", detail::to_extents(shape));
  const Array<T, 1> flat = ravel(x);
  if (flat.size() == 0) return Array<T, int(M)>(detail::full<T, int(M)>(wanted, T{}));
  const Array<T, 1> filled = tile(flat, detail::times_to_fill(shape_of(x), wanted));
  return Array<T, int(M)>(reshape<int(M)>(filled(slice(0, volume(wanted))), wanted));
}

/// The vector x without zeros at its ends: numpy.trim_zeros(x, trim), where `trim` has an f for the
/// front and a b for the back. How many there are is computed at once: collective.
template <ArrayExpression E>
Array<element_of<E>, 1> trim_zeros(const E& x, std::string_view trim = "fb",
                                   SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> == 1, "relatile: trim_zeros: of a vector");
  const Array<element_of<E>, 1> array = as_array(x);
  const Range kept = detail::true_range(detail::as_mask(array), trim);
  return array(slice(kept.low, kept.high));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/parts/impl/resize.hpp"
#endif
