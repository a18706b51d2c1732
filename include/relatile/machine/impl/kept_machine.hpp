// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/machine/kept_machine.hpp"

#include <fcntl.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <optional>
#include <span>
#include <sstream>
#include <vector>

#include "relatile/context/context.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/kernel_identity.hpp"
#include "relatile/cost/machine_json.hpp"
#include "relatile/machine/calibrate.hpp"
#include "relatile/machine/sites_of_nodes.hpp"
#include "relatile/runtime/parallel_for.hpp"
#include "relatile/transport/descriptor.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/replacement.hpp"
#include "relatile/transport/text_file.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile {
namespace detail {

/// Where measured machines are kept: relatile/ in the user's cache folder ($XDG_CACHE_HOME, or
/// .cache in $HOME). Empty where there is none.
inline std::string machine_folder() {
  const auto of = [](const char* variable) -> std::string {
    const char* const text = std::getenv(variable);
    return text && *text == '/' ? text : "";
  };
  if (const std::string cache = of("XDG_CACHE_HOME"); !cache.empty()) return cache + "/relatile";
  const std::string home = of("HOME");
  return home.empty() ? "" : home + "/.cache/relatile";
}

/// The name of the file for these ranks: the same for as many ranks and threads on the same hosts.
inline std::string machine_file_name(transport::Transport& sites) {
  const std::size_t local = sites.local_sites().size();
  const std::int64_t threads = runtime::max_threads();
  std::string ranks;  // the host and the threads of each
  for (const std::int64_t number : {hash_of_host(), threads}) {
    for (const std::int64_t of_site : sites.gather(std::vector<std::int64_t>(local, number))) {
      ranks += std::to_string(of_site) + ",";
    }
  }
  std::ostringstream name;
  name << "machine-" << sites.num_sites() << "-ranks-" << std::hex << hash_of_name(ranks)
       << ".json";
  return name.str();
}

/// The machine in the file on the first rank's host; nothing where there is none, or what is there
/// describes none: that of another version, perhaps, which is measured anew and replaced.
inline std::optional<cost::Machine> read_kept_machine(transport::Transport& sites,
                                                      const std::string& path) {
  try {
    return machine_from_json(transport::text_of_file(sites, 0, path), path);
  } catch (const IoError&) {
  } catch (const ParseError&) {
  }
  return std::nullopt;
}

/// On the first rank. Jobs that keep the same machine at the same time each write a file of their
/// own.
inline void keep_machine(const std::filesystem::path& path, const cost::Machine& machine) {
  const std::string text = machine_to_json(machine);
  try {
    std::filesystem::create_directories(path.parent_path());
    transport::detail::Replacement made(path);
    const transport::detail::Descriptor file(made.name(), O_RDWR);
    file.write(0, std::as_bytes(std::span(text)));
    file.flush();
    made.take_place();
  } catch (const std::exception& error) {  // the run goes on without
    std::fprintf(stderr, "relatile: RELATILE_CALIBRATE: cannot keep the machine in %s: %s\n",
                 path.c_str(), error.what());
  }
}

}  // namespace detail

RELATILE_INLINE cost::Machine kept_machine(Context& context) {
  const transport::Operation operation("RELATILE_CALIBRATE");
  transport::Transport& sites = context.transport();
  const std::string name = detail::machine_file_name(sites);
  const bool first = sites.is_root();
  const std::string folder = first ? detail::machine_folder() : "";
  const std::string path = folder.empty() ? "" : folder + "/" + name;
  if (const auto known = detail::read_kept_machine(sites, path)) return *known;
  if (first) {
    std::fprintf(stderr,
                 "relatile: RELATILE_CALIBRATE: measuring the machine of %d ranks, once%s%s\n",
                 sites.num_sites(), path.empty() ? "" : " for ", path.c_str());
  }
  const cost::Machine machine = calibrate(context);
  if (!path.empty()) detail::keep_machine(path, machine);
  return machine;
}

}  // namespace relatile
