// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/context/context.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "relatile/context/backend.hpp"
#include "relatile/context/calibrator.hpp"
#include "relatile/context/machine_of_environment.hpp"
#include "relatile/core/error.hpp"
#include "relatile/kernel/products/blas_threads.hpp"
#include "relatile/planner/plan_for.hpp"
#include "relatile/planner/plan_history.hpp"
#include "relatile/runtime/parallel_for.hpp"
#include "relatile/transport/current.hpp"
#include "relatile/transport/mpi_environment.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile {

RELATILE_INLINE Context::Context(int& argc, char**& argv)
    : exceptions_(std::uncaught_exceptions()),
      environment_(std::make_unique<transport::MpiEnvironment>(&argc, &argv)) {
  open(detail::open_mpi(MPI_COMM_WORLD, plan::default_message_limit));
}

RELATILE_INLINE Context::Context(MPI_Comm communicator, std::int64_t message_limit)
    : exceptions_(std::uncaught_exceptions()),
      environment_(detail::made_or_end<transport::MpiEnvironment>(communicator, nullptr, nullptr)) {
  open(detail::open_mpi(communicator, message_limit));
}

RELATILE_INLINE Context::Context(std::unique_ptr<transport::Transport> transport)
    : exceptions_(std::uncaught_exceptions()) {
  open(std::move(transport));
}

RELATILE_INLINE Context Context::loopback(int num_sites, std::int64_t message_limit) {
  return Context(detail::open_loopback(num_sites, message_limit));
}

RELATILE_INLINE Context::~Context() {
  transport_->leave(std::uncaught_exceptions() > exceptions_);
  transport_->close_home();
  std::erase(stack(), this);
  std::erase(transport::transport_stack(), transport_.get());
  UntoldErrors::leave(transport_->untold_errors());
}

RELATILE_INLINE int Context::num_sites() const { return transport_->num_sites(); }
RELATILE_INLINE const std::vector<int>& Context::local_sites() const {
  return transport_->local_sites();
}
RELATILE_INLINE HomePtr Context::home() const { return transport_->home(); }
RELATILE_INLINE void Context::evaluate(const std::vector<tra::NodePtr>& nodes) {
  detail::evaluate_nodes(nodes, *transport_, plan_options_, plan_history());
}

RELATILE_INLINE planner::PlanHistory& Context::plan_history() {
  return *static_cast<planner::PlanHistory*>(plan_history_.get());
}
RELATILE_INLINE const planner::PlanHistory& Context::plan_history() const {
  return *static_cast<const planner::PlanHistory*>(plan_history_.get());
}

RELATILE_INLINE void Context::open(std::unique_ptr<transport::Transport> transport) {
  if (environment_ && !environment_->has_threads()) runtime::use_one_thread();
  kernel::use_one_blas_thread();
  transport_ = std::move(transport);
  plan_history_ = std::make_shared<planner::PlanHistory>();
  plan_options_.hosts.of_site = transport_->hosts();
  plan_options_.machine = detail::machine_of_environment(*transport_);
  stack().push_back(this);
  transport::transport_stack().push_back(transport_.get());
  UntoldErrors::enter(transport_->untold_errors());
  if (transport_->calibrates() && !transport_->names_machine()) learn_of_machine();
}

RELATILE_INLINE void Context::learn_of_machine() {
  std::string trouble = "this program has to include <relatile/machine/kept_machine.hpp>";
  try {
    if (const detail::Calibrator calibrator = detail::calibrator()) {
      plan_options_.machine = calibrator(*this);
      return;
    }
  } catch (const OutOfMemory& error) {  // on all ranks
    trouble = error.what();
  }
  if (!transport_->is_root()) return;
  std::fprintf(stderr, "relatile: RELATILE_CALIBRATE: %s\n", trouble.c_str());
}

namespace detail {

RELATILE_INLINE planner::PlanOptions plan_options_with(const EvaluateOptions& told) {
  planner::PlanOptions options = Context::current().plan_options();
  if (told.planner) options.planner = *told.planner;
  if (told.objective) options.objective = *told.objective;
  if (told.memory_per_rank) options.memory_per_rank = *told.memory_per_rank;
  return options;
}

RELATILE_INLINE void evaluate_with(const std::vector<tra::NodePtr>& nodes,
                                   const EvaluateOptions& options) {
  Context& context = Context::current();
  const planner::PlanOptions plan = plan_options_with(options);
  if (options.saved_plan) {
    return evaluate_by_saved_plan(nodes, context.transport(), plan, *options.saved_plan);
  }
  // What has its value is not planned again; what is misspelt is told all the same.
  const auto has_value = [](const tra::NodePtr& node) { return node->evaluated(); };
  if (std::all_of(nodes.begin(), nodes.end(), has_value)) planner::require_options(plan);
  evaluate_nodes(nodes, context.transport(), plan, context.plan_history());
}

}  // namespace detail
}  // namespace relatile
