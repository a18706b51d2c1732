// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <Eigen/Core>
#include <type_traits>

#include "relatile/core/kernel.hpp"
#include "relatile/function/list.hpp"

namespace relatile::kernel {

/// Eigen's vector code for F of numbers C, element by element of a chunk; right at the special
/// values, too, and up to a few units in the last place.
template <class F, class C>
void run_alone(const Chunk& chunk) {
  using Run = Eigen::Array<C, Eigen::Dynamic, 1>;
  const Eigen::Map<const Run> x(static_cast<const C*>(chunk.inputs[0]), chunk.count);
  Eigen::Map<Run> output(static_cast<C*>(chunk.output), chunk.count);
  if constexpr (std::is_same_v<F, function::Sin>) {
    output = x.sin();
  } else if constexpr (std::is_same_v<F, function::Cos>) {
    output = x.cos();
  } else if constexpr (std::is_same_v<F, function::Log1p>) {
    output = x.log1p();
  } else {
    static_assert(std::is_same_v<F, function::Tanh>);
    output = x.tanh();
  }
}

}  // namespace relatile::kernel
