// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <limits>

#include "relatile/core/definitions.hpp"

namespace relatile::transport {

/// How long one wait for others may take, from its first try on.
///
/// A wait asks `over()` between tries. It gives the core away to others from the second try on, and
/// looks at the clock only now and then.
class Patience {
 public:
  static constexpr double endless = std::numeric_limits<double>::infinity();

  explicit Patience(double seconds = endless) : seconds_(seconds) {}

  bool over();

  /// What RELATILE_TIMEOUT says, in seconds; endless where it is not set. What is no positive
  /// number is told, and means nothing.
  static double of_environment();

 private:
  double seconds_;
  long tries_ = 0;
  std::int64_t begin_ = 0;  ///< in nanoseconds of a steady clock
};

}  // namespace relatile::transport

#if defined(RELATILE_DEFINITIONS)
#include "relatile/transport/impl/patience.hpp"
#endif
