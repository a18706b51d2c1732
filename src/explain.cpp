// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Plans as text, and saved ones.
#include <relatile/explain_plans.hpp>
#include <relatile/plan/impl/analysis.hpp>
#include <relatile/plan/impl/describe.hpp>
#include <relatile/plan/impl/dot.hpp>
#include <relatile/plan/impl/fingerprint.hpp>
#include <relatile/plan/impl/folded.hpp>
#include <relatile/plan/impl/json.hpp>
#include <relatile/plan/impl/load.hpp>
#include <relatile/plan/impl/plan_reader.hpp>
#include <relatile/plan/impl/plan_writer.hpp>
#include <relatile/plan/impl/print.hpp>
#include <relatile/plan/impl/save.hpp>
#include <relatile/plan/impl/step_facts.hpp>
#include <relatile/replay_plans.hpp>
