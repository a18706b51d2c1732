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
