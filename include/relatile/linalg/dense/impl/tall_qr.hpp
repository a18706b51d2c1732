// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "relatile/kernel/factorizations/qr.hpp"
#include "relatile/linalg/dense/panels.hpp"
#include "relatile/linalg/dense/qr.hpp"
#include "relatile/linalg/dense/triangular.hpp"
#include "relatile/linalg/dense/whole_matrix.hpp"

// TSQR: [NumS, section 6], and Demmel, Grigori, Hoemmen and Langou, Communication-optimal parallel
// and sequential QR and LU factorizations, 2012.

namespace relatile::detail {

/// The flops of QR of m x n, m >= n.
inline double flops_of_qr(std::int64_t m, std::int64_t n) {
  return 2.0 * double(n) * double(n) * (double(m) - double(n) / 3);
}

/// The upper triangle of the first `rows` rows of a matrix.
template <class T>
tra::NodePtr upper_rows(const tra::NodePtr& x, std::int64_t rows);

/// A matrix factored by one site, and its factors.
template <class T>
QrNodes whole_qr_nodes(const tra::NodePtr& a, bool wants_q, bool complete);

/// QR of a tall matrix by blocks of `rows` rows, which are at least twice as many as columns.
template <class T>
class TallQr {
 public:
  TallQr(std::int64_t rows, bool wants_q) : rows_(rows), wants_q_(wants_q) {}

  QrNodes factored(const tra::NodePtr& a) const {
    const std::int64_t m = a->type.extents[0];
    const std::int64_t n = a->type.extents[1];
    const std::int64_t count = std::min<std::int64_t>(m / rows_, most_blocks);
    if (count < 2) return whole_qr_nodes<T>(a, wants_q_, false);
    const MatrixBlocks blocks = even_matrix_blocks(MatrixCut::rows, m, count);
    const MatrixBlocks triangles = even_matrix_blocks(MatrixCut::rows, count * n, count);
    const MatrixResult stack{element_type_of<T>(), count * n, n, triangles};
    if (!wants_q_) {
      return factored(make_of_matrices(
          {{a, blocks}}, stack, kernel::r_of_blocks_kernel<T>(blocks.cuts), flops_of_qr(m, n)));
    }
    const MatrixBlocks stored{MatrixCut::rows, with_t(*blocks.cuts, n)};
    const tra::NodePtr blocks_factored =
        make_of_matrices({{a, blocks}}, {element_type_of<T>(), m + count * n, n, stored},
                         kernel::qr_of_blocks_kernel<T>(blocks.cuts), flops_of_qr(m, n));
    const QrNodes of_stack = factored(make_of_matrices(
        {{blocks_factored, stored}}, stack, kernel::r_of_factored_blocks_kernel<T>(blocks.cuts),
        double(count) * double(n) * double(n)));
    const tra::NodePtr q = make_of_matrices(
        {{blocks_factored, stored}, {of_stack.q, triangles}}, {element_type_of<T>(), m, n, blocks},
        kernel::q_of_blocks_kernel<T>(blocks.cuts), flops_of_qr(m, n));
    return {q, of_stack.r};
  }

 private:
  static constexpr std::int64_t most_blocks = 5040;

  /// The cuts between blocks that have their T below them.
  static tra::SharedNumbers with_t(std::vector<std::int64_t> cuts, std::int64_t n) {
    std::int64_t block = 0;
    for (std::int64_t& cut : cuts) cut += n * block++;
    return std::make_shared<const std::vector<std::int64_t>>(std::move(cuts));
  }

  std::int64_t rows_;
  bool wants_q_;
};

}  // namespace relatile::detail
