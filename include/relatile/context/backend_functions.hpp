// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/plan/text/format.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/transport/mpi_check.hpp"

// What turns graphs into values, behind a few functions without templates: rules, planner, engine
// and transports.

namespace relatile::engine {
struct Report;
}
namespace relatile::plan {
struct Operator;
using OperatorPtr = std::shared_ptr<const Operator>;
}  // namespace relatile::plan
namespace relatile::planner {
class PlanHistory;
struct PlanOptions;
}  // namespace relatile::planner
namespace relatile::transport {
class Transport;
}

namespace relatile::detail {

/// Plans and runs; afterwards the wanted nodes and everything the user holds have their values.
RELATILE_INLINE void evaluate_nodes(const std::vector<tra::NodePtr>& wanted,
                                    transport::Transport& transport,
                                    const planner::PlanOptions& options,
                                    planner::PlanHistory& history);
/// The plan that evaluating would follow, with the alternatives it rejects.
RELATILE_INLINE std::string explain_planned(const std::vector<tra::NodePtr>& wanted,
                                            const transport::Transport& transport,
                                            const planner::PlanOptions& options,
                                            const planner::PlanHistory& history,
                                            plan::Format format);
/// Runs a plan composed by hand; gives the node of its result, which has its value.
RELATILE_INLINE tra::NodePtr run_operators(const plan::OperatorPtr& root,
                                           transport::Transport& transport);
/// The plan that this would follow, as text.
RELATILE_INLINE std::string explain_operators(const plan::OperatorPtr& root,
                                              const transport::Transport& transport);
/// The plan that was followed, with what was measured.
RELATILE_INLINE std::string explain_run(const engine::Report& report,
                                        const planner::PlanOptions& options, plan::Format format);
/// The same as a table, step by step, with the skew over the sites.
RELATILE_INLINE std::string analyze_run(const engine::Report& report,
                                        const planner::PlanOptions& options);
/// The plan of these nodes as text that can be saved: the one that evaluating would follow, or the
/// one that all of them were evaluated by.
RELATILE_INLINE std::string saved_plan_text(const std::vector<tra::NodePtr>& wanted,
                                            const transport::Transport& transport,
                                            const planner::PlanOptions& options,
                                            const planner::PlanHistory& history);
/// As evaluate_nodes, by the plan in a file.
RELATILE_INLINE void evaluate_by_saved_plan(const std::vector<tra::NodePtr>& wanted,
                                            transport::Transport& transport,
                                            const planner::PlanOptions& options,
                                            const std::string& path);
/// A value that no plan computed.
RELATILE_INLINE std::string explain_stored(const tra::Node& node, plan::Format format);

/// Ends the job if others would wait for this process, which has no memory to make a context.
RELATILE_INLINE void end_without_memory(MPI_Comm communicator);

/// What a context is made of; where there is no memory for it, the job ends, since the other ranks
/// are making theirs, and would wait.
template <class T, class... Args>
std::unique_ptr<T> made_or_end(MPI_Comm communicator, Args&&... args) {
  try {
    return std::make_unique<T>(std::forward<Args>(args)...);
  } catch (const std::bad_alloc&) {
    end_without_memory(communicator);
    throw;
  }
}
RELATILE_INLINE std::unique_ptr<transport::Transport> open_mpi(MPI_Comm communicator,
                                                               std::int64_t message_limit);
RELATILE_INLINE std::unique_ptr<transport::Transport> open_loopback(int num_sites,
                                                                    std::int64_t message_limit);

}  // namespace relatile::detail
