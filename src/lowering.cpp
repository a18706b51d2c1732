// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// What becomes of a choice: steps, in slices, in order, within a cap on memory; and what becomes of
// a program before it is planned: placements, and rewriting rules.
#include <relatile/placement/impl/halfway.hpp>
#include <relatile/placement/impl/layout.hpp>
#include <relatile/placement/impl/partition_vector.hpp>
#include <relatile/placement/impl/placement.hpp>
#include <relatile/placement/impl/recognise.hpp>
#include <relatile/placement/impl/softmax_grid.hpp>
#include <relatile/placement/impl/spread.hpp>
#include <relatile/planner/impl/cache_panels.hpp>
#include <relatile/planner/impl/critical_path.hpp>
#include <relatile/planner/impl/emit.hpp>
#include <relatile/planner/impl/lower.hpp>
#include <relatile/planner/impl/memory_cap.hpp>
#include <relatile/planner/impl/memory_error.hpp>
#include <relatile/planner/impl/panels.hpp>
#include <relatile/planner/impl/plan_for.hpp>
#include <relatile/planner/impl/plan_shrinker.hpp>
#include <relatile/planner/impl/slice_group.hpp>
#include <relatile/planner/impl/slice_plan.hpp>
#include <relatile/planner/impl/step_order.hpp>
#include <relatile/planner/impl/stream.hpp>
#include <relatile/planner/impl/stream_source.hpp>
#include <relatile/rules/impl/all_orders.hpp>
#include <relatile/rules/impl/cheapest_order.hpp>
#include <relatile/rules/impl/contraction_labels.hpp>
#include <relatile/rules/impl/contraction_order.hpp>
#include <relatile/rules/impl/filter_below_join.hpp>
#include <relatile/rules/impl/fuse_maps.hpp>
#include <relatile/rules/impl/map_after_aggregate.hpp>
#include <relatile/rules/impl/map_after_join.hpp>
#include <relatile/rules/impl/move_join_operands.hpp>
#include <relatile/rules/impl/product.hpp>
#include <relatile/rules/impl/replicate_multiply.hpp>
#include <relatile/rules/impl/rule.hpp>
#include <relatile/rules/impl/split_contraction.hpp>
#include <relatile/rules/impl/two_phase_aggregate.hpp>
