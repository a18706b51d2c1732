// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/kernel/functions/vector_code.hpp"

#include <Eigen/Core>

#include "relatile/core/kernel.hpp"
#include "relatile/kernel/functions/impl/vector_library.hpp"

namespace relatile::kernel {

/// Eigen's vector code for F of floats, element by element of a chunk; right at the special values,
/// too, and up to a few units in the last place.
template <class F>
void run_by_eigen(const Chunk& chunk) {
  using Run = Eigen::Array<float, Eigen::Dynamic, 1>;
  const Eigen::Map<const Run> x(static_cast<const float*>(chunk.inputs[0]), chunk.count);
  Eigen::Map<Run> output(static_cast<float*>(chunk.output), chunk.count);
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

/// The vector code of a function that runs alone.
template <class F, class C>
auto vector_code() {
#if defined(__x86_64__)
  if constexpr (in_vector_library<F>) {
    return &run_by_vector_library<F, C>;
  } else {
    return &run_by_eigen<F>;
  }
#else
  return &run_by_eigen<F>;
#endif
}

}  // namespace relatile::kernel
