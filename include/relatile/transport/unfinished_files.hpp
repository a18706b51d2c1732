// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <unistd.h>

#include <algorithm>
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

/// While it lives, the file of this name is unfinished.
class Unfinished {
 public:
  explicit Unfinished(std::string name) : name_(std::move(name)) {
    unfinished_files().push_back(name_);
  }
  ~Unfinished() {
    auto& all = unfinished_files();
    const auto mine = std::find(all.begin(), all.end(), name_);
    if (mine != all.end()) all.erase(mine);
  }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

 private:
  std::string name_;
};

}  // namespace relatile::transport
