// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "fuzz/target.hpp"
#include "relatile/io/npy_header.hpp"

namespace relatile::fuzz {

inline bool same(const io::NpyHeader& a, const io::NpyHeader& b) {
  return a.element == b.element && a.swapped == b.swapped && a.fortran_order == b.fortran_order &&
         a.shape == b.shape;
}

/// The first bytes of a NumPy file of so many bytes.
inline void npy_file_of(std::string_view first_bytes, std::int64_t file_size) {
  const io::NpyHeader header = io::parse_npy_header(first_bytes, file_size, "x.npy");
  const std::int64_t bytes = volume(header.shape) * header.element.size;
  require(bytes <= file_size - header.data_offset, "the file holds all of the array");
  const auto end = static_cast<std::size_t>(header.data_offset);
  require(end <= first_bytes.size(), "the header is where it was read");
  const auto again = io::parse_npy_header(first_bytes.substr(0, end), file_size, "x.npy");
  require(same(again, header), "what follows the header does not change it");

  const std::string written = io::make_npy_header(header.element, header.shape);
  io::NpyHeader expected = header;
  expected.swapped = expected.fortran_order = false;
  const auto size = static_cast<std::int64_t>(written.size());
  require(same(io::parse_npy_header(written, size + bytes, "x.npy"), expected),
          "a header that is written again is the same");
}

/// The bytes as a whole file, and as the beginning of large ones.
inline void npy(std::string_view bytes) {
  constexpr auto prefix = static_cast<std::size_t>(io::npy_prefix_bytes);
  const std::string_view first = bytes.substr(0, std::min(bytes.size(), prefix));
  constexpr std::int64_t large = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t size : {std::int64_t(bytes.size()), std::int64_t(1) << 40, large}) {
    accepted([&] { npy_file_of(first, size); });
  }
}

}  // namespace relatile::fuzz
