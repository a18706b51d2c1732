// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// How plans are made of operators, and what each site does of their steps.
#include <relatile/plan/algebra/impl/describe.hpp>
#include <relatile/plan/algebra/impl/local_aggregate.hpp>
#include <relatile/plan/algebra/impl/local_join.hpp>
#include <relatile/plan/algebra/impl/local_map.hpp>
#include <relatile/plan/algebra/impl/local_stages.hpp>
#include <relatile/plan/algebra/impl/map_stages.hpp>
#include <relatile/plan/algebra/impl/moves.hpp>
#include <relatile/plan/algebra/impl/operator.hpp>
#include <relatile/plan/algebra/impl/rebuild.hpp>
#include <relatile/plan/algebra/impl/relation_builder.hpp>
#include <relatile/plan/algebra/impl/sites.hpp>
#include <relatile/plan/algebra/impl/stages.hpp>
#include <relatile/plan/algebra/impl/to_graph.hpp>
#include <relatile/plan/algebra/impl/translate.hpp>
#include <relatile/schedule/impl/agreement.hpp>
#include <relatile/schedule/impl/arena_layout.hpp>
#include <relatile/schedule/impl/borders.hpp>
#include <relatile/schedule/impl/combine_order.hpp>
#include <relatile/schedule/impl/endpoint.hpp>
#include <relatile/schedule/impl/in_place.hpp>
#include <relatile/schedule/impl/known_programs.hpp>
#include <relatile/schedule/impl/lower.hpp>
#include <relatile/schedule/impl/memory_plan.hpp>
#include <relatile/schedule/impl/peak_memory.hpp>
#include <relatile/schedule/impl/route.hpp>
#include <relatile/schedule/impl/staging.hpp>
#include <relatile/schedule/impl/step_memory.hpp>
#include <relatile/schedule/impl/write.hpp>
#include <relatile/strategy/impl/classify.hpp>
#include <relatile/strategy/impl/holders.hpp>
#include <relatile/strategy/impl/redistribute.hpp>
#include <relatile/strategy/impl/reduce.hpp>
