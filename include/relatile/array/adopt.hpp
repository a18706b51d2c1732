// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "relatile/array/placed.hpp"
#include "relatile/array/shape.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/array.hpp"

// Arrays in memory that belongs to somebody else, without a copy.

namespace relatile {

/// The part of an array that one rank has.
struct LocalBox {
  Extents offset;   ///< the least coordinates in it
  Extents extents;  ///< all zero if the rank has none
};

/// Memory of another owner, and who keeps it alive; nobody if the caller does.
struct Adopted {
  const void* elements = nullptr;
  std::size_t size = 0;  ///< in elements
  std::shared_ptr<const void> owner = {};
};

namespace detail {

/// Stores what this rank has of an array, where it lies.
RELATILE_INLINE tra::NodePtr adopt_part(ElementType element, const Extents& shape,
                                        const LocalBox& box, const Adopted& memory);
/// The same of the part that a placement gives this rank.
RELATILE_INLINE tra::NodePtr adopt_placed(ElementType element, const Extents& shape,
                                          const Placing& placing, const Adopted& memory);
/// The same of a matrix whose extents `own` are known, none if it has gaps, and whose columns may
/// lie one after the other.
RELATILE_INLINE tra::NodePtr adopt_map(ElementType element, const Extents& shape,
                                       const Placing& placing, Adopted memory, const Extents& own,
                                       bool by_columns);
/// The part that a placement gives this rank.
RELATILE_INLINE LocalBox box_placed(const Extents& shape, const Placing& placing);

}  // namespace detail

/// Which part of an array of `shape` this rank has where it is placed so. Not collective.
///
///   errors  UnsupportedPlan for a rank or an axis that there is not
template <std::size_t N>
LocalBox local_box(const Extent (&shape)[N], const Placing& placing) {
  return detail::box_placed(detail::require_shape<int(N)>("local_box", detail::to_extents(shape)),
                            placing);
}

/// An array in the memory of `part`, which has this rank's elements row-major, those of
/// local_box(shape, placing): adopt(part, {n, 64}, split(0)). Nothing is copied: the memory must
/// stay, and stay as it is, as long as the array or what is to be computed of it; `owner`, if there
/// is one, is kept as long. Other ranks get its elements by messages, on one host, too.
/// Collective.
///
///   errors  ShapeMismatch, on every rank, if a part has another number of elements;
///           UnsupportedPlan for `everywhere`: each rank would have memory of its own to keep alike
template <class T, std::size_t N>
Array<std::remove_const_t<T>, int(N)> adopt(std::span<T> part, const Extent (&shape)[N],
                                            const Placing& placing,
                                            std::shared_ptr<const void> owner = {},
                                            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using Element = std::remove_const_t<T>;
  const Extents whole = detail::require_shape<int(N)>("adopt", detail::to_extents(shape));
  return Array<Element, int(N)>(detail::adopt_placed(element_type_of<Element>(), whole, placing,
                                                     {part.data(), part.size(), std::move(owner)}));
}

/// The same where ranks have any boxes that tile the array, as from_local takes them.
///
///   errors  ShapeMismatch, on every rank, if parts overlap, leave gaps or lie outside
template <class T, std::size_t N>
Array<std::remove_const_t<T>, int(N)> adopt_local(const Extent (&shape)[N], const Extents& offset,
                                                  const Extents& extents, std::span<T> part,
                                                  std::shared_ptr<const void> owner = {},
                                                  SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using Element = std::remove_const_t<T>;
  const Extents whole = detail::require_shape<int(N)>("adopt_local", detail::to_extents(shape));
  return Array<Element, int(N)>(detail::adopt_part(element_type_of<Element>(), whole,
                                                   {offset, extents},
                                                   {part.data(), part.size(), std::move(owner)}));
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/impl/adopt.hpp"
#endif
