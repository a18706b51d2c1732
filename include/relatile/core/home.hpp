// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <memory>

namespace relatile {

/// Where stored values live: a context, as far as values need to know it. Every value keeps the
/// home it was made in, so that another context can refuse it, and so that it knows when its own
/// has ended.
struct Home {
  bool open = true;  ///< until its context ends
};
using HomePtr = std::shared_ptr<const Home>;

}  // namespace relatile
