// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// What becomes of a choice: steps, in slices, in order, within a cap on memory.
#include <relatile/planner/impl/alike_steps.hpp>
#include <relatile/planner/impl/cache_panels.hpp>
#include <relatile/planner/impl/critical_path.hpp>
#include <relatile/planner/impl/emit.hpp>
#include <relatile/planner/impl/lower.hpp>
#include <relatile/planner/impl/memory_cap.hpp>
#include <relatile/planner/impl/memory_error.hpp>
#include <relatile/planner/impl/panels.hpp>
#include <relatile/planner/impl/passes.hpp>
#include <relatile/planner/impl/plan_for.hpp>
#include <relatile/planner/impl/plan_shrinker.hpp>
#include <relatile/planner/impl/slice_group.hpp>
#include <relatile/planner/impl/slice_plan.hpp>
#include <relatile/planner/impl/step_order.hpp>
#include <relatile/planner/impl/tile_fusion.hpp>
#include <relatile/planner/impl/tile_fusion_source.hpp>
