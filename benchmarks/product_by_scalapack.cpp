// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "product_peers.hpp"

#ifndef BENCHMARKS_HAVE_SCALAPACK

namespace benchmarks {
std::vector<PeerProduct> by_scalapack(const ProductShape& /*shape*/) { return {}; }
}  // namespace benchmarks

#else

#include <algorithm>
#include <limits>

#include "block_cyclic.hpp"
#include "ranks.hpp"
#include "waves.hpp"

namespace benchmarks {

namespace {

/// One way to lay a product out. ScaLAPACK leaves c where it is and moves panels of a and b, or
/// adds up, as the transposition and its estimates say.
struct Layout {
  int grid_rows = 1;
  int block = 128;
  bool transposed = false;  ///< a is stored as k x m
};

enum class Operands { zero, waves };

PeerProduct product(const ProductShape& shape, const Layout& layout, Operands operands) {
  const ProcessGrid grid(layout.grid_rows, num_ranks() / layout.grid_rows);
  const bool transposed = layout.transposed || shape.gram;
  BlockCyclic a = transposed ? BlockCyclic(grid, shape.k, shape.m, layout.block)
                             : BlockCyclic(grid, shape.m, shape.k, layout.block);
  BlockCyclic b = shape.gram ? a : BlockCyclic(grid, shape.k, shape.n, layout.block);
  const BlockCyclic c(grid, shape.m, shape.n, layout.block);
  if (operands == Operands::waves) {
    a.fill([flip = transposed && !shape.gram](std::int64_t i, std::int64_t j) {
      return flip ? wave(j, i) : wave(i, j);
    });
    if (!shape.gram) b.fill(wave);
  }
  const auto run = [=] { multiply(transposed, a, b, c); };
  return {"pdgemm",  run, [c](const Visit& visit) { c.visit(visit); },
          c.bytes(), {},  [=] { free_workspace(grid); }};
}

/// c = a^T a, of which only the elements (i, j) with j <= i are computed.
PeerProduct symmetric_product(const ProductShape& shape, const Layout& layout, Operands operands) {
  const ProcessGrid grid(layout.grid_rows, num_ranks() / layout.grid_rows);
  const BlockCyclic a(grid, shape.k, shape.m, layout.block);
  const BlockCyclic c(grid, shape.m, shape.m, layout.block);
  if (operands == Operands::waves) a.fill(wave);
  const auto run = [=] { multiply_by_own_transpose(a, c); };
  return {"pdsyrk",
          run,
          [c](const Visit& visit) {
            c.visit([&](std::int64_t i, std::int64_t j, double element) {
              if (j <= i) visit(i, j, element);
            });
          },
          c.bytes(),
          {},
          [=] { free_workspace(grid); }};
}

std::vector<Layout> layouts(const ProductShape& shape) {
  std::vector<Layout> all;
  for (int rows = 1; rows <= num_ranks(); ++rows) {
    if (num_ranks() % rows != 0) continue;
    for (const int block : {64, 256}) {
      all.push_back({rows, block, false});
      // Stored the other way, long sums can be added up; elsewhere that costs more.
      if (shape.k > 16 * shape.m && !shape.gram) all.push_back({rows, block, true});
    }
  }
  return all;
}

/// Large products are not tried in every layout: on the grids nearest to a square only.
bool worth_trying(const ProductShape& shape, const Layout& layout) {
  if (shape.gram || shape.k > 16 * shape.m) return layout.grid_rows == num_ranks();
  const int columns = num_ranks() / layout.grid_rows;
  return std::max(layout.grid_rows, columns) <= 2 * std::min(layout.grid_rows, columns);
}

template <class Make>
PeerProduct fastest(const ProductShape& shape, const Make& make) {
  Layout best;
  double least = std::numeric_limits<double>::infinity();
  for (const Layout& layout : layouts(shape)) {
    if (!worth_trying(shape, layout)) continue;
    const PeerProduct tried = make(shape, layout, Operands::zero);
    const double seconds = slowest_seconds_of(tried.run);
    if (seconds >= least) continue;
    least = seconds;
    best = layout;
  }
  return make(shape, best, Operands::waves);
}

}  // namespace

std::vector<PeerProduct> by_scalapack(const ProductShape& shape) {
  std::vector<PeerProduct> peers{fastest(shape, product)};
  if (shape.gram) peers.push_back(fastest(shape, symmetric_product));
  return peers;
}

}  // namespace benchmarks

#endif
