// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include "relatile/array/adopt.hpp"
#include "relatile/array/conversion.hpp"
#include "relatile/array/from_data.hpp"
#include "relatile/array/from_local_rows.hpp"
#include "relatile/kernel/blocks/eigen_matrix.hpp"

// From arrays to Eigen's vectors and matrices, and back. All of these are collective.

namespace relatile {

namespace detail {

template <class T, int N>
struct EigenPart {
  static auto view(const T* elements, const Extents& extents) {
    return kernel::eigen_view<T, N>(elements, extents);
  }
};

template <class T, int N>
void take_eigen(void* result, const std::byte* elements, const Extents& shape) {
  *static_cast<std::optional<kernel::EigenOf<T, N>>*>(result) =
      kernel::eigen_copy<T, N>(reinterpret_cast<const T*>(elements), shape);
}

template <class M>
void write_eigen(const void* source, std::byte* elements) {
  kernel::eigen_write(*static_cast<const M*>(source),
                      reinterpret_cast<typename M::Scalar*>(elements));
}

}  // namespace detail

/// The array as an Eigen vector or row-major matrix, on every rank.
template <ArrayExpression E>
auto to_eigen(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(rank_of<E> == 1 || rank_of<E> == 2,
                "relatile: to_eigen: Eigen has vectors and matrices only; slice or reduce first");
  using T = element_of<E>;
  std::optional<kernel::EigenOf<T, rank_of<E>>> result;
  detail::take_whole("to_eigen", to_node(x), everywhere, &detail::take_eigen<T, rank_of<E>>,
                     &result);
  if (!result) detail::take_eigen<T, rank_of<E>>(&result, nullptr, shape_of(x));  // no elements
  return std::move(*result);
}

/// The array as an Eigen vector or matrix on one rank; the others get none.
template <ArrayExpression E>
auto to_eigen_on(int rank, const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(
      rank_of<E> == 1 || rank_of<E> == 2,
      "relatile: to_eigen_on: Eigen has vectors and matrices only; slice or reduce first");
  using T = element_of<E>;
  std::optional<kernel::EigenOf<T, rank_of<E>>> result;
  detail::take_whole("to_eigen_on", to_node(x), on_rank(rank), &detail::take_eigen<T, rank_of<E>>,
                     &result);
  return result;
}

/// An array from an Eigen matrix or vector that all ranks have (`everywhere`), or that only one has
/// (`on_rank(r)`; the others pass one of the same shape, whose elements are not read).
///
///   errors  PlanMismatch, on every rank, if ranks have different data or shapes, and
///           RELATILE_CHECK=1 asks to compare them
template <kernel::EigenDense M>
auto from_eigen(const M& m, const Placing& placing = everywhere,
                SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = typename M::Scalar;
  return Array<T, kernel::eigen_rank<M>>(detail::store_whole("from_eigen", detail::comparable<T>(),
                                                             kernel::eigen_shape(m), placing,
                                                             &detail::write_eigen<M>, &m));
}

/// An array of the rows that ranks have as Eigen matrices, each its own and however many, those of
/// rank 0 first; of Eigen vectors, which are columns or not, a vector of all their elements.
/// Collective.
///
///   errors  ShapeMismatch, on every rank, if ranks have rows of different lengths
template <kernel::EigenDense M>
auto from_local_rows(const M& m, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = typename M::Scalar;
  return Array<T, kernel::eigen_rank<M>>(detail::store_rows(
      element_type_of<T>(), kernel::eigen_shape(m), &detail::write_eigen<M>, &m));
}

/// An array in the memory of this rank's Eigen::Map (or Matrix, or VectorXd), of the part that
/// local_box(shape, placing) says: adopt(map, {n, 64}, split(0)). Nothing is copied, as adopt of a
/// span has it; of a map of columns the array is the transpose of what is stored.
///
///   errors  as of adopt; ShapeMismatch, on every rank, too for a map of other extents than the
///           part's, or with gaps between its elements
template <kernel::EigenInMemory M, std::size_t N>
auto adopt(const M& m, const Extent (&shape)[N], const Placing& placing,
           std::shared_ptr<const void> owner = {}, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = typename M::Scalar;
  constexpr int rank = kernel::eigen_rank<M>;
  static_assert(int(N) == rank, "relatile: adopt: as many extents as the map has dimensions");
  const Extents whole = detail::require_shape<rank>("adopt", detail::to_extents(shape));
  const Adopted memory{m.data(), static_cast<std::size_t>(m.size()), std::move(owner)};
  const Extents own = kernel::eigen_is_dense(m) ? kernel::eigen_shape(m) : Extents{};
  const bool by_columns = rank == 2 && !M::IsRowMajor;
  return Array<T, rank>(
      detail::adopt_map(element_type_of<T>(), whole, placing, memory, own, by_columns));
}

// Refused, all that follow: elements in the order of rows are asked for, which most of Eigen's
// matrices have not.

namespace detail {
template <class M>
constexpr void refuse_in_from_span() {
  static_assert(sizeof(M) == 0,
                "relatile: from_span takes elements row by row; of an Eigen matrix an array is "
                "made by from_eigen(m)");
}
}  // namespace detail

template <kernel::EigenDense M, std::size_t N>
Array<typename M::Scalar, int(N)> from_span(const M&, const Extent (&)[N],
                                            const Placing& = everywhere) {
  detail::refuse_in_from_span<M>();
  return {};
}
template <kernel::EigenDense M, int N>
Array<typename M::Scalar, N> from_span(const M&, const Shape<N>&, const Placing& = everywhere) {
  detail::refuse_in_from_span<M>();
  return {};
}
template <std::size_t N, kernel::EigenDense M>
Array<typename M::Scalar, int(N)> from_local(const Extent (&)[N], const Extents&, const Extents&,
                                             const M&) {
  static_assert(sizeof(M) == 0,
                "relatile: from_local takes elements row by row; of Eigen matrices that have some "
                "rows each an array is made by from_local_rows(m)");
  return {};
}
template <std::size_t N, kernel::EigenDense M>
Array<typename M::Scalar, int(N)> adopt_local(const Extent (&)[N], const Extents&, const Extents&,
                                              const M&, std::shared_ptr<const void> = {}) {
  static_assert(sizeof(M) == 0,
                "relatile: adopt_local takes elements row by row; of an Eigen::Map: adopt(map, "
                "{rows, columns}, split(0))");
  return {};
}
template <class T = void, kernel::EigenDense M>
Array<typename M::Scalar, kernel::eigen_rank<M>> array(const M&) {
  static_assert(sizeof(M) == 0,
                "relatile: array: of an Eigen matrix an array is made by from_eigen(m)");
  return {};
}

}  // namespace relatile
