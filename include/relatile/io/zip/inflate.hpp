// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <new>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "relatile/core/error.hpp"

namespace relatile::io {

namespace detail {

/// zlib's state of reading bare deflated bytes, as archives have them.
class InflateStream {
 public:
  InflateStream() {
    constexpr int bare = -MAX_WBITS;
    if (inflateInit2(&stream_, bare) != Z_OK) throw std::bad_alloc();
  }
  ~InflateStream() { inflateEnd(&stream_); }
  InflateStream(const InflateStream&) = delete;
  InflateStream& operator=(const InflateStream&) = delete;

  bool is_hungry() const { return stream_.avail_in == 0; }
  void feed(std::span<std::byte> packed) {
    stream_.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream_.avail_in = static_cast<uInt>(packed.size());
  }
  /// Fills as much of `output` as it can, and says how much, and by zlib's status what comes next.
  std::pair<std::size_t, int> fill(std::span<std::byte> output) {
    stream_.next_out = reinterpret_cast<Bytef*>(output.data());
    stream_.avail_out = static_cast<uInt>(output.size());
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    return {output.size() - stream_.avail_out, status};
  }
  /// What zlib says of bytes that it does not know.
  std::string complaint() const { return stream_.msg ? stream_.msg : "bytes of no kind"; }

 private:
  z_stream stream_{};
};

}  // namespace detail

/// Reads what ZIP archives compress, RFC 1951's format, from the beginning to the end: there is no
/// way to begin in the middle of it.
///
///   Source  std::size_t(std::span<std::byte>): fills it as far as it can, 0 bytes at the end
///   Sink    bool(std::span<const std::byte>): takes what comes next; false if that is enough
template <class Source, class Sink>
class Inflation {
 public:
  Inflation(Source source, Sink sink, std::string name)
      : source_(std::move(source)), sink_(std::move(sink)), name_(std::move(name)) {}

  /// Throws ParseError for bytes that are nothing compressed, or end too early.
  void run() {
    detail::InflateStream stream;
    std::vector<std::byte> packed(at_once);
    std::vector<std::byte> output(at_once);
    for (int status = Z_OK; status != Z_STREAM_END;) {
      bool ended = false;
      if (stream.is_hungry()) {
        const std::size_t bytes = source_(std::span(packed));
        stream.feed(std::span(packed).first(bytes));
        ended = bytes == 0;
      }
      std::size_t filled = 0;
      std::tie(filled, status) = stream.fill(output);
      if (filled > 0 && !sink_(std::span<const std::byte>(output).first(filled))) return;
      if (status == Z_BUF_ERROR && !ended) status = Z_OK;
      if (ended && filled == 0 && status != Z_STREAM_END) fail("their end too early");
      if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) {
        fail(stream.complaint());
      }
    }
  }

 private:
  static constexpr std::size_t at_once = 64 * 1024;

  [[noreturn]] void fail(const std::string& found) const {
    throw ParseError(name_ + ": expected compressed bytes, found " + found);
  }

  Source source_;
  Sink sink_;
  std::string name_;
};

}  // namespace relatile::io
