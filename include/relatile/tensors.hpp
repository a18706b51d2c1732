// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Tensor decompositions, by tensorly's names: #include <relatile/tensors.hpp>, beside or instead of
// relatile.hpp.

#include "relatile/linalg/tensors/cp.hpp"
#include "relatile/linalg/tensors/tensor_train.hpp"
#include "relatile/linalg/tensors/tucker.hpp"
#include "relatile/linalg/tensors/unfolding.hpp"
#include "relatile/relatile.hpp"
