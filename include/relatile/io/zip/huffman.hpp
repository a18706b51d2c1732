// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace relatile::io {

/// A prefix code as RFC 1951 makes it of the lengths of its words: shorter ones come first, equal
/// ones in the order of their symbols. Bits are read from the lowest on.
class HuffmanCode {
 public:
  static constexpr int longest = 15;
  /// A symbol and how many bits its word has; none for bits that begin no word.
  struct Word {
    std::uint16_t symbol = 0;
    std::uint8_t bits = 0;
  };

  HuffmanCode() = default;
  /// False if no code has words of so many bits. Not all bits need begin a word.
  bool make(std::span<const std::uint8_t> lengths) {
    std::array<std::uint32_t, longest + 1> words{};
    for (const std::uint8_t bits : lengths) ++words[bits];
    words[0] = 0;
    std::array<std::uint32_t, longest + 2> next{};
    bits_ = 0;
    for (std::size_t bits = 1; bits <= longest; ++bits) {
      next[bits + 1] = (next[bits] + words[bits]) << 1;
      if (next[bits] + words[bits] > std::uint32_t(1) << bits) return false;
      if (words[bits] > 0) bits_ = static_cast<int>(bits);
    }
    table_.assign(std::size_t(1) << bits_, Word{});
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
      const std::uint8_t bits = lengths[symbol];
      if (bits == 0) continue;
      const std::size_t first = reversed(next[bits]++, bits);
      for (std::size_t at = first; at < table_.size(); at += std::size_t(1) << bits) {
        table_[at] = {static_cast<std::uint16_t>(symbol), bits};
      }
    }
    return true;
  }

  /// The word that these bits begin with.
  Word operator()(std::uint64_t bits) const { return table_[bits & (table_.size() - 1)]; }

 private:
  static std::size_t reversed(std::uint32_t word, int bits) {
    std::size_t result = 0;
    for (int bit = 0; bit < bits; ++bit, word >>= 1) result = result << 1 | (word & 1);
    return result;
  }

  int bits_ = 0;
  std::vector<Word> table_ = std::vector<Word>(1);
};

}  // namespace relatile::io
