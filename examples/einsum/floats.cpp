// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "types.hpp"

template struct relatile::einsum_detail::TypedEinsum<float>;
template struct relatile::einsum_detail::TypedEinsum<double>;
