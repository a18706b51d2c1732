// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "relatile/core/kernel_identity.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::detail {

/// Of the name of the host that this process runs on; the same in every run.
inline std::int64_t hash_of_host() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return static_cast<std::int64_t>(hash_of_name(name.data()));
}

/// The node that every site runs on, by its host's name; nodes are numbered by their first site.
inline std::vector<int> nodes_of_sites(transport::Transport& sites) {
  const std::vector<std::int64_t> hosts =
      sites.gather(std::vector<std::int64_t>(sites.local_sites().size(), hash_of_host()));
  std::vector<std::int64_t> known;
  std::vector<int> nodes;
  for (auto host : hosts) {
    if (std::find(known.begin(), known.end(), host) == known.end()) known.push_back(host);
    nodes.push_back(static_cast<int>(std::find(known.begin(), known.end(), host) - known.begin()));
  }
  return nodes;
}

}  // namespace relatile::detail
