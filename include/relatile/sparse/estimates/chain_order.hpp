// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/sparse/estimates/sketch.hpp"

namespace relatile::detail {

/// In which order a chain of matrices is multiplied.
class ChainOrder {
 public:
  /// One product of the chain: operands `first` to `middle`, times those after, to `last`.
  struct Product {
    int first = 0;
    int middle = 0;
    int last = 0;
    Extents shape;
    double flops = 0;  ///< of this product alone
    double nnz = 0;    ///< estimated; of a dense result all places
    bool is_dense = false;
  };

  /// The order of fewest flops, as estimated: those of pairs of operands are exact, those of
  /// products between are not. `dense` is the shape of a dense operand after the last, if there is
  /// one. Chains have two operands or more. Throws ShapeMismatch where neighbours do not fit.
  /// Collective.
  ///
  ///   cost    (n^3 - n) / 6 estimates for n operands, and (n^2 - n) / 2 sketches of products
  ChainOrder(const std::vector<SparseSketch>& chain, const std::optional<Extents>& dense);

  /// After which operand those from `first` to `last` are cut.
  int middle(int first, int last) const;
  /// What it would take with the leftmost product first, then the next. Collective.
  static double flops_from_left(const std::vector<SparseSketch>& chain,
                                const std::optional<Extents>& dense);
  /// What the product of the operands from `first` to `last` is expected to take, with an
  /// operation a row for storing it.
  tra::SizeEstimate expected(int first, int last) const;
  /// The products in the order in which they are done.
  const std::vector<Product>& products() const { return products_; }
  /// Of all products.
  double flops() const { return flops_; }
  /// The operands from `first` to `last` as they are multiplied: ((A B) C).
  std::string text(int first, int last) const;
  int num_operands() const { return num_operands_; }

 private:
  struct Part;
  const Product& product(int first, int last) const;
  /// The operands; throws ShapeMismatch where neighbours do not fit.
  static std::vector<Part> parts_of(const std::vector<SparseSketch>& chain,
                                    const std::optional<Extents>& dense);
  void list_products(const std::vector<std::vector<Part>>& parts, int first, int last);

  int num_operands_ = 0;
  std::vector<Product> products_;
  double flops_ = 0;
};

/// The name of an operand of a chain: A, B, and so on; A26 after Z.
std::string name_of_operand(int operand);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/estimates/impl/chain_order.hpp"
#endif
