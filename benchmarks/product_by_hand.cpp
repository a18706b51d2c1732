// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <mpi.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

#include "gemm.hpp"
#include "product_peers.hpp"
#include "waves.hpp"

namespace benchmarks {

namespace {

/// A part of a matrix, by rows.
struct Part {
  std::int64_t top = 0;
  std::int64_t left = 0;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::shared_ptr<double[]> data = nullptr;

  std::int64_t size() const { return rows * columns; }
  int count() const { return static_cast<int>(size()); }
  void allocate() { data.reset(new double[static_cast<std::size_t>(size())]()); }
};

Part part(std::int64_t top, std::int64_t left, std::int64_t rows, std::int64_t columns) {
  Part made{top, left, rows, columns};
  made.allocate();
  return made;
}

Part wave_part(std::int64_t top, std::int64_t left, std::int64_t rows, std::int64_t columns) {
  const Part made = part(top, left, rows, columns);
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) made.data[i * columns + j] = wave(top + i, left + j);
  }
  return made;
}

void visit_part(const Part& part, const Visit& visit) {
  for (std::int64_t i = 0; i < part.rows; ++i) {
    for (std::int64_t j = 0; j < part.columns; ++j) {
      visit(part.top + i, part.left + j, part.data[i * part.columns + j]);
    }
  }
}

void require_divides(std::int64_t parts, std::int64_t extent) {
  if (extent % parts != 0) throw std::invalid_argument("the ranks do not divide the extents");
}

MPI_Comm group(int color, int key) {
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, color, key, &made);
  return made;
}

int this_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

/// The whole of what a group's ranks have parts of; nothing is copied in a group of one.
const Part& gathered(const Part& mine, const Part& whole, MPI_Comm ranks) {
  if (mine.size() == whole.size()) return mine;
  MPI_Allgather(mine.data.get(), mine.count(), MPI_DOUBLE, whole.data.get(), mine.count(),
                MPI_DOUBLE, ranks);
  return whole;
}

/// The group's matrices are added up, each rank is left with some rows.
void scatter_sum(const Part& whole, const Part& mine, MPI_Comm ranks) {
  MPI_Reduce_scatter_block(whole.data.get(), mine.data.get(), mine.count(), MPI_DOUBLE, MPI_SUM,
                           ranks);
}

std::int64_t bytes_of(const std::vector<Part>& parts) {
  std::int64_t elements = 0;
  for (const Part& part : parts) elements += part.size();
  return 8 * elements;
}

Part nothing_if(bool absent, std::int64_t rows, std::int64_t columns) {
  return absent ? Part{} : part(0, 0, rows, columns);
}

}  // namespace

std::int64_t bytes_of(const ProductShape& shape, const Grid& grid) {
  const std::int64_t of_b = shape.gram ? 0 : shape.k * shape.n * (grid.m - 1);
  const std::int64_t of_a = shape.gram ? shape.k * shape.m * (grid.m * grid.n > 1 ? 1 : 0)
                                       : shape.m * shape.k * (grid.n - 1);
  return 8 * (of_a + of_b + shape.m * shape.n * (grid.k - 1));
}

Grid best_grid(const ProductShape& shape, int ranks) {
  Grid best;
  std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
  for (int m = 1; m <= ranks; ++m) {
    for (int k = 1; m * k <= ranks; ++k) {
      if (ranks % (m * k) != 0) continue;
      const Grid grid{m, k, ranks / m / k};
      if (bytes_of(shape, grid) >= fewest) continue;
      fewest = bytes_of(shape, grid);
      best = grid;
    }
  }
  return best;
}

PeerProduct by_hand(const std::string& name, const ProductShape& shape, const Grid& grid) {
  if (shape.gram && grid.m * grid.n != 1) throw std::invalid_argument("a^T a is cut along k only");
  require_divides(std::int64_t(grid.m) * grid.n * grid.k, shape.m);
  require_divides(std::int64_t(grid.m) * grid.k, shape.k);
  require_divides(grid.n, shape.n);
  const int rank = this_rank();  // (of m, of k, of n), the last one fastest
  const int in = rank % grid.n;
  const int ik = rank / grid.n % grid.k;
  const int im = rank / grid.n / grid.k;
  const std::int64_t rows = shape.m / grid.m;
  const std::int64_t summed = shape.k / grid.k;
  const std::int64_t columns = shape.n / grid.n;
  const MPI_Comm with_a = group(im * grid.k + ik, in);
  const MPI_Comm with_b = group(ik * grid.n + in, im);
  const MPI_Comm with_c = group(im * grid.n + in, ik);

  const Part a =
      shape.gram ? wave_part(ik * summed, 0, summed, rows)
                 : wave_part(im * rows + in * (rows / grid.n), ik * summed, rows / grid.n, summed);
  const Part b = shape.gram ? a
                            : wave_part(ik * summed + im * (summed / grid.m), in * columns,
                                        summed / grid.m, columns);
  const Part whole_a = nothing_if(grid.n == 1, rows, summed);
  const Part whole_b = nothing_if(grid.m == 1, summed, columns);
  const Part c = part(im * rows + ik * (rows / grid.k), in * columns, rows / grid.k, columns);
  const Part whole_c = grid.k == 1 ? c : part(0, 0, rows, columns);
  const auto run = [=, gram = shape.gram, parts = grid] {
    const Part& left = parts.n == 1 ? a : gathered(a, whole_a, with_a);
    const Part& right = parts.m == 1 ? b : gathered(b, whole_b, with_b);
    gemm({left.data.get(), rows, summed, gram}, {right.data.get(), summed, columns},
         whole_c.data.get());
    if (parts.k > 1) scatter_sum(whole_c, c, with_c);
  };
  const std::int64_t held =
      bytes_of({whole_a, whole_b, c}) + (grid.k == 1 ? 0 : bytes_of({whole_c}));
  return {name, run, [c](const Visit& visit) { visit_part(c, visit); }, held,
          bytes_of(shape, grid)};
}

PeerProduct by_hand_syrk(const ProductShape& shape, int ranks) {
  require_divides(ranks, shape.k);
  require_divides(ranks, shape.m);
  const std::int64_t summed = shape.k / ranks;
  const int rank = this_rank();
  const Part x = wave_part(rank * summed, 0, summed, shape.m);
  const Part c = part(rank * (shape.m / ranks), 0, shape.m / ranks, shape.m);
  const Part whole_c = ranks == 1 ? c : part(0, 0, shape.m, shape.m);
  const auto run = [=] {
    gram(x.data.get(), x.rows, x.columns, whole_c.data.get());
    if (ranks > 1) scatter_sum(whole_c, c, MPI_COMM_WORLD);
  };
  const std::int64_t held = bytes_of({c}) + (ranks == 1 ? 0 : bytes_of({whole_c}));
  return {"by_hand_syrk", run, [c](const Visit& visit) { visit_part(c, visit); }, held,
          8 * whole_c.size() * (ranks - 1)};
}

PeerProduct by_resplit(const ProductShape& shape, int ranks) {
  for (const std::int64_t extent : {shape.m, shape.k}) require_divides(ranks, extent);
  const int rank = this_rank();
  const std::int64_t rows = shape.m / ranks;
  const std::int64_t width = shape.k / ranks;
  const Part a = wave_part(rank * rows, 0, rows, shape.k);
  const Part b = wave_part(rank * width, 0, width, shape.n);
  const Part packed = part(0, 0, shape.m, width);
  const Part columns = part(0, 0, shape.m, width);
  const Part whole_c = part(0, 0, shape.m, shape.n);
  const Part c = part(rank * rows, 0, rows, shape.n);
  const auto run = [=, k = shape.k] {
    for (std::int64_t to = 0; to < ranks; ++to) {
      for (std::int64_t i = 0; i < rows; ++i) {
        const double* from = a.data.get() + i * k + to * width;
        std::copy(from, from + width, packed.data.get() + (to * rows + i) * width);
      }
    }
    const auto count = static_cast<int>(rows * width);
    MPI_Alltoall(packed.data.get(), count, MPI_DOUBLE, columns.data.get(), count, MPI_DOUBLE,
                 MPI_COMM_WORLD);
    gemm({columns.data.get(), whole_c.rows, width}, {b.data.get(), width, b.columns},
         whole_c.data.get());
    scatter_sum(whole_c, c, MPI_COMM_WORLD);
  };
  return {"by_resplit", run, [c](const Visit& visit) { visit_part(c, visit); },
          bytes_of({packed, columns, whole_c, c}),
          8 * (packed.size() + whole_c.size()) * (ranks - 1)};
}

}  // namespace benchmarks
