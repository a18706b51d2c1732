// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// The order of numbers along lines, of all number types.
#include <relatile/array/lines/impl/long_select.hpp>
#include <relatile/array/lines/impl/long_sort.hpp>
#include <relatile/array/lines/impl/quantiles.hpp>
#include <relatile/array/lines/impl/sorting.hpp>
#include <relatile/core/for_each_scalar_type.hpp>

namespace relatile::detail {

#define RELATILE_ORDER(T)                                                                        \
  template tra::NodePtr ordered_node<T>(const std::string&, const tra::NodePtr&, int, Ordering); \
  template tra::NodePtr partition_node<T>(const std::string&, const tra::NodePtr&, std::int64_t, \
                                          int, Ordering);                                        \
  template tra::NodePtr search_node<T>(const tra::NodePtr&, const tra::NodePtr&, bool);          \
  template tra::NodePtr is_among_node<T>(const tra::NodePtr&, const tra::NodePtr&);              \
  template tra::NodePtr bin_number_node<T>(const tra::NodePtr&, const tra::NodePtr&, bool);
#define RELATILE_QUANTILES(T)                                                          \
  template tra::NodePtr quantile_node<T>(const std::string&, const tra::NodePtr&, int, \
                                         const std::vector<double>&, std::string_view);

RELATILE_FOR_EACH_SCALAR_TYPE(RELATILE_ORDER)
RELATILE_FOR_EACH_REAL_TYPE(RELATILE_QUANTILES)

}  // namespace relatile::detail
