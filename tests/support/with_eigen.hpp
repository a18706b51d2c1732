// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <complex>
#include <string>

#include "relatile/kernel/spectral/with_eigen.hpp"

// Decompositions by Eigen, each of one type: it takes a minute to compile them. That is done where
// the same classes of Eigen are compiled for what tests compare with, in dense_oracles.cpp.

#define RELATILE_TEST_WITH_EIGEN(declared)                                                        \
  declared Singular<double> singular(const std::string&, const ColumnMajor<double>&,              \
                                     SingularVectors);                                            \
  declared Eigenpairs<std::complex<double>> hermitian_pairs(                                      \
      const std::string&, const ColumnMajor<std::complex<double>>&, bool);                        \
  declared GeneralEigenpairs general_pairs(const std::string&, const ColumnMajor<double>&, bool); \
  declared SchurForm<std::complex<double>> schur_form(const std::string&,                         \
                                                      const ColumnMajor<std::complex<double>>&);

namespace relatile::kernel::detail::with_eigen {

RELATILE_TEST_WITH_EIGEN(extern template)

}  // namespace relatile::kernel::detail::with_eigen
