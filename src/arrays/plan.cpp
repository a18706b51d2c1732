// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Plans of steps, what they cost, and plans as text.
#include <relatile/cost/impl/aligned.hpp>
#include <relatile/cost/impl/contraction_bounds.hpp>
#include <relatile/cost/impl/count.hpp>
#include <relatile/cost/impl/machine.hpp>
#include <relatile/cost/impl/machine_json.hpp>
#include <relatile/cost/impl/overlap.hpp>
#include <relatile/cost/impl/panels_in_cache.hpp>
#include <relatile/cost/impl/product_bounds.hpp>
#include <relatile/cost/impl/squares.hpp>
#include <relatile/cost/impl/time.hpp>
#include <relatile/cost/impl/work.hpp>
#include <relatile/plan/impl/check.hpp>
#include <relatile/plan/impl/check_exchange.hpp>
#include <relatile/plan/impl/fingerprint.hpp>
#include <relatile/plan/impl/plan.hpp>
#include <relatile/plan/impl/step_facts.hpp>
#include <relatile/plan/impl/traffic.hpp>
#include <relatile/plan/impl/transfers.hpp>
#include <relatile/plan/impl/verify.hpp>
#include <relatile/plan/text/impl/analysis.hpp>
#include <relatile/plan/text/impl/columns.hpp>
#include <relatile/plan/text/impl/dot.hpp>
#include <relatile/plan/text/impl/expected.hpp>
#include <relatile/plan/text/impl/folded.hpp>
#include <relatile/plan/text/impl/json.hpp>
#include <relatile/plan/text/impl/load.hpp>
#include <relatile/plan/text/impl/plan_reader.hpp>
#include <relatile/plan/text/impl/plan_writer.hpp>
#include <relatile/plan/text/impl/print.hpp>
#include <relatile/plan/text/impl/save.hpp>
#include <relatile/plan/text/impl/table.hpp>
