// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <Eigen/Sparse>
#include <algorithm>
#include <memory>
#include <numeric>

#include "ranks.hpp"
#include "sparse_peers.hpp"

namespace benchmarks {

namespace {

using Sparse = Eigen::SparseMatrix<double, Eigen::RowMajor>;
using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

std::shared_ptr<Sparse> matrix_of(const CompressedRows& s) {
  auto made = std::make_shared<Sparse>(s.rows(), s.rows());
  made->resizeNonZeros(s.entries());
  std::copy(s.columns.begin(), s.columns.end(), made->innerIndexPtr());
  std::copy(s.values.begin(), s.values.end(), made->valuePtr());
  std::transform(s.offsets.begin(), s.offsets.end(), made->outerIndexPtr(),
                 [](std::int64_t offset) { return static_cast<int>(offset); });
  return made;
}

std::shared_ptr<Dense> dense_of(const CompressedRows& s, const DenseOperand& x) {
  return std::make_shared<Dense>(Eigen::Map<const Dense>(x.elements.data(), s.rows(), x.columns));
}

double sum_of(const double* elements, std::int64_t count) {
  return std::accumulate(elements, elements + count, 0.0);
}

}  // namespace

SparsePeers eigen_product(const CompressedRows& s, const DenseOperand& x) {
  if (num_ranks() > 1) return {};
  const auto m = matrix_of(s);
  const auto made = std::make_shared<Dense>(s.rows(), x.columns);
  const auto by = dense_of(s, x);
  const auto sum = [made] { return sum_of(made->data(), made->size()); };
  if (x.columns == 1) return {{"eigen", [=] { made->col(0).noalias() = *m * by->col(0); }, sum}};
  return {{"eigen", [=] { made->noalias() = *m * *by; }, sum}};
}

SparsePeers eigen_transposed_product(const CompressedRows& s, const DenseOperand& x) {
  if (num_ranks() > 1) return {};
  const auto m = matrix_of(s);
  const auto made = std::make_shared<Dense>(s.rows(), x.columns);
  const auto by = dense_of(s, x);
  return {{"eigen", [=] { made->noalias() = m->transpose() * *by; },
           [made] { return sum_of(made->data(), made->size()); }}};
}

SparsePeers eigen_square(const CompressedRows& s) {
  if (num_ranks() > 1) return {};
  const auto m = matrix_of(s);
  const auto made = std::make_shared<Sparse>();
  return {{"eigen", [=] { *made = *m * *m; },
           [made] { return sum_of(made->valuePtr(), made->nonZeros()); }}};
}

}  // namespace benchmarks
