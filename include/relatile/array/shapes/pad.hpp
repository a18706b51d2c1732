// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "relatile/array/shape.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel_identity.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/expr/operators.hpp"

namespace relatile {

/// How many elements are put before and after an axis.
struct PadWidth {
  std::int64_t before = 0;
  std::int64_t after = 0;
};

namespace detail {
/// An element of an array's type, and what says whether it is the same on all ranks.
struct FillElement {
  const void* element = nullptr;
  KernelIdentity identity;
};
/// x between such elements.
tra::NodePtr pad_constant_node(const tra::NodePtr& x, const std::vector<PadWidth>& widths,
                               const FillElement& value);
/// x between what `mode` makes of its own elements.
tra::NodePtr pad_mode_node(const tra::NodePtr& x, const std::vector<PadWidth>& widths,
                           std::string_view mode);
/// A pair of widths, or a list of pairs.
struct AnyWidths {
  AnyWidths(std::int64_t, std::int64_t) {}       // NOLINT: implicit
  AnyWidths(std::initializer_list<PadWidth>) {}  // NOLINT: implicit
  AnyWidths(const std::vector<PadWidth>&) {}     // NOLINT: implicit
};
/// One width for all axes, or one for each.
std::vector<PadWidth> widths_of(const Extents& shape, const std::vector<PadWidth>& widths);
}  // namespace detail

/// x with elements before and after it along every axis: numpy.pad(x, {{1, 2}, {0, 0}}, mode), of
/// which one pair counts for all axes. Modes are NumPy's `constant` (of `value`), `edge`,
/// `reflect`, `symmetric`, `wrap` and `empty`, which is of zeros.
///
///   cost    one pass over the result, where x and what is put around it are at most 27 parts,
///           three an axis, and edges are no wider than 2; else one for each axis, or for some
///   errors  ShapeMismatch unless there is one pair, or one for each axis, for negative widths, for
///           a mode that is not one of these, or for an axis without elements to repeat
template <ArrayExpression E>
auto pad(const E& x, const std::vector<PadWidth>& widths, std::string_view mode = "constant",
         element_of<E> value = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto every = detail::widths_of(shape_of(x), widths);
  if (mode == "empty") value = element_of<E>{};
  KernelIdentity identity;
  identity.type = detail::type_hash<element_of<E>>();
  identity.state = detail::bytes_of(value);
  const bool constant = mode == "constant" || mode == "empty";
  return Array<element_of<E>, rank_of<E>>(
      constant ? detail::pad_constant_node(to_node(x), every, {&value, identity})
               : detail::pad_mode_node(to_node(x), every, mode));
}
/// As many elements before and after every axis: numpy.pad(x, 1).
template <ArrayExpression E>
auto pad(const E& x, std::int64_t width, std::string_view mode = "constant",
         element_of<E> value = {}, SourceLine line = SourceLine::current()) {
  return pad(x, std::vector<PadWidth>{{width, width}}, mode, value, line);
}

/// As many before every axis, and as many after: numpy.pad(x, (1, 2)).
template <ArrayExpression E>
auto pad(const E& x, const Extent (&width)[2], std::string_view mode = "constant",
         element_of<E> value = {}, SourceLine line = SourceLine::current()) {
  return pad(x, std::vector<PadWidth>{{width[0], width[1]}}, mode, value, line);
}

/// Refused, as is the next: the third argument is the mode.
template <ArrayExpression E, class V>
  requires(is_scalar_type_v<V>)
Array<element_of<E>, rank_of<E>> pad(const E&, const detail::AnyWidths&, const V&) {
  static_assert(sizeof(V) == 0,
                "relatile: pad: the mode comes before the value: pad(x, 1, \"constant\", value)");
  return {};
}
template <ArrayExpression E, class V>
  requires(is_scalar_type_v<V>)
Array<element_of<E>, rank_of<E>> pad(const E& x, std::int64_t width, const V& value) {
  return pad(x, {width, width}, value);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/shapes/impl/pad.hpp"
#endif
