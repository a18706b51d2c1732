// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>
#include <string_view>

#include "fuzz/target.hpp"
#include "relatile/machine/machine_file.hpp"

namespace relatile::fuzz {

inline void machine(std::string_view bytes) {
  accepted([&] {
    const cost::Machine read = machine_from_json(std::string(bytes), "x.json");
    const std::string text = machine_to_json(read);
    require(machine_from_json(text, "x.json") == read,
            "a machine that is written again is the same");
  });
}

}  // namespace relatile::fuzz
