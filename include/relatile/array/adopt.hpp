// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "relatile/array/placed.hpp"
#include "relatile/array/shape.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/foreign.hpp"
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
/// What has its elements one after the other and does not end with the call: a span is another's
/// memory, all else has to have a name.
template <class R>
inline constexpr bool is_dynamic_span = false;
template <class T>
inline constexpr bool is_dynamic_span<std::span<T>> = true;
template <class R>
inline constexpr bool is_any_span = false;
template <class T, std::size_t Extent>
inline constexpr bool is_any_span<std::span<T, Extent>> = true;
template <class R>
concept KeptContiguous =
    !is_dynamic_span<std::remove_cvref_t<R>> && !EigenLike<R> &&
    (std::is_lvalue_reference_v<R> || is_any_span<std::remove_cvref_t<R>>)&&requires(R && part) {
  std::span(std::data(part), std::size(part));
};
template <class R>
auto elements_of(R& part) {
  return std::span(std::data(part), std::size(part));
}

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
/// The same of a std::array, a std::vector or a std::span whose extent its type has, the caller's
/// to keep: of what has no name nothing would stay.
template <detail::KeptContiguous R, std::size_t N>
auto adopt(R&& part, const Extent (&shape)[N], const Placing& placing,
           std::shared_ptr<const void> owner = {}, SourceLine line = SourceLine::current()) {
  return adopt(detail::elements_of(part), shape, placing, std::move(owner), line);
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

template <detail::KeptContiguous R, std::size_t N>
auto adopt_local(const Extent (&shape)[N], const Extents& offset, const Extents& extents, R&& part,
                 std::shared_ptr<const void> owner = {}, SourceLine line = SourceLine::current()) {
  return adopt_local(shape, offset, extents, detail::elements_of(part), std::move(owner), line);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/impl/adopt.hpp"
#endif
