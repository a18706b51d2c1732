// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
// Runs plans.
#include <relatile/engine/exchanges/impl/array.hpp>
#include <relatile/engine/exchanges/impl/blocks.hpp>
#include <relatile/engine/exchanges/impl/objects.hpp>
#include <relatile/engine/impl/array_end.hpp>
#include <relatile/engine/impl/collective_call.hpp>
#include <relatile/engine/impl/combine_region.hpp>
#include <relatile/engine/impl/cut_contraction.hpp>
#include <relatile/engine/impl/local_array.hpp>
#include <relatile/engine/impl/local_blocks.hpp>
#include <relatile/engine/impl/local_pieces.hpp>
#include <relatile/engine/impl/local_rearrange.hpp>
#include <relatile/engine/impl/local_site.hpp>
#include <relatile/engine/impl/measurements.hpp>
#include <relatile/engine/impl/neighbour_memory.hpp>
#include <relatile/engine/impl/object_weights.hpp>
#include <relatile/engine/impl/prepared_run.hpp>
#include <relatile/engine/impl/report.hpp>
#include <relatile/engine/impl/run.hpp>
#include <relatile/engine/impl/run_kernels.hpp>
#include <relatile/engine/impl/same_program.hpp>
#include <relatile/runtime/impl/meanwhile.hpp>
