// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <locale>
#include <numbers>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>

#include "relatile/array/creation.hpp"
#include "relatile/core/promotion.hpp"
#include "relatile/random/philox.hpp"
#include "relatile/tra/map.hpp"

// Arrays of random numbers: numpy.random's uniform, normal and integers.
//
// An element depends on the seed, the array's stream and the element's row-major index, and on
// nothing else: not on the number of sites, the placement, the plan or the threads. Like all
// generators these arrays are computed where they are needed, and stored only if a handle is kept.

namespace relatile::random {

/// As last argument of a distribution: the values depend on this seed and the index alone, and the
/// program's streams are left as they are. Two arrays of one Seed are not independent.
struct Seed {
  std::uint64_t value = 0;
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
inline Source& upcoming() {
  static Source source(0, 0);
  return source;
}
inline Source next_source() {
  const Source mine = upcoming();
  ++upcoming().stream;
  return mine;
}

}  // namespace detail

/// Sets the program's seed (0 to begin with) and starts its streams anew: what follows is what
/// followed the last `seed(value)`. Every call of a distribution takes the next stream, so all
/// ranks must make the same calls; they need not make them at the same time.
inline void seed(std::uint64_t value) { detail::upcoming() = detail::Source(value, 0); }

namespace detail {

// A distribution turns one block of bits into `per_block` elements. Element i of an array is
// element i % per_block of block i / per_block.

/// How many independent numbers of type T one block makes: each takes as many bits as it has.
template <class T>
inline constexpr int numbers_per_block = int(sizeof(Bits) / sizeof(T));

/// The bits of the block's number `position`: 32 for a float, 64 for a double.
template <class T>
auto bits_of(const Bits& bits, int position) {
  const auto i = static_cast<std::size_t>(position);
  if constexpr (std::is_same_v<T, float>) {
    return bits[i];
  } else {
    return std::uint64_t{bits[2 * i + 1]} << 32 | bits[2 * i];
  }
}
/// A number in [0, 1): all multiples of 2^-53, or of 2^-24, are equally likely.
template <class T>
T unit_interval(const Bits& bits, int position) {
  constexpr int dropped =
      std::numeric_limits<decltype(bits_of<T>(bits, 0))>::digits - std::numeric_limits<T>::digits;
  return static_cast<T>(bits_of<T>(bits, position) >> dropped) *
         (std::numeric_limits<T>::epsilon() / 2);
}
/// A number in (0, 1], finer towards 0: it has a logarithm.
template <class T>
T positive_unit(const Bits& bits, int position) {
  constexpr T smallest = sizeof(T) == 4 ? T(0x1p-32) : T(0x1p-64);
  return (static_cast<T>(bits_of<T>(bits, position)) + T(0.5)) * smallest;
}

/// Numbers and words in a row, with all digits.
template <class... Words>
std::string phrase(const Words&... words) {
  std::ostringstream text;
  text.imbue(std::locale::classic());  // whatever the program's is
  text.precision(17);
  (text << ... << words);
  return text.str();
}

template <class T>
struct Uniform {
  static constexpr int per_block = numbers_per_block<T>;
  static constexpr std::int64_t flops = 100 / per_block;
  T low;
  T range;
  T largest;  ///< rounding must not reach the end of the interval

  std::string parameters() const { return phrase("low ", low, ", range ", range); }

  std::array<T, std::size_t(per_block)> operator()(const Bits& bits) const {
    std::array<T, std::size_t(per_block)> elements;
    for (int i = 0; i < per_block; ++i) {
      const T element = low + range * unit_interval<T>(bits, i);
      elements[static_cast<std::size_t>(i)] = element < largest ? element : largest;
    }
    return elements;
  }
};

/// Two normal numbers from two uniform ones, by Box and Muller.
template <class T>
struct Normal {
  static constexpr int per_block = numbers_per_block<T>;
  static constexpr std::int64_t flops = 60 + 100 / per_block;
  T loc;
  T scale;

  std::string parameters() const { return phrase("loc ", loc, ", scale ", scale); }

  std::array<T, std::size_t(per_block)> operator()(const Bits& bits) const {
    std::array<T, std::size_t(per_block)> elements;
    for (int i = 0; i < per_block; i += 2) {
      const T radius = std::sqrt(T(-2) * std::log(positive_unit<T>(bits, i)));
      const T angle = T(2) * std::numbers::pi_v<T> * unit_interval<T>(bits, i + 1);
      elements[static_cast<std::size_t>(i)] = loc + scale * (radius * std::cos(angle));
      elements[static_cast<std::size_t>(i + 1)] = loc + scale * (radius * std::sin(angle));
    }
    return elements;
  }
};

/// The block as a fraction of 2^128, times the number of integers to choose from: the chances of
/// two integers differ by less than one part in 2^64.
template <class T>
struct Integers {
  static constexpr int per_block = 1;
  static constexpr std::int64_t flops = 100;
  __extension__ using Wide = unsigned __int128;
  std::uint64_t low;  ///< modulo 2^64, as everything that is added to it
  std::uint64_t count;

  std::string parameters() const {
    return phrase("low ", static_cast<std::int64_t>(low), ", ", count, " integers");
  }

  std::array<T, 1> operator()(const Bits& bits) const {
    const Wide high = std::uint64_t{bits[1]} << 32 | bits[0];
    const Wide rest = std::uint64_t{bits[3]} << 32 | bits[2];
    const Wide product = high * count + (rest * count >> 64);
    return {static_cast<T>(low + static_cast<std::uint64_t>(product >> 64))};
  }
};

/// Writes `count` elements of a distribution: those of row-major index first, first + step, ...
template <class T, class Distribution>
void write_elements(const Distribution& distribution, const Source& source, std::uint64_t first,
                    std::uint64_t step, std::int64_t count, T* out) {
  constexpr std::uint64_t per_block = Distribution::per_block;
  std::array<T, per_block> block{};
  std::uint64_t number = ~std::uint64_t{0};  // none: indices have 63 bits
  for (std::int64_t i = 0; i < count; ++i, first += step) {
    if (first / per_block != number) {
      number = first / per_block;
      // The only place, so that all runs get the same machine code and the same rounding.
      block = distribution(philox(source.seed, source.stream, number));
    }
    out[i] = block[first % per_block];
  }
}

/// The position of a coordinate, or of a step between two, in an array of those strides.
inline std::uint64_t offset_of(const Extents& coordinate, const Extents& strides) {
  std::int64_t offset = 0;
  for (int d = 0; d < coordinate.rank(); ++d) offset += coordinate[d] * strides[d];
  return static_cast<std::uint64_t>(offset);
}

/// What ranks compare, in words: an error shows it where they differ.
template <class Distribution>
std::string described(const Source& source, const Distribution& distribution) {
  const bool counted = source.stream != ~std::uint64_t{0};
  return phrase("seed ", source.seed, counted ? ", stream " : "",
                counted ? std::to_string(source.stream) : "", ", ", distribution.parameters());
}

/// A generator that draws from a distribution. Views of it (slices, transposes) compose with it:
/// along a run they step through the row-major indices evenly.
template <class T, int N, class Distribution>
Array<T, N> drawn(const std::string& name, const Extents& shape, const Source& source,
                  const Distribution& distribution) {
  relatile::detail::require_shape<N>("random::" + name, shape);
  volume(shape);  // throws where row-major indices have more than 63 bits
  const Extents strides = row_major_strides(shape);
  Stage stage;
  stage.name = name;
  stage.output = element_type_of<T>();
  stage.flops_per_element = Flops{Distribution::flops};
  stage.coordinates = Access::identity(N);
  stage.run = [=](const Chunk& chunk) {
    chunk.for_each_row([&](std::int64_t first, const Extents& at) {
      write_elements(distribution, source, offset_of(at, strides), offset_of(chunk.step, strides),
                     chunk.row, static_cast<T*>(chunk.output) + first);
    });
  };
  stage.plain = [=](std::span<const void* const>, void* output, const Extents& at) {
    const std::uint64_t index = offset_of(at, strides);
    const Bits bits = philox(source.seed, source.stream, index / Distribution::per_block);
    *static_cast<T*>(output) = distribution(bits)[index % Distribution::per_block];
  };
  stage.identity.type = relatile::detail::type_hash<Distribution>();
  stage.identity.state = described(source, distribution);
  Program program;
  program.stages.push_back(std::move(stage));
  return Array<T, N>(tra::make_map(name, {}, {}, shape, std::move(program), element_type_of<T>()));
}

template <class... Words>
[[noreturn]] void refuse(const Words&... words) {
  std::ostringstream text;
  text << "relatile: random::";
  (text << ... << words);
  throw ShapeMismatch(text.str());
}

template <class T>
Uniform<T> make_uniform(T low, T high) {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "relatile: random::uniform makes float or double");
  const T range = high - low;
  if (!(range >= T(0) && std::isfinite(range))) {
    refuse("uniform: from low ", low, " to high ", high,
           ": high must not be below low, and the distance must be finite");
  }
  return {low, range, range > T(0) ? std::nextafter(high, low) : low};
}

template <class T>
Normal<T> make_normal(T loc, T scale) {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "relatile: random::normal makes float or double");
  if (!(scale >= T(0))) refuse("normal: the scale ", scale, " is negative or no number");
  return {loc, scale};
}

/// The type of bounds of integers: `high` may be one more than a T can be.
template <class T>
using Bound = std::conditional_t<(sizeof(T) < sizeof(std::int64_t)), std::int64_t, T>;

template <class T>
Integers<T> make_integers(Bound<T> low, Bound<T> high) {
  static_assert(is_integer_v<T>,
                "relatile: random::integers makes integers; for bool compare them");
  if (!(low < high)) {
    refuse("integers: there are none from low ", low, " to below high ", high);
  }
  if (low < Bound<T>(std::numeric_limits<T>::min()) ||
      high - 1 > Bound<T>(std::numeric_limits<T>::max())) {
    refuse("integers: not all from low ", low, " to below high ", high, " are of type ",
           element_type_of<T>().name());
  }
  const auto start = static_cast<std::uint64_t>(low);
  return {start, static_cast<std::uint64_t>(high) - start};
}

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
  return detail::drawn<T, N>("uniform", shape, source, detail::make_uniform<T>(low, high));
}
template <class T, int N, relatile::detail::GivenExtents S>
Array<T, N> uniform(const S& shape, detail::Source source = detail::next_source(),
                    SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return uniform<T, N>(T(0), T(1), shape, source);
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
  return detail::drawn<T, N>("normal", shape, source, detail::make_normal<T>(loc, scale));
}
template <class T, int N, relatile::detail::GivenExtents S>
Array<T, N> normal(const S& shape, detail::Source source = detail::next_source(),
                   SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return normal<T, N>(T(0), T(1), shape, source);
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
  return detail::drawn<T, N>("integers", shape, source, detail::make_integers<T>(low, high));
}
template <class T, int N, relatile::detail::GivenExtents S>
Array<T, N> integers(detail::Bound<T> high, const S& shape,
                     detail::Source source = detail::next_source(),
                     SourceLine line = SourceLine::current()) {
  const AskedFrom scope(line);
  return integers<T, N>(0, high, shape, source);
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
