// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "relatile/engine/report.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/transport/mpi_check.hpp"
#include "relatile/transport/transport.hpp"

// What turns graphs into values, behind five functions without templates: rules, planner, engine
// and transports. Header-only by default. A program of many files compiles them once if it defines
// RELATILE_COMPILED everywhere, and RELATILE_COMPILED_SOURCE as well in one file that includes this
// header: about eight seconds less for every other file.

#if defined(RELATILE_COMPILED)
#define RELATILE_BACKEND
#else
#define RELATILE_BACKEND inline
#endif

namespace relatile::detail {

/// Plans and runs; afterwards the wanted nodes and everything the user holds have their values.
RELATILE_BACKEND void evaluate_nodes(const std::vector<tra::NodePtr>& wanted,
                                     transport::Transport& transport);
/// The plan that evaluating would follow, as text, with the alternatives it rejects.
RELATILE_BACKEND std::string explain_planned(const std::vector<tra::NodePtr>& wanted,
                                             const transport::Transport& transport);
/// The plan that was followed, as text, with what was measured.
RELATILE_BACKEND std::string explain_run(const engine::Report& report);

RELATILE_BACKEND std::unique_ptr<transport::Transport> open_mpi(MPI_Comm communicator,
                                                                std::int64_t message_limit);
RELATILE_BACKEND std::unique_ptr<transport::Transport> open_loopback(int num_sites,
                                                                     std::int64_t message_limit);

}  // namespace relatile::detail

#if !defined(RELATILE_COMPILED) || defined(RELATILE_COMPILED_SOURCE)
#include "relatile/evaluate.hpp"
#endif
