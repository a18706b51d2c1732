// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "sparse_peers.hpp"

#ifndef BENCHMARKS_HAVE_PETSC

namespace benchmarks {
SparsePeers petsc_product(const CompressedRows& /*s*/, const DenseOperand& /*x*/) { return {}; }
SparsePeers petsc_square(const CompressedRows& /*s*/) { return {}; }
}  // namespace benchmarks

#else

#include <petscmat.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>

#include "ranks.hpp"

namespace benchmarks {

namespace {

void require(PetscErrorCode error) {
  if (error != 0) throw std::runtime_error("PETSc: error " + std::to_string(error));
}

/// PETSc between the first benchmark and the end of the program. It is not finalised: MPI is
/// before it by then.
void initialize() {
  PetscBool is_ready = PETSC_FALSE;
  require(PetscInitialized(&is_ready));
  if (is_ready == PETSC_TRUE) return;
  require(PetscInitializeNoArguments());
  require(PetscPopSignalHandler());
}

struct Destroy {
  void operator()(Mat m) const { MatDestroy(&m); }
  void operator()(Vec v) const { VecDestroy(&v); }
};
using Matrix = std::unique_ptr<_p_Mat, Destroy>;
using Vector = std::unique_ptr<_p_Vec, Destroy>;

struct Rows {
  std::int64_t first = 0;
  std::int64_t end = 0;
  PetscInt count() const { return static_cast<PetscInt>(end - first); }
};

/// This rank's rows.
Rows rows_of(const CompressedRows& s) {
  const auto begin_of = [&](std::int64_t rank) {
    if (rank == num_ranks()) return s.rows();
    const std::int64_t entry = s.entries() * rank / num_ranks();
    return std::lower_bound(s.offsets.begin(), s.offsets.end() - 1, entry) - s.offsets.begin();
  };
  return {begin_of(this_rank()), begin_of(this_rank() + 1)};
}

Matrix matrix_of(const CompressedRows& s) {
  initialize();
  const Rows rows = rows_of(s);
  const auto first = static_cast<std::size_t>(rows.first);
  const std::int64_t begin = s.offsets[first];
  std::vector<PetscInt> offsets;
  for (std::int64_t row = rows.first; row <= rows.end; ++row) {
    offsets.push_back(static_cast<PetscInt>(s.offsets[static_cast<std::size_t>(row)] - begin));
  }
  const std::vector<PetscInt> columns(s.columns.begin() + begin,
                                      s.columns.begin() + begin + offsets.back());
  const auto extent = static_cast<PetscInt>(s.rows());
  Mat made = nullptr;
  require(MatCreate(PETSC_COMM_WORLD, &made));
  Matrix owner(made);
  require(MatSetSizes(made, rows.count(), rows.count(), extent, extent));
  require(MatSetType(made, MATAIJ));
  // Which of the two it is depends on the number of ranks; the other does nothing.
  const double* const values = s.values.data() + begin;
  require(MatSeqAIJSetPreallocationCSR(made, offsets.data(), columns.data(), values));
  require(MatMPIAIJSetPreallocationCSR(made, offsets.data(), columns.data(), values));
  return owner;
}

double sum_of(const double* elements, std::size_t count) {
  double mine = 0;
  for (std::size_t i = 0; i < count; ++i) mine += elements[i];
  double all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

SparsePeer product_with_vector(const CompressedRows& s, const std::vector<double>& elements) {
  std::shared_ptr<_p_Mat> m = matrix_of(s);
  Vec right = nullptr;
  Vec left = nullptr;
  require(MatCreateVecs(m.get(), &right, &left));
  const std::shared_ptr<_p_Vec> x(Vector{right});
  const std::shared_ptr<_p_Vec> y(Vector{left});
  double* to = nullptr;
  const Rows rows = rows_of(s);
  require(VecGetArrayWrite(right, &to));
  std::copy(elements.begin() + rows.first, elements.begin() + rows.end, to);
  require(VecRestoreArrayWrite(right, &to));
  const auto sum = [y] {
    PetscScalar all = 0;
    require(VecSum(y.get(), &all));
    return double{all};
  };
  return {"petsc", [m, x, y] { require(MatMult(m.get(), x.get(), y.get())); }, sum};
}

SparsePeer product_with_matrix(const CompressedRows& s, const DenseOperand& x) {
  std::shared_ptr<_p_Mat> m = matrix_of(s);
  const Rows rows = rows_of(s);
  Mat made = nullptr;
  require(MatCreateDense(PETSC_COMM_WORLD, rows.count(), PETSC_DECIDE,
                         static_cast<PetscInt>(s.rows()), static_cast<PetscInt>(x.columns), nullptr,
                         &made));
  const std::shared_ptr<_p_Mat> by(Matrix{made});
  double* to = nullptr;
  PetscInt step = 0;
  require(MatDenseGetLDA(made, &step));
  require(MatDenseGetArrayWrite(made, &to));
  for (std::int64_t row = rows.first; row < rows.end; ++row) {
    for (std::int64_t j = 0; j < x.columns; ++j) {
      to[(row - rows.first) + j * step] = x.elements[static_cast<std::size_t>(row * x.columns + j)];
    }
  }
  require(MatDenseRestoreArrayWrite(made, &to));
  require(MatAssemblyBegin(made, MAT_FINAL_ASSEMBLY));
  require(MatAssemblyEnd(made, MAT_FINAL_ASSEMBLY));
  Mat result = nullptr;
  require(MatMatMult(m.get(), made, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &result));
  const std::shared_ptr<_p_Mat> c(Matrix{result});
  const auto run = [m, by, c] {
    Mat again = c.get();
    require(MatMatMult(m.get(), by.get(), MAT_REUSE_MATRIX, PETSC_DEFAULT, &again));
  };
  const auto sum = [c, count = static_cast<std::size_t>(rows.count() * x.columns)] {
    const double* elements = nullptr;
    require(MatDenseGetArrayRead(c.get(), &elements));
    const double all = sum_of(elements, count);
    require(MatDenseRestoreArrayRead(c.get(), &elements));
    return all;
  };
  return {"petsc", run, sum};
}

}  // namespace

SparsePeers petsc_product(const CompressedRows& s, const DenseOperand& x) {
  return {x.columns == 1 ? product_with_vector(s, x.elements) : product_with_matrix(s, x)};
}

SparsePeers petsc_square(const CompressedRows& s) {
  std::shared_ptr<_p_Mat> m = matrix_of(s);
  const auto c = std::make_shared<std::shared_ptr<_p_Mat>>();
  const auto run = [m, c] {
    c->reset();
    Mat made = nullptr;
    require(MatMatMult(m.get(), m.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, &made));
    *c = Matrix(made);
  };
  const auto sum = [c] {
    Vec made = nullptr;
    require(MatCreateVecs(c->get(), nullptr, &made));
    const Vector of_rows(made);
    require(MatGetRowSum(c->get(), made));
    PetscScalar all = 0;
    require(VecSum(made, &all));
    return double{all};
  };
  return {{"petsc", run, sum}};
}

}  // namespace benchmarks

#endif
