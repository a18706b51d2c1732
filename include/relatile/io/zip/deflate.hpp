// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <new>
#include <span>
#include <string>
#include <utility>

#include "relatile/core/assert.hpp"

namespace relatile::io {

/// Compresses one part of a text as RFC 1951 has it, by zlib. Parts are compressed by themselves
/// and end at whole bytes, so that one after the other, up to the one that is the last, they are
/// what the whole text is compressed to: no site has to wait for another.
class Deflation {
 public:
  Deflation() {
    constexpr int bare = -MAX_WBITS;
    constexpr int memory_level = 8;  // zlib's own choice
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, bare, memory_level,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~Deflation() { deflateEnd(&stream_); }
  Deflation(const Deflation&) = delete;
  Deflation& operator=(const Deflation&) = delete;

  void add(std::span<const std::byte> bytes) {
    constexpr std::size_t most = std::numeric_limits<uInt>::max();
    while (!bytes.empty()) {
      const auto piece = bytes.first(std::min(bytes.size(), most));
      // zlib reads it only; whether its interface says so depends on how it was built.
      stream_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(piece.data()));
      stream_.avail_in = static_cast<uInt>(piece.size());
      write(Z_NO_FLUSH);
      bytes = bytes.subspan(piece.size());
    }
  }
  /// The compressed part.
  std::string end(bool is_last) && {
    stream_.next_in = nullptr;
    stream_.avail_in = 0;
    write(is_last ? Z_FINISH : Z_FULL_FLUSH);
    return std::move(packed_);
  }

 private:
  void write(int flush) {
    std::array<char, 64 * 1024> output;
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(output.data());
      stream_.avail_out = static_cast<uInt>(output.size());
      [[maybe_unused]] const int status = deflate(&stream_, flush);
      RELATILE_ASSERT(status != Z_STREAM_ERROR);
      packed_.append(output.data(), output.size() - stream_.avail_out);
    } while (stream_.avail_out == 0);
  }

  z_stream stream_{};
  std::string packed_;
};

}  // namespace relatile::io
