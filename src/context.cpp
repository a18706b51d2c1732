// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// The context and what explains plans.
#include <relatile/context/impl/context.hpp>
#include <relatile/context/impl/explain.hpp>
#include <relatile/context/impl/machine_of_environment.hpp>
#include <relatile/context/impl/save_plan.hpp>
