// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "relatile/transport/transport.hpp"

namespace relatile::io::detail {

/// Numbers of site 0, on all sites. Collective.
inline std::vector<std::int64_t> numbers_of_root(transport::Transport& sites,
                                                 const std::vector<std::int64_t>& numbers) {
  std::string bytes(numbers.size() * sizeof(std::int64_t), '\0');
  if (!numbers.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
  const std::string told = sites.text_from(0, bytes);
  std::vector<std::int64_t> all(told.size() / sizeof(std::int64_t));
  if (!all.empty()) std::memcpy(all.data(), told.data(), told.size());
  return all;
}

}  // namespace relatile::io::detail
