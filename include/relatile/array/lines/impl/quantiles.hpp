// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/lines/quantiles.hpp"

#include <algorithm>
#include <array>

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
  const kernel::Quantile by = quantile_method(name, method);
  const bool skip_nan = name.starts_with("nan");
  LineKernel kernel{name, [wanted, by, skip_nan](const Lines& lines) {
                      kernel::quantile_lines<sorted_as<T>, quantile_t<T>>(lines, wanted, by,
                                                                          skip_nan);
                    }};
  kernel.identity.type = hash_of_name(name);
  kernel.identity.state.assign(reinterpret_cast<const char*>(wanted.data()),
                               wanted.size() * sizeof(double));
  kernel.identity.state += method;
  return tra::make_along_axis(
      x, at, std::move(kernel),
      {element_type_of<quantile_t<T>>(), static_cast<std::int64_t>(wanted.size())}, Flops{2});
}

}  // namespace relatile::detail
