// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// What runs along lines of numbers: cumulative sums, order, of all number types.
#include <relatile/array/lines/impl/count_blocks.hpp>
#include <relatile/array/lines/impl/long_select.hpp>
#include <relatile/array/lines/impl/long_sort.hpp>
#include <relatile/array/lines/impl/quantiles.hpp>
#include <relatile/array/lines/impl/recurrence.hpp>
#include <relatile/array/lines/impl/reproducible.hpp>
#include <relatile/array/lines/impl/scan.hpp>
#include <relatile/array/lines/impl/sorting.hpp>
#include <relatile/array/parts/impl/grids.hpp>
#include <relatile/array/parts/impl/histograms.hpp>
#include <relatile/array/parts/impl/interpolation.hpp>
#include <relatile/array/parts/impl/places.hpp>
#include <relatile/array/parts/impl/replace.hpp>
#include <relatile/array/parts/impl/resize.hpp>
#include <relatile/array/parts/impl/update.hpp>
#include <relatile/array/shapes/impl/patterns.hpp>
#include <relatile/core/for_each_scalar_type.hpp>
#include <relatile/random/impl/order.hpp>
#include <relatile/random/impl/rows.hpp>

namespace relatile::detail {

#define RELATILE_SCANNED_SUMS(T)                       \
  template ScanKernels scan_kernels<kernel::Sum, T>(); \
  template ScanKernels scan_kernels<kernel::Prod, T>();
#define RELATILE_SCANNED_CHOICES(T)                    \
  template ScanKernels scan_kernels<kernel::Min, T>(); \
  template ScanKernels scan_kernels<kernel::Max, T>();

#define RELATILE_ORDER(T)                                                                        \
  template tra::NodePtr ordered_node<T>(const std::string&, const tra::NodePtr&, int, Ordering); \
  template tra::NodePtr partition_node<T>(const std::string&, const tra::NodePtr&, std::int64_t, \
                                          int, Ordering);                                        \
  template tra::NodePtr search_node<T>(const tra::NodePtr&, const tra::NodePtr&, bool);
#define RELATILE_QUANTILES(T)                                                          \
  template tra::NodePtr quantile_node<T>(const std::string&, const tra::NodePtr&, int, \
                                         const std::vector<double>&, std::string_view);

#define RELATILE_REPRODUCIBLE(T) \
  template tra::NodePtr reproducible_sum_node<T>(const tra::NodePtr&, int);

RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_REPRODUCIBLE)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_REPRODUCIBLE)
RELATILE_FOR_EACH_SCALAR_TYPE(RELATILE_ORDER)
RELATILE_FOR_EACH_REAL_TYPE(RELATILE_QUANTILES)
RELATILE_FOR_EACH_SCALAR_TYPE(RELATILE_SCANNED_SUMS)
RELATILE_FOR_EACH_REAL_TYPE(RELATILE_SCANNED_CHOICES)

}  // namespace relatile::detail
