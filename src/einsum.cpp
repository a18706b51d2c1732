// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Products by labels, of all of NumPy's number types.
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/einsum/impl/nodes.hpp>

namespace relatile::einsum_detail {

#define RELATILE_PRODUCT(T)                                                                \
  template tra::NodePtr contract<T>(std::string, const tra::NodePtr&, const tra::NodePtr&, \
                                    const tra::Labelling&);

RELATILE_FOR_EACH_INTEGER_TYPE(RELATILE_PRODUCT)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_PRODUCT)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_PRODUCT)

}  // namespace relatile::einsum_detail
