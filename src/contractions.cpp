// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Matrix products and contractions.
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/kernel/impl/contract.hpp>

namespace relatile::kernel {

#define RELATILE_CONTRACT(T) template void contract<T>(const LocalCall&);

RELATILE_FOR_EACH_UNSIGNED_TYPE(RELATILE_CONTRACT)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_CONTRACT)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_CONTRACT)

}  // namespace relatile::kernel
