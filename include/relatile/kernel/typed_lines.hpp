// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>

#include "relatile/core/kernel.hpp"

namespace relatile::kernel {

/// Elements of a line as a function of T sees them.
template <class T>
struct TypedLines {
  explicit TypedLines(const Lines& lines) : all(lines) {}
  const T* from(std::int64_t line) const {
    return reinterpret_cast<const T*>(all.from) + line * all.from_next;
  }
  T* to(std::int64_t line) const { return reinterpret_cast<T*>(all.to) + line * all.to_next; }
  const T* second(std::int64_t line) const {
    return reinterpret_cast<const T*>(all.second) + line * all.second_next;
  }
  const Lines& all;
};

}  // namespace relatile::kernel
