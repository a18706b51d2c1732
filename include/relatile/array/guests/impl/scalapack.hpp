// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/guests/scalapack.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "relatile/array/stored.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/tra/indexing.hpp"
#include "relatile/tra/map.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/together.hpp"

namespace relatile::detail {

/// How one axis of a matrix is dealt out.
struct CyclicAxis {
  int extent, block, source, processes;

  /// The ranges that a process has, in order; blocks that follow each other are one.
  std::vector<Range> ranges(int process) const {
    std::vector<Range> found;
    const int first = (process - source + processes) % processes;
    for (std::int64_t low = std::int64_t(first) * block; low < extent;
         low += std::int64_t(processes) * block) {
      const std::int64_t high = std::min<std::int64_t>(low + block, extent);
      if (!found.empty() && found.back().high == low) {
        found.back().high = high;
      } else {
        found.push_back({low, high});
      }
    }
    return found;
  }
  std::int64_t count(int process) const {
    std::int64_t all = 0;
    for (const Range& range : ranges(process)) all += range.high - range.low;
    return all;
  }
};

/// A descriptor and its grid, as this rank sees them.
struct Cyclic {
  CyclicAxis rows, columns;
  BlacsGrid grid;
  std::int64_t leading;

  Cyclic(const ScalapackDescriptor& d, const BlacsGrid& on)
      : rows{d[2], d[4], d[6], on.rows},
        columns{d[3], d[5], d[7], on.columns},
        grid(on),
        leading(d[8]) {
    const auto fits = [](const CyclicAxis& axis) {
      return axis.extent >= 0 && axis.block > 0 && axis.processes > 0 && axis.source >= 0 &&
             axis.source < axis.processes;
    };
    if (d[0] == 1 && fits(rows) && fits(columns)) return;
    throw Error("relatile: scalapack: " + text() + " (DTYPE " + std::to_string(d[0]) +
                ") is no dense matrix on this grid");
  }

  /// All that ranks have to agree on.
  std::string text() const {
    const auto of = [](int a, int b, const char* x) {
      return std::to_string(a) + x + std::to_string(b);
    };
    return of(rows.extent, columns.extent, " x ") + " in blocks of " +
           of(rows.block, columns.block, " x ") + " from process (" +
           of(rows.source, columns.source, ", ") + ") of " + of(grid.rows, grid.columns, " x ") +
           (grid.by_columns ? " by columns" : "");
  }
  Extents shape() const { return {rows.extent, columns.extent}; }
  /// The shape of the matrix with its columns as rows, in which what lies by columns is dense.
  Extents turned_shape() const { return {columns.extent, rows.extent}; }

  bool has(int rank) const { return rank < grid.rows * grid.columns; }
  int row_of(int rank) const { return grid.by_columns ? rank % grid.rows : rank / grid.columns; }
  int column_of(int rank) const { return grid.by_columns ? rank / grid.rows : rank % grid.columns; }

  /// Calls `visit(box of the turned matrix, where it begins in the rank's memory)`.
  template <class Visit>
  void for_each_box(int rank, Visit&& visit) const {
    if (!has(rank)) return;
    const std::vector<Range> mine = rows.ranges(row_of(rank));
    std::int64_t column = 0;
    for (const Range& of_columns : columns.ranges(column_of(rank))) {
      std::int64_t row = 0;
      for (const Range& of_rows : mine) {
        visit(Box{{of_columns.low, of_rows.low}, {of_columns.high, of_rows.high}},
              column * leading + row);
        row += of_rows.high - of_rows.low;
      }
      column += of_columns.high - of_columns.low;
    }
  }
  /// The boxes of all ranks.
  std::vector<std::vector<Box>> boxes(int ranks) const {
    std::vector<std::vector<Box>> all;
    for (int rank = 0; rank < ranks; ++rank) {
      all.emplace_back();
      for_each_box(rank, [&](const Box& box, std::int64_t) { all.back().push_back(box); });
    }
    return all;
  }
  Extents local_extents(int rank) const {
    if (!has(rank)) return {0, 0};
    return {rows.count(row_of(rank)), columns.count(column_of(rank))};
  }

  /// Throws, on this rank, for memory that is too small, and where there are too few ranks.
  void require_memory(const char* operation, int rank, int ranks, std::size_t size) const {
    if (grid.rows * grid.columns > ranks) {
      throw UnsupportedPlan("relatile: " + std::string(operation) + ": a grid of " + text() +
                            " on " + std::to_string(ranks) + " ranks");
    }
    const Extents own = local_extents(rank);
    const std::int64_t needed = own[0] == 0 || own[1] == 0 ? 0 : leading * (own[1] - 1) + own[0];
    if (leading >= std::max<std::int64_t>(own[0], 1) && static_cast<std::int64_t>(size) >= needed) {
      return;
    }
    throw ShapeMismatch("relatile: " + std::string(operation) + ": rank " + std::to_string(rank) +
                        " has " + to_string(own) + " of " + text() + ", which needs LLD >= " +
                        std::to_string(std::max<std::int64_t>(own[0], 1)) + " and " +
                        std::to_string(needed) + " elements; LLD is " + std::to_string(leading) +
                        ", and there are " + std::to_string(size));
  }
};

/// The rank of a process of its own. Throws UnsupportedPlan where several sites are one process.
inline int own_rank(const char* operation) {
  const std::vector<int>& here = transport::current().local_sites();
  if (here.size() == 1) return here.front();
  throw UnsupportedPlan(
      "relatile: " + std::string(operation) +
      ": every rank has a part in memory of its own; here several are one process");
}

/// A part of a matrix by columns, dense as elements of the turned matrix.
inline ArrayPiece copied_piece(const Box& box, ElementType element, const std::byte* from,
                               std::int64_t leading) {
  ArrayPiece piece = new_piece(box, element);
  const std::int64_t bytes = (box.high[1] - box.low[1]) * element.size;
  for (std::int64_t c = 0; c < box.high[0] - box.low[0]; ++c) {
    std::memcpy(piece.data.get() + c * bytes, from + c * leading * element.size,
                static_cast<std::size_t>(bytes));
  }
  return piece;
}

RELATILE_INLINE tra::NodePtr adopt_cyclic(ElementType element,
                                          const ScalapackDescriptor& descriptor,
                                          const BlacsGrid& grid, const Adopted& memory) {
  const Cyclic cyclic(descriptor, grid);
  const transport::Operation operation("adopt", element.name() + " " + cyclic.text());
  transport::Transport& sites = transport::current();
  const int rank = own_rank("adopt");
  SiteData data;
  transport::together(sites, [&] {
    cyclic.require_memory("adopt", rank, sites.num_sites(), memory.size);
    auto* const begin = const_cast<std::byte*>(static_cast<const std::byte*>(memory.elements));
    cyclic.for_each_box(rank, [&](const Box& box, std::int64_t at) {
      std::byte* const from = begin + at * element.size;
      const bool is_dense = box.high[1] - box.low[1] == cyclic.leading;
      data.pieces.push_back(
          is_dense ? ArrayPiece{box, Buffer(from, [owner = memory.owner](std::byte*) {})}
                   : copied_piece(box, element, from, cyclic.leading));
    });
  });
  const tra::NodePtr turned =
      stored_node("adopt", tra::array_type(element, cyclic.turned_shape()),
                  cyclic.boxes(sites.num_sites()), "block-cyclic", {std::move(data)});
  return tra::make_transpose(turned, {1, 0});
}

/// The turned matrix where the descriptor says.
inline tra::NodePtr turned_and_placed(const char* operation, const tra::NodePtr& x,
                                      const Cyclic& cyclic) {
  if (!(x->type.extents == cyclic.shape())) {
    throw ShapeMismatch("relatile: " + std::string(operation) + ": a matrix of shape " +
                        to_string(x->type.extents) + "; the descriptor is of " + cyclic.text());
  }
  const int ranks = Session::current().num_sites();
  if (cyclic.grid.rows * cyclic.grid.columns > ranks) {
    throw UnsupportedPlan("relatile: " + std::string(operation) + ": a grid of " + cyclic.text() +
                          " on " + std::to_string(ranks) + " ranks");
  }
  const tra::NodePtr turned = tra::make_transpose(x, {1, 0});
  const tra::NodePtr node =
      tra::make_view("placed", turned, Access::identity(2), cyclic.turned_shape());
  node->pins.boxes = cyclic.boxes(ranks);
  node->pins.place = "block-cyclic";
  return node;
}

RELATILE_INLINE tra::NodePtr placed_cyclic(const tra::NodePtr& x,
                                           const ScalapackDescriptor& descriptor,
                                           const BlacsGrid& grid) {
  const Handle named = handle_of(*x);  // tells its operands their line
  return tra::make_transpose(turned_and_placed("placed", x, Cyclic(descriptor, grid)), {1, 0});
}

RELATILE_INLINE void take_cyclic(const tra::NodePtr& x, const ScalapackDescriptor& descriptor,
                                 const BlacsGrid& grid, void* local, std::size_t size) {
  const Cyclic cyclic(descriptor, grid);
  const transport::Operation operation("to_scalapack", cyclic.text());
  transport::Transport& sites = transport::current();
  const int rank = own_rank("to_scalapack");
  const Handle named = handle_of(*x);
  const tra::NodePtr there = turned_and_placed("to_scalapack", x, cyclic);
  transport::together(
      sites, [&] { cyclic.require_memory("to_scalapack", rank, sites.num_sites(), size); });
  const Handle handle = handle_of(*there);
  Session::current().evaluate({there});
  const std::int64_t element = there->type.block.element.size;
  const SiteData& data = there->value->local.front();
  cyclic.for_each_box(rank, [&](const Box& box, std::int64_t at) {
    const ArrayPiece& piece = *data.piece_holding(box);
    const std::size_t bytes = static_cast<std::size_t>((box.high[1] - box.low[1]) * element);
    for (std::int64_t c = box.low[0]; c < box.high[0]; ++c, at += cyclic.leading) {
      std::memmove(static_cast<std::byte*>(local) + at * element,
                   piece.data.get() + offset_in(piece.box, {c, box.low[1]}) * element, bytes);
    }
  });
}

}  // namespace relatile::detail

namespace relatile {

RELATILE_INLINE Extents scalapack_extents(const ScalapackDescriptor& descriptor,
                                          const BlacsGrid& grid) {
  const int rank = detail::own_rank("scalapack_extents");
  return detail::Cyclic(descriptor, grid).local_extents(rank);
}

RELATILE_INLINE ScalapackDescriptor scalapack_descriptor(std::array<int, 2> extents,
                                                         std::array<int, 2> block,
                                                         const BlacsGrid& grid,
                                                         std::array<int, 2> source,
                                                         int blacs_context) {
  ScalapackDescriptor descriptor{1,        blacs_context, extents[0], extents[1], block[0],
                                 block[1], source[0],     source[1],  1};
  const std::int64_t rows = scalapack_extents(descriptor, grid)[0];
  descriptor[8] = static_cast<int>(std::max<std::int64_t>(rows, 1));
  return descriptor;
}

}  // namespace relatile
