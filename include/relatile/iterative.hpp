// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Solving linear systems by products: #include <relatile/iterative.hpp>, beside or instead of
// relatile.hpp.

#include "relatile/linalg/iterative/bicgstab.hpp"
#include "relatile/linalg/iterative/cg.hpp"
#include "relatile/linalg/iterative/gmres.hpp"
#include "relatile/linalg/iterative/lsqr.hpp"
#include "relatile/linalg/iterative/minres.hpp"
#include "relatile/sparse.hpp"
