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

/// Of a long vector, at once: elements that are next to the quantiles are told to all ranks.
template <class T>
tra::NodePtr quantiles_of_long(const tra::NodePtr& x, const std::vector<double>& wanted,
                               kernel::Quantile method, bool skip_nan) {
  using R = quantile_t<T>;
  using Key = sorted_as<T>;
  const std::int64_t count = x->type.extents[0];
  const SelectableElements compared = selectable_elements<Key>();
  const Handle handle = handle_of(*x);  // kept, since it is read for every quantile
  std::vector<std::byte> results(wanted.size() * sizeof(R));
  for (std::size_t q = 0; q < wanted.size(); ++q) {
    const auto place = [&](std::int64_t numbers) {
      return kernel::place_of_quantile(wanted[q], numbers, method);
    };
    const Neighbouring found = select_long(x, compared, [&](std::int64_t numbers) {
      return static_cast<std::int64_t>(place(numbers));
    });
    R result = std::numeric_limits<R>::quiet_NaN();
    if (found.numbers > 0 && (skip_nan || found.numbers == count)) {
      Key below;
      Key above;
      std::memcpy(&below, found.below.data(), sizeof(Key));
      std::memcpy(&above, found.above.data(), sizeof(Key));
      const double at = place(found.numbers);
      result = kernel::between(static_cast<R>(below), static_cast<R>(above),
                               static_cast<R>(at - std::floor(at)), method);
    }
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
  if (x->type.rank() == 1 && x->type.extents[0] >= long_vector) {
    return quantiles_of_long<T>(x, wanted, by, skip_nan);
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
