// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// What runs along lines of numbers, as cumulative sums do, of all number types, and parts of
// arrays.
#include <relatile/array/lines/impl/count_blocks.hpp>
#include <relatile/array/lines/impl/recurrence.hpp>
#include <relatile/array/lines/impl/reproducible.hpp>
#include <relatile/array/lines/impl/scan.hpp>
#include <relatile/array/parts/impl/grids.hpp>
#include <relatile/array/parts/impl/histograms.hpp>
#include <relatile/array/parts/impl/interpolation.hpp>
#include <relatile/array/parts/impl/places.hpp>
#include <relatile/array/parts/impl/replace.hpp>
#include <relatile/array/parts/impl/resize.hpp>
#include <relatile/array/parts/impl/unique.hpp>
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

#define RELATILE_REPRODUCIBLE(T) \
  template tra::NodePtr reproducible_sum_node<T>(const tra::NodePtr&, int);

RELATILE_FOR_EACH_FLOATING_TYPE(RELATILE_REPRODUCIBLE)
RELATILE_FOR_EACH_COMPLEX_TYPE(RELATILE_REPRODUCIBLE)
RELATILE_FOR_EACH_SCALAR_TYPE(RELATILE_SCANNED_SUMS)
RELATILE_FOR_EACH_REAL_TYPE(RELATILE_SCANNED_CHOICES)

template tra::NodePtr on_lines_node<double>(const tra::NodePtr&, const tra::NodePtr&,
                                            const tra::NodePtr&);
template tra::NodePtr on_lines_node<std::complex<double>>(const tra::NodePtr&, const tra::NodePtr&,
                                                          const tra::NodePtr&);

}  // namespace relatile::detail
