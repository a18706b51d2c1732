// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/estimates/chains.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

#include "relatile/sparse/product_pattern.hpp"

namespace relatile::detail {

/// How far an estimate is off, from 1 on; 1 where both are nothing.
inline double q_error(double estimate, double truth) {
  const double e = std::max(estimate, 1.0);
  const double t = std::max(truth, 1.0);
  return std::max(e / t, t / e);
}

RELATILE_INLINE std::string explained_product(const SparsePattern& a, const SparsePattern& b) {
  const ProductEstimate estimate = estimate_of_product(sketch_of(a), sketch_of(b));
  const std::int64_t truth = pattern_of_product(a, b).places->nnz();
  std::ostringstream out;
  out << "matmul " << to_string(a->shape) << " " << to_string(b->shape) << ": " << estimate
      << " estimated, " << truth << " are, quotient "
      << q_error(estimate.nnz, static_cast<double>(truth)) << "\n";
  return out.str();
}

RELATILE_INLINE std::string explained_chain(const std::vector<SparsePattern>& patterns,
                                            const std::optional<Extents>& dense) {
  const std::vector<SparseSketch> sketches = sketches_of(patterns);
  const ChainOrder order(sketches, dense);
  std::ostringstream out;
  const int last = order.num_operands() - 1;
  out << "multi_dot of " << order.num_operands() << " operands: " << order.text(0, last) << ", "
      << order.flops() << " flops; from the left " << ChainOrder::flops_from_left(sketches, dense)
      << "\n";
  std::map<std::pair<int, int>, SparsePattern> known;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    known[{static_cast<int>(i), static_cast<int>(i)}] = patterns[i];
  }
  for (const ChainOrder::Product& product : order.products()) {
    out << "  " << order.text(product.first, product.last) << " " << to_string(product.shape)
        << ": " << product.flops << " flops";
    if (!product.is_dense) {
      const SparsePattern pattern = pattern_of_product(known.at({product.first, product.middle}),
                                                       known.at({product.middle + 1, product.last}))
                                        .places;
      known[{product.first, product.last}] = pattern;
      const auto truth = static_cast<double>(pattern->nnz());
      out << ", " << product.nnz << " entries estimated, " << pattern->nnz() << " are, quotient "
          << q_error(product.nnz, truth);
    }
    out << "\n";
  }
  return out.str();
}

}  // namespace relatile::detail
