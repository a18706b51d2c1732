// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/array/parts/take.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/random/order.hpp"

// Distributions of rows, and orders of lines. As of all random numbers here, they depend on the
// seed and not on the number of ranks.

namespace relatile::random {

/// The elements of every line of x along `axis` in an order of its own that is as likely as any:
/// numpy.random.permuted(x, axis).
///
///   errors  ShapeMismatch for an axis that x lacks
template <ArrayExpression E>
auto permuted(const E& x, int axis, detail::Source source = detail::next_source(),
              SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  constexpr int N = rank_of<E>;
  static_assert(N >= 1, "relatile: random::permuted: x has no axis");
  const Array<double, N> drawn = uniform<double, N>(shape_of(x), source);
  return take_along_axis(x, argsort(drawn, axis), axis);
}
/// All elements of x in such an order: numpy.random.permuted(x).
template <ArrayExpression E>
auto permuted(const E& x, detail::Source source = detail::next_source(),
              SourceLine line = SourceLine::current()) {
  return reshape<rank_of<E>>(permutation(ravel(x, line), source, line), shape_of(x), line);
}

/// `n` random bytes, each as likely as any: numpy.random.bytes.
///
///   errors  ShapeMismatch for n below 0
Array<std::uint8_t, 1> bytes(std::int64_t n, detail::Source source = detail::next_source(),
                             SourceLine line = SourceLine::current());

/// `size` rows that are normally distributed around `mean`, of a covariance that is given row by
/// row: numpy.random.multivariate_normal(mean, covariance, size).
///
///   errors  ShapeMismatch for a covariance that is not symmetric, of the mean's length and
///           positive semidefinite
Array<double, 2> multivariate_normal(const std::vector<double>& mean,
                                     const std::vector<std::vector<double>>& covariance,
                                     std::int64_t size,
                                     detail::Source source = detail::next_source(),
                                     SourceLine line = SourceLine::current());

/// `size` rows of how many of each colour are among `nsample` balls, drawn without replacement from
/// `colors[k]` balls of colour k: numpy.random.multivariate_hypergeometric(colors, nsample, size).
///
///   errors  ShapeMismatch for no colours, negative numbers, more than 2^30 balls, or more drawn
///           than there are
Array<std::int64_t, 2> multivariate_hypergeometric(const std::vector<std::int64_t>& colors,
                                                   std::int64_t nsample, std::int64_t size,
                                                   detail::Source source = detail::next_source(),
                                                   SourceLine line = SourceLine::current());

}  // namespace relatile::random

#if defined(RELATILE_DEFINITIONS)
#include "relatile/random/impl/rows.hpp"
#endif
