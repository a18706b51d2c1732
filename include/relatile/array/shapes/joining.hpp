// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/operators.hpp"

// Arrays joined to one, and one cut into several. What a site needs of an operand is what its share
// of the result has of it, so parts that lie where they are wanted are not moved.
//
// Arrays and expressions of one element type and rank are given in braces, concatenate({x, -y}), or
// as a std::vector of arrays; those of several element types as a std::tuple, of which the result
// has the promoted type.

namespace relatile {

namespace detail {

/// Arrays that are joined: their nodes, all of one element type.
template <class T, int N>
struct Joined {
  using value_type = T;
  static constexpr int rank = N;
  std::vector<tra::NodePtr> nodes;
};

template <class T, int N>
Joined<T, N> joined(const std::vector<Array<T, N>>& arrays) {
  Joined<T, N> list;
  for (const auto& array : arrays) list.nodes.push_back(array.node());
  return list;
}
template <class T, int N>
Joined<T, N> joined(std::initializer_list<Listed<T, N>> arrays) {
  Joined<T, N> list;
  for (const auto& array : arrays) list.nodes.push_back(array.listed_node());
  return list;
}
template <class T, int N>
const Joined<T, N>& joined(const Joined<T, N>& list) {
  return list;
}
template <ArrayExpression First, ArrayExpression... More>
auto joined(const std::tuple<First, More...>& arrays) {
  static_assert(((rank_of<First> == rank_of<More>)&&...),
                "relatile: arrays that are joined must have as many dimensions");
  using T = typename PromotedElements<ElementTypes<>, ElementTypes<>, First, More...>::type;
  Joined<T, rank_of<First>> list;
  std::apply([&](const auto&... each) { (list.nodes.push_back(to_node(astype<T>(each))), ...); },
             arrays);
  return list;
}
/// Arrays that can be joined: a std::vector of them, or a std::tuple.
template <class L>
concept ArrayList = requires(const L& list) {
  joined(list);
};

/// One after the other along `axis`, which all have, the other axes alike.
tra::NodePtr concatenate_node(const std::string& name, const std::vector<tra::NodePtr>& parts,
                              int axis);
/// Side by side along a new axis.
tra::NodePtr stack_node(const std::string& name, const std::vector<tra::NodePtr>& parts, int axis);
/// With unit axes before and after as atleast_2d and atleast_3d put them.
std::vector<tra::NodePtr> at_least(const std::vector<tra::NodePtr>& parts, int rank);
/// Where parts of an axis begin and end: `sections` of them, equal ones unless `uneven`.
std::vector<Range> sections_of(const std::string& name, const Extents& shape, int axis,
                               std::int64_t sections, bool uneven);
/// The same for parts that begin at `at`, and at 0.
std::vector<Range> sections_at(const Extents& shape, int axis, const std::vector<std::int64_t>& at);
/// The place `at` of an axis, counted from the end if negative; with `end`, also the one after all.
///
///   errors  ShapeMismatch for a place out of bounds
std::int64_t place_along(const std::string& name, const Extents& shape, int axis, std::int64_t at,
                         bool end);
tra::NodePtr part_node(const std::string& name, const tra::NodePtr& x, int axis, const Range& part);

/// Arrays of at least `Least` dimensions one after the other along `axis`.
template <int Least, ArrayList L>
auto joined_along(const std::string& name, const L& arrays, int axis) {
  const auto list = joined(arrays);
  return Array<typename decltype(list)::value_type, (list.rank < Least ? Least : list.rank)>(
      concatenate_node(name, at_least(list.nodes, Least), axis));
}

template <ArrayExpression E>
std::vector<Array<element_of<E>, rank_of<E>>> parts_of(const std::string& name, const E& x,
                                                       int axis, const std::vector<Range>& parts) {
  const tra::NodePtr node = to_node(x);
  std::vector<Array<element_of<E>, rank_of<E>>> arrays;
  for (const Range& part : parts) arrays.emplace_back(part_node(name, node, axis, part));
  return arrays;
}

}  // namespace detail

/// Arrays one after the other along `axis`: numpy.concatenate.
///
///   errors  ShapeMismatch for no arrays, shapes that differ in another axis, or an axis they lack
template <detail::ArrayList L>
auto concatenate(const L& arrays, int axis = 0, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto list = detail::joined(arrays);
  static_assert(list.rank >= 1, "relatile: concatenate: arrays without dimensions; use stack");
  return Array<typename decltype(list)::value_type, list.rank>(
      detail::concatenate_node("concatenate", list.nodes, axis));
}
template <class T, int N>
Array<T, N> concatenate(std::initializer_list<detail::Listed<T, N>> arrays, int axis = 0,
                        SourceLine line = SourceLine::current()) {
  return concatenate(detail::joined(arrays), axis, line);
}
/// y after x along `axis`: numpy.append(x, y, axis).
template <ArrayExpression X, ArrayExpression Y>
auto append(const X& x, const Y& y, int axis, SourceLine line = SourceLine::current()) {
  return concatenate(std::tuple<X, Y>(x, y), axis, line);
}

/// Arrays of one shape side by side along a new axis at position `axis` of the result: numpy.stack.
///
///   errors  ShapeMismatch for no arrays, for shapes that differ, or if the result has no such axis
template <detail::ArrayList L>
auto stack(const L& arrays, int axis = 0, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto list = detail::joined(arrays);
  return Array<typename decltype(list)::value_type, list.rank + 1>(
      detail::stack_node("stack", list.nodes, axis));
}
template <class T, int N>
Array<T, N + 1> stack(std::initializer_list<detail::Listed<T, N>> arrays, int axis = 0,
                      SourceLine line = SourceLine::current()) {
  return stack(detail::joined(arrays), axis, line);
}

/// Rows under each other: along the first axis, vectors as rows: numpy.vstack. Errors are as of
/// concatenate, here and below.
template <detail::ArrayList L>
auto vstack(const L& arrays, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::joined_along<2>("vstack", arrays, 0);
}
template <class T, int N>
auto vstack(std::initializer_list<detail::Listed<T, N>> arrays,
            SourceLine line = SourceLine::current()) {
  return vstack(detail::joined(arrays), line);
}
/// The same: numpy.row_stack.
template <detail::ArrayList L>
auto row_stack(const L& arrays, SourceLine line = SourceLine::current()) {
  return vstack(arrays, line);
}
template <class T, int N>
auto row_stack(std::initializer_list<detail::Listed<T, N>> arrays,
               SourceLine line = SourceLine::current()) {
  return vstack(detail::joined(arrays), line);
}
/// Columns beside each other: along the second axis, of vectors along the first: numpy.hstack.
template <detail::ArrayList L>
auto hstack(const L& arrays, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto list = detail::joined(arrays);
  static_assert(list.rank >= 1, "relatile: hstack: arrays without dimensions; use stack");
  return Array<typename decltype(list)::value_type, list.rank>(
      detail::concatenate_node("hstack", list.nodes, list.rank == 1 ? 0 : 1));
}
template <class T, int N>
auto hstack(std::initializer_list<detail::Listed<T, N>> arrays,
            SourceLine line = SourceLine::current()) {
  return hstack(detail::joined(arrays), line);
}
/// Along the third axis, matrices as (m, n, 1) and vectors as (1, n, 1): numpy.dstack.
template <detail::ArrayList L>
auto dstack(const L& arrays, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::joined_along<3>("dstack", arrays, 2);
}
template <class T, int N>
auto dstack(std::initializer_list<detail::Listed<T, N>> arrays,
            SourceLine line = SourceLine::current()) {
  return dstack(detail::joined(arrays), line);
}
/// Vectors as the columns of a matrix: numpy.column_stack; of matrices it is hstack.
template <detail::ArrayList L>
auto column_stack(const L& arrays, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto list = detail::joined(arrays);
  using T = typename decltype(list)::value_type;
  static_assert(list.rank == 1 || list.rank == 2,
                "relatile: column_stack takes vectors, or matrices");
  return Array<T, 2>(list.rank == 1 ? detail::stack_node("column_stack", list.nodes, 1)
                                    : detail::concatenate_node("column_stack", list.nodes, 1));
}
template <class T, int N>
auto column_stack(std::initializer_list<detail::Listed<T, N>> arrays,
                  SourceLine line = SourceLine::current()) {
  return column_stack(detail::joined(arrays), line);
}

/// x cut into `sections` equal parts along `axis`, as views: numpy.split(x, sections, axis).
///
///   errors  ShapeMismatch if there are no such parts, and for an axis that x lacks
template <ArrayExpression E>
auto split(const E& x, std::int64_t sections, int axis = 0,
           SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::parts_of("split", x, axis,
                          detail::sections_of("split", shape_of(x), axis, sections, false));
}
/// x cut before the indices `at` along `axis`: numpy.split(x, [2, 5], axis) has x[:2], x[2:5] and
/// x[5:].
template <ArrayExpression E>
auto split(const E& x, const std::vector<std::int64_t>& at, int axis = 0,
           SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::parts_of("split", x, axis, detail::sections_at(shape_of(x), axis, at));
}
/// In braces, of one index too: split(x, {2}).
template <ArrayExpression E>
auto split(const E& x, std::initializer_list<std::int64_t> at, int axis = 0,
           SourceLine line = SourceLine::current()) {
  return split(x, std::vector<std::int64_t>(at), axis, line);
}
/// x cut into `sections` parts along `axis` of which the first are one longer where they must be:
/// numpy.array_split.
template <ArrayExpression E>
auto array_split(const E& x, std::int64_t sections, int axis = 0,
                 SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::parts_of("array_split", x, axis,
                          detail::sections_of("array_split", shape_of(x), axis, sections, true));
}
/// Of indices there is no uneven split: it is split.
template <ArrayExpression E>
auto array_split(const E& x, std::initializer_list<std::int64_t> at, int axis = 0,
                 SourceLine line = SourceLine::current()) {
  return split(x, at, axis, line);
}
template <ArrayExpression E>
auto array_split(const E& x, const std::vector<std::int64_t>& at, int axis = 0,
                 SourceLine line = SourceLine::current()) {
  return split(x, at, axis, line);
}
/// Along the first axis: numpy.vsplit, of sections or indices in braces, as those that follow.
template <ArrayExpression E>
auto vsplit(const E& x, std::int64_t sections, SourceLine line = SourceLine::current()) {
  static_assert(rank_of<E> >= 2, "relatile: vsplit: of at least two dimensions");
  return split(x, sections, 0, line);
}
template <ArrayExpression E>
auto vsplit(const E& x, std::initializer_list<std::int64_t> at,
            SourceLine line = SourceLine::current()) {
  static_assert(rank_of<E> >= 2, "relatile: vsplit: of at least two dimensions");
  return split(x, at, 0, line);
}
/// Along the second axis, of a vector along the first: numpy.hsplit.
template <ArrayExpression E>
auto hsplit(const E& x, std::int64_t sections, SourceLine line = SourceLine::current()) {
  static_assert(rank_of<E> >= 1, "relatile: hsplit: of at least one dimension");
  return split(x, sections, rank_of<E> == 1 ? 0 : 1, line);
}
template <ArrayExpression E>
auto hsplit(const E& x, std::initializer_list<std::int64_t> at,
            SourceLine line = SourceLine::current()) {
  static_assert(rank_of<E> >= 1, "relatile: hsplit: of at least one dimension");
  return split(x, at, rank_of<E> == 1 ? 0 : 1, line);
}
/// Along the third axis: numpy.dsplit.
template <ArrayExpression E>
auto dsplit(const E& x, std::int64_t sections, SourceLine line = SourceLine::current()) {
  static_assert(rank_of<E> >= 3, "relatile: dsplit: of at least three dimensions");
  return split(x, sections, 2, line);
}
template <ArrayExpression E>
auto dsplit(const E& x, std::initializer_list<std::int64_t> at,
            SourceLine line = SourceLine::current()) {
  static_assert(rank_of<E> >= 3, "relatile: dsplit: of at least three dimensions");
  return split(x, at, 2, line);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/shapes/impl/joining.hpp"
#endif
