// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/definitions.hpp"
#include "relatile/core/kernel.hpp"
#include "relatile/kernel/sparse/rows.hpp"

namespace relatile::kernel {

/// Where a product is computed: at entries wherever some pair of its operands' entries meets, or at
/// those of a mask.
enum class ProductPlaces { all, of_mask };

/// The product of two sparse matrices a and b at given entries, over a semiring. Operands: counts,
/// columns and values of a, and of the rows of b that a's columns name, counts and columns of c,
/// and numbers as `stored` says. Of no mask, the rows of a and c that are stored are the same.
/// Result: for each entry (i, j) of c the reduction of a(i, k) b(k, j) over the k that both
/// have; its identity if there is none. `columns` is how many b has.
template <class Combine, class Reduce, class T>
PieceKernel product_at_entries(std::int64_t columns, ProductPlaces places, StoredRowsOf stored);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/sparse/impl/sparse_products.hpp"
#endif
