// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/random/distributions.hpp"
#include "relatile/random/philox.hpp"

namespace relatile::random::detail {

/// An order of the numbers 0 to n - 1 that is known by what stands at each place, each computed by
/// itself: nothing is sorted, stored or sent. It is a Feistel network of eight rounds with keys
/// from Philox on a grid of n places or a few more, gone through again where it leads to one of
/// these.
///
/// Every number has one place. The orders are 2^128 at most, and so far fewer than n! of them: a
/// place is as likely as another, and so are two or three at a time as far as tests see, of as many
/// numbers as both sides of the grid have. For few numbers sort random ones instead.
///
///   source  Luby, Rackoff: How to construct pseudorandom permutations (SIAM J. Comput. 1988);
///           Black, Rogaway: Ciphers with arbitrary finite domains (CT-RSA 2002)
class IndexPermutation {
 public:
  /// Of `count` numbers, one at least.
  IndexPermutation(std::int64_t count, std::uint64_t seed, std::uint64_t stream)
      : count_(static_cast<std::uint64_t>(count)),
        column_bits_((int(std::bit_width(count_)) + 1) / 2),
        rows_(((count_ - 1) >> column_bits_) + 1) {
    for (std::uint64_t pair = 0; pair < rounds / 2; ++pair) {
      const Bits bits = philox(seed, stream, pair);
      nth(keys_, 2 * pair) = std::uint64_t{bits[1]} << 32 | bits[0];
      nth(keys_, 2 * pair + 1) = std::uint64_t{bits[3]} << 32 | bits[2];
    }
  }

  static constexpr std::int64_t flops = 100;
  std::string parameters() const { return "of " + std::to_string(count_); }

  /// The number at a place.
  std::int64_t operator()(std::uint64_t place) const {
    do {
      place = once(place);
    } while (place >= count_);
    return static_cast<std::int64_t>(place);
  }

 private:
  static constexpr std::uint64_t rounds = 8;
  __extension__ using Wide = unsigned __int128;

  /// 64 bits that depend on all of x's: SplitMix64's last step.
  static std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9U;
    x = (x ^ x >> 27) * 0x94D049BB133111EBU;
    return x ^ x >> 31;
  }
  /// A place of the grid of rows and columns, which any function of the other side may move.
  std::uint64_t once(std::uint64_t place) const {
    const std::uint64_t in_column = (std::uint64_t{1} << column_bits_) - 1;
    std::uint64_t row = place >> column_bits_;
    std::uint64_t column = place & in_column;
    for (std::uint64_t round = 0; round < rounds; round += 2) {
      row += static_cast<std::uint64_t>(Wide{mixed(column + nth(keys_, round))} * rows_ >> 64);
      row -= row >= rows_ ? rows_ : 0;
      column = (column + mixed(row + nth(keys_, round + 1))) & in_column;
    }
    return row << column_bits_ | column;
  }

  std::uint64_t count_;
  int column_bits_;
  std::uint64_t rows_;
  std::array<std::uint64_t, rounds> keys_{};
};

/// A generator of such an order, of 0 to n - 1.
RELATILE_INLINE tra::NodePtr index_permutation_node(std::int64_t n, const Source& source);

}  // namespace relatile::random::detail

#if defined(RELATILE_DEFINITIONS)
#include "relatile/random/impl/index_permutation.hpp"
#endif
