// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <complex>
#include <vector>

#include "relatile/kernel/spectral/wide_matrix.hpp"

// What decompositions of one matrix give, whoever computes them: with_lapack.hpp or with_eigen.hpp.

namespace relatile::kernel::detail {

/// A = U diag(s) V^H, s descending; U and V^H have no elements where no vectors were asked for.
template <class W>
struct Singular {
  ColumnMajor<W> u;
  RealVector s;
  ColumnMajor<W> vh;
};

/// Of a Hermitian matrix, values ascending.
template <class W>
struct Eigenpairs {
  RealVector values;
  ColumnMajor<W> vectors;
};

/// Of any matrix; vectors have norm 1.
struct GeneralEigenpairs {
  std::vector<std::complex<double>> values;
  ColumnMajor<std::complex<double>> vectors;
};

/// A = Z T Z^H.
template <class W>
struct SchurForm {
  ColumnMajor<W> t;
  ColumnMajor<W> z;
};

}  // namespace relatile::kernel::detail
