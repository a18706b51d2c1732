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

/// A Hermitian matrix of which one half is read, with both.
template <class W>
ScaledMatrix<W> scaled_hermitian(const Array<W, 2>& a, bool lower) {
  ScaledMatrix<W> scaled = scaled_matrix<W>(lower ? tril(a) : triu(a));
  const Array<W, 2> other = lower ? tril(scaled.matrix, -1) : triu(scaled.matrix, 1);
  scaled.matrix = scaled.matrix + adjoint(other);
  return scaled;
}

}  // namespace relatile::detail
