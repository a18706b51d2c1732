// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "relatile/array/placed.hpp"
#include "relatile/expr/elementwise.hpp"
#include "relatile/kernel/eigen_matrix.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/together.hpp"

// From arrays to what ordinary C++ computes with. All of these evaluate; all are collective.

namespace relatile {

namespace detail {

/// The one piece that a local site holds of an evaluated array, or nullptr.
template <class T>
const T* whole_data(const tra::Node& node, std::size_t local) {
  const SiteData& data = node.value->local[local];
  const ArrayPiece* piece = data.piece_holding(Box::whole(node.type.extents));
  return piece ? reinterpret_cast<const T*>(piece->data.get()) : nullptr;
}

/// The array placed and evaluated; `x` itself keeps the value it had.
template <ArrayExpression E>
auto fetched(const E& x, const Placing& placing) {
  auto there = placed(x, placing);
  Session::current().evaluate({there.node()});
  return there;
}

}  // namespace detail

/// The value of an array of one element (of any number of dimensions), on every rank.
///
///   errors  ShapeMismatch if it has more elements or none
template <ArrayExpression E>
element_of<E> item(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const transport::Operation operation("item");
  if (volume(shape_of(x)) != 1) {
    throw ShapeMismatch("relatile: item: an array of shape " + to_string(shape_of(x)) +
                        " is no single element; reduce or index it first");
  }
  const auto there = detail::fetched(x, everywhere);
  return *detail::whole_data<element_of<E>>(*there.node(), 0);
}

template <class T, int N>
T Array<T, N>::item(SourceLine line) const {
  return relatile::item(*this, line);
}
template <class F, class... Args>
typename Elementwise<F, Args...>::value_type Elementwise<F, Args...>::item(SourceLine line) const {
  return relatile::item(*this, line);
}

/// The array as an Eigen vector or row-major matrix, on every rank.
template <ArrayExpression E>
auto to_eigen(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const transport::Operation operation("to_eigen");
  static_assert(rank_of<E> == 1 || rank_of<E> == 2,
                "relatile: to_eigen: Eigen has vectors and matrices only; slice or reduce first");
  using T = element_of<E>;
  const auto there = detail::fetched(x, everywhere);
  kernel::EigenOf<T, rank_of<E>> result;
  transport::together(transport::current(), [&] {
    result =
        kernel::eigen_copy<T, rank_of<E>>(detail::whole_data<T>(*there.node(), 0), there.shape());
  });
  return result;
}

/// The array as an Eigen vector or matrix on one rank; the others get none.
template <ArrayExpression E>
auto to_eigen_on(int rank, const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const transport::Operation operation("to_eigen_on");
  static_assert(
      rank_of<E> == 1 || rank_of<E> == 2,
      "relatile: to_eigen_on: Eigen has vectors and matrices only; slice or reduce first");
  using T = element_of<E>;
  const auto there = detail::fetched(x, on_rank(rank));
  std::optional<kernel::EigenOf<T, rank_of<E>>> result;
  const auto& sites = there.node()->value->local_sites;
  transport::together(transport::current(), [&] {
    for (std::size_t i = 0; i < sites.size(); ++i) {
      if (sites[i] != rank) continue;
      result =
          kernel::eigen_copy<T, rank_of<E>>(detail::whole_data<T>(*there.node(), i), there.shape());
    }
  });
  return result;
}

/// All elements in row-major order, on every rank.
template <ArrayExpression E>
std::vector<element_of<E>> to_vector(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const transport::Operation operation("to_vector");
  using T = element_of<E>;
  const auto there = detail::fetched(x, everywhere);
  std::vector<T> result;
  transport::together(transport::current(), [&] {
    const T* data = detail::whole_data<T>(*there.node(), 0);
    if (there.size() > 0) result.assign(data, data + there.size());
  });
  return result;
}

/// A part of an array that this rank holds: its first coordinate, its extents, and its elements,
/// dense and row-major. It shares the array's memory and keeps it alive.
template <class T, int N>
struct LocalPart {
  Extents offset;
  Extents extents;
  std::shared_ptr<const T> data;

  std::span<const T> elements() const {
    return {data.get(), static_cast<std::size_t>(volume(extents))};
  }
  auto eigen() const {
    static_assert(N == 1 || N == 2, "relatile: Eigen has vectors and matrices only");
    return kernel::eigen_view<T, N>(data.get(), extents);
  }
};

/// What this process holds of an array, read-only and without a copy. Where the planner replicated
/// the array, several ranks hold the same elements.
template <ArrayExpression E>
std::vector<LocalPart<element_of<E>, rank_of<E>>> local_parts(
    const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const transport::Operation operation("local_parts");
  using T = element_of<E>;
  const auto array = as_array(x);
  Session::current().evaluate({array.node()});
  std::vector<LocalPart<T, rank_of<E>>> parts;
  for (const auto& site : array.node()->value->local) {
    for (const auto& piece : site.pieces) {
      if (piece.box.empty()) continue;
      parts.push_back(
          {piece.box.low, piece.box.extents(),
           std::shared_ptr<const T>(piece.data, reinterpret_cast<const T*>(piece.data.get()))});
    }
  }
  return parts;
}

}  // namespace relatile
