// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "relatile/core/nth.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/together.hpp"

// Texts that sites have written down, who then know where in the file theirs belong.

namespace relatile::io::detail {

/// Makes a file of what the local sites have written down, in the order of all sites, between what
/// all sites know. Collective.
inline void write_texts(const std::string& path, const std::string& before,
                        const std::vector<std::string>& local, const std::string& after) {
  transport::Transport& sites = transport::current();
  std::vector<std::int64_t> sizes;
  for (const std::string& text : local) sizes.push_back(std::ssize(text));
  sizes = sites.gather(sizes);
  std::vector<std::int64_t> offsets{std::ssize(before)};
  for (const std::int64_t size : sizes) offsets.push_back(offsets.back() + size);
  const auto file = sites.create_file(path, offsets.back() + std::ssize(after));
  file->write_prefix(before);
  transport::together(sites, [&] {
    for (std::size_t i = 0; i < local.size(); ++i) {
      file->write(nth(offsets, sites.local_sites()[i]), std::as_bytes(std::span(local[i])));
    }
  });
  file->write_text(offsets.back(), after);
  file->commit();
}

}  // namespace relatile::io::detail
