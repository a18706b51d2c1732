// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/machine/machine_file.hpp"

#include <cstdint>
#include <string>

#include "relatile/transport/current.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile {

RELATILE_INLINE void save_machine(const std::string& path, const cost::Machine& machine) {
  const transport::Operation operation("save_machine", path);
  const std::string text = machine_to_json(machine);
  auto file = transport::current().create_file(path, static_cast<std::int64_t>(text.size()));
  file->write_prefix(text);
  file->commit();
}

RELATILE_INLINE cost::Machine load_machine(const std::string& path) {
  const transport::Operation operation("load_machine", path);
  auto file = transport::current().open_file(path);
  return machine_from_json(file->read_prefix(file->size()), path);
}

}  // namespace relatile
