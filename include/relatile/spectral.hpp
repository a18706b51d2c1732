// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Eigenvalues, singular values and what is made of them: #include <relatile/spectral.hpp>, beside
// or instead of relatile.hpp.

#include "relatile/linalg/spectral/eig.hpp"
#include "relatile/linalg/spectral/eigh.hpp"
#include "relatile/linalg/spectral/eigsh.hpp"
#include "relatile/linalg/spectral/exponential.hpp"
#include "relatile/linalg/spectral/least_squares.hpp"
#include "relatile/linalg/spectral/matrix_norm.hpp"
#include "relatile/linalg/spectral/pca.hpp"
#include "relatile/linalg/spectral/polar.hpp"
#include "relatile/linalg/spectral/polyfit.hpp"
#include "relatile/linalg/spectral/randomized.hpp"
#include "relatile/linalg/spectral/svd.hpp"
#include "relatile/relatile.hpp"

/// The same by the place that NumPy and SciPy have them in.
namespace relatile::linalg {
using relatile::cond;
using relatile::eig;
using relatile::eigh;
using relatile::eigvals;
using relatile::eigvalsh;
using relatile::expm;
using relatile::lstsq;
using relatile::matrix_norm;
using relatile::matrix_rank;
using relatile::pinv;
using relatile::polar;
using relatile::schur;
using relatile::svd;
using relatile::svdvals;
}  // namespace relatile::linalg
