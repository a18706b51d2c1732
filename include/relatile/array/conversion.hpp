// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "relatile/array/placed.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/elementwise.hpp"
#include "relatile/expr/view.hpp"

// From arrays to what ordinary C++ computes with. All of these evaluate; all are collective.

namespace relatile {

namespace detail {

/// Is given the elements of a whole array and writes them down in `result`.
using TakeElements = void (*)(void* result, const std::byte* elements, const Extents& shape);

/// Evaluates the array, brings it to where `placing` says, and gives it to `take` on every process
/// that has it there. The array itself keeps the placement it had. What `take` throws all throw.
RELATILE_INLINE void take_whole(const char* operation, const tra::NodePtr& array,
                                const Placing& placing, TakeElements take, void* result);
/// Gives an evaluated array to `take`, if it is placed on a site of this process. Not collective.
RELATILE_INLINE void take_here(const tra::NodePtr& there, TakeElements take, void* result);
/// Copies the one element of an array; throws if it has more or none.
RELATILE_INLINE void take_item(const tra::NodePtr& array, void* element);
/// The pieces of the evaluated array that this process holds.
RELATILE_INLINE std::vector<ArrayPiece> local_pieces(const tra::NodePtr& array);

template <class T>
void take_all(void* result, const std::byte* elements, const Extents& shape) {
  const auto* const first = reinterpret_cast<const T*>(elements);
  if (volume(shape) > 0) static_cast<std::vector<T>*>(result)->assign(first, first + volume(shape));
}

/// Defined in array/eigen.hpp.
template <class T, int N>
struct EigenPart;

}  // namespace detail

/// The value of an array of one element (of any number of dimensions), on every rank.
///
///   errors  ShapeMismatch if it has more elements or none
template <ArrayExpression E>
element_of<E> item(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  alignas(element_of<E>) std::byte element[sizeof(element_of<E>)]{};
  detail::take_item(to_node(x), element);
  return *reinterpret_cast<const element_of<E>*>(element);
}

namespace detail {

template <class T, int N, std::size_t... D>
auto element_at(const Array<T, N>& x, const Key& key, std::index_sequence<D...>) {
  return index(x, key[static_cast<int>(D)]...);
}
/// The element at one index for each dimension, or at one that counts them row after row.
template <ArrayExpression E, class... I>
element_of<E> item_at(const E& x, const SourceLine& line, std::int64_t first, const I&... more) {
  constexpr int rank = rank_of<E>;
  constexpr bool of_each = sizeof...(I) + 1 == rank;
  constexpr bool fits = of_each || sizeof...(I) == 0;
  static_assert(fits,
                "relatile: item: takes no index, one for each dimension, x.item(1, 2), or one that "
                "counts elements row after row, x.item(5)");
  if constexpr (of_each) {
    return relatile::item(index(as_array(x), first, more...), line);
  } else if constexpr (fits) {
    const auto array = as_array(x);
    const std::int64_t position = position_of(first, array.size());
    return relatile::item(element_at(array, key_from_linear_index(position, array.shape()),
                                     std::make_index_sequence<rank>()),
                          line);
  } else {
    return {};
  }
}

}  // namespace detail

template <class T, int N>
T Array<T, N>::item(SourceLine line) const {
  return relatile::item(*this, line);
}
template <class T, int N>
template <class... I>
inline T Array<T, N>::item(std::int64_t first, const I&... more) const {
  return detail::item_at(*this, SourceLine::unknown_here(), first, more...);
}
template <class F, class... Args>
template <class... I>
inline typename Elementwise<F, Args...>::value_type Elementwise<F, Args...>::item(
    std::int64_t first, const I&... more) const {
  return detail::item_at(*this, SourceLine::unknown_here(), first, more...);
}
template <class F, class... Args>
typename Elementwise<F, Args...>::value_type Elementwise<F, Args...>::item(SourceLine line) const {
  return relatile::item(*this, line);
}

/// All elements in row-major order, on every rank, which has to have memory for all of them.
template <ArrayExpression E>
std::vector<element_of<E>> to_vector(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  std::vector<element_of<E>> result;
  detail::take_whole("to_vector", to_node(x), everywhere, &detail::take_all<element_of<E>>,
                     &result);
  return result;
}

/// A part of an array that this rank holds: its first coordinate, its extents, and its elements,
/// dense and row-major. It shares the array's memory and keeps it alive.
template <class T, int N>
struct LocalPart {
  Extents offset;   ///< of the whole array's coordinates, the least in this part
  Extents extents;  ///< of this part
  std::shared_ptr<const T> data;

  /// The elements in row-major order of the part.
  std::span<const T> elements() const {
    return {data.get(), static_cast<std::size_t>(volume(extents))};
  }
  /// The element at these coordinates within the part, as of an mdspan: part(0, 2).
  template <std::integral... I>
    requires(sizeof...(I) == N)
  const T& operator()(I... at) const {
    std::int64_t index = 0;
    int d = 0;
    ((index = index * extents[d++] + static_cast<std::int64_t>(at)), ...);
    return data.get()[index];
  }
  std::int64_t extent(int d) const { return extents[d]; }
  /// How many elements further the next one along an axis is.
  std::int64_t stride(int d) const { return row_major_strides(extents)[d]; }
  /// As an Eigen::Map; needs relatile/eigen.hpp.
  auto eigen() const {
    static_assert(N == 1 || N == 2, "relatile: Eigen has vectors and matrices only");
    return detail::EigenPart<T, N>::view(data.get(), extents);
  }
};

/// What this process holds of an array, read-only and without a copy, unless it is some columns of
/// what lies there. Where the planner replicated the array, several ranks hold the same elements.
template <ArrayExpression E>
std::vector<LocalPart<element_of<E>, rank_of<E>>> local_parts(
    const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = element_of<E>;
  std::vector<LocalPart<T, rank_of<E>>> parts;
  for (const ArrayPiece& piece : detail::local_pieces(to_node(x))) {
    parts.push_back(
        {piece.box.low, piece.box.extents(),
         std::shared_ptr<const T>(piece.data, reinterpret_cast<const T*>(piece.data.get()))});
  }
  return parts;
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/impl/conversion.hpp"
#endif
