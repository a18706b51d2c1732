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
  /// Of blocks of equal shape it computes element by element, so it means the same on blocks of any
  /// rank; see `on_rank` in core/compose_kernels.hpp.
  bool elementwise = false;
  /// Names of kernels. Of one operand f(g(a, b)) == g(f(a), f(b)); of two f(a, g(b, c)) ==
  /// g(f(a, b), f(a, c)) and the same on the left.
  std::vector<std::string> distributes_over;

  bool distributes(const std::string& other) const {
    for (const auto& name : distributes_over) {
      if (name == other) return true;
    }
    return false;
  }
};

}  // namespace relatile
