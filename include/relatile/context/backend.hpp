// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/context/backend_functions.hpp"

#if defined(RELATILE_DEFINITIONS)
#include "relatile/context/evaluate.hpp"
#include "relatile/context/explain_plans.hpp"
#include "relatile/context/replay_plans.hpp"
#include "relatile/context/run_operators.hpp"
#endif
