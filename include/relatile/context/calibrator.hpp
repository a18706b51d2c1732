// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/cost/machine.hpp"

namespace relatile {

class Context;

namespace detail {

/// What a context that was asked to (RELATILE_CALIBRATE) calls to learn of its machine. To measure
/// is a program like a user's, which stands above contexts and is known to them by this alone; null
/// in a header-only program that does not include relatile/machine/kept_machine.hpp.
using Calibrator = cost::Machine (*)(Context&);

inline Calibrator& calibrator() {
  static Calibrator known = nullptr;
  return known;
}

}  // namespace detail
}  // namespace relatile
