// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <relatile/array/creation.hpp>
#include <relatile/array/placed.hpp>
#include <relatile/context/context.hpp>

namespace relatile::test {

/// A matrix of ones that is where `placing` says already, so that a plan starts from there.
inline Array<double, 2> stored(std::int64_t rows, std::int64_t cols, const Placing& placing) {
  Array<double, 2> x = placed(ones({rows, cols}), placing);
  evaluate(x);
  return x;
}

}  // namespace relatile::test
