// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Runs plans.
#include <relatile/engine/impl/array_end.hpp>
#include <relatile/engine/impl/collective_call.hpp>
#include <relatile/engine/impl/combine_region.hpp>
#include <relatile/engine/impl/cut_contraction.hpp>
#include <relatile/engine/impl/exchange_array.hpp>
#include <relatile/engine/impl/exchange_blocks.hpp>
#include <relatile/engine/impl/local_array.hpp>
#include <relatile/engine/impl/local_blocks.hpp>
#include <relatile/engine/impl/local_site.hpp>
#include <relatile/engine/impl/measurements.hpp>
#include <relatile/engine/impl/neighbour_reads.hpp>
#include <relatile/engine/impl/prepared_run.hpp>
#include <relatile/engine/impl/report.hpp>
#include <relatile/engine/impl/run.hpp>
#include <relatile/engine/impl/run_kernels.hpp>
#include <relatile/engine/impl/same_program.hpp>
#include <relatile/engine/impl/timetable.hpp>
#include <relatile/evaluate.hpp>
#include <relatile/run_operators.hpp>
