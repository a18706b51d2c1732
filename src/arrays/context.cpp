// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// The context: what evaluates arrays and explains plans. That contexts can calibrate is known to
// every program that has one.
#include <relatile/context/evaluate.hpp>
#include <relatile/context/explain_plans.hpp>
#include <relatile/context/impl/context.hpp>
#include <relatile/context/impl/explain.hpp>
#include <relatile/context/impl/machine_of_environment.hpp>
#include <relatile/context/impl/named_plan.hpp>
#include <relatile/context/impl/other_ways.hpp>
#include <relatile/context/impl/save_plan.hpp>
#include <relatile/context/replay_plans.hpp>
#include <relatile/context/run_operators.hpp>
#include <relatile/machine/kept_machine.hpp>
