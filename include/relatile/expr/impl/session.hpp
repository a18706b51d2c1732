// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/expr/session.hpp"

namespace relatile {

RELATILE_INLINE Session& Session::current() {
  if (stack().empty()) {
    throw Error("relatile: there is no context; create a relatile::Context first and keep it");
  }
  return *stack().back();
}

RELATILE_INLINE std::vector<Session*>& Session::stack() {
  static std::vector<Session*> sessions;
  return sessions;
}

}  // namespace relatile
