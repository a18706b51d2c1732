// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace relatile {

/// The facts a kernel declares about itself. Nothing is assumed of a kernel that declares none:
/// a rewrite fires only where the laws license it.
struct KernelLaws {
  bool associative = false;
  bool commutative = false;
  bool has_identity = false;
  bool idempotent = false;
  bool zero_preserving = false;
  std::vector<std::string> distributes_over;  ///< names of kernels

  bool distributes(const std::string& other) const {
    for (const auto& name : distributes_over) {
      if (name == other) return true;
    }
    return false;
  }
};

}  // namespace relatile
