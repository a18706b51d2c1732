// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Matrix products and other contractions.
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/einsum/impl/lists.hpp>
#include <relatile/einsum/impl/nodes.hpp>
#include <relatile/kernel/products/impl/contract.hpp>
#include <relatile/kernel/products/impl/matrix_product.hpp>
#include <relatile/linalg/impl/labelling.hpp>

namespace relatile {

#define RELATILE_PRODUCT(T)                                                          \
  template tra::NodePtr einsum_detail::contract<T>(std::string, const tra::NodePtr&, \
                                                   const tra::NodePtr&, const tra::Labelling&);
#define RELATILE_CONTRACT(T)                                                                  \
  template void kernel::contract<T>(const LocalCall&);                                        \
  template void kernel::matrix_product<T>(const kernel::MatrixRef&, const kernel::MatrixRef&, \
                                          const kernel::MatrixRef&, kernel::Into);

RELATILE_FOR_EACH_INTEGER_TYPE(RELATILE_PRODUCT)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_PRODUCT)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_PRODUCT)
RELATILE_FOR_EACH_INTEGER_TYPE(RELATILE_CONTRACT)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_CONTRACT)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_CONTRACT)

}  // namespace relatile
