// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

// What most programs need: #include <relatile/relatile.hpp>
//
// Headers of their own: plans by hand (relatile/context/implementation_algebra.hpp), saved plans
// (relatile/context/save_plan.hpp), objects in relations (relatile/transport/packed.hpp). From
// headers alone also measuring a machine (relatile/machine/calibrate.hpp): each file of such a
// program would take seconds longer to compile.

// These first and from the bottom up, though what follows includes them: compilers print before an
// error how its header was included, and these have the messages for users.
// clang-format off
#include "relatile/core/foreign.hpp"
#include "relatile/function/function.hpp"
#include "relatile/kernel/blocks/block_view.hpp"
#include "relatile/kernel/blocks/use_result.hpp"
#include "relatile/kernel/blocks/block_result.hpp"
#include "relatile/kernel/blocks/block_combine.hpp"
#include "relatile/expr/array.hpp"
#include "relatile/expr/elementwise.hpp"
#include "relatile/expr/view.hpp"
#include "relatile/expr/operators.hpp"
#include "relatile/expr/key_positions.hpp"
#include "relatile/expr/relation_operators.hpp"
#include "relatile/array/text/print.hpp"
#include "relatile/array/reductions.hpp"
#include "relatile/einsum/nodes.hpp"
// clang-format on

#include "relatile/arrays.hpp"
#include "relatile/eigen.hpp"
#include "relatile/relations.hpp"
#if defined(RELATILE_COMPILED)
#include "relatile/machine/calibrate.hpp"
#include "relatile/machine/machine_file.hpp"
#endif
