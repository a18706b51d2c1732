// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Sparse arrays of other numbers of dimensions than two.
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/einsum/semiring.hpp>
#include <relatile/kernel/sparse/impl/mttkrp.hpp>
#include <relatile/sparse/files/impl/tensor_lists.hpp>
#include <relatile/sparse/tensors/impl/creation.hpp>
#include <relatile/sparse/tensors/impl/mode_dot.hpp>
#include <relatile/sparse/tensors/impl/mttkrp.hpp>
#include <relatile/sparse/tensors/impl/sparse_tensor.hpp>

namespace relatile {

// Over + and *, over the semirings of paths, and over (or, and).
#define RELATILE_MTTKRP(Combine, Reduce, T)                                    \
  template PieceKernel kernel::mttkrp<Combine, Reduce, T>(kernel::MttkrpAxes); \
  template tra::NodePtr detail::mttkrp_node<Combine, Reduce, T>(               \
      const detail::SparseNodes&, const Extents&, int, const std::vector<tra::NodePtr>&);
#define RELATILE_TENSOR_SUMS(T) RELATILE_MTTKRP(function::Multiply, kernel::Sum, T)
#define RELATILE_TENSOR_PATHS(T)                     \
  RELATILE_MTTKRP(function::Add, kernel::Min, T)     \
  RELATILE_MTTKRP(function::Add, kernel::Max, T)     \
  RELATILE_MTTKRP(function::Maximum, kernel::Min, T) \
  RELATILE_MTTKRP(function::Minimum, kernel::Max, T)
#define RELATILE_FACTORS(T) \
  template PieceKernel kernel::factors_at_entries<T>(std::vector<std::int64_t>);

RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_TENSOR_SUMS)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_TENSOR_SUMS)
RELATILE_TENSOR_SUMS(std::int64_t)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_TENSOR_PATHS)
RELATILE_TENSOR_PATHS(std::int32_t)
RELATILE_TENSOR_PATHS(std::int64_t)
RELATILE_MTTKRP(function::LogicalAnd, kernel::Any, bool)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_FACTORS)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_FACTORS)

}  // namespace relatile
