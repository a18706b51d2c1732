// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <optional>
#include <tuple>
#include <type_traits>

#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/joining.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/linalg/products.hpp"

namespace relatile {

namespace detail {

/// Variables as rows: of a vector it is the only one.
template <ArrayExpression E>
auto variables(const E& x) {
  static_assert(rank_of<E> == 1 || rank_of<E> == 2,
                "relatile: cov and corrcoef: of vectors, or of matrices with a variable a row");
  if constexpr (rank_of<E> == 1) {
    return as_array(x)(newaxis, all_of_axis);
  } else {
    return as_array(x);
  }
}

/// x, or its transpose if it has a variable a column.
template <ArrayExpression E>
auto by_rows(const E& x, bool rowvar) {
  const auto array = as_array(x);
  return rowvar ? array : as_array(transpose(array));
}

template <class T>
Array<T, 2> covariances(const Array<T, 2>& x, int ddof) {
  const Array<T, 2> apart = x - mean(x, 1, keepdims);
  const auto divisor = static_cast<double>(x.shape(1) - ddof);
  if constexpr (is_complex_v<T>) {
    return matmul(apart, transpose(conj(apart))) / T(divisor > 0 ? divisor : 0);
  } else {
    return matmul(apart, transpose(apart)) / T(divisor > 0 ? divisor : 0);
  }
}

template <class T>
Array<T, 2> correlations(const Array<T, 2>& covariances) {
  const auto deviations = as_array(sqrt(real(diagonal(covariances))));
  const Array<T, 2> quotient =
      covariances / expand_dims(deviations, 1) / expand_dims(deviations, 0);
  if constexpr (is_complex_v<T>) {
    return quotient;
  } else {
    return clip(quotient, T(-1), T(1));
  }
}

}  // namespace detail

/// The covariances of the rows of x, each a variable, over its columns, each an observation:
/// numpy.cov(x, ddof=ddof). Sums of products are divided by columns - ddof. Of a vector it is the
/// variance, without dimensions.
template <ArrayExpression E>
auto cov(const E& x, int ddof = 1, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  using T = std::conditional_t<std::is_integral_v<element_of<E>>, double, element_of<E>>;
  const auto found = detail::covariances<T>(astype<T>(detail::variables(x)), ddof);
  if constexpr (rank_of<E> == 1) {
    return as_array(found(0, 0));
  } else {
    return found;
  }
}
/// Those of the variables of x and of y, which come after them: numpy.cov(x, y), (2, 2) of vectors.
///
///   errors  ShapeMismatch for different numbers of observations
template <ArrayExpression E, ArrayExpression Y>
auto cov(const E& x, const Y& y, int ddof = 1, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return cov(concatenate(std::tuple(detail::variables(x), detail::variables(y))), ddof);
}
/// As last argument of cov, in braces: {.rowvar = false}.
struct CovarianceOptions {
  bool rowvar = true;  ///< a variable is a row, else a column
  bool bias = false;   ///< sums are divided by the number of observations, else by one less
  std::optional<int> ddof = {};  ///< by so many less, whatever `bias` says
  int divisor_less() const { return ddof.value_or(bias ? 0 : 1); }
};
template <ArrayExpression E>
auto cov(const E& x, const CovarianceOptions& options, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return cov(detail::by_rows(x, options.rowvar), options.divisor_less());
}
template <ArrayExpression E, ArrayExpression Y>
auto cov(const E& x, const Y& y, const CovarianceOptions& options,
         SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return cov(detail::by_rows(x, options.rowvar), detail::by_rows(y, options.rowvar),
             options.divisor_less());
}
/// The rows' coefficients of correlation: numpy.corrcoef. Of a vector it is 1, without dimensions.
template <ArrayExpression E>
auto corrcoef(const E& x, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  const auto found = detail::correlations(cov(detail::variables(x)));
  if constexpr (rank_of<E> == 1) {
    return as_array(found(0, 0));
  } else {
    return found;
  }
}
/// Those of the variables of x and of y: numpy.corrcoef(x, y), (2, 2) of vectors.
///
///   errors  ShapeMismatch for different numbers of observations
template <ArrayExpression E, ArrayExpression Y>
auto corrcoef(const E& x, const Y& y, SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return detail::correlations(cov(x, y));
}
/// As last argument of corrcoef, in braces: {.rowvar = false}.
struct CorrelationOptions {
  bool rowvar = true;  ///< a variable is a row, else a column
};
template <ArrayExpression E>
auto corrcoef(const E& x, const CorrelationOptions& options,
              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return corrcoef(detail::by_rows(x, options.rowvar));
}
template <ArrayExpression E, ArrayExpression Y>
auto corrcoef(const E& x, const Y& y, const CorrelationOptions& options,
              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return corrcoef(detail::by_rows(x, options.rowvar), detail::by_rows(y, options.rowvar));
}

}  // namespace relatile
