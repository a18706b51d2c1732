// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "relatile/array/creation.hpp"
#include "relatile/array/reduction_options.hpp"
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

/// One quantile, a number, or several, in braces or in a std::vector.
using QuantileList = std::initializer_list<double>;
template <class Q>
std::vector<double> wanted_of(const Q& q, double percent) {
  std::vector<double> wanted;
  if constexpr (std::is_arithmetic_v<Q>) {
    wanted = {double(q)};
  } else {
    static_assert(std::is_same_v<Q, QuantileList> || std::is_same_v<Q, std::vector<double>>,
                  "relatile: quantile and percentile: q is a number, or several in braces or in a "
                  "std::vector<double>");
    wanted.assign(q.begin(), q.end());
  }
  for (double& one : wanted) one /= percent;
  return wanted;
}

/// Several along a new first axis.
template <ArrayExpression E, class Q>
auto quantiles_of(const std::string& name, const E& x, int axis, const Q& q,
                  std::string_view method, double percent = 1) {
  using T = element_of<E>;
  static_assert(is_scalar_type_v<T> && !is_complex_v<T>, "relatile: quantile: of real numbers");
  static_assert(rank_of<E> >= 1, "relatile: quantile: of at least one dimension");
  const Array<quantile_t<T>, rank_of<E>> found(
      quantile_node<canonical_t<T>>(name, to_node(x), axis, wanted_of(q, percent), method));
  if constexpr (std::is_arithmetic_v<Q>) {
    return squeeze(found, normal_axis(name, axis, rank_of<E>));
  } else {
    return moveaxis(found, axis, 0);
  }
}

/// Quantiles of lines, with an axis of one element instead of theirs.
template <class Q, ArrayExpression E>
auto kept(const E& found, int axis) {
  constexpr int several = std::is_arithmetic_v<Q> ? 0 : 1;  // along the first axis
  return expand_dims(found, axis < 0 ? axis : axis + several);
}

}  // namespace detail

/// The quantile q, between 0 and 1, of each line of x along `axis`: numpy.quantile. Several in
/// braces or in a std::vector are along a new first axis: quantile(x, {0.25, 0.75}, 0). Methods are
/// NumPy's `linear`, `lower`, `higher`, `midpoint` and `nearest`. A NaN makes its line's NaN.
///
///   errors  ShapeMismatch for an axis that x lacks or that has no elements, a q that is not from 0
///           to 1, or another method
template <ArrayExpression E, class Q = detail::QuantileList>
auto quantile(const E& x, const Q& q, int axis, std::string_view method = "linear",
              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::quantiles_of("quantile", x, axis, q, method);
}
/// With an axis of one element in its place, so that one quantile fits beside x.
template <ArrayExpression E, class Q = detail::QuantileList>
auto quantile(const E& x, const Q& q, int axis, KeepDims, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::kept<Q>(quantile(x, q, axis), axis);
}
/// Of all elements.
template <ArrayExpression E, class Q = detail::QuantileList>
auto quantile(const E& x, const Q& q, std::string_view method = "linear",
              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::quantiles_of("quantile", ravel(x), 0, q, method);
}
/// The percentile q, between 0 and 100: numpy.percentile, otherwise as quantile.
template <ArrayExpression E, class Q = detail::QuantileList>
auto percentile(const E& x, const Q& q, int axis, std::string_view method = "linear",
                SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::quantiles_of("percentile", x, axis, q, method, 100);
}
template <ArrayExpression E, class Q = detail::QuantileList>
auto percentile(const E& x, const Q& q, int axis, KeepDims,
                SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::kept<Q>(percentile(x, q, axis), axis);
}
template <ArrayExpression E, class Q = detail::QuantileList>
auto percentile(const E& x, const Q& q, std::string_view method = "linear",
                SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::quantiles_of("percentile", ravel(x), 0, q, method, 100);
}
/// The median of each line of x along `axis`: numpy.median.
template <ArrayExpression E>
auto median(const E& x, int axis, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::quantiles_of("median", x, axis, 0.5, "linear");
}
/// With an axis of one element in its place, so that it fits beside x.
template <ArrayExpression E>
auto median(const E& x, int axis, KeepDims, SourceLine line = SourceLine::current()) {
  return expand_dims(median(x, axis, line), axis);
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
  return detail::quantiles_of("nanmedian", x, axis, 0.5, "linear");
}
template <ArrayExpression E>
auto nanmedian(const E& x, int axis, KeepDims, SourceLine line = SourceLine::current()) {
  return expand_dims(nanmedian(x, axis, line), axis);
}
template <ArrayExpression E>
auto nanmedian(const E& x, SourceLine line = SourceLine::current()) {
  return nanmedian(ravel(x, line), 0, line);
}
/// quantile of what is not NaN: numpy.nanquantile.
template <ArrayExpression E, class Q = detail::QuantileList>
auto nanquantile(const E& x, const Q& q, int axis, std::string_view method = "linear",
                 SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::quantiles_of("nanquantile", x, axis, q, method);
}
template <ArrayExpression E, class Q = detail::QuantileList>
auto nanquantile(const E& x, const Q& q, int axis, KeepDims,
                 SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::kept<Q>(nanquantile(x, q, axis), axis);
}
template <ArrayExpression E, class Q = detail::QuantileList>
auto nanquantile(const E& x, const Q& q, std::string_view method = "linear",
                 SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::quantiles_of("nanquantile", ravel(x), 0, q, method);
}
/// percentile of what is not NaN: numpy.nanpercentile.
template <ArrayExpression E, class Q = detail::QuantileList>
auto nanpercentile(const E& x, const Q& q, int axis, std::string_view method = "linear",
                   SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::quantiles_of("nanpercentile", x, axis, q, method, 100);
}
template <ArrayExpression E, class Q = detail::QuantileList>
auto nanpercentile(const E& x, const Q& q, int axis, KeepDims,
                   SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::kept<Q>(nanpercentile(x, q, axis), axis);
}
template <ArrayExpression E, class Q = detail::QuantileList>
auto nanpercentile(const E& x, const Q& q, std::string_view method = "linear",
                   SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::quantiles_of("nanpercentile", ravel(x), 0, q, method, 100);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/array/lines/impl/quantiles.hpp"
#endif
