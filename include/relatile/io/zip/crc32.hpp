// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

// The checksum of ZIP archives, of bytes that lie on several sites.
//
// It is a remainder of polynomials, and so linear: the remainder of a text is the sum of those of
// its parts, each multiplied by x to the number of bits that follow it. Sites add up what their own
// parts are worth, in any order, and the sum of these sums (exclusive or) is that of the file.
namespace relatile::io {

/// A polynomial over two elements of degree below 32; its highest bit is the coefficient of 1.
using Remainder = std::uint32_t;

namespace detail {

inline constexpr Remainder crc_polynomial = 0xedb88320;
inline constexpr Remainder crc_one = 0x80000000;

constexpr Remainder times_x(Remainder r) { return (r & 1) != 0 ? r >> 1 ^ crc_polynomial : r >> 1; }

constexpr Remainder multiply(Remainder a, Remainder b) {
  Remainder product = 0;
  for (; a != 0; a <<= 1, b = times_x(b)) product ^= (a & crc_one) != 0 ? b : 0;
  return product;
}

/// x to the power of eight times `bytes`: what to multiply by where so many bytes follow.
constexpr Remainder power_of_bytes(std::int64_t bytes) {
  Remainder result = crc_one;
  for (Remainder square = crc_one >> 8; bytes > 0; bytes >>= 1) {
    if ((bytes & 1) != 0) result = multiply(result, square);
    square = multiply(square, square);
  }
  return result;
}

/// Row i has the remainders of one byte that i others follow.
constexpr auto make_crc_tables() {
  std::array<std::array<Remainder, 256>, 8> tables{};
  for (Remainder byte = 0; byte < 256; ++byte) {
    Remainder r = byte;
    for (int bit = 0; bit < 8; ++bit) r = times_x(r);
    tables[0][byte] = r;
  }
  for (std::size_t i = 1; i < tables.size(); ++i) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const Remainder r = tables[i - 1][byte];
      tables[i][byte] = r >> 8 ^ tables[0][r & 0xff];
    }
  }
  return tables;
}
inline constexpr auto crc_tables = make_crc_tables();

}  // namespace detail

/// The remainder of what `before` is the remainder of, followed by `bytes`. Eight bytes at a time.
inline Remainder remainder_of(std::span<const std::byte> bytes, Remainder before = 0) {
  const auto& t = detail::crc_tables;
  Remainder r = before;
  if constexpr (std::endian::native == std::endian::little) {
    for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
      std::array<std::uint32_t, 2> w;
      std::memcpy(w.data(), bytes.data(), 8);
      const std::uint32_t a = w[0] ^ r;
      const std::uint32_t b = w[1];
      r = t[7][a & 0xff] ^ t[6][a >> 8 & 0xff] ^ t[5][a >> 16 & 0xff] ^ t[4][a >> 24] ^
          t[3][b & 0xff] ^ t[2][b >> 8 & 0xff] ^ t[1][b >> 16 & 0xff] ^ t[0][b >> 24];
    }
  }
  for (const std::byte byte : bytes) {
    r = r >> 8 ^ t[0][(r ^ static_cast<std::uint32_t>(byte)) & 0xff];
  }
  return r;
}

/// A remainder of what `bytes` others follow, whatever they are.
inline Remainder followed_by(Remainder r, std::int64_t bytes) {
  return detail::multiply(r, detail::power_of_bytes(bytes));
}

/// The same for the few distances that are asked for again and again.
class Followed {
 public:
  Remainder operator()(Remainder r, std::int64_t bytes) {
    if (r == 0 || bytes == 0) return r;
    for (const Known& known : known_) {
      if (known.bytes == bytes) return detail::multiply(r, known.power);
    }
    if (known_.size() < most_known) known_.push_back({bytes, detail::power_of_bytes(bytes)});
    return followed_by(r, bytes);
  }

 private:
  static constexpr std::size_t most_known = 64;
  struct Known {
    std::int64_t bytes;
    Remainder power;
  };
  std::vector<Known> known_;
};

/// The CRC-32 of a text of so many bytes with this remainder, as archives have it.
inline std::uint32_t crc32_of(Remainder r, std::int64_t bytes) {
  return r ^ followed_by(0xffffffff, bytes) ^ 0xffffffff;
}

}  // namespace relatile::io
