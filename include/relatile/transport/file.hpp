// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/core/error.hpp"
#include "relatile/transport/together.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::transport {

/// An array in a file: dense and row-major, `offset` bytes from the beginning.
struct FileArray {
  std::int64_t offset = 0;
  std::int64_t element_size = 1;
  Extents extents;
};

/// The elements of a file's array that one site wants, and where they go: dense and row-major.
struct ReadBox {
  Box box;
  std::span<std::byte> target;
};

/// The elements of a file's array that one site has, dense and row-major.
struct WriteBox {
  Box box;
  std::span<const std::byte> source;
};

/// How a box lies in a row-major array: runs of elements that are contiguous in both.
struct Runs {
  int outer = 0;            ///< so many dimensions, the first ones, are stepped through
  std::int64_t length = 1;  ///< elements in each run

  Runs(const Extents& extents, const Box& box) : outer(box.rank()) {
    for (bool whole = true; outer > 0 && whole;) {
      --outer;
      const std::int64_t extent = box.high[outer] - box.low[outer];
      length *= extent;
      whole = extent == extents[outer];
    }
  }
};

/// Visits the runs of a box of a row-major array, in the order of both: `visit(first element in
/// the array, number of elements)`.
template <class Visit>
void for_each_run(const Extents& extents, const Box& box, Visit&& visit) {
  if (box.empty()) return;
  const Extents strides = row_major_strides(extents);
  const Runs runs(extents, box);
  Box heads;
  for (int d = 0; d < runs.outer; ++d) {
    heads.low.push_back(box.low[d]);
    heads.high.push_back(box.high[d]);
  }
  std::int64_t inner = 0;
  for (int d = runs.outer; d < box.rank(); ++d) inner += box.low[d] * strides[d];
  for_each_coordinate(heads, [&](const Extents& at) {
    std::int64_t first = inner;
    for (int d = 0; d < runs.outer; ++d) first += at[d] * strides[d];
    visit(first, runs.length);
  });
}

/// A file that all sites have open. Made by Transport's open_file and create_file, which it must
/// not outlive. Calls are collective, and fail on all sites alike, unless they say otherwise.
class File {
 public:
  File(Transport& transport, std::string path) : transport_(transport), path_(std::move(path)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  /// Without a commit, a created file vanishes and what was at its path stays. Not collective.
  virtual ~File() = default;

  const std::string& path() const { return path_; }
  /// The number of bytes; the same on all sites. Not collective.
  virtual std::int64_t size() const = 0;

  /// Reads bytes on this site alone: not collective, and neither is the IoError thrown if they
  /// are not all there. Call it inside `together`.
  virtual void read(std::int64_t offset, std::span<std::byte> target) = 0;
  /// Writes bytes on this site alone, as `read` reads them.
  virtual void write(std::int64_t offset, std::span<const std::byte> source) = 0;

  /// Reads a box of the array for each local site; boxes may overlap and may be empty.
  virtual void read_boxes(const FileArray& array, std::span<const ReadBox> boxes) = 0;
  /// Writes a box of the array from each local site; the boxes of all sites must be disjoint.
  virtual void write_boxes(const FileArray& array, std::span<const WriteBox> boxes) = 0;

  /// What the bytes' file is called until it is committed, for a library that writes to it, too.
  /// Not collective.
  virtual const std::string& name_on_disk() const = 0;
  /// Makes a file that is written `total_bytes` long, and reserves the space.
  virtual void extend(std::int64_t total_bytes) = 0;

  /// Waits until all that was written is on the disk.
  virtual void flush() = 0;
  /// Puts a created file, which was flushed, in the place of what was at its path.
  virtual void take_place() = 0;
  /// Both: a created file appears complete, or not at all.
  void commit() {
    flush();
    take_place();
  }

  /// The first `bytes` bytes, or all of a shorter file, on every site; site 0 alone reads.
  std::string read_prefix(std::int64_t bytes) { return read_text(0, bytes); }
  /// Up to `bytes` bytes from `offset` on, as many as there are; the same way.
  std::string read_text(std::int64_t offset, std::int64_t bytes) {
    std::string text;
    together(transport_, [&] {
      if (!transport_.is_root()) return;
      const std::int64_t there = std::max<std::int64_t>(size() - offset, 0);
      text.resize(static_cast<std::size_t>(std::min(bytes, there)));
      read(offset, std::as_writable_bytes(std::span(text)));
    });
    return transport_.text_from(0, text);
  }
  /// Writes `prefix`, the same on all sites, at the beginning of the file; site 0 alone does it.
  void write_prefix(std::string_view prefix) { write_text(0, prefix); }
  /// The same from `offset` on.
  void write_text(std::int64_t offset, std::string_view text) {
    together(transport_, [&] {
      if (transport_.is_root()) write(offset, std::as_bytes(std::span(text)));
    });
  }

 protected:
  Transport& transport() { return transport_; }

  /// Throws IoError, on all sites or none, if the array does not fit in the file.
  void check_fits(const FileArray& array) const {
    std::int64_t end = array.element_size;
    bool fits = array.offset >= 0;
    for (const auto extent : array.extents) {
      fits = fits && !__builtin_mul_overflow(end, extent, &end);
    }
    fits = fits && !__builtin_add_overflow(end, array.offset, &end) && end <= size();
    if (!fits) {
      throw IoError("relatile: " + path_ + " has " + std::to_string(size()) +
                    " bytes, too few for an array of " + to_string(array.extents) + " elements");
    }
  }

 private:
  Transport& transport_;
  std::string path_;
};

}  // namespace relatile::transport
