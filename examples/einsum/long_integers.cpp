// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "types.hpp"

template struct relatile::einsum_detail::TypedEinsum<std::int32_t>;
template struct relatile::einsum_detail::TypedEinsum<std::int64_t>;
template struct relatile::einsum_detail::TypedEinsum<std::uint32_t>;
template struct relatile::einsum_detail::TypedEinsum<std::uint64_t>;
