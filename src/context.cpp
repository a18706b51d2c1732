// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// The context and what explains plans.
#include <relatile/impl/context.hpp>
#include <relatile/impl/explain.hpp>
#include <relatile/impl/save_plan.hpp>
