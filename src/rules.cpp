// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Rewriting rules, orders of contractions, and placements.
#include <relatile/placement/impl/halfway.hpp>
#include <relatile/placement/impl/layout.hpp>
#include <relatile/placement/impl/partition_vector.hpp>
#include <relatile/placement/impl/placement.hpp>
#include <relatile/placement/impl/recognise.hpp>
#include <relatile/placement/impl/softmax_grid.hpp>
#include <relatile/placement/impl/spread.hpp>
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
