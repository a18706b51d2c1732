// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Matrix products and other contractions, and einsums by the semirings that have names.
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/einsum/impl/nodes.hpp>
#include <relatile/kernel/impl/contract.hpp>

namespace relatile {

#define RELATILE_RING(T)                                              \
  template Stage einsum_detail::known_stage<function::Multiply, T>(); \
  template Stage einsum_detail::known_stage<function::Add, T>();
#define RELATILE_ORDER(T)                                            \
  template Stage einsum_detail::known_stage<function::Minimum, T>(); \
  template Stage einsum_detail::known_stage<function::Maximum, T>();
#define RELATILE_PRODUCT(T)                                                          \
  template tra::NodePtr einsum_detail::contract<T>(std::string, const tra::NodePtr&, \
                                                   const tra::NodePtr&, const tra::Labelling&);
#define RELATILE_CONTRACT(T) template void kernel::contract<T>(const LocalCall&);

RELATILE_FOR_EACH_SCALAR_TYPE(RELATILE_RING)
RELATILE_FOR_EACH_REAL_TYPE(RELATILE_ORDER)
RELATILE_FOR_EACH_INTEGER_TYPE(RELATILE_PRODUCT)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_PRODUCT)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_PRODUCT)
RELATILE_FOR_EACH_INTEGER_TYPE(RELATILE_CONTRACT)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_CONTRACT)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_CONTRACT)
template Stage einsum_detail::known_stage<function::LogicalAnd, bool>();

}  // namespace relatile
