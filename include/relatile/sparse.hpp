// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Sparse matrices: #include <relatile/sparse.hpp>, beside or instead of relatile.hpp.

#include "relatile/relatile.hpp"

// First of all, so that errors about semirings name few files.
#include "relatile/sparse/semirings.hpp"

#include "relatile/sparse/advice/dense_only.hpp"
#include "relatile/sparse/creation.hpp"
#include "relatile/sparse/einsum/einsum.hpp"
#include "relatile/sparse/entrywise/elementwise.hpp"
#include "relatile/sparse/entrywise/entrywise.hpp"
#include "relatile/sparse/estimates/chains.hpp"
#include "relatile/sparse/files/entry_lists.hpp"
#include "relatile/sparse/files/files.hpp"
#include "relatile/sparse/files/saved.hpp"
#include "relatile/sparse/files/tensor_lists.hpp"
#include "relatile/sparse/generators/diagonals.hpp"
#include "relatile/sparse/generators/one_diagonal.hpp"
#include "relatile/sparse/generators/one_hot.hpp"
#include "relatile/sparse/generators/random.hpp"
#include "relatile/sparse/graphs/breadth_first.hpp"
#include "relatile/sparse/matrix_power.hpp"
#include "relatile/sparse/needed.hpp"
#include "relatile/sparse/products.hpp"
#include "relatile/sparse/reductions/arg_reduce.hpp"
#include "relatile/sparse/reductions/norm.hpp"
#include "relatile/sparse/reductions/reductions.hpp"
#include "relatile/sparse/selecting.hpp"
#include "relatile/sparse/shapes/joining.hpp"
#include "relatile/sparse/shapes/reshape.hpp"
#include "relatile/sparse/shapes/row_masks.hpp"
#include "relatile/sparse/sparse_array.hpp"
#include "relatile/sparse/sparse_products.hpp"
#include "relatile/sparse/tensors/creation.hpp"
#include "relatile/sparse/tensors/einsum.hpp"
#include "relatile/sparse/tensors/mode_dot.hpp"
#include "relatile/sparse/tensors/mttkrp.hpp"
#include "relatile/sparse/tensors/reductions.hpp"
#include "relatile/sparse/tensors/sparse_tensor.hpp"
#include "relatile/sparse/tensors/unfolding.hpp"
