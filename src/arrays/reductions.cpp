// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Reductions of all of NumPy's number types.
#include <relatile/array/impl/arg_reduce.hpp>
#include <relatile/array/impl/reductions.hpp>
#include <relatile/array/reductions/impl/statistics.hpp>
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/kernel/impl/reductions.hpp>

namespace relatile {

#define RELATILE_SUMS(T)                                                \
  template Reduction kernel::detail::known_reduction<kernel::Sum, T>(); \
  template Reduction kernel::detail::known_reduction<kernel::Prod, T>();
#define RELATILE_CHOICES(T)                                                                    \
  template Reduction kernel::detail::known_reduction<kernel::Min, T>();                        \
  template Reduction kernel::detail::known_reduction<kernel::Max, T>();                        \
  template Reduction kernel::detail::known_reduction<kernel::ArgMin, kernel::ValueIndex<T>>(); \
  template Reduction kernel::detail::known_reduction<kernel::ArgMax, kernel::ValueIndex<T>>(); \
  template void kernel::detail::best_of_lines<kernel::ArgMin, T>(const Lines&);                \
  template void kernel::detail::best_of_lines<kernel::ArgMax, T>(const Lines&);                \
  template detail::Pairing detail::known_pairing<T>();
#define RELATILE_CHOICES_OF_NUMBERS(T)                                     \
  template Reduction kernel::detail::known_reduction<kernel::NanMin, T>(); \
  template Reduction kernel::detail::known_reduction<kernel::NanMax, T>(); \
  template Reduction kernel::detail::known_reduction<kernel::LogAddExp, T>();
#define RELATILE_DISTANCES(T) \
  template tra::NodePtr detail::distances_node<T>(const tra::NodePtr&, const tra::NodePtr&);
#define RELATILE_QUOTIENTS(T) \
  template tra::NodePtr detail::divided_node<T>(const tra::NodePtr&, double);

RELATILE_FOR_EACH_SCALAR_TYPE(RELATILE_SUMS)
RELATILE_FOR_EACH_REAL_TYPE(RELATILE_CHOICES)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_CHOICES_OF_NUMBERS)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_DISTANCES)
RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_QUOTIENTS)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_QUOTIENTS)
template Reduction kernel::detail::known_reduction<kernel::Any, bool>();
template Reduction kernel::detail::known_reduction<kernel::All, bool>();

}  // namespace relatile
