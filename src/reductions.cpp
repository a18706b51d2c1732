// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Reductions of all of NumPy's number types.
#define RELATILE_COMPILED_SOURCE
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/kernel/reductions.hpp>

namespace relatile::kernel::detail {

#define RELATILE_SUMS(T)                        \
  template Reduction known_reduction<Sum, T>(); \
  template Reduction known_reduction<Prod, T>();
#define RELATILE_CHOICES(T)                                    \
  template Reduction known_reduction<Min, T>();                \
  template Reduction known_reduction<Max, T>();                \
  template Reduction known_reduction<ArgMin, ValueIndex<T>>(); \
  template Reduction known_reduction<ArgMax, ValueIndex<T>>();

RELATILE_FOR_EACH_SCALAR_TYPE(RELATILE_SUMS)
RELATILE_FOR_EACH_REAL_TYPE(RELATILE_CHOICES)
template Reduction known_reduction<Any, bool>();
template Reduction known_reduction<All, bool>();

}  // namespace relatile::kernel::detail
