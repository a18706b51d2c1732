// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "relatile/context/evaluate_options.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/expr/session.hpp"
#include "relatile/plan/traffic.hpp"
#include "relatile/planner/plan_options.hpp"
#include "relatile/transport/mpi_check.hpp"

namespace relatile::planner {
class PlanHistory;
}
namespace relatile::transport {
class MpiEnvironment;
class Transport;
}  // namespace relatile::transport

namespace relatile {

/// Where arrays live: the sites of an MPI communicator, or sites simulated in this process.
///
/// Create one before the first array and keep it until after the last. Contexts nest: the innermost
/// is the current one, and each has arrays of its own: those of another one are refused by a
/// WrongContext, and so are those of a context that has ended. MPI may be initialised already; the
/// communicator is duplicated, never stolen. With MPI_THREAD_SERIALIZED, which a context asks for
/// that initialises MPI, messages move while products run, on a thread of their own;
/// MPI_THREAD_FUNNELED is enough, and with less kernels run on one thread.
///
/// The end of a context is collective, too: it waits until all ranks are there. A rank that is
/// waiting elsewhere, in an `evaluate` that only it calls, is found and named, and the job ends; so
/// it does if one rank alone leaves by an exception.
class Context : public Session {
 public:
  /// All ranks of MPI_COMM_WORLD; initialises MPI, and finalises it with the last context, unless
  /// somebody else did.
  Context(int& argc, char**& argv);
  /// The ranks of `communicator` (an MPI_Comm, or a boost::mpi::communicator). Collective over it.
  explicit Context(MPI_Comm communicator, std::int64_t message_limit = plan::default_message_limit);
  /// Any transport: the seam for tests and for other ways to move bytes.
  explicit Context(std::unique_ptr<transport::Transport> transport);
  /// `num_sites` sites in this process, without MPI.
  static Context loopback(int num_sites, std::int64_t message_limit = plan::default_message_limit);
  /// Collective: it waits for all ranks, see above.
  RELATILE_INLINE ~Context() override;

  RELATILE_INLINE int num_sites() const override;
  RELATILE_INLINE const std::vector<int>& local_sites() const override;
  /// The first site of this process: with MPI the only one, its rank in the communicator.
  int rank() const { return local_sites().front(); }
  /// The number of sites: with MPI, of ranks in the communicator.
  int size() const { return num_sites(); }
  /// What moves bytes between the sites.
  transport::Transport& transport() { return *transport_; }

  RELATILE_INLINE HomePtr home() const override;
  RELATILE_INLINE void evaluate(const std::vector<tra::NodePtr>& nodes) override;
  /// How plans are made from here on; the same on all ranks.
  planner::PlanOptions& plan_options() { return plan_options_; }
  const planner::PlanOptions& plan_options() const { return plan_options_; }
  /// By which plans its programs ran.
  RELATILE_INLINE planner::PlanHistory& plan_history();
  RELATILE_INLINE const planner::PlanHistory& plan_history() const;
  /// The innermost context.
  static Context& current() { return static_cast<Context&>(Session::current()); }

 private:
  void open(std::unique_ptr<transport::Transport> transport);
  /// As RELATILE_CALIBRATE asks; where that fails, plans stay those of a generic machine.
  void learn_of_machine();

  int exceptions_;  ///< under way when the context began
  std::unique_ptr<transport::MpiEnvironment> environment_;
  std::unique_ptr<transport::Transport> transport_;
  planner::PlanOptions plan_options_;
  std::shared_ptr<void> plan_history_;  ///< a PlanHistory, of which users need not know the type
};

/// Gives every argument its value by one plan for all of them; without it, values are computed
/// where they are needed. Collective.
template <class... X>
[[gnu::always_inline]] inline void evaluate(const X&... x) {
  const AskedFrom scope(SourceLine::unknown_here());
  Session::current().evaluate({to_node(x)...});
}

namespace detail {

/// The options of the current context, but for what is told otherwise.
RELATILE_INLINE planner::PlanOptions plan_options_with(const EvaluateOptions& told);

RELATILE_INLINE void evaluate_with(const std::vector<tra::NodePtr>& nodes,
                                   const EvaluateOptions& options);

}  // namespace detail

/// The same, planned as told: evaluate(x, {.memory_per_rank = std::int64_t(1) << 30}).
template <class X>
[[gnu::always_inline]] inline void evaluate(const X& x, const EvaluateOptions& options) {
  const AskedFrom scope(SourceLine::unknown_here());
  detail::evaluate_with({to_node(x)}, options);
}
/// Both by one plan, planned as told.
template <class X, class Y>
[[gnu::always_inline]] inline void evaluate(const X& x, const Y& y,
                                            const EvaluateOptions& options) {
  const AskedFrom scope(SourceLine::unknown_here());
  detail::evaluate_with({to_node(x), to_node(y)}, options);
}

}  // namespace relatile

#if defined(RELATILE_DEFINITIONS)
#include "relatile/context/impl/context.hpp"
#endif
