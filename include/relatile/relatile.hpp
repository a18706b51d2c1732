// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// Everything a user of Relatile needs: #include <relatile/relatile.hpp>

// These first and from the bottom up, though what follows includes them: compilers print before an
// error how its header was included, and these have the messages for users.
// clang-format off
#include "relatile/core/foreign.hpp"
#include "relatile/function/function.hpp"
#include "relatile/kernel/block_view.hpp"
#include "relatile/kernel/use_result.hpp"
#include "relatile/kernel/block_result.hpp"
#include "relatile/kernel/block_combine.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/expr/elementwise.hpp"
#include "relatile/expr/relation_operators.hpp"
// clang-format on

#include "relatile/array/conversion.hpp"
#include "relatile/array/creation.hpp"
#include "relatile/array/from_data.hpp"
#include "relatile/array/placed.hpp"
#include "relatile/array/print.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/array/relation_data.hpp"
#include "relatile/context.hpp"
#include "relatile/einsum/einsum.hpp"
#include "relatile/explain.hpp"
#include "relatile/expr/named.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/relation_operators.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/function/list.hpp"
#include "relatile/implementation_algebra.hpp"
#include "relatile/io/csv.hpp"
#include "relatile/io/npy.hpp"
#include "relatile/linalg/products.hpp"
#include "relatile/random/distributions.hpp"
#include "relatile/save_plan.hpp"
