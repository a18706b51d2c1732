// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#include "types.hpp"

template struct relatile::einsum_detail::TypedEinsum<bool>;
template struct relatile::einsum_detail::TypedEinsum<std::int8_t>;
template struct relatile::einsum_detail::TypedEinsum<std::int16_t>;
template struct relatile::einsum_detail::TypedEinsum<std::uint8_t>;
template struct relatile::einsum_detail::TypedEinsum<std::uint16_t>;
