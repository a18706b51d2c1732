// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Einsums by the semirings that have names.
#define RELATILE_COMPILED_SOURCE
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/einsum/nodes.hpp>

namespace relatile::einsum_detail {

#define RELATILE_RING(T)                               \
  template Stage known_stage<function::Multiply, T>(); \
  template Stage known_stage<function::Add, T>();
#define RELATILE_ORDER(T)                             \
  template Stage known_stage<function::Minimum, T>(); \
  template Stage known_stage<function::Maximum, T>();
#define RELATILE_PRODUCT(T)                                                                \
  template tra::NodePtr contract<T>(std::string, const tra::NodePtr&, const tra::NodePtr&, \
                                    const tra::Labelling&);

RELATILE_FOR_EACH_SCALAR_TYPE(RELATILE_RING)
RELATILE_FOR_EACH_REAL_TYPE(RELATILE_ORDER)
RELATILE_FOR_EACH_INTEGER_TYPE(RELATILE_PRODUCT)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_PRODUCT)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_PRODUCT)
template Stage known_stage<function::LogicalAnd, bool>();

}  // namespace relatile::einsum_detail
