// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/target.hpp"
#include "relatile/io/entries/entry_text.hpp"
#include "relatile/io/entries/market_coordinates.hpp"
#include "relatile/io/entries/tensor_text.hpp"

namespace relatile::fuzz {

/// Entries are within the shape, and those that are written again are the same.
template <class T>
void read_entries(std::string_view text, const io::EntryFormat& format) {
  io::ParsedEntries<T> found;
  io::parse_entries(text, format, 1, "x", found);
  require(found.keys.size() == found.values.size(), "an entry has a place and an element");
  require(std::ssize(found.keys) >= found.lines, "a line has an entry");
  const std::int64_t extent =
      format.symmetry == io::Symmetry::general ? 0 : std::max(format.rows, format.columns);
  std::string again_text;
  for (std::size_t e = 0; e < found.keys.size(); ++e) {
    const std::int64_t row = found.keys[e] >> 32;
    const std::int64_t column = found.keys[e] & 0xffffffff;
    require(row >= 0 && row < std::max(extent, format.rows) && row < found.rows,
            "a row is within the shape");
    require(column >= 0 && column < std::max(extent, format.columns) && column < found.columns,
            "a column is within the shape");
    io::append_indices(again_text, row, column, {1}, 0);
    io::append_element<T>(again_text += ' ', T(found.values[e]));
  }
  io::EntryFormat as_written{.first_index = 0, .numbers = is_complex_v<T> ? 2 : 1};
  io::ParsedEntries<T> again;
  io::parse_entries(again_text, as_written, 1, "x", again);
  require(again.keys == found.keys, "places that are written again are the same");
  for (std::size_t e = 0; e < found.keys.size(); ++e) {
    const auto a = found.values[e];
    const auto b = again.values[e];
    require(a != a || std::memcmp(&a, &b, sizeof a) == 0,
            "elements that are written again are the same, bit for bit");
  }
}

/// Places of an array are within its shape, and those that are written again are the same.
template <class T>
void read_tensor(std::string_view text, const std::vector<std::int64_t>& shape) {
  io::ParsedTensor<T> found(shape.size());
  io::parse_tensor(text, shape, 1, "x", found);
  require(found.indices.size() == found.values.size() * shape.size(), "an entry has a place");
  std::vector<std::int64_t> strides(shape.size() - 1, 1);
  for (std::size_t axis = shape.size() - 1; axis > 1; --axis) {
    strides[axis - 2] = strides[axis - 1] * shape[axis];
  }
  std::string again_text;
  for (std::size_t e = 0; e < found.values.size(); ++e) {
    const std::int32_t* const place = found.indices.data() + e * shape.size();
    std::int64_t column = 0;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      require(place[axis] >= 0 && place[axis] < std::min(shape[axis], found.needed[axis]),
              "an index is within the shape");
      if (axis > 0) column += place[axis] * strides[axis - 1];
    }
    io::append_indices(again_text, place[0], column, strides, 1);
    io::append_element<T>(again_text += ' ', T(found.values[e]));
  }
  io::ParsedTensor<T> again(shape.size());
  io::parse_tensor(again_text, shape, 1, "x", again);
  require(again.indices == found.indices, "places that are written again are the same");
}

/// The first byte chooses how the rest is written, and what is read of it.
inline void entries(std::string_view bytes) {
  const unsigned choice = take_byte(bytes);
  accepted([&] {
    const auto file = io::parse_market_coordinates(bytes, true, "x.mtx");
    require(file.has_value(), "all of a file is enough");
    const std::string text = io::market_header_text(file->header, "again", file->entries);
    if (file->is_pattern) return;
    const auto again = io::parse_market_coordinates(text, true, "x.mtx");
    require(again && again->entries == file->entries && again->header.rows == file->header.rows &&
                again->header.symmetry == file->header.symmetry,
            "a header that is written again is the same");
  });
  for (std::size_t size = bytes.size(); size > 0; size /= 2) {
    accepted([&] { io::parse_market_coordinates(bytes.substr(0, size), false, "x.mtx"); });
  }
  io::EntryFormat format;
  format.comments = choice % 2 == 0 ? "#" : "#%";
  format.first_index = static_cast<int>(choice / 2 % 4) - 1;
  format.numbers = choice / 8 % 3 == 0 ? 1 : static_cast<int>(choice / 8 % 3) - 1;
  format.symmetry = static_cast<io::Symmetry>(choice / 32 % 4);
  if (choice >= 128) format.rows = format.columns = 5;
  accepted([&] { read_entries<double>(bytes, format); });
  accepted([&] { read_entries<std::int64_t>(bytes, format); });
  accepted([&] { read_entries<std::uint8_t>(bytes, format); });
  format.numbers = 2;
  accepted([&] { read_entries<std::complex<float>>(bytes, format); });
  const std::vector<std::int64_t> longest(choice % 4 + 1, choice < 128 ? 1000 : 5);
  accepted([&] { read_tensor<double>(bytes, longest); });
  accepted([&] { read_tensor<std::uint8_t>(bytes, longest); });
}

}  // namespace relatile::fuzz
