// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/array/reductions.hpp"
#include "relatile/array/shapes/patterns.hpp"
#include "relatile/function/pairs.hpp"
#include "relatile/linalg/spectral/matrices.hpp"

namespace relatile::detail {

/// A matrix divided by a power of two, so that squares of its elements are numbers.
template <class W>
struct ScaledMatrix {
  Array<W, 2> matrix;
  Array<double, 0> exponent;
};
template <class W>
ScaledMatrix<W> scaled_matrix(const Array<W, 2>& a) {
  Array<double, 0> largest;
  if constexpr (is_complex_v<W>) {
    largest = max(maximum(abs(real(a)), abs(imag(a))));
  } else {
    largest = max(abs(a));
  }
  const Array<double, 0> exponent = astype<double>(frexp(largest).second);
  const Array<double, 0> half = floor(0.5 * exponent);
  return {a * exp2(-half) * exp2(half - exponent), exponent};
}

/// A Hermitian matrix of which one half is read, and the real parts of its diagonal, with both.
template <class W>
ScaledMatrix<W> scaled_hermitian(const Array<W, 2>& a, bool lower) {
  const auto beside_diagonal = [lower](const Array<W, 2>& x) -> Array<W, 2> {
    return lower ? tril(x, -1) : triu(x, 1);
  };
  Array<W, 2> diagonal = tril(triu(a));
  if constexpr (is_complex_v<W>) diagonal = astype<W>(real(diagonal));
  ScaledMatrix<W> scaled = scaled_matrix<W>(beside_diagonal(a) + diagonal);
  scaled.matrix = scaled.matrix + adjoint(beside_diagonal(scaled.matrix));
  return scaled;
}

}  // namespace relatile::detail
