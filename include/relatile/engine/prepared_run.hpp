// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "relatile/core/definitions.hpp"
#include "relatile/engine/local_site.hpp"
#include "relatile/engine/measurements.hpp"
#include "relatile/engine/neighbour_memory.hpp"
#include "relatile/plan/fingerprint.hpp"
#include "relatile/plan/plan.hpp"
#include "relatile/schedule/known_programs.hpp"
#include "relatile/schedule/may_fail.hpp"
#include "relatile/tra/node.hpp"
#include "relatile/transport/together.hpp"
#include "relatile/transport/transport.hpp"

namespace relatile::engine {

/// A plan, and a hash of what it computes: sites agree on both before they run it.
struct Planned {
  plan::Plan plan;
  std::int64_t values = 0;  ///< of a ProgramHash
  /// Of its sites, as far as they are known; null for a plan that will not run again.
  std::shared_ptr<schedule::KnownPrograms> programs{};
  std::shared_ptr<const void> options{};  ///< that it was planned by; the engine keeps them only
  /// Values that nobody but what runs refers to: their memory may become that of results.
  std::vector<const tra::StoredValue*> last_read{};
};

/// What this process brings to a run: a plan, and the memory for its sites; and what all sites
/// agree on before the first of them begins. All that can fail for want of memory, or because the
/// program is wrong, fails here, on every site alike, and before anything was sent.
class PreparedRun {
 public:
  explicit PreparedRun(transport::Transport& transport)
      : sites(transport.local_sites()), neighbour_memory(plan, transport), transport_(transport) {}
  PreparedRun(const PreparedRun&) = delete;
  PreparedRun& operator=(const PreparedRun&) = delete;

  /// Takes the plan that `make` makes, as a Planned. What it throws is kept, for agree.
  template <class Make>
  void prepare(Make&& make) {
    outcome_ = transport::attempt([&] {
      Planned planned = make();
      plan = std::move(planned.plan);
      values_hash_ = planned.values;
      programs_ = std::move(planned.programs);
      options = std::move(planned.options);
      // Who catches an error is to find every value as it was.
      if (!schedule::may_fail(plan)) last_read_ = std::move(planned.last_read);
      plan_hash_ = static_cast<std::int64_t>(plan::fingerprint_of_run(plan));
    });
  }
  /// There is no plan: agree throws that, on all sites.
  void fail(const transport::Outcome& outcome) { outcome_ = outcome; }

  /// Allocates, and agrees with all sites on the program, the plan and the memory, or on why there
  /// is none. Collective. `program` is what the user asked for, to name operators that differ.
  void agree(const std::vector<tra::NodePtr>& program);

  transport::Transport& transport() const { return transport_; }

  plan::Plan plan;
  /// Some site writes results over what was stored: an error would leave that changed.
  bool overwrites = false;
  std::shared_ptr<const void> options;
  const std::vector<int>& sites;
  std::vector<LocalSite> local;
  NeighbourMemory neighbour_memory;
  Measurements measurements;

 private:
  /// A plan within a cap on memory may not fit it once all of it is sent.
  void require_memory_as_planned() const;

  /// Plans memory, allocates it, and agrees with all sites on the program, the plan and the memory.
  /// False if some site can't show its neighbours what they are to read.
  bool set_up(const std::vector<tra::NodePtr>& program);

  static void reserve_to_multiply(int site);
  /// Whether a kernel may call the BLAS: those of users do, by Eigen's products.
  bool multiplies() const;

  bool compare(const std::vector<tra::NodePtr>& program) const;

  /// The memory of the process's site number `i`; false if others can't read there what they are
  /// to.
  bool allocate(std::size_t i);
  std::shared_ptr<const schedule::SiteProgram> program_of(int site) const;

  transport::Transport& transport_;
  std::shared_ptr<schedule::KnownPrograms> programs_;
  std::vector<const tra::StoredValue*> last_read_;
  std::int64_t values_hash_ = 0;
  std::int64_t plan_hash_ = 0;
  transport::Outcome outcome_;  ///< of what this process does before the sites agree
};

}  // namespace relatile::engine

#if defined(RELATILE_DEFINITIONS)
#include "relatile/engine/impl/prepared_run.hpp"
#endif
