// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <utility>

#include "relatile/random/philox.hpp"

namespace relatile::random::detail {

/// As many random numbers as one element needs, where nobody knows before how many these are.
///
/// The first two come from the element's own block; that block is then the key and the stream of
/// all others, so what an element gets depends on nothing but its seed, stream and index.
class Draws {
 public:
  explicit Draws(const Bits& own) : own_(own), bits_(own) {}

  /// 64 random bits.
  std::uint64_t next() {
    if (used_ == 2) {
      bits_ = philox(word(own_, 0), word(own_, 1), blocks_++);
      used_ = 0;
    }
    return word(bits_, used_++);
  }
  /// A number in [0, 1), as numpy.random.random makes it.
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  /// A number in (0, 1).
  double inside_unit() { return (static_cast<double>(next() >> 11) + 0.5) * 0x1p-53; }
  /// An exponentially distributed number of mean 1, above 0 and at most 45.
  double exponential() {
    const double time = -std::log((static_cast<double>(next()) + 0.5) * 0x1p-64);
    return time > 0 ? time : 0x1p-65;  // the largest words are rounded to 1
  }
  /// A standard normal number, by Box and Muller, who make two: the second one if it is asked for.
  double normal() {
    if (radius_ > 0) return std::exchange(radius_, 0) * std::sin(angle_);
    radius_ = std::sqrt(2 * exponential());
    angle_ = 2 * std::numbers::pi * unit();
    return radius_ * std::cos(angle_);
  }

 private:
  static std::uint64_t word(const Bits& bits, int which) {
    const auto i = static_cast<std::size_t>(2 * which);
    return std::uint64_t{bits[i + 1]} << 32 | bits[i];
  }

  Bits own_;
  Bits bits_;
  int used_ = 0;
  std::uint64_t blocks_ = 0;
  double radius_ = 0;  ///< above 0 while a second normal number is there
  double angle_ = 0;
};

}  // namespace relatile::random::detail
