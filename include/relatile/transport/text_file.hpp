// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <fcntl.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "relatile/transport/descriptor.hpp"
#include "relatile/transport/together.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::transport {

/// The text of a file that `site` reads for all; no other host need have it.
///
///   errors      IoError; the same on all sites
///   collective  yes
inline std::string text_of_file(Transport& sites, int site, const std::string& path) {
  std::string text;
  together(sites, [&] {
    const auto& here = sites.local_sites();
    if (std::find(here.begin(), here.end(), site) == here.end()) return;
    const detail::Descriptor file(path, O_RDONLY);
    text.resize(static_cast<std::size_t>(file.size()));
    file.read(0, std::as_writable_bytes(std::span(text)));
  });
  return sites.text_from(site, text);
}

}  // namespace relatile::transport
