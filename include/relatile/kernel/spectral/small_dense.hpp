// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <vector>

#include "relatile/core/definitions.hpp"

// Small dense systems, which every rank solves for itself, to the same bits: matrices are
// row-major, on all ranks. The one place to change for another solver.

namespace relatile::kernel {

/// What solve_symmetric found.
struct SolvedSystem {
  std::vector<double> x;  ///< (n, columns)
  bool definite = false;  ///< else x is the solution of least norm
  double rcond = 0;       ///< about 1 over the condition, with the diagonal scaled to ones, if so
};

/// Solves a x = b, of a symmetric positive semidefinite (n, n) and b (n, columns), by Cholesky; of
/// a singular matrix by its eigenvalues, leaving out those below n eps of the largest. What is
/// singular is judged with the diagonal scaled to ones, so that columns may have any units.
///
///   cost  n^3 / 3 flops, if it is definite
SolvedSystem solve_symmetric(const std::vector<double>& a, std::int64_t n,
                             const std::vector<double>& b, std::int64_t columns = 1);

/// The x of least norm that minimises |a x - b|, of a (m, n) and b (m), by orthogonal
/// transformations of a: of columns that nearly depend on each other digits remain that the
/// products of columns have lost. Columns may have any units: `lengths` are theirs, or longer ones
/// if something common was subtracted from what they were rounded as, and one of which all others
/// leave less than 100 n eps of that depends on them.
///
///   cost  2 m n^2 flops
std::vector<double> solve_least_squares(const std::vector<double>& a, std::int64_t m,
                                        const std::vector<double>& lengths,
                                        const std::vector<double>& b);

/// A symmetric matrix as its eigenvalues and eigenvectors.
struct SymmetricEigen {
  std::vector<double> values;   ///< ascending
  std::vector<double> vectors;  ///< (n, n): row k belongs to value k, and has length 1
};
SymmetricEigen symmetric_eigen(const std::vector<double>& a, std::int64_t n);

/// The Cholesky factor l of a (n, n), a = l l^T, lower, as rows; empty if a is not positive
/// definite.
std::vector<double> cholesky_lower(const std::vector<double>& a, std::int64_t n);
/// The inverse of such a factor.
std::vector<double> inverse_lower(const std::vector<double>& l, std::int64_t n);

}  // namespace relatile::kernel

#if defined(RELATILE_DEFINITIONS)
#include "relatile/kernel/spectral/impl/small_dense.hpp"
#endif
