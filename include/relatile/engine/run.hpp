// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "relatile/core/assert.hpp"
#include "relatile/core/definitions.hpp"
#include "relatile/core/nth.hpp"
#include "relatile/engine/array_end.hpp"
#include "relatile/engine/exchanges/array.hpp"
#include "relatile/engine/local_site.hpp"
#include "relatile/engine/measurements.hpp"
#include "relatile/engine/moving_messages.hpp"
#include "relatile/engine/neighbour_memory.hpp"
#include "relatile/engine/object_weights.hpp"
#include "relatile/engine/prepared_run.hpp"
#include "relatile/engine/report.hpp"
#include "relatile/engine/run_kernels.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/agreement.hpp"
#include "relatile/schedule/site_program.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/transport/neighbours.hpp"
#include "relatile/transport/operation.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::engine {

/// Executes one plan for all sites of this process.
///
/// All sites have agreed that they have the same program, the same plan and the memory for it
/// (PreparedRun). From there on every site does what its program says (schedule/lower.hpp), and
/// meets others only where it needs what they send or make. No site skips a message: where a
/// kernel throws, the site goes on with whatever its buffers hold, and one agreement at the end
/// turns the first failure into the same KernelError everywhere. What else is thrown between the
/// two agreements, such as memory that is missing for a list of messages, ends the job: the others
/// wait for what this site would have sent.
class Execution {
 public:
  explicit Execution(PreparedRun& prepared);
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;
  ~Execution() { set_place(nullptr); }

  /// Collective, once all sites have agreed on what was prepared.
  std::shared_ptr<const Report> run();

 private:
  const tra::Node& node_of(const plan::Step& step) const { return *nth(plan_.nodes, step.node); }

  /// Others wait for this site, which can't go on.
  void give_up() const;
  std::string overwritten_text(const std::string& why) const;

  static void set_place(std::function<std::string()> place) {
    auto* const operation = transport::Operation::current();
    if (operation) operation->set_place(std::move(place));
  }

  /// Where several kernels follow each other on threads, these stay awake between them.
  void run_steps();

  void run_step(std::size_t s);

  transport::Neighbours* neighbours() const { return transport_.neighbours(); }
  /// Until a neighbour is through with a step. Messages go on moving: it may be waiting for one.
  void await(int site, std::int64_t step);
  /// Within a kernel's step, maybe on another thread: what this throws is not the kernel's, and
  /// leaves messages half sent.
  void progress_or_give_up();
  void progress();
  /// Of exchanges that wait for their turn, the one after those that have moved moves next: what
  /// is needed first comes first, where MPI would send a part of each in turn.
  void move_next();

  /// Runs user code so that an exception marks the site and nothing else.
  template <class Work>
  void guarded(LocalSite& local, std::size_t s, Work&& work) const {
    if (local.failed()) return;
    const transport::Operation::Kernels kernels;
    Failure failure;
    failure.step = static_cast<std::int64_t>(s);
    try {
      work();
      return;
    } catch (const std::exception& error) {
      failure.text = words_of(error);
      failure.exception = std::current_exception();
    } catch (...) {
      failure.text = "an exception that is no std::exception";
      failure.exception = std::current_exception();
    }
    // Only for want of memory: no other kernel that may fail is in such a plan.
    if (overwrites_) transport_.give_up(overwritten_text(failure.text));
    local.failure = std::move(failure);
  }

  // What sites are told, at the step that this process is at: all of its sites, together.

  void execute(const schedule::AwaitReaders&);
  void execute(const schedule::BeginExchange& begun);
  void execute(const schedule::MakeBlocks&);
  void execute(const schedule::Compute&);
  void execute(const schedule::FinishExchange&);
  void execute(const schedule::ExchangeBlocks&);
  void execute(const schedule::Forget&);
  void execute(const schedule::Publish&);
  /// What the instruction is to the process's site number `i`.
  template <class What>
  const What& told(std::size_t i) const {
    return std::get<What>(local_[i].program.instructions[next_].what);
  }

  ArrayEnd array_end(LocalSite& local, const schedule::BeginExchange& begun);
  void run_local(LocalSite& local, const Box& iteration);
  /// Errors of kernels that combined on the way, or of objects, by local sites.
  template <class ErrorOf>
  void note_errors(ErrorOf&& error_of) {
    for (std::size_t i = 0; i < local_.size(); ++i) {
      guarded(local_[i], step_, [&] {
        if (const std::exception_ptr error = error_of(i)) std::rethrow_exception(error);
      });
    }
  }

  // ---- after the last step ----

  /// What each site met, and what was measured. Collective.
  std::vector<std::int64_t> gather_outcomes();
  std::size_t outcome_width() const {
    const std::size_t width = 2 + measurements_.width() + weights_.width();
    RELATILE_ASSERT(std::int64_t(width) == schedule::num_outcome_numbers(plan_));
    return width;
  }

  /// Throws the same error everywhere or none.
  void throw_first_failure(const std::vector<std::int64_t>& all);

  /// The values of the results, before the sites agree that there are some: from there on nothing
  /// is to be allocated that matters.
  void gather_stored();

  std::shared_ptr<const Report> store_results(const std::vector<std::int64_t>& outcomes);

  plan::Plan& plan_;
  bool overwrites_;  ///< some site writes over what was stored
  transport::Transport& transport_;
  const std::vector<int>& sites_;
  std::vector<LocalSite>& local_;
  NeighbourMemory& neighbour_memory_;
  std::map<std::size_t, ArrayExchange> under_way_;  ///< by step
  MovingMessages messages_;                         ///< of those that are under way
  std::size_t step_ = 0;                            ///< the one that this process is at
  std::size_t next_ = 0;                            ///< instruction
  Clock::time_point step_begin_;
  StepMeasurement measured_;  ///< of this step
  Measurements& measurements_;
  ObjectWeights weights_;
  std::shared_ptr<const void> options_;
  std::shared_ptr<Report> report_;
  std::vector<std::pair<tra::NodePtr, std::shared_ptr<tra::StoredValue>>> stored_;
  std::vector<tra::NodePtr> nodes_without_data_;
};

/// Runs what was prepared, or throws why there is nothing: afterwards every result's node holds its
/// value. Collective. `program` is what the user asked for, to name operators that differ.
///
///   errors  PlanMismatch, OutOfMemory, and what was thrown while planning (before anything was
///           sent), KernelError (after all was)
RELATILE_INLINE std::shared_ptr<const Report> run(PreparedRun& prepared,
                                                  const std::vector<tra::NodePtr>& program);

/// The same of a plan that was made without any trouble.
RELATILE_INLINE std::shared_ptr<const Report> run(plan::Plan plan, transport::Transport& transport);

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/run.hpp"
#endif
