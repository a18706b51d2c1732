// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// Sparse matrices in other libraries. Each has its operands in its own form before it is measured.
// Nothing where a library was not found, or does not run on so many ranks.

namespace benchmarks {

/// A square matrix in compressed rows, whole on every rank.
struct CompressedRows {
  std::vector<std::int64_t> offsets;  ///< where rows begin, and the number of entries
  std::vector<std::int32_t> columns;
  std::vector<double> values;

  std::int64_t rows() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
  std::int64_t entries() const { return offsets.back(); }
};

/// A vector, or a matrix by rows.
struct DenseOperand {
  const std::vector<double>& elements;
  std::int64_t columns = 1;
};

struct SparsePeer {
  std::string name;
  std::function<void()> run;
  /// Of what a run made the sum of all elements, the same on all ranks; empty of what makes
  /// nothing.
  std::function<double()> sum;
};
using SparsePeers = std::vector<SparsePeer>;

// No product, but a bound for it: reads once as many bytes as compressed rows and x have, with
// indices of 4 bytes, and writes as many as the result has. Ranks have equal shares, threads too.
SparsePeers bandwidth_of_product(const CompressedRows& s, const DenseOperand& x);

// Eigen, on one rank: products with dense operands on as many threads as OpenMP has, those of
// transposes on one.
SparsePeers eigen_product(const CompressedRows& s, const DenseOperand& x);
SparsePeers eigen_transposed_product(const CompressedRows& s, const DenseOperand& x);
SparsePeers eigen_square(const CompressedRows& s);

// PETSc's AIJ matrices, rows cut between ranks where about equally many entries lie on both sides:
// MatMult or MatMatMult, whose result is there already, and MatMatMult of a new matrix.
SparsePeers petsc_product(const CompressedRows& s, const DenseOperand& x);
SparsePeers petsc_square(const CompressedRows& s);

// SuiteSparse:GraphBLAS, on one rank, on as many threads as OpenMP has. `lower` is the lower half
// of a graph's matrix.
SparsePeers graphblas_product(const CompressedRows& s, const DenseOperand& x);
SparsePeers graphblas_square(const CompressedRows& s);
SparsePeers graphblas_triangles(const CompressedRows& lower);
/// The number of edges to every vertex of a symmetric graph from one; -1 where no path leads.
SparsePeers graphblas_levels(const CompressedRows& graph, std::int64_t source);

}  // namespace benchmarks
