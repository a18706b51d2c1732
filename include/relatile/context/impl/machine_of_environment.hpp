// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/context/machine_of_environment.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "relatile/cost/machine_json.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/text_file.hpp"

namespace relatile::detail {

RELATILE_INLINE cost::Machine machine_of_environment(transport::Transport& sites) {
  if (!sites.names_machine()) return {};
  const transport::Operation operation("RELATILE_MACHINE");
  const std::string mine = transport::named_machine();
  const std::vector<std::int64_t> named =
      sites.gather(std::vector<std::int64_t>(sites.local_sites().size(), mine.empty() ? 0 : 1));
  const auto first = std::find(named.begin(), named.end(), 1) - named.begin();
  const std::string path = sites.text_from(static_cast<int>(first), mine);
  const std::string text = transport::text_of_file(sites, static_cast<int>(first), path);
  return machine_from_json(text, path);
}

}  // namespace relatile::detail
