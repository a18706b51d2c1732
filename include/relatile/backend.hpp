// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/backend_functions.hpp"

#if defined(RELATILE_DEFINITIONS)
#include "relatile/evaluate.hpp"
#include "relatile/explain_plans.hpp"
#include "relatile/replay_plans.hpp"
#include "relatile/run_operators.hpp"
#endif
