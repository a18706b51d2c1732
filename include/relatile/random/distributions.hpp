// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "relatile/array/shape.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/random/philox.hpp"

// Arrays of random numbers: numpy.random's uniform, normal and integers.
//
// An element depends on the seed, the array's stream and the element's row-major index, and on
// nothing else: not on the number of sites, the placement, the plan or the threads. Like all
// generators these arrays are computed where they are needed, and stored only if a handle is kept.

namespace relatile::random {

/// As last argument of a distribution: the values depend on this seed and the index alone, and the
/// program's streams are left as they are. Two arrays of one Seed are not independent.
struct Seed {
  std::uint64_t value = 0;  ///< any number; the program's own seed does not count beside it
};

namespace detail {

/// Which random numbers an array gets.
struct Source {
  std::uint64_t seed = 0;
  std::uint64_t stream = 0;

  Source(std::uint64_t of_seed, std::uint64_t of_stream) : seed(of_seed), stream(of_stream) {}
  /// A stream that no program counts to.
  Source(Seed own) : Source(own.value, ~std::uint64_t{0}) {}  // NOLINT: a Seed is a Source
};

/// The source that the next distribution of this program takes.
Source& upcoming();
/// Takes it: the one after it is of the next stream.
Source next_source();

}  // namespace detail

/// Sets the program's seed (0 to begin with) and starts its streams anew: what follows is what
/// followed the last `seed(value)`. Every call of a distribution takes the next stream, so all
/// ranks must make the same calls; they need not make them at the same time.
void seed(std::uint64_t value);

namespace detail {

// The nodes, compiled once for each type T of elements. They check all but the shape.

template <class T>
tra::NodePtr uniform_node(T low, T high, const Extents& shape, const Source& source);
template <class T>
tra::NodePtr normal_node(T loc, T scale, const Extents& shape, const Source& source);

/// The type of bounds of integers: `high` may be one more than a T can be.
template <class T>
using Bound = std::conditional_t<(sizeof(T) < sizeof(std::int64_t)), std::int64_t, canonical_t<T>>;
template <class T>
tra::NodePtr integers_node(Bound<T> low, Bound<T> high, const Extents& shape, const Source& source);

template <class T>
inline constexpr bool is_real_floating = std::is_same_v<T, float> || std::is_same_v<T, double>;

}  // namespace detail

/// Numbers evenly distributed in [low, high): numpy.random.uniform. Without bounds in [0, 1), with
/// 53 random bits, or 24 as float. T is float or double.
///
///   errors  ShapeMismatch if high is below low or their distance is infinite
template <class T, int N, relatile::detail::GivenExtents S>
Array<T, N> uniform(std::type_identity_t<T> low, std::type_identity_t<T> high, const S& shape,
                    detail::Source source = detail::next_source(),
                    SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(detail::is_real_floating<T>, "relatile: random::uniform makes float or double");
  relatile::detail::require_shape<N>("random::uniform", shape);
  return Array<T, N>(detail::uniform_node<T>(low, high, shape, source));
}
template <class T, int N, relatile::detail::GivenExtents S>
Array<T, N> uniform(const S& shape, detail::Source source = detail::next_source(),
                    SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return uniform<T, N>(T(0), T(1), shape, source);
}
/// As large as another array: uniform(x.shape()).
template <class T = double, int N>
Array<T, N> uniform(std::type_identity_t<T> low, std::type_identity_t<T> high,
                    const Shape<N>& shape, detail::Source source = detail::next_source(),
                    SourceLine line = SourceLine::current()) {
  return uniform<T, N>(low, high, shape.extents(), source, line);
}
template <class T = double, int N>
Array<T, N> uniform(const Shape<N>& shape, detail::Source source = detail::next_source(),
                    SourceLine line = SourceLine::current()) {
  return uniform<T>(T(0), T(1), shape, source, line);
}
template <class T = double, std::size_t N>
Array<T, int(N)> uniform(std::type_identity_t<T> low, std::type_identity_t<T> high,
                         const Extent (&shape)[N], detail::Source source = detail::next_source(),
                         SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return uniform<T, int(N)>(low, high, relatile::detail::to_extents(shape), source);
}
template <class T = double, std::size_t N>
Array<T, int(N)> uniform(const Extent (&shape)[N], detail::Source source = detail::next_source(),
                         SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return uniform<T, int(N)>(relatile::detail::to_extents(shape), source);
}

/// Normally distributed numbers of mean `loc` and standard deviation `scale`: numpy.random.normal.
/// Without them the standard normal distribution. T is float or double. As double no number is
/// further from the mean than 9.5 scales, as float 6.8.
///
///   errors  ShapeMismatch if the scale is negative
template <class T, int N, relatile::detail::GivenExtents S>
Array<T, N> normal(std::type_identity_t<T> loc, std::type_identity_t<T> scale, const S& shape,
                   detail::Source source = detail::next_source(),
                   SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(detail::is_real_floating<T>, "relatile: random::normal makes float or double");
  relatile::detail::require_shape<N>("random::normal", shape);
  return Array<T, N>(detail::normal_node<T>(loc, scale, shape, source));
}
template <class T, int N, relatile::detail::GivenExtents S>
Array<T, N> normal(const S& shape, detail::Source source = detail::next_source(),
                   SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return normal<T, N>(T(0), T(1), shape, source);
}
/// As large as another array: normal(x.shape()).
template <class T = double, int N>
Array<T, N> normal(std::type_identity_t<T> loc, std::type_identity_t<T> scale,
                   const Shape<N>& shape, detail::Source source = detail::next_source(),
                   SourceLine line = SourceLine::current()) {
  return normal<T, N>(loc, scale, shape.extents(), source, line);
}
template <class T = double, int N>
Array<T, N> normal(const Shape<N>& shape, detail::Source source = detail::next_source(),
                   SourceLine line = SourceLine::current()) {
  return normal<T>(T(0), T(1), shape, source, line);
}
template <class T = double, std::size_t N>
Array<T, int(N)> normal(std::type_identity_t<T> loc, std::type_identity_t<T> scale,
                        const Extent (&shape)[N], detail::Source source = detail::next_source(),
                        SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return normal<T, int(N)>(loc, scale, relatile::detail::to_extents(shape), source);
}
template <class T = double, std::size_t N>
Array<T, int(N)> normal(const Extent (&shape)[N], detail::Source source = detail::next_source(),
                        SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return normal<T, int(N)>(relatile::detail::to_extents(shape), source);
}

// A shape made before is one of any number of dimensions, which types have to tell.
template <class T = double, relatile::detail::GivenExtents S, class... More>
auto uniform(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: random::uniform: an Extents has any number of dimensions, so say how "
                "many: random::uniform<double, 2>(shape)");
  return Array<T, 1>();
}
template <class T = double, relatile::detail::GivenExtents S, class... More>
auto normal(const S&, const More&...) {
  static_assert(sizeof(S) == 0,
                "relatile: random::normal: an Extents has any number of dimensions, so say how "
                "many: random::normal<double, 2>(shape)");
  return Array<T, 1>();
}
template <class T = double, class P, class Q, relatile::detail::GivenExtents S, class... More>
auto uniform(P, Q, const S& shape, const More&...) {
  return random::uniform<T>(shape);
}
template <class T = double, class P, class Q, relatile::detail::GivenExtents S, class... More>
auto normal(P, Q, const S& shape, const More&...) {
  return random::normal<T>(shape);
}

/// Integers from low to below high, each equally likely to within one part in 2^64:
/// numpy.random.integers. With one bound from 0 to below it. T is any integer type; `high` may be
/// one more than its largest number, except where T has 64 bits.
///
///   errors  ShapeMismatch if there is no such integer, or if T can't hold them all
template <class T, int N, relatile::detail::GivenExtents S>
Array<T, N> integers(detail::Bound<T> low, detail::Bound<T> high, const S& shape,
                     detail::Source source = detail::next_source(),
                     SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  static_assert(is_integer_v<T>,
                "relatile: random::integers makes integers; for bool compare them");
  relatile::detail::require_shape<N>("random::integers", shape);
  return Array<T, N>(detail::integers_node<canonical_t<T>>(low, high, shape, source));
}
template <class T, int N, relatile::detail::GivenExtents S>
Array<T, N> integers(detail::Bound<T> high, const S& shape,
                     detail::Source source = detail::next_source(),
                     SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return integers<T, N>(0, high, shape, source);
}
/// As large as another array: integers(0, 10, x.shape()).
template <class T = std::int64_t, int N>
Array<T, N> integers(detail::Bound<T> low, detail::Bound<T> high, const Shape<N>& shape,
                     detail::Source source = detail::next_source(),
                     SourceLine line = SourceLine::current()) {
  return integers<T, N>(low, high, shape.extents(), source, line);
}
template <class T = std::int64_t, int N>
Array<T, N> integers(detail::Bound<T> high, const Shape<N>& shape,
                     detail::Source source = detail::next_source(),
                     SourceLine line = SourceLine::current()) {
  return integers<T>(0, high, shape, source, line);
}
template <class T = std::int64_t, std::size_t N>
Array<T, int(N)> integers(detail::Bound<T> low, detail::Bound<T> high, const Extent (&shape)[N],
                          detail::Source source = detail::next_source(),
                          SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return integers<T, int(N)>(low, high, relatile::detail::to_extents(shape), source);
}
template <class T = std::int64_t, std::size_t N>
Array<T, int(N)> integers(detail::Bound<T> high, const Extent (&shape)[N],
                          detail::Source source = detail::next_source(),
                          SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return integers<T, int(N)>(0, high, relatile::detail::to_extents(shape), source);
}

}  // namespace relatile::random

#if defined(RELATILE_DEFINITIONS)
#include "relatile/random/impl/distributions.hpp"
#endif
