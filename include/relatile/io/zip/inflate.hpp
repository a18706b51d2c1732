// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/error.hpp"
#include "relatile/io/zip/huffman.hpp"

namespace relatile::io {

/// Reads what ZIP archives compress, RFC 1951's format, from the beginning to the end: there is no
/// way to begin in the middle of it.
///
///   Source  std::size_t(std::span<std::byte>): fills it as far as it can, 0 bytes at the end
///   Sink    bool(std::span<const std::byte>): takes what comes next; false if that is enough
template <class Source, class Sink>
class Inflation {
 public:
  Inflation(Source source, Sink sink, std::string name)
      : source_(std::move(source)),
        sink_(std::move(sink)),
        name_(std::move(name)),
        input_(64 * 1024),
        output_(2 * window) {}

  /// Throws ParseError for bytes that are nothing compressed, or end too early.
  void run() {
    for (bool last = false; !last && wanted_;) {
      last = take(1) == 1;
      switch (take(2)) {
        case 0: copy_block(); break;
        case 1: read_fixed_code(); break;
        case 2: read_code(); break;
        default: fail("a block of no kind");
      }
    }
    hand_over(written_);
  }

 private:
  static constexpr std::size_t window = 32 * 1024;  // how far back a text may repeat itself

  [[noreturn]] void fail(const char* found) const {
    throw ParseError(name_ + ": expected compressed bytes, found " + found);
  }

  /// Has as many bits at hand as there are, up to 56.
  void fill() {
    while (count_ <= 48) {
      if (at_ == end_) {
        end_ = source_(std::span(input_));
        at_ = 0;
        if (end_ == 0) return;
      }
      bits_ |= std::to_integer<std::uint64_t>(input_[at_++]) << count_;
      count_ += 8;
    }
  }
  std::uint32_t take(int bits) {
    if (count_ < bits) fill();
    if (count_ < bits) fail("their end too early");
    const auto value = static_cast<std::uint32_t>(bits_ & ((std::uint64_t(1) << bits) - 1));
    drop(bits);
    return value;
  }
  void drop(int bits) {
    bits_ >>= bits;
    count_ -= bits;
  }
  std::size_t symbol(const HuffmanCode& code) {
    if (count_ < HuffmanCode::longest) fill();
    const HuffmanCode::Word word = code(bits_);
    if (word.bits == 0) fail("bits that mean nothing");
    if (word.bits > count_) fail("their end too early");
    drop(word.bits);
    return word.symbol;
  }

  /// Gives away the first bytes of what is written, but keeps the window.
  void hand_over(std::size_t bytes) {
    if (wanted_ && bytes > given_) {
      wanted_ = sink_(std::span<const std::byte>(output_).subspan(given_, bytes - given_));
    }
    given_ = bytes;
  }
  void put(std::byte byte) {
    if (written_ == output_.size()) {
      hand_over(written_);
      std::copy(output_.end() - window, output_.end(), output_.begin());
      written_ = given_ = window;
    }
    output_[written_++] = byte;
  }

  void copy_block() {
    drop(count_ % 8);
    const std::uint32_t bytes = take(16);
    if (take(16) != (bytes ^ 0xffff)) fail("a block of two lengths");
    for (std::uint32_t i = 0; i < bytes && wanted_; ++i) put(static_cast<std::byte>(take(8)));
  }

  void read_fixed_code() {
    std::array<std::uint8_t, 288> lengths{};
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      lengths[i] = i < 144 || i >= 280 ? 8 : i < 256 ? 9 : 7;
    }
    std::array<std::uint8_t, 30> distances;
    distances.fill(5);
    literals_.make(lengths);
    distances_.make(distances);
    read_block();
  }

  void read_code() {
    const std::size_t literals = take(5) + 257;
    const std::size_t distances = take(5) + 1;
    const std::size_t codes = take(4) + 4;
    constexpr std::array<std::uint8_t, 19> order{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                 11, 4,  12, 3, 13, 2, 14, 1, 15};
    std::array<std::uint8_t, 19> of_lengths{};
    for (std::size_t i = 0; i < codes; ++i)
      of_lengths[order[i]] = static_cast<std::uint8_t>(take(3));
    HuffmanCode code;
    if (!code.make(of_lengths)) fail("lengths of no code");
    std::vector<std::uint8_t> lengths;
    while (lengths.size() < literals + distances) read_length(code, lengths);
    const std::span all(lengths);
    if (lengths.size() > literals + distances || !literals_.make(all.first(literals)) ||
        !distances_.make(all.subspan(literals))) {
      fail("lengths of no code");
    }
    read_block();
  }
  void read_length(const HuffmanCode& code, std::vector<std::uint8_t>& lengths) {
    const std::size_t length = symbol(code);
    if (length < 16) return lengths.push_back(static_cast<std::uint8_t>(length));
    if (length == 16 && lengths.empty()) fail("a repetition of nothing");
    const std::uint8_t repeated = length == 16 ? lengths.back() : std::uint8_t(0);
    const std::size_t times = length == 16   ? 3 + take(2)
                              : length == 17 ? 3 + take(3)
                                             : 11 + take(7);
    lengths.insert(lengths.end(), times, repeated);
  }

  void read_block() {
    constexpr std::size_t end = 256;
    while (wanted_) {
      const std::size_t next = symbol(literals_);
      if (next == end) return;
      if (next < end) {
        put(static_cast<std::byte>(next));
      } else {
        repeat(next - end - 1);
      }
    }
  }

  /// Writes a part of the text once more.
  void repeat(std::size_t code) {
    constexpr std::array<std::uint16_t, 29> lengths{3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                                    15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                                    67, 83, 99, 115, 131, 163, 195, 227, 258};
    if (code >= lengths.size()) fail("a length of no kind");
    const bool has_bits = code >= 8 && code < 28;
    const std::size_t length =
        lengths[code] + (has_bits ? take(static_cast<int>(code / 4 - 1)) : 0);
    const std::size_t far = symbol(distances_);
    if (far >= 30) fail("a distance of no kind");
    // From the fifth on, two have as many bits more, one bit more than the two before.
    const int more = far < 4 ? 0 : static_cast<int>(far / 2 - 1);
    const std::size_t first = far < 4 ? far + 1 : ((2 + far % 2) << more) + 1;
    const std::size_t distance = first + take(more);
    for (std::size_t i = 0; i < length; ++i) {
      if (distance > written_) fail("a distance to before the beginning");
      put(output_[written_ - distance]);  // by value: all may move to make room
    }
  }

  Source source_;
  Sink sink_;
  std::string name_;
  std::vector<std::byte> input_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  std::uint64_t bits_ = 0;
  int count_ = 0;
  std::vector<std::byte> output_;
  std::size_t written_ = 0;
  std::size_t given_ = 0;
  bool wanted_ = true;
  HuffmanCode literals_;
  HuffmanCode distances_;
};

}  // namespace relatile::io
