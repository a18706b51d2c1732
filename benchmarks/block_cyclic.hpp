// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <utility>

// ScaLAPACK in a few words. Blacs contexts are never freed: there are few, and they last.

extern "C" {
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, const char* order, int rows, int columns);
void Cblacs_freebuff(int context, int wait);
void PB_freebuf_();
void Cblacs_gridinfo(int context, int* rows, int* columns, int* row, int* column);
void pdgemm_(const char*, const char*, const int*, const int*, const int*, const double*,
             const double*, const int*, const int*, const int*, const double*, const int*,
             const int*, const int*, const double*, double*, const int*, const int*, const int*);
void pdsyrk_(const char*, const char*, const int*, const int*, const double*, const double*,
             const int*, const int*, const int*, const double*, double*, const int*, const int*,
             const int*);
}

namespace benchmarks {

/// The ranks of MPI_COMM_WORLD as a grid.
struct ProcessGrid {
  ProcessGrid(int num_rows, int num_columns) {
    Cblacs_get(0, 0, &context);
    Cblacs_gridinit(&context, "Row", num_rows, num_columns);
    Cblacs_gridinfo(context, &rows, &columns, &row, &column);
  }
  int context = 0;
  int rows = 1;
  int columns = 1;
  int row = 0;
  int column = 0;
};

/// The rows of a grid of so many ranks and the side of blocks with which `seconds(rows, block)` are
/// fewest, tried here.
template <class Seconds>
std::pair<int, int> fastest_layout(int ranks, std::initializer_list<int> blocks,
                                   Seconds&& seconds) {
  double least = std::numeric_limits<double>::infinity();
  std::pair<int, int> best{1, *blocks.begin()};
  for (int rows = 1; rows <= ranks; ++rows) {
    if (ranks % rows != 0) continue;
    for (const int block : blocks) {
      const double taken = seconds(rows, block);
      if (taken < least) best = {rows, block};
      least = std::min(least, taken);
    }
  }
  return best;
}

/// A matrix dealt out to a grid in square blocks, as ScaLAPACK wants it; each part column by
/// column.
class BlockCyclic {
 public:
  BlockCyclic(const ProcessGrid& grid, std::int64_t rows, std::int64_t columns, int block)
      : grid_(grid), block_(block) {
    rows_ = dealt(rows, grid.rows, grid.row);
    columns_ = dealt(columns, grid.columns, grid.column);
    const auto leading = static_cast<int>(std::max<std::int64_t>(rows_, 1));
    descriptor_ = {
        1, grid.context, static_cast<int>(rows), static_cast<int>(columns), block, block, 0,
        0, leading};
    const auto count = static_cast<std::size_t>(std::max<std::int64_t>(rows_ * columns_, 1));
    data_.reset(new double[count]());
  }
  double* data() const { return data_.get(); }
  const int* descriptor() const { return descriptor_.data(); }
  int rows() const { return descriptor_[2]; }
  int columns() const { return descriptor_[3]; }
  /// Of this rank.
  std::int64_t bytes() const { return 8 * rows_ * columns_; }

  /// Calls f(i, j, element) with this rank's elements.
  template <class F>
  void visit(F&& f) const {
    for (std::int64_t j = 0; j < columns_; ++j) {
      const std::int64_t column = place(j, grid_.columns, grid_.column);
      for (std::int64_t i = 0; i < rows_; ++i) {
        f(place(i, grid_.rows, grid_.row), column, data_[j * rows_ + i]);
      }
    }
  }
  template <class F>
  void fill(F&& value) const {
    visit([&](std::int64_t i, std::int64_t j, double& element) { element = value(i, j); });
  }

 private:
  /// How many of `count` rows or columns the process has: numroc.
  std::int64_t dealt(std::int64_t count, int processes, int process) const {
    const std::int64_t whole = count / block_;
    const std::int64_t mine = whole / processes * block_;
    const std::int64_t more = whole % processes;
    if (process < more) return mine + block_;
    return process == more ? mine + count % block_ : mine;
  }
  /// Where its row or column is in the whole matrix: indxl2g.
  std::int64_t place(std::int64_t own, int processes, int process) const {
    return (own / block_ * processes + process) * block_ + own % block_;
  }

  ProcessGrid grid_;
  std::int64_t block_ = 1;
  std::int64_t rows_ = 0;
  std::int64_t columns_ = 0;
  std::array<int, 9> descriptor_{};
  std::shared_ptr<double[]> data_;
};

/// c = beta c + a b, or a^T b.
inline void multiply(bool transposed, const BlockCyclic& a, const BlockCyclic& b,
                     const BlockCyclic& c, double beta = 0) {
  const int m = c.rows();
  const int n = c.columns();
  const int k = b.rows();
  const double alpha = 1;
  const int one = 1;
  pdgemm_(transposed ? "T" : "N", "N", &m, &n, &k, &alpha, a.data(), &one, &one, a.descriptor(),
          b.data(), &one, &one, b.descriptor(), &beta, c.data(), &one, &one, c.descriptor());
}

/// The buffers that PBLAS and BLACS keep from one call for the next.
inline void free_workspace(const ProcessGrid& grid) {
  PB_freebuf_();
  Cblacs_freebuff(grid.context, 1);
}

/// The lower half of c = a^T a.
inline void multiply_by_own_transpose(const BlockCyclic& a, const BlockCyclic& c) {
  const int n = c.rows();
  const int k = a.rows();
  const double alpha = 1;
  const double beta = 0;
  const int one = 1;
  pdsyrk_("L", "T", &n, &k, &alpha, a.data(), &one, &one, a.descriptor(), &beta, c.data(), &one,
          &one, c.descriptor());
}

}  // namespace benchmarks
