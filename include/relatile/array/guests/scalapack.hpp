// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "relatile/array/adopt.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/array.hpp"

// Matrices as ScaLAPACK distributes them, block-cyclically over a grid of ranks, in and out:
// #include <relatile/array/guests/scalapack.hpp>. ScaLAPACK itself is not needed.

namespace relatile {

/// The grid of a BLACS context whose processes are the first ranks of the Relatile context, in
/// order: row by row, as of Cblacs_gridinit(&context, "Row", rows, columns), or column by column.
struct BlacsGrid {
  int rows = 1;
  int columns = 1;
  bool by_columns = false;
};

/// ScaLAPACK's array descriptor of a dense matrix: DTYPE (1), CTXT, M, N, MB, NB, RSRC, CSRC, LLD.
using ScalapackDescriptor = std::array<int, 9>;

namespace detail {

RELATILE_INLINE tra::NodePtr adopt_cyclic(ElementType element,
                                          const ScalapackDescriptor& descriptor,
                                          const BlacsGrid& grid, const Adopted& memory);
RELATILE_INLINE tra::NodePtr placed_cyclic(const tra::NodePtr& x,
                                           const ScalapackDescriptor& descriptor,
                                           const BlacsGrid& grid);
RELATILE_INLINE void take_cyclic(const tra::NodePtr& x, const ScalapackDescriptor& descriptor,
                                 const BlacsGrid& grid, void* local, std::size_t size);

}  // namespace detail

/// The rows and columns that this rank has of such a matrix: ScaLAPACK's NUMROC, twice. Not
/// collective.
///
///   errors  Error for a descriptor that describes no dense matrix on this grid
RELATILE_INLINE Extents scalapack_extents(const ScalapackDescriptor& descriptor,
                                          const BlacsGrid& grid);

/// The descriptor of a matrix of `extents` in blocks of `block`, both rows and columns, whose first
/// block is on process `source` of the grid; its LLD is as small as this rank's part allows. Not
/// collective.
RELATILE_INLINE ScalapackDescriptor scalapack_descriptor(std::array<int, 2> extents,
                                                         std::array<int, 2> block,
                                                         const BlacsGrid& grid,
                                                         std::array<int, 2> source = {0, 0},
                                                         int blacs_context = 0);

/// The matrix of which `local` has this rank's part, by columns, as ScaLAPACK keeps it: adopt(part,
/// descriptor, {2, 3}). Descriptors agree on all ranks but for CTXT and LLD. Collective; nothing is
/// sent.
///
/// Nothing is copied on a rank whose rows follow each other in the matrix (the grid has one row, or
/// the rank one block of rows) and lie without gaps (LLD is their number): that memory must stay as
/// it is as long as the array or what is to be computed of it, `owner` as long as that. A rank
/// whose rows lie in several blocks copies its part once.
///
///   errors  Error for a descriptor that is no dense matrix's on this grid; ShapeMismatch, on every
///           rank, for a part that is too small; UnsupportedPlan for more processes than ranks
template <class T>
Array<std::remove_const_t<T>, 2> adopt(std::span<T> local, const ScalapackDescriptor& descriptor,
                                       const BlacsGrid& grid,
                                       std::shared_ptr<const void> owner = {},
                                       SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using Element = std::remove_const_t<T>;
  return Array<Element, 2>(detail::adopt_cyclic(element_type_of<Element>(), descriptor, grid,
                                                {local.data(), local.size(), std::move(owner)}));
}

/// The same matrix, stored by columns where the descriptor says, and from there on available to
/// `to_scalapack` without messages; explain says what it will send.
///
///   errors  as of adopt; ShapeMismatch for a matrix of other extents
template <ArrayExpression E>
  requires(rank_of<E> == 2)
auto placed(const E& x, const ScalapackDescriptor& descriptor, const BlacsGrid& grid,
            SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return Array<element_of<E>, 2>(detail::placed_cyclic(to_node(x), descriptor, grid));
}

/// Writes this rank's part of a matrix to `local`, by columns, LLD elements apart: to_scalapack(x,
/// descriptor, {2, 3}, std::span(part)). Evaluates placed(x, descriptor, grid), then copies; what
/// lies between columns stays as it was. Collective.
///
///   errors  as of placed; ShapeMismatch, on every rank, for memory that is too small
template <ArrayExpression E>
  requires(rank_of<E> == 2)
void to_scalapack(const E& x, const ScalapackDescriptor& descriptor, const BlacsGrid& grid,
                  std::span<element_of<E>> local, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  detail::take_cyclic(to_node(x), descriptor, grid, local.data(), local.size());
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/guests/impl/scalapack.hpp"
#endif
