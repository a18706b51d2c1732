// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <complex>
#include <cstdint>

// The lists of scalar_types.hpp for explicit instantiations, which no template can make:
//
//     #define RELATILE_INSTANTIATE(T) template void sort<T>(T*, T*);
//     RELATILE_FOR_EACH_REAL_TYPE(RELATILE_INSTANTIATE)

#define RELATILE_FOR_EACH_UNSIGNED_TYPE(apply) \
  apply(std::uint8_t) apply(std::uint16_t) apply(std::uint32_t) apply(std::uint64_t)

#define RELATILE_FOR_EACH_INTEGER_TYPE(apply)                                    \
  apply(std::int8_t) apply(std::int16_t) apply(std::int32_t) apply(std::int64_t) \
      RELATILE_FOR_EACH_UNSIGNED_TYPE(apply)

#define RELATILE_FOR_EACH_FLOATING_TYPE(apply) apply(float) apply(double)

#define RELATILE_FOR_EACH_COMPLEX_TYPE(apply) apply(std::complex<float>) apply(std::complex<double>)

#define RELATILE_FOR_EACH_REAL_TYPE(apply) \
  apply(bool) RELATILE_FOR_EACH_INTEGER_TYPE(apply) RELATILE_FOR_EACH_FLOATING_TYPE(apply)

#define RELATILE_FOR_EACH_SCALAR_TYPE(apply) \
  RELATILE_FOR_EACH_REAL_TYPE(apply) RELATILE_FOR_EACH_COMPLEX_TYPE(apply)
