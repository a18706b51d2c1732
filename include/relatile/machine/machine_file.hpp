// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>

#include "relatile/cost/machine.hpp"
#include "relatile/cost/machine_json.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/file.hpp"
#include "relatile/transport/operation.hpp"

namespace relatile {

/// Writes a machine to a file.
///
///   errors      IoError
///   collective  yes, with the same machine on all ranks
inline void save_machine(const std::string& path, const cost::Machine& machine) {
  const transport::Operation operation("save_machine", path);
  const std::string text = machine_to_json(machine);
  auto file = transport::current().create_file(path, static_cast<std::int64_t>(text.size()));
  file->write_prefix(text);
  file->commit();
}

/// Reads a machine from a file that save_machine wrote, or that looks like it.
///
///   errors      IoError, ParseError; the same on all ranks
///   collective  yes; site 0 reads
inline cost::Machine load_machine(const std::string& path) {
  const transport::Operation operation("load_machine", path);
  auto file = transport::current().open_file(path);
  return machine_from_json(file->read_prefix(file->size()), path);
}

}  // namespace relatile
