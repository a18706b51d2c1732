// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Arrays as in NumPy, without Eigen and without relations: #include <relatile/arrays.hpp>

#include "relatile/array/choices.hpp"
#include "relatile/array/comparison.hpp"
#include "relatile/array/conversion.hpp"
#include "relatile/array/creation.hpp"
#include "relatile/array/flip.hpp"
#include "relatile/array/from_data.hpp"
#include "relatile/array/norm.hpp"
#include "relatile/array/placed.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/scatter.hpp"
#include "relatile/array/statistics.hpp"
#include "relatile/array/take.hpp"
#include "relatile/array/text/print.hpp"
#include "relatile/context/context.hpp"
#include "relatile/context/explain.hpp"
#include "relatile/einsum/einsum.hpp"
#include "relatile/expr/named.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/vectorize.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/function/list.hpp"
#include "relatile/function/pairs.hpp"
#include "relatile/io/csv.hpp"
#include "relatile/io/npy.hpp"
#include "relatile/linalg/products.hpp"
#include "relatile/random/distributions.hpp"
#include "relatile/random/more_distributions.hpp"
