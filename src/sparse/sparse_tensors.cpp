// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Sparse arrays of other numbers of dimensions than two.
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/kernel/sparse/impl/mttkrp.hpp>
#include <relatile/sparse/files/impl/tensor_lists.hpp>
#include <relatile/sparse/tensors/impl/creation.hpp>
#include <relatile/sparse/tensors/impl/mode_dot.hpp>
#include <relatile/sparse/tensors/impl/mttkrp.hpp>
#include <relatile/sparse/tensors/impl/sparse_tensor.hpp>

namespace relatile::kernel {

#define RELATILE_MTTKRP(T) template PieceKernel mttkrp<T>(MttkrpAxes);
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_MTTKRP)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_MTTKRP)
RELATILE_MTTKRP(std::int64_t)
#define RELATILE_FACTORS(T) template PieceKernel factors_at_entries<T>(std::vector<std::int64_t>);
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_FACTORS)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_FACTORS)

}  // namespace relatile::kernel

namespace relatile::detail {

#define RELATILE_MTTKRP_NODE(T)                                                 \
  template tra::NodePtr mttkrp_node<T>(const SparseNodes&, const Extents&, int, \
                                       const std::vector<tra::NodePtr>&);
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_MTTKRP_NODE)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_MTTKRP_NODE)
RELATILE_MTTKRP_NODE(std::int64_t)

}  // namespace relatile::detail
