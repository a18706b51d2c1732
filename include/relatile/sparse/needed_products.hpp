// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <functional>
#include <memory>

#include "relatile/core/definitions.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/kernel/sparse/products.hpp"
#include "relatile/sparse/structure/structure.hpp"

// Products of a sparse matrix with what is dense, of which sites are brought what their rows need.

namespace relatile::tra {
class OtherWay;
}

namespace relatile::detail {

/// A dense operand of a product, a vector or a matrix, as its node.
struct DenseOperand {
  tra::NodePtr array;
  int rank = 1;
};
using ProductKernel = std::function<PieceKernel(kernel::ProductLabels)>;

/// What a product is of beside the dense operand: `by_row`, a mask or an operand with an element
/// for each row, may be null.
struct ProductBeside {
  tra::NodePtr values;
  tra::NodePtr by_row;
};

/// What a product's elements are: those of x, or, of an operand by rows that is no mask, its own.
ElementType element_of_product(const DenseOperand& x, const tra::NodePtr& by_row);
/// Whether a product's kernel is given numbers of rows: one that makes something else of an operand
/// by rows than a mask is given the counts of all.
bool is_numbered(const SparseStructure& s, const tra::NodePtr& by_row);

/// s x, of what is needed of x, which needed_elements() brought together.
tra::NodePtr product_of_needed(const SparseStructure& s, const NeededColumns& needed,
                               const ProductBeside& beside, const DenseOperand& x,
                               const tra::NodePtr& brought, const ProductKernel& kernel);

/// The other way of a product whose own brings together all of x, or a range of its rows: null
/// where there can be none.
std::shared_ptr<tra::OtherWay> way_of_needed(const SparsePattern& pattern, const DenseOperand& x,
                                             const ProductKernel& kernel, bool masked);

}  // namespace relatile::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/sparse/impl/needed_products.hpp"
#endif
