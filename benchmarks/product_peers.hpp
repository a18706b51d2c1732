// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// Distributed products c = a b without Relatile. Every program has all its memory and its parts of
// the operands (waves.hpp) before it is measured, and is left with its parts of c.

namespace benchmarks {

/// c = a b with a of m x k and b of k x n; or `gram`: c = a^T a with a of k x m, m = n.
struct ProductShape {
  std::int64_t m = 0;
  std::int64_t k = 0;
  std::int64_t n = 0;
  bool gram = false;
  double flops() const {
    return 2 * static_cast<double>(m) * static_cast<double>(k) * static_cast<double>(n);
  }
};

/// In how many parts the ranks cut the labels of a product.
struct Grid {
  int m = 1;
  int k = 1;
  int n = 1;
};

/// What must be sent if every rank has as much of a, b and c as any other.
std::int64_t bytes_of(const ProductShape& shape, const Grid& grid);
/// The grid of all ranks that sends least.
Grid best_grid(const ProductShape& shape, int ranks);

/// Sees element (i, j) of c.
using Visit = std::function<void(std::int64_t i, std::int64_t j, double element)>;

struct PeerProduct {
  std::string name;
  std::function<void()> run;
  std::function<void(const Visit&)> visit;  ///< this rank's part of c, after a run
  std::int64_t held = 0;                    ///< bytes that this rank has for c and for buffers
  std::optional<std::int64_t> sends;        ///< bytes that all ranks send by its formula, if any
  std::function<void()> forget = [] {};     ///< frees what one run leaves to the next
};

/// By hand on a grid: parts of a and b are all-gathered, multiplied by BLAS, and reduce-scattered.
/// Throws std::invalid_argument if the grid does not divide the extents.
PeerProduct by_hand(const std::string& name, const ProductShape& shape, const Grid& grid);
/// The same for a^T a, by half of the product.
PeerProduct by_hand_syrk(const ProductShape& shape, int ranks);
/// By hand from rows of a and of b: a is cut anew by columns (MPI_Alltoall), then summed.
PeerProduct by_resplit(const ProductShape& shape, int ranks);
/// ScaLAPACK's pdgemm, and for a^T a pdsyrk: the fastest of several block-cyclic layouts, tried
/// here. Nothing where it was not found.
std::vector<PeerProduct> by_scalapack(const ProductShape& shape);

}  // namespace benchmarks
