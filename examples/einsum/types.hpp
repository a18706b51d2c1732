// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <complex>
#include <cstdint>
#include <relatile/einsum/dynamic_types.hpp>

// The element types, each compiled once, in one of the source files of this folder: together they
// take a minute, and most of that is spent on matrix products.

namespace relatile::einsum_detail {

extern template struct TypedEinsum<bool>;
extern template struct TypedEinsum<std::int8_t>;
extern template struct TypedEinsum<std::int16_t>;
extern template struct TypedEinsum<std::int32_t>;
extern template struct TypedEinsum<std::int64_t>;
extern template struct TypedEinsum<std::uint8_t>;
extern template struct TypedEinsum<std::uint16_t>;
extern template struct TypedEinsum<std::uint32_t>;
extern template struct TypedEinsum<std::uint64_t>;
extern template struct TypedEinsum<float>;
extern template struct TypedEinsum<double>;
extern template struct TypedEinsum<std::complex<float>>;
extern template struct TypedEinsum<std::complex<double>>;

}  // namespace relatile::einsum_detail
