// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Runs plans, on sites that send each other data.
#include <relatile/context/evaluate.hpp>
#include <relatile/context/explain_plans.hpp>
#include <relatile/context/replay_plans.hpp>
#include <relatile/context/run_operators.hpp>
#include <relatile/engine/impl/array_end.hpp>
#include <relatile/engine/impl/collective_call.hpp>
#include <relatile/engine/impl/combine_region.hpp>
#include <relatile/engine/impl/cut_contraction.hpp>
#include <relatile/engine/impl/exchange_array.hpp>
#include <relatile/engine/impl/exchange_blocks.hpp>
#include <relatile/engine/impl/exchange_objects.hpp>
#include <relatile/engine/impl/local_array.hpp>
#include <relatile/engine/impl/local_blocks.hpp>
#include <relatile/engine/impl/local_site.hpp>
#include <relatile/engine/impl/measurements.hpp>
#include <relatile/engine/impl/neighbour_memory.hpp>
#include <relatile/engine/impl/object_weights.hpp>
#include <relatile/engine/impl/prepared_run.hpp>
#include <relatile/engine/impl/report.hpp>
#include <relatile/engine/impl/run.hpp>
#include <relatile/engine/impl/run_kernels.hpp>
#include <relatile/engine/impl/same_program.hpp>
#include <relatile/transport/impl/interleaved.hpp>
#include <relatile/transport/impl/local_file.hpp>
#include <relatile/transport/impl/loopback.hpp>
#include <relatile/transport/impl/mpi.hpp>
#include <relatile/transport/impl/mpi_gather.hpp>
#include <relatile/transport/impl/mpi_job.hpp>
#include <relatile/transport/impl/mpi_lone_error.hpp>
#include <relatile/transport/impl/mpi_meetings.hpp>
#include <relatile/transport/impl/mpi_neighbours.hpp>
#include <relatile/transport/impl/mpi_type.hpp>
#include <relatile/transport/impl/replacement.hpp>
#include <relatile/transport/impl/shared_region.hpp>
#include <relatile/transport/impl/stretches.hpp>
