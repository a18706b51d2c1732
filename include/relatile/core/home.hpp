// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>

namespace relatile {

/// Where stored values live: a context, as far as values need to know it. Every value keeps the
/// home it was made in, so that another context can refuse it, and so that it knows when its own
/// has ended.
struct Home {
  bool open = true;  ///< until its context ends
  /// So many values were stored: equal on all ranks, which store in one order.
  mutable std::int64_t num_values = 0;
};
using HomePtr = std::shared_ptr<const Home>;

/// The number of a value that is about to be stored: by it ranks know whether they read the same.
inline std::int64_t next_value_number(const HomePtr& home) { return ++home->num_values; }

}  // namespace relatile
