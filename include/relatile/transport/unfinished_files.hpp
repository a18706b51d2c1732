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

#include "relatile/core/definitions.hpp"

namespace relatile::transport {

/// The names of files that this process and others are writing, which are to become others when
/// they are complete. A job that has to be ended removes them, whichever rank made them.
RELATILE_INLINE std::vector<std::string>& unfinished_files();

RELATILE_INLINE void remove_unfinished_files();

/// While it lives, the file of this name is unfinished. An exception that nobody catches ends the
/// process without an end of lives: then it is removed, too.
class Unfinished {
 public:
  explicit Unfinished(std::string name);
  ~Unfinished();
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

 private:
  /// What was to be called before there were unfinished files.
  static std::terminate_handler& before();
  [[noreturn]] static void remove_and_terminate();

  std::string name_;
};

}  // namespace relatile::transport

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/unfinished_files.hpp"
#endif
