// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0

// All elementwise functions of the library, one line each: to add one is to add a line to a part
// below, and a row of values to tests/unit/function/values_test.cpp.
//
//   RELATILE_FUNCTION(type, name, arity, domain, accepted, result, flops, expression)
//
// - `type`: the functor, in namespace relatile::function.
// - `name`: what NumPy calls it and users call, in namespace relatile. The line has its comment.
// - `arity`: 1, 2 or 3 operands, which the expression calls x, y and z, in their order.
// - `domain`: an enumerator of function::Domain: what promoted operands become before it sees them.
// - `accepted`: of which types, after that: see function/accepted.hpp.
// - `result`: the type of the result for operands of type C.
// - `flops`: a rough weight of one element.
// - `expression`: the result for numbers of type C, to which it is converted. What takes more than
//   an expression is a function of the namespace relatile::function::detail, in a header beside
//   this.
//
// Who includes this defines RELATILE_FUNCTION before: as what a line shall become. It is undefined
// at the end, so that the next may define it otherwise: there is no #pragma once. list.hpp makes
// functors of the lines, and a list of all.

#ifndef RELATILE_FUNCTION
#define RELATILE_FUNCTION(...)
#endif

#include "relatile/function/table/analysis.hpp"
#include "relatile/function/table/arithmetic.hpp"
#include "relatile/function/table/choice.hpp"
#include "relatile/function/table/integer.hpp"
#include "relatile/function/table/parts.hpp"

#undef RELATILE_FUNCTION
