// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/lines/quantiles.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "relatile/array/lines/impl/sorting.hpp"
#include "relatile/kernel/sorting.hpp"
#include "relatile/tra/along_axis.hpp"
#include "relatile/tra/indexing.hpp"

namespace relatile::detail {

inline kernel::Quantile quantile_method(const std::string& name, std::string_view method) {
  constexpr std::array<std::string_view, 5> names{"linear", "lower", "higher", "midpoint",
                                                  "nearest"};
  const auto found = std::find(names.begin(), names.end(), method);
  if (found == names.end()) {
    throw ShapeMismatch("relatile: " + name + ": there is no method '" + std::string(method) +
                        "'; there are linear, lower, higher, midpoint and nearest");
  }
  return static_cast<kernel::Quantile>(found - names.begin());
}

/// Of a vector that all sites sort, at once: elements that are next to the quantiles are told to
/// all ranks. NaN comes last, so that the last element says whether there is any.
template <class T>
tra::NodePtr quantiles_of_long(const tra::NodePtr& x, const std::vector<double>& wanted,
                               kernel::Quantile method) {
  using R = quantile_t<T>;
  const std::int64_t count = x->type.extents[0];
  const tra::NodePtr sorted = ordered_long<T>("quantile", x, Ordering::sorted);
  std::vector<std::int64_t> places{count - 1};
  for (const double q : wanted) {
    const auto low = static_cast<std::int64_t>(kernel::place_of_quantile(q, count, method));
    places.push_back(low);
    places.push_back(std::min(low + 1, count - 1));
  }
  const std::vector<std::byte> bytes = elements_at(sorted, places);
  const auto* const elements = reinterpret_cast<const T*>(bytes.data());
  std::vector<std::byte> results(wanted.size() * sizeof(R));
  for (std::size_t q = 0; q < wanted.size(); ++q) {
    const double place = kernel::place_of_quantile(wanted[q], count, method);
    R result =
        kernel::between(static_cast<R>(elements[1 + 2 * q]), static_cast<R>(elements[2 + 2 * q]),
                        static_cast<R>(place - std::floor(place)), method);
    if (kernel::is_nan(elements[0])) result = std::numeric_limits<R>::quiet_NaN();
    std::memcpy(results.data() + q * sizeof(R), &result, sizeof(R));
  }
  return vector_everywhere(results, element_type_of<R>());
}

template <class T>
tra::NodePtr quantile_node(const std::string& name, const tra::NodePtr& x, int axis,
                           const std::vector<double>& wanted, std::string_view method) {
  const int at = normal_axis(name, axis, x->type.rank());
  require_elements(name, x->type.extents, {at});
  for (const double q : wanted) {
    if (q >= 0 && q <= 1) continue;
    throw ShapeMismatch("relatile: " + name + ": " + std::to_string(q) +
                        " of all elements; quantiles are from 0 to 1, percentiles from 0 to 100");
  }
  const bool is_median = name.ends_with("median");
  const kernel::Quantile by = is_median ? kernel::Quantile::mean : quantile_method(name, method);
  const bool skip_nan = name.starts_with("nan");
  if (x->type.rank() == 1 && x->type.extents[0] >= long_vector && !skip_nan) {
    return quantiles_of_long<T>(x, wanted, by);
  }
  LineKernel kernel{name, [wanted, by, skip_nan](const Lines& lines) {
                      kernel::quantile_lines<sorted_as<T>, quantile_t<T>>(lines, wanted, by,
                                                                          skip_nan);
                    }};
  kernel.identity.type = hash_of_name(name);
  kernel.identity.state.assign(reinterpret_cast<const char*>(wanted.data()),
                               wanted.size() * sizeof(double));
  kernel.identity.state += is_median ? "mean" : method;
  return tra::make_along_axis(
      x, at, std::move(kernel),
      {element_type_of<quantile_t<T>>(), static_cast<std::int64_t>(wanted.size())}, Flops{2});
}

}  // namespace relatile::detail
