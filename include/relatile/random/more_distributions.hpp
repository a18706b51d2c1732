// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "relatile/core/definitions.hpp"
#include "relatile/random/distributions.hpp"

// The other distributions of numpy.random.Generator, with its names and the order and defaults of
// its parameters, which are numbers: random::gamma(2.0, 1.0, {rows, 3}). Elements are double, or
// float if asked for, random::gamma<float>(...); whole numbers are std::int64_t. A shape made
// before, an Extents, needs the number of dimensions: random::gamma<double, 2>(2.0, 1.0, shape).
//
// As everywhere here an element depends on the seed, the array's stream and its own index alone.

namespace relatile::random {

namespace detail {

/// The array of a distribution of this name: see impl/more_distributions.hpp, which has a table of
/// them. ShapeMismatch for parameters that it can't have.
template <class T>
tra::NodePtr sampled_node(const char* name, const std::array<double, 3>& parameters,
                          const Extents& shape, const Source& source);

template <class T, int N, class Whole>
Array<T, N> sampled(const char* name, const std::array<double, 3>& parameters, const Extents& shape,
                    const Source& source, const SourceLine& line) {
  const AskedFrom scope(line);
  constexpr bool fits =
      std::is_same_v<Whole, double> ? is_real_floating<T> : std::is_same_v<canonical_t<T>, Whole>;
  static_assert(fits,
                "relatile: this distribution makes double or float, or, of whole numbers, "
                "std::int64_t; convert them: astype<int>(x)");
  relatile::detail::require_shape<N>(name, shape);
  return Array<T, N>(sampled_node<canonical_t<T>>(name, parameters, shape, source));
}

}  // namespace detail

#define RELATILE_DOUBLES_0()
#define RELATILE_DOUBLES_1(a) double a,
#define RELATILE_DOUBLES_2(a, b) double a, double b,
#define RELATILE_DOUBLES_3(a, b, c) double a, double b, double c,

// A distribution of elements `Element`, with a number of parameters, which follow: of a shape in
// braces, and of an Extents.
#define RELATILE_DISTRIBUTION(called, number, Element, ...)                                        \
  template <class T = Element, std::size_t N>                                                      \
  Array<T, int(N)> called(RELATILE_DOUBLES_##number(__VA_ARGS__) const Extent(&shape)[N],          \
                          detail::Source source = detail::next_source(),                           \
                          SourceLine line = SourceLine::current()) {                               \
    return detail::sampled<T, int(N), Element>(#called, {__VA_ARGS__},                             \
                                               relatile::detail::to_extents(shape), source, line); \
  }                                                                                                \
  template <class T = Element, int N>                                                              \
  Array<T, N> called(RELATILE_DOUBLES_##number(__VA_ARGS__) const Shape<N>& shape,                 \
                     detail::Source source = detail::next_source(),                                \
                     SourceLine line = SourceLine::current()) {                                    \
    return detail::sampled<T, N, Element>(#called, {__VA_ARGS__}, shape, source, line);            \
  }                                                                                                \
  template <class T, int N, relatile::detail::GivenExtents S>                                      \
  Array<T, N> called(RELATILE_DOUBLES_##number(__VA_ARGS__) const S& shape,                        \
                     detail::Source source = detail::next_source(),                                \
                     SourceLine line = SourceLine::current()) {                                    \
    return detail::sampled<T, N, Element>(#called, {__VA_ARGS__}, shape, source, line);            \
  }

// The same with the defaults that NumPy has for the parameters.
#define RELATILE_DEFAULTS(called, Element, ...)                                                   \
  template <class T = Element, std::size_t N>                                                     \
  Array<T, int(N)> called(const Extent(&shape)[N], detail::Source source = detail::next_source(), \
                          SourceLine line = SourceLine::current()) {                              \
    return called<T>(__VA_ARGS__, shape, source, line);                                           \
  }                                                                                               \
  template <class T = Element, int N>                                                             \
  Array<T, N> called(const Shape<N>& shape, detail::Source source = detail::next_source(),        \
                     SourceLine line = SourceLine::current()) {                                   \
    return called<T>(__VA_ARGS__, shape, source, line);                                           \
  }

/// Evenly distributed in [0, 1): numpy.random.random.
RELATILE_DISTRIBUTION(random, 0, double)
/// Normally distributed, of mean 0 and standard deviation 1; normal is twice as fast;
/// numpy.random.standard_normal.
RELATILE_DISTRIBUTION(standard_normal, 0, double)
/// Exponentially distributed, of mean 1; numpy.random.standard_exponential.
RELATILE_DISTRIBUTION(standard_exponential, 0, double)
/// Exponentially distributed, of mean `scale`, 1 unless told; numpy.random.exponential.
RELATILE_DISTRIBUTION(exponential, 1, double, scale)
RELATILE_DEFAULTS(exponential, double, 1.0)
/// Gamma distributed, of shape alpha, which is the mean, and scale 1; numpy.random.standard_gamma.
RELATILE_DISTRIBUTION(standard_gamma, 1, double, alpha)
/// Gamma distributed, of mean alpha * scale; numpy.random.gamma.
RELATILE_DISTRIBUTION(gamma, 2, double, alpha, scale)
/// Beta distributed, of mean a / (a + b); numpy.random.beta.
RELATILE_DISTRIBUTION(beta, 2, double, a, b)
/// Chi-square, of so many degrees of freedom, which need not be a whole number;
/// numpy.random.chisquare.
RELATILE_DISTRIBUTION(chisquare, 1, double, df)
/// Noncentral chi-square, of mean df + nonc; numpy.random.noncentral_chisquare.
RELATILE_DISTRIBUTION(noncentral_chisquare, 2, double, df, nonc)
/// Fisher's F: the ratio of two chi-square numbers, each by its degrees of freedom; numpy.random.f.
RELATILE_DISTRIBUTION(f, 2, double, dfnum, dfden)
/// Noncentral F: the ratio of a noncentral chi-square number and one that is not, each by its
/// degrees of freedom; numpy.random.noncentral_f.
RELATILE_DISTRIBUTION(noncentral_f, 3, double, dfnum, dfden, nonc)
/// Student's t, of so many degrees of freedom; numpy.random.standard_t.
RELATILE_DISTRIBUTION(standard_t, 1, double, df)
/// Cauchy (Lorentz) distributed, of mode 0 and scale 1; it has no mean;
/// numpy.random.standard_cauchy.
RELATILE_DISTRIBUTION(standard_cauchy, 0, double)
/// Laplace (double exponential), of mean loc, 0 unless told, and scale, 1 unless told;
/// numpy.random.laplace.
RELATILE_DISTRIBUTION(laplace, 2, double, loc, scale)
RELATILE_DEFAULTS(laplace, double, 0.0, 1.0)
/// Logistic, of mean loc, 0 unless told, and scale, 1 unless told; numpy.random.logistic.
RELATILE_DISTRIBUTION(logistic, 2, double, loc, scale)
RELATILE_DEFAULTS(logistic, double, 0.0, 1.0)
/// Gumbel, of mode loc, 0 unless told, and scale, 1 unless told; numpy.random.gumbel.
RELATILE_DISTRIBUTION(gumbel, 2, double, loc, scale)
RELATILE_DEFAULTS(gumbel, double, 0.0, 1.0)
/// exp of normal numbers of mean `mean`, 0 unless told, and standard deviation sigma, 1 unless
/// told; numpy.random.lognormal.
RELATILE_DISTRIBUTION(lognormal, 2, double, mean, sigma)
RELATILE_DEFAULTS(lognormal, double, 0.0, 1.0)
/// Weibull, of shape a and scale 1; numpy.random.weibull.
RELATILE_DISTRIBUTION(weibull, 1, double, a)
/// Rayleigh, of mode `scale`, 1 unless told; numpy.random.rayleigh.
RELATILE_DISTRIBUTION(rayleigh, 1, double, scale)
RELATILE_DEFAULTS(rayleigh, double, 1.0)
/// Pareto II (Lomax), of shape a: x >= 0 with the probability density a / (1 + x)^(a + 1);
/// numpy.random.pareto.
RELATILE_DISTRIBUTION(pareto, 1, double, a)
/// The power distribution: x in [0, 1] with the probability density a x^(a - 1);
/// numpy.random.power.
RELATILE_DISTRIBUTION(power, 1, double, a)
/// Triangular: a density that rises from left to mode and falls to right; numpy.random.triangular.
RELATILE_DISTRIBUTION(triangular, 3, double, left, mode, right)
/// Von Mises, an angle from -pi to pi about mu; kappa is the concentration; numpy.random.vonmises.
RELATILE_DISTRIBUTION(vonmises, 2, double, mu, kappa)
/// Wald (inverse Gaussian), of variance mean^3 / scale; numpy.random.wald.
RELATILE_DISTRIBUTION(wald, 2, double, mean, scale)
/// How many of n trials succeed, each with probability p. n is at most 2^52; numpy.random.binomial.
RELATILE_DISTRIBUTION(binomial, 2, std::int64_t, n, p)
/// Poisson, of mean lam, 1 unless told, at most 2^52; numpy.random.poisson.
RELATILE_DISTRIBUTION(poisson, 1, std::int64_t, lam)
RELATILE_DEFAULTS(poisson, std::int64_t, 1.0)
/// How many trials it takes to succeed once, each with probability p; numpy.random.geometric.
RELATILE_DISTRIBUTION(geometric, 1, std::int64_t, p)
/// How many trials fail before n succeed, each with probability p; n need not be a whole number;
/// numpy.random.negative_binomial.
RELATILE_DISTRIBUTION(negative_binomial, 2, std::int64_t, n, p)
/// How many are good of nsample that are taken from ngood good and nbad bad ones; each at most
/// 2^30; numpy.random.hypergeometric.
RELATILE_DISTRIBUTION(hypergeometric, 3, std::int64_t, ngood, nbad, nsample)
/// The logarithmic series: k >= 1 with a probability in proportion to p^k / k;
/// numpy.random.logseries.
RELATILE_DISTRIBUTION(logseries, 1, std::int64_t, p)
/// Zipf: k >= 1 with a probability in proportion to k^-a; below 2^62; numpy.random.zipf.
RELATILE_DISTRIBUTION(zipf, 1, std::int64_t, a)

#undef RELATILE_DEFAULTS
#undef RELATILE_DISTRIBUTION
#undef RELATILE_DOUBLES_0
#undef RELATILE_DOUBLES_1
#undef RELATILE_DOUBLES_2
#undef RELATILE_DOUBLES_3

}  // namespace relatile::random

#if defined(RELATILE_DEFINITIONS)
#include "relatile/random/impl/more_distributions.hpp"
#endif
