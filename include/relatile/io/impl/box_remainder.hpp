// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "relatile/core/box.hpp"
#include "relatile/io/zip/crc32.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/file.hpp"

namespace relatile::io::detail {

/// What a box of an array adds to the remainder of all its bytes: what others hold counts as zero.
inline Remainder remainder_of_box(const transport::FileArray& array, const Box& box,
                                  std::span<const std::byte> bytes, Followed& followed) {
  Remainder r = 0;
  std::int64_t end = 0;  // of what `r` is the remainder of
  transport::for_each_run(array.extents, box, [&](std::int64_t first, std::int64_t elements) {
    const std::int64_t run = elements * array.element_size;
    const std::int64_t begin = first * array.element_size;
    r = followed(r, begin - end + run) ^ remainder_of(bytes.first(static_cast<std::size_t>(run)));
    bytes = bytes.subspan(static_cast<std::size_t>(run));
    end = begin + run;
  });
  return followed(r, volume(array.extents) * array.element_size - end);
}

/// The remainder of an array, of what every process has of it. Collective.
class RemainderOfAll {
 public:
  template <class Boxes>
  void add(const transport::FileArray& array, const Boxes& boxes) {
    for (const auto& [box, bytes] : boxes) {
      mine_ ^= remainder_of_box(array, box, std::span<const std::byte>(bytes), followed_);
    }
  }
  Remainder gathered() const {
    transport::Transport& sites = transport::current();
    std::vector<std::int64_t> local(sites.local_sites().size(), 0);
    local.front() = mine_;
    Remainder all = 0;
    for (const std::int64_t part : sites.gather(local)) all ^= static_cast<Remainder>(part);
    return all;
  }

 private:
  Remainder mine_ = 0;
  Followed followed_;
};

}  // namespace relatile::io::detail
