// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Tensor relations, whose kernels see blocks as Eigen's: #include <relatile/relations.hpp>

#include "relatile/array/relations/data.hpp"
#include "relatile/array/relations/placed.hpp"
#include "relatile/context/context.hpp"
#include "relatile/context/explain.hpp"
#include "relatile/expr/named.hpp"
#include "relatile/expr/relation_operators.hpp"
