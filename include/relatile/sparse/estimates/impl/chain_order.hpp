// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/sparse/estimates/chain_order.hpp"

#include <algorithm>
#include <utility>

#include "relatile/core/assert.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/nth.hpp"

namespace relatile::detail {

RELATILE_INLINE std::string name_of_operand(int operand) {
  if (operand < 26) return std::string(1, static_cast<char>('A' + operand));
  return "A" + std::to_string(operand);
}

/// What is known of the operands from one to another as one matrix.
struct ChainOrder::Part {
  bool is_dense = false;
  SparseSketch sketch;  ///< of a dense one only its shape
  double flops = 0;     ///< of all its products,
  double last = 0;      ///< and of the last of these
  int middle = 0;       ///< after which operand that is cut
  ProductEstimate estimate{};

  /// The product of two parts, with the flops of both, but for its sketch.
  static Part priced(const Part& a, const Part& b, int middle) {
    Part c;
    c.is_dense = b.is_dense;
    c.middle = middle;
    if (b.is_dense) {
      c.last = 2 * a.sketch.nnz * static_cast<double>(b.sketch.shape[1]);
    } else {
      c.estimate = estimate_of_product(a.sketch, b.sketch);
      c.last = 2 * c.estimate.pairs;
    }
    c.flops = a.flops + b.flops + c.last;
    return c;
  }
  /// Its sketch.
  void be_product_of(const Part& a, const Part& b) {
    if (!is_dense) {
      sketch = sketch_of_product(a.sketch, b.sketch, estimate);
      return;
    }
    sketch.shape = {a.sketch.shape[0], b.sketch.shape[1]};
    sketch.nnz = static_cast<double>(sketch.shape[0]) * static_cast<double>(sketch.shape[1]);
  }
};

inline void require_chain(const SparseSketch& a, const SparseSketch& b, int number_of_b) {
  if (a.shape[1] == b.shape[0]) return;
  throw ShapeMismatch("relatile: multi_dot: operands " + name_of_operand(number_of_b - 1) +
                      " and " + name_of_operand(number_of_b) + " have shapes " +
                      to_string(a.shape) + " and " + to_string(b.shape) +
                      ": the first must have as many columns as the second has rows");
}

RELATILE_INLINE std::vector<ChainOrder::Part> ChainOrder::parts_of(
    const std::vector<SparseSketch>& chain, const std::optional<Extents>& dense) {
  std::vector<Part> operands;
  for (const SparseSketch& sketch : chain) operands.push_back({false, sketch});
  if (dense) {
    operands.push_back({true, {}});
    operands.back().sketch.shape = *dense;
  }
  for (std::size_t i = 1; i < operands.size(); ++i) {
    require_chain(operands[i - 1].sketch, operands[i].sketch, static_cast<int>(i));
  }
  return operands;
}

RELATILE_INLINE double ChainOrder::flops_from_left(const std::vector<SparseSketch>& chain,
                                                   const std::optional<Extents>& dense) {
  const std::vector<Part> operands = parts_of(chain, dense);
  Part left = operands.front();
  for (std::size_t i = 1; i < operands.size(); ++i) {
    Part next = Part::priced(left, operands[i], 0);
    next.be_product_of(left, operands[i]);
    left = std::move(next);
  }
  return left.flops;
}

RELATILE_INLINE ChainOrder::ChainOrder(const std::vector<SparseSketch>& chain,
                                       const std::optional<Extents>& dense) {
  const std::vector<Part> operands = parts_of(chain, dense);
  const int n = static_cast<int>(operands.size());
  num_operands_ = n;
  std::vector<std::vector<Part>> parts(operands.size(), std::vector<Part>(operands.size()));
  const auto part = [&](int first, int last) -> Part& { return nth(nth(parts, first), last); };
  for (int i = 0; i < n; ++i) part(i, i) = nth(operands, i);
  for (int length = 1; length < n; ++length) {
    for (int first = 0; first + length < n; ++first) {
      const int last = first + length;
      std::optional<Part> best;
      for (int middle = first; middle < last; ++middle) {
        Part next = Part::priced(part(first, middle), part(middle + 1, last), middle);
        if (!best || next.flops < best->flops) best = std::move(next);
      }
      best->be_product_of(part(first, best->middle), part(best->middle + 1, last));
      part(first, last) = std::move(*best);
    }
  }
  flops_ = part(0, n - 1).flops;
  list_products(parts, 0, n - 1);
}

RELATILE_INLINE void ChainOrder::list_products(const std::vector<std::vector<Part>>& parts,
                                               int first, int last) {
  if (first == last) return;
  const Part& part = nth(nth(parts, first), last);
  list_products(parts, first, part.middle);
  list_products(parts, part.middle + 1, last);
  products_.push_back(
      {first, part.middle, last, part.sketch.shape, part.last, part.sketch.nnz, part.is_dense});
}

RELATILE_INLINE const ChainOrder::Product& ChainOrder::product(int first, int last) const {
  const auto product = std::find_if(products_.begin(), products_.end(), [&](const Product& p) {
    return p.first == first && p.last == last;
  });
  RELATILE_ASSERT(product != products_.end());
  return *product;
}

RELATILE_INLINE int ChainOrder::middle(int first, int last) const {
  return product(first, last).middle;
}

RELATILE_INLINE tra::SizeEstimate ChainOrder::expected(int first, int last) const {
  const Product& made = product(first, last);
  return {made.nnz, made.flops + static_cast<double>(made.shape[0])};
}

RELATILE_INLINE std::string ChainOrder::text(int first, int last) const {
  if (first == last) return name_of_operand(first);
  const int cut = middle(first, last);
  return "(" + text(first, cut) + " " + text(cut + 1, last) + ")";
}

}  // namespace relatile::detail
