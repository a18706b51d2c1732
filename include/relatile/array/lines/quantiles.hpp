// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/array/shapes/reshape.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/operators.hpp"

// Medians, percentiles and quantiles: each line is ordered, as far as needed, by a site that has it
// whole. In a vector of 2^18 elements or more all sites look for them, at once, without putting it
// in order (long_select.hpp): then these functions are collective.

namespace relatile {

namespace detail {

/// The quantiles of lines, along an axis that has one for each of `wanted`.
///
///   errors  ShapeMismatch for an axis that x lacks or that has no elements, for quantiles that are
///           not from 0 to 1, or a method that there is not
template <class T>
tra::NodePtr quantile_node(const std::string& name, const tra::NodePtr& x, int axis,
                           const std::vector<double>& wanted, std::string_view method);

/// What NumPy gives for quantiles of T.
template <class T>
using quantile_t = std::conditional_t<std::is_same_v<T, float>, float, double>;

template <ArrayExpression E>
auto quantiles_of(const std::string& name, const E& x, int axis, std::vector<double> wanted,
                  std::string_view method, double percent = 1) {
  using T = element_of<E>;
  static_assert(is_scalar_type_v<T> && !is_complex_v<T>, "relatile: quantile: of real numbers");
  static_assert(rank_of<E> >= 1, "relatile: quantile: of at least one dimension");
  for (double& q : wanted) q /= percent;
  return Array<quantile_t<T>, rank_of<E>>(
      quantile_node<canonical_t<T>>(name, to_node(x), axis, wanted, method));
}

template <ArrayExpression E>
auto quantile_of(const std::string& name, const E& x, int axis, double wanted,
                 std::string_view method, double percent = 1) {
  return squeeze(quantiles_of(name, x, axis, {wanted}, method, percent),
                 normal_axis(name, axis, rank_of<E>));
}

}  // namespace detail

/// The quantile q, between 0 and 1, of each line of x along `axis`: numpy.quantile. Methods are
/// NumPy's `linear`, `lower`, `higher`, `midpoint` and `nearest`. A NaN makes its line's NaN.
///
///   errors  ShapeMismatch for an axis that x lacks or that has no elements, a q that is not from 0
///           to 1, or another method
template <ArrayExpression E>
auto quantile(const E& x, double q, int axis, std::string_view method = "linear",
              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::quantile_of("quantile", x, axis, q, method);
}
/// Of all elements.
template <ArrayExpression E>
auto quantile(const E& x, double q, SourceLine line = SourceLine::current()) {
  return quantile(ravel(x, line), q, 0, "linear", line);
}
/// Several quantiles, along a new first axis: quantile(x, {0.25, 0.75}, 0).
template <ArrayExpression E>
auto quantile(const E& x, const std::vector<double>& q, int axis,
              std::string_view method = "linear", SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return moveaxis(detail::quantiles_of("quantile", x, axis, q, method), axis, 0);
}
/// The percentile q, between 0 and 100: numpy.percentile, otherwise as quantile.
template <ArrayExpression E>
auto percentile(const E& x, double q, int axis, std::string_view method = "linear",
                SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::quantile_of("percentile", x, axis, q, method, 100);
}
template <ArrayExpression E>
auto percentile(const E& x, double q, SourceLine line = SourceLine::current()) {
  return percentile(ravel(x, line), q, 0, "linear", line);
}
template <ArrayExpression E>
auto percentile(const E& x, const std::vector<double>& q, int axis,
                std::string_view method = "linear", SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return moveaxis(detail::quantiles_of("percentile", x, axis, q, method, 100), axis, 0);
}
/// The median of each line of x along `axis`: numpy.median.
template <ArrayExpression E>
auto median(const E& x, int axis, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::quantile_of("median", x, axis, 0.5, "linear");
}
/// Of all elements.
template <ArrayExpression E>
auto median(const E& x, SourceLine line = SourceLine::current()) {
  return median(ravel(x, line), 0, line);
}
/// median(x, axis) of what is not NaN: numpy.nanmedian.
template <ArrayExpression E>
auto nanmedian(const E& x, int axis, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::quantile_of("nanmedian", x, axis, 0.5, "linear");
}
template <ArrayExpression E>
auto nanmedian(const E& x, SourceLine line = SourceLine::current()) {
  return nanmedian(ravel(x, line), 0, line);
}
/// quantile(x, q, axis) of what is not NaN: numpy.nanquantile.
template <ArrayExpression E>
auto nanquantile(const E& x, double q, int axis, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::quantile_of("nanquantile", x, axis, q, "linear");
}
/// percentile(x, q, axis) of what is not NaN: numpy.nanpercentile.
template <ArrayExpression E>
auto nanpercentile(const E& x, double q, int axis, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::quantile_of("nanpercentile", x, axis, q, "linear", 100);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/lines/impl/quantiles.hpp"
#endif
