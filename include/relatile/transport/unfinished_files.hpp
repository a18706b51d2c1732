// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace relatile::transport {

/// The names of files that this process and others are writing, which are to become others when
/// they are complete. A job that has to be ended removes them, whichever rank made them.
inline std::vector<std::string>& unfinished_files() {
  static std::vector<std::string> names;
  return names;
}

inline void remove_unfinished_files() {
  for (const auto& name : unfinished_files()) ::unlink(name.c_str());
}

/// While it lives, the file of this name is unfinished. An exception that nobody catches ends the
/// process without an end of lives: then it is removed, too.
class Unfinished {
 public:
  explicit Unfinished(std::string name) : name_(std::move(name)) {
    unfinished_files().push_back(name_);
    if (unfinished_files().size() == 1) before() = std::set_terminate(remove_and_terminate);
  }
  ~Unfinished() {
    auto& all = unfinished_files();
    if (all.size() == 1) std::set_terminate(before());
    const auto mine = std::find(all.begin(), all.end(), name_);
    if (mine != all.end()) all.erase(mine);
  }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

 private:
  /// What was to be called before there were unfinished files.
  static std::terminate_handler& before() {
    static std::terminate_handler handler = nullptr;
    return handler;
  }
  [[noreturn]] static void remove_and_terminate() {
    remove_unfinished_files();
    if (before()) before()();
    std::abort();
  }

  std::string name_;
};

}  // namespace relatile::transport
