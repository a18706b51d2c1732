// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Factorizations of dense matrices and systems of linear equations: #include <relatile/linalg.hpp>,
// beside or instead of relatile.hpp.

#include "relatile/linalg/dense/cholesky.hpp"
#include "relatile/linalg/dense/lu.hpp"
#include "relatile/linalg/dense/qr.hpp"
#include "relatile/linalg/dense/tensors.hpp"
#include "relatile/linalg/dense/triangular.hpp"
#include "relatile/relatile.hpp"

/// The same by the place that NumPy and SciPy have them in.
namespace relatile::linalg {
using relatile::cho_solve;
using relatile::cholesky;
using relatile::det;
using relatile::inv;
using relatile::lu;
using relatile::lu_factor;
using relatile::matrix_power;
using relatile::qr;
using relatile::slogdet;
using relatile::solve;
using relatile::solve_triangular;
using relatile::tensorinv;
using relatile::tensorsolve;
}  // namespace relatile::linalg
