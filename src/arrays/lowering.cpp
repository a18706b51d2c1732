// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// What becomes of a choice: steps, in slices, in order, within a cap on memory.
#include <relatile/passes/impl/alike_steps.hpp>
#include <relatile/passes/impl/cache_panels.hpp>
#include <relatile/passes/impl/critical_path.hpp>
#include <relatile/passes/impl/panels.hpp>
#include <relatile/passes/impl/passes.hpp>
#include <relatile/passes/impl/reduce_panels.hpp>
#include <relatile/passes/impl/repeat_steps.hpp>
#include <relatile/passes/impl/slice_group.hpp>
#include <relatile/passes/impl/slice_plan.hpp>
#include <relatile/passes/impl/step_order.hpp>
#include <relatile/passes/impl/tile_fusion.hpp>
#include <relatile/passes/impl/tile_fusion_source.hpp>
#include <relatile/planner/impl/alternatives.hpp>
#include <relatile/planner/impl/emit.hpp>
#include <relatile/planner/impl/less_memory.hpp>
#include <relatile/planner/impl/lower.hpp>
#include <relatile/planner/impl/memory_cap.hpp>
#include <relatile/planner/impl/memory_curve.hpp>
#include <relatile/planner/impl/memory_error.hpp>
#include <relatile/planner/impl/overlap_choice.hpp>
#include <relatile/planner/impl/plan_for.hpp>
#include <relatile/planner/impl/plan_history.hpp>
#include <relatile/planner/impl/plan_shrinker.hpp>
