// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include <cstdint>
#include <memory>
#include <vector>

#include "ranks.hpp"
#include "sparse_peers.hpp"

namespace benchmarks {

namespace {

/// What one rank touches, as doubles: `read` from end to end, and as many `written`.
struct Touched {
  std::vector<double> read;
  std::vector<double> written;
  double sum = 0;  ///< of what was read, so that no compiler leaves out the reads
};

void touch(Touched& touched) {
  const double* const read = touched.read.data();
  const auto reads = static_cast<std::int64_t>(touched.read.size());
  double sum = 0;
#pragma omp parallel for simd reduction(+ : sum) schedule(static)
  for (std::int64_t i = 0; i < reads; ++i) sum += read[i];
  touched.sum = sum;
  double* const written = touched.written.data();
  const auto writes = static_cast<std::int64_t>(touched.written.size());
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < writes; ++i) written[i] = sum;
}

}  // namespace

SparsePeers bandwidth_of_product(const CompressedRows& s, const DenseOperand& x) {
  const auto ranks = static_cast<std::int64_t>(num_ranks());
  const std::int64_t dense = s.rows() * x.columns;
  const std::int64_t bytes = s.entries() * 12 + s.rows() * 4 + dense * 8;
  const auto touched = std::make_shared<Touched>();
  touched->read.assign(static_cast<std::size_t>(bytes / 8 / ranks), 1.0);
  touched->written.assign(static_cast<std::size_t>(dense / ranks), 0.0);
  return {{"bandwidth", [touched] { touch(*touched); }, {}}};
}

}  // namespace benchmarks
