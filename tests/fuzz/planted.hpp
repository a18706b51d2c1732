// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <string_view>

#include "fuzz/npy.hpp"

namespace relatile::fuzz {

/// A reader with a fault of the usual kind, for fuzzing to find: it believes the shape, and reads
/// the last byte of an array where the file may have ended before. The seed is a whole file.
inline void planted(std::string_view bytes) {
  accepted([&] {
    const auto large = std::int64_t(1) << 40;
    const io::NpyHeader header = io::parse_npy_header(bytes, large, "x.npy");
    if (volume(header.shape) == 0) return;
    const std::int64_t last = volume(header.shape) * header.element.size - 1;
    volatile char read = *(bytes.data() + header.data_offset + last);
    static_cast<void>(read);
  });
}

}  // namespace relatile::fuzz
