// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/transport/unfinished_files.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace relatile::transport {

RELATILE_INLINE std::vector<std::string>& unfinished_files() {
  static std::vector<std::string> names;
  return names;
}

RELATILE_INLINE void remove_unfinished_files() {
  for (const auto& name : unfinished_files()) ::unlink(name.c_str());
}

RELATILE_INLINE Unfinished::Unfinished(std::string name) : name_(std::move(name)) {
  unfinished_files().push_back(name_);
  if (unfinished_files().size() == 1) before() = std::set_terminate(remove_and_terminate);
}

RELATILE_INLINE Unfinished::~Unfinished() {
  auto& all = unfinished_files();
  if (all.size() == 1) std::set_terminate(before());
  const auto mine = std::find(all.begin(), all.end(), name_);
  if (mine != all.end()) all.erase(mine);
}

RELATILE_INLINE std::terminate_handler& Unfinished::before() {
  static std::terminate_handler handler = nullptr;
  return handler;
}

RELATILE_INLINE void Unfinished::remove_and_terminate() {
  remove_unfinished_files();
  if (before()) before()();
  std::abort();
}

}  // namespace relatile::transport
