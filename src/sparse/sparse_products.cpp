// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Products of sparse matrices over semirings of numbers.
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/einsum/semiring.hpp>
#include <relatile/kernel/sparse/impl/levels.hpp>
#include <relatile/kernel/sparse/impl/products.hpp>
#include <relatile/kernel/sparse/impl/sparse_products.hpp>

namespace relatile::kernel {

#define RELATILE_PRODUCTS(Combine, Reduce, T)                                        \
  template PieceKernel rows_product<function::Combine, Reduce, T>(ProductLabels);    \
  template PieceKernel columns_product<function::Combine, Reduce, T>(ProductLabels); \
  template PieceKernel sampled_product<function::Combine, Reduce, T>();              \
  template PieceKernel product_at_entries<function::Combine, Reduce, T>(             \
      std::int64_t, ProductPlaces, StoredRowsOf);
#define RELATILE_SPARSE_SUMS(T)                  \
  RELATILE_PRODUCTS(Multiply, Sum, T)            \
  template PieceKernel rows_reduction<Sum, T>(); \
  template PieceKernel columns_product<EntryAlone, Sum, T>(ProductLabels);
#define RELATILE_SPARSE_CHOICES(T)                                         \
  template PieceKernel rows_reduction<Min, T>();                           \
  template PieceKernel rows_reduction<Max, T>();                           \
  template PieceKernel columns_product<EntryAlone, Min, T>(ProductLabels); \
  template PieceKernel columns_product<EntryAlone, Max, T>(ProductLabels);
#define RELATILE_PATHS(T)            \
  RELATILE_PRODUCTS(Add, Min, T)     \
  RELATILE_PRODUCTS(Add, Max, T)     \
  RELATILE_PRODUCTS(Maximum, Min, T) \
  RELATILE_PRODUCTS(Minimum, Max, T)

// What products of all types are computed in.
#define RELATILE_PRODUCTS_OF_LINES(T)             \
  template PieceKernel rows_reduction<Prod, T>(); \
  template PieceKernel columns_product<EntryAlone, Prod, T>(ProductLabels);
// Of which only where entries are matters.
#define RELATILE_STRUCTURAL(Reduce, T)                                     \
  template PieceKernel rows_product<OtherAlone, Reduce, T>(ProductLabels); \
  template PieceKernel columns_product<OtherAlone, Reduce, T>(ProductLabels);
#define RELATILE_NEIGHBOURS(T) \
  RELATILE_STRUCTURAL(Sum, T)  \
  RELATILE_STRUCTURAL(Min, T)  \
  RELATILE_STRUCTURAL(Max, T)
// Whether there are entries that are true.
#define RELATILE_ANY(T)                          \
  template PieceKernel rows_reduction<Any, T>(); \
  template PieceKernel columns_product<EntryAlone, Any, T>(ProductLabels);

RELATILE_FOR_EACH_SCALAR_TYPE(RELATILE_SPARSE_SUMS)
RELATILE_PRODUCTS_OF_LINES(std::int64_t)
RELATILE_PRODUCTS_OF_LINES(std::uint64_t)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_PRODUCTS_OF_LINES)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_PRODUCTS_OF_LINES)
RELATILE_ANY(bool)
RELATILE_FOR_EACH_REAL_TYPE(RELATILE_SPARSE_CHOICES)
RELATILE_PATHS(std::int32_t)
RELATILE_PATHS(std::int64_t)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_PATHS)
RELATILE_PRODUCTS(LogicalAnd, Any, bool)
RELATILE_NEIGHBOURS(std::int32_t)
RELATILE_NEIGHBOURS(std::int64_t)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_NEIGHBOURS)
RELATILE_STRUCTURAL(Any, bool)
template PieceKernel product_at_entries<One, Sum, std::int64_t>(std::int64_t, ProductPlaces,
                                                                StoredRowsOf);
template PieceKernel product_at_entries<One, Any, bool>(std::int64_t, ProductPlaces, StoredRowsOf);

}  // namespace relatile::kernel
