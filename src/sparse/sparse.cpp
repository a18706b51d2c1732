// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Sparse matrices: where their entries are, and how gradients pass through their products.
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/einsum/semiring.hpp>
#include <relatile/kernel/sparse/impl/needed.hpp>
#include <relatile/kernel/sparse/impl/order.hpp>
#include <relatile/kernel/sparse/impl/stored_rows.hpp>
#include <relatile/kernel/sparse/impl/structure.hpp>
#include <relatile/sparse/einsum/impl/forms.hpp>
#include <relatile/sparse/estimates/impl/chain_order.hpp>
#include <relatile/sparse/estimates/impl/chains.hpp>
#include <relatile/sparse/estimates/impl/sketch.hpp>
#include <relatile/sparse/graphs/impl/breadth_first.hpp>
#include <relatile/sparse/impl/creation.hpp>
#include <relatile/sparse/impl/derivatives.hpp>
#include <relatile/sparse/impl/formats.hpp>
#include <relatile/sparse/impl/needed.hpp>
#include <relatile/sparse/impl/needed_products.hpp>
#include <relatile/sparse/impl/product_pattern.hpp>
#include <relatile/sparse/impl/products.hpp>
#include <relatile/sparse/impl/sparse_products.hpp>
#include <relatile/sparse/structure/impl/entries.hpp>
#include <relatile/sparse/structure/impl/moved_entries.hpp>
#include <relatile/sparse/structure/impl/stored_rows.hpp>
#include <relatile/sparse/structure/impl/structure.hpp>

namespace relatile {

#define RELATILE_SUM_OF_EQUAL_KEYS(T) template PieceKernel kernel::sum_of_equal_keys<T>();
RELATILE_FOR_EACH_SCALAR_TYPE(RELATILE_SUM_OF_EQUAL_KEYS)

}  // namespace relatile

namespace relatile::detail {

#define RELATILE_DERIVATIVES(T)                                                                    \
  template tra::NodePtr differentiable_product<T>(tra::NodePtr, const SparseArray<T, 2>&,          \
                                                  const tra::NodePtr&, bool, const tra::NodePtr&); \
  template tra::NodePtr differentiable_samples<T>(tra::NodePtr, const SparsePattern&,              \
                                                  const tra::NodePtr&, const tra::NodePtr&);       \
  template tra::NodePtr differentiable_at_places<T>(tra::NodePtr, const SparsePattern&,            \
                                                    const SparseNodes&, const SparseNodes&);

RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_DERIVATIVES)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_DERIVATIVES)

}  // namespace relatile::detail
