// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/machine/kept_machine.hpp"

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>
#include <vector>

#include "relatile/context/context.hpp"
#include "relatile/core/error.hpp"
#include "relatile/core/kernel_identity.hpp"
#include "relatile/cost/machine_json.hpp"
#include "relatile/machine/calibrate.hpp"
#include "relatile/machine/sites_of_nodes.hpp"
#include "relatile/runtime/parallel_for.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile {
namespace detail {

RELATILE_INLINE std::string machine_folder() {
  const auto of = [](const char* variable) -> std::string {
    const char* const text = std::getenv(variable);
    return text && *text == '/' ? text : "";
  };
  if (const std::string cache = of("XDG_CACHE_HOME"); !cache.empty()) return cache + "/relatile";
  const std::string home = of("HOME");
  return home.empty() ? "" : home + "/.cache/relatile";
}

RELATILE_INLINE std::string machine_file_name(Context& context) {
  transport::Transport& sites = context.transport();
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

/// On one process. Nothing where there is no such file; what is in it otherwise may be no machine.
inline std::string text_of_kept(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline std::optional<cost::Machine> machine_of_kept(const std::string& text,
                                                    const std::string& path) {
  if (text.empty()) return std::nullopt;
  try {
    return machine_from_json(text, path);
  } catch (const ParseError&) {
    return std::nullopt;  // of another version, perhaps: measured anew, it is replaced
  }
}

/// On one process. Jobs that keep the same machine at the same time each write a file of their own.
inline void keep(const std::filesystem::path& path, const cost::Machine& machine) {
  std::error_code error;
  std::filesystem::create_directories(path.parent_path(), error);
  std::filesystem::path made = path;
  made += ".tmp-" + std::to_string(::getpid());
  std::ofstream(made) << machine_to_json(machine);
  if (machine_of_kept(text_of_kept(made), made)) std::filesystem::rename(made, path, error);
  if (std::filesystem::exists(path)) return;
  std::filesystem::remove(made, error);
  std::fprintf(stderr, "relatile: RELATILE_CALIBRATE: cannot keep the machine in %s\n",
               path.c_str());
}

}  // namespace detail

RELATILE_INLINE cost::Machine kept_machine(Context& context) {
  const transport::Operation operation("RELATILE_CALIBRATE");
  transport::Transport& sites = context.transport();
  const std::string name = detail::machine_file_name(context);
  const bool first = sites.is_root();
  const std::string folder = first ? detail::machine_folder() : "";
  const std::string path = folder + "/" + name;
  const std::string text =
      sites.text_from(0, first && !folder.empty() ? detail::text_of_kept(path) : "");
  if (const auto known = detail::machine_of_kept(text, name)) return *known;
  if (first) {
    std::fprintf(
        stderr, "relatile: RELATILE_CALIBRATE: measuring the machine of %d ranks, once%s%s\n",
        sites.num_sites(), folder.empty() ? "" : " for ", folder.empty() ? "" : path.c_str());
  }
  const cost::Machine machine = calibrate(context);
  if (first && !folder.empty()) detail::keep(path, machine);
  return machine;
}

}  // namespace relatile
