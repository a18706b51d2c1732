// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <locale>
#include <numbers>
#include <span>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>

#include "relatile/core/nth.hpp"
#include "relatile/random/distributions.hpp"
#include "relatile/tra/map.hpp"

namespace relatile::random {

RELATILE_INLINE void seed(std::uint64_t value) { detail::upcoming() = detail::Source(value, 0); }

namespace detail {

RELATILE_INLINE Source& upcoming() {
  static Source source(0, 0);
  return source;
}
RELATILE_INLINE Source next_source() {
  const Source mine = upcoming();
  ++upcoming().stream;
  return mine;
}

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
      nth(elements, i) = element < largest ? element : largest;
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
      nth(elements, i) = loc + scale * (radius * std::cos(angle));
      nth(elements, i + 1) = loc + scale * (radius * std::sin(angle));
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
RELATILE_INLINE std::uint64_t offset_of(const Extents& coordinate, const Extents& strides) {
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

/// A generator of an array of `shape`, element by element: `write(first, step, count, out)` writes
/// those of row-major index first, first + step, ..., `at(index)` is one of them. Views of it
/// (slices, transposes) compose with it: along a run they step through the indices evenly.
template <class T, class Write, class At>
tra::NodePtr generated(const std::string& name, const Extents& shape, Flops flops,
                       KernelIdentity identity, const Write& write, const At& at_index) {
  volume(shape);  // throws where row-major indices have more than 63 bits
  const Extents strides = row_major_strides(shape);
  Stage stage;
  stage.name = name;
  stage.output = element_type_of<T>();
  stage.flops_per_element = flops;
  stage.coordinates = Access::identity(shape.rank());
  stage.run = [=](const Chunk& chunk) {
    chunk.for_each_row([&](std::int64_t first, const Extents& at) {
      write(offset_of(at, strides), offset_of(chunk.step, strides), chunk.row,
            static_cast<T*>(chunk.output) + first);
    });
  };
  stage.plain = [=](std::span<const void* const>, void* output, const Extents& at) {
    *static_cast<T*>(output) = at_index(offset_of(at, strides));
  };
  stage.identity = std::move(identity);
  stage.identity.pure = true;
  Program program;
  program.stages.push_back(std::move(stage));
  return tra::make_map(name, {}, {}, shape, std::move(program), element_type_of<T>());
}

/// A generator that draws from a distribution.
template <class T, class Distribution>
tra::NodePtr drawn(const std::string& name, const Extents& shape, const Source& source,
                   const Distribution& distribution) {
  KernelIdentity identity;
  identity.type = relatile::detail::type_hash<Distribution>();
  identity.state = described(source, distribution);
  const auto write = [=](std::uint64_t first, std::uint64_t step, std::int64_t count, T* out) {
    write_elements(distribution, source, first, step, count, out);
  };
  const auto at = [=](std::uint64_t index) {
    const Bits bits = philox(source.seed, source.stream, index / Distribution::per_block);
    return distribution(bits)[index % Distribution::per_block];
  };
  return generated<T>(name, shape, Flops{Distribution::flops}, std::move(identity), write, at);
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
  const T range = high - low;
  if (!(range >= T(0) && std::isfinite(range))) {
    refuse("uniform: from low ", low, " to high ", high,
           ": high must not be below low, and the distance must be finite");
  }
  return {low, range, range > T(0) ? std::nextafter(high, low) : low};
}

template <class T>
Normal<T> make_normal(T loc, T scale) {
  if (!(scale >= T(0))) refuse("normal: the scale ", scale, " is negative or no number");
  return {loc, scale};
}

template <class T>
Integers<T> make_integers(Bound<T> low, Bound<T> high) {
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

template <class T>
tra::NodePtr uniform_node(T low, T high, const Extents& shape, const Source& source) {
  return drawn<T>("uniform", shape, source, make_uniform<T>(low, high));
}
template <class T>
tra::NodePtr normal_node(T loc, T scale, const Extents& shape, const Source& source) {
  return drawn<T>("normal", shape, source, make_normal<T>(loc, scale));
}
template <class T>
tra::NodePtr integers_node(Bound<T> low, Bound<T> high, const Extents& shape,
                           const Source& source) {
  return drawn<T>("integers", shape, source, make_integers<T>(low, high));
}

}  // namespace detail
}  // namespace relatile::random
