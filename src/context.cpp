// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// The context and what explains plans. That contexts can calibrate is known to every program that
// has one.
#include <relatile/context/impl/context.hpp>
#include <relatile/context/impl/explain.hpp>
#include <relatile/context/impl/machine_of_environment.hpp>
#include <relatile/context/impl/named_plan.hpp>
#include <relatile/context/impl/save_plan.hpp>
#include <relatile/machine/kept_machine.hpp>
