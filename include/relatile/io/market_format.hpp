// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <string>

namespace relatile {

/// How a matrix is written for the Matrix Market.
struct MarketFormat {
  /// "general", or "symmetric", "skew-symmetric", "hermitian": then half of it is written.
  std::string symmetry = "general";
  std::string comment = {};  ///< lines for those who read the file
  int precision = -1;        ///< digits after the point; -1: as few as are exact
};

}  // namespace relatile
