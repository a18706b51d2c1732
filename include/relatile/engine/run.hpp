// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <algorithm>
#include <exception>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "relatile/cost/peak_memory.hpp"
#include "relatile/engine/consecutive_kernels.hpp"
#include "relatile/engine/exchange_array.hpp"
#include "relatile/engine/exchange_blocks.hpp"
#include "relatile/engine/local_site.hpp"
#include "relatile/engine/measurements.hpp"
#include "relatile/engine/neighbour_reads.hpp"
#include "relatile/engine/report.hpp"
#include "relatile/engine/run_kernels.hpp"
#include "relatile/engine/timetable.hpp"
#include "relatile/plan/fingerprint.hpp"
#include "relatile/runtime/team.hpp"

namespace relatile::engine {

/// Executes one plan for all sites of this process.
///
/// Memory is allocated first, then all sites agree that they have the same plan and the memory for
/// it. From there on every site goes through its own steps and meets others only where it needs
/// what they send or make; exchanges travel while the kernels before them run (cost/schedule.hpp).
/// No site skips a message: where a kernel throws, the site goes on with whatever its buffers hold,
/// and one agreement at the end turns the first failure into the same KernelError everywhere.
class Execution {
 public:
  Execution(plan::Plan plan, transport::Transport& transport)
      : plan_(std::move(plan)),
        transport_(transport),
        sites_(transport.local_sites()),
        reads_(plan_, transport) {}
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  std::shared_ptr<const Report> run() {
    start();
    measurements_.begin_steps();
    run_steps();
    measurements_.end_steps();
    finish();
    return store_results();
  }

 private:
  /// An exchange of an array between its begin and its end.
  struct UnderWay {
    std::optional<cost::CombineRounds> rounds;  ///< if it combines
    std::optional<ArrayExchange> exchange;
  };

  const plan::Step& step_at(std::size_t s) const { return plan_.steps[s]; }
  const tra::Node& node_of(const plan::Step& step) const {
    return *plan_.nodes[static_cast<std::size_t>(step.node)];
  }

  // ---- before the first step ----

  void start() {
    measurements_.begin();
    if (neighbours()) neighbours()->announce(0);
    if (!set_up()) {  // then all that was to be read in place is sent
      plan_.hosts = {};
      local_.clear();
      require_memory_as_planned();
      set_up();
    }
    reads_in_place_ = reads_.any();
    if (reads_in_place_) reads_.meet(local_);
    timetable_.emplace(plan_, local_);
  }

  /// A plan within a cap on memory may not fit it once all of it is sent.
  void require_memory_as_planned() const {
    if (plan_.peak_memory.value == 0) return;
    const std::int64_t peak = cost::plan_peak(plan_).peak.total();
    if (peak <= plan_.peak_memory.value) return;
    throw OutOfMemory(
        "relatile: this plan relies on sites of one host that read each other's memory; "
        "they can't, and without that it takes " +
        grouped(peak) + " bytes a site instead of " + grouped(plan_.peak_memory.value) +
        "; nothing was sent");
  }

  /// Plans memory, allocates it, and agrees on plan and memory with all sites. False if some site
  /// can't show its neighbours what they are to read.
  bool set_up() {
    std::int64_t missing = 0;
    bool reachable = true;
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      LocalSite& local = local_.emplace_back(plan_, sites_[i]);
      try {
        local.allocate();
      } catch (const std::bad_alloc&) {
        missing = std::max(missing, local.memory.arena_bytes + local.memory.result_bytes);
        continue;
      }
      local.lay_out_arrays(plan_, i);
      reachable = reachable && reads_.are_reachable(local);
    }
    const auto hash = static_cast<std::int64_t>(plan::fingerprint_of_run(plan_));
    std::vector<std::int64_t> mine;
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      mine.insert(mine.end(), {hash, missing, reachable ? 1 : 0});
    }
    const std::vector<std::int64_t> all = transport_.gather(mine);
    bool all_reachable = true;
    for (std::size_t site = 0; site * 3 < all.size(); ++site) {
      if (all[site * 3] != all[0]) throw_mismatch(static_cast<int>(site));
      if (all[site * 3 + 1] != 0) {
        throw OutOfMemory("relatile: site " + std::to_string(site) + " could not allocate " +
                          grouped(all[site * 3 + 1]) + " bytes for this plan; nothing was sent");
      }
      all_reachable = all_reachable && all[site * 3 + 2] != 0;
    }
    return all_reachable;
  }

  /// Collective: all sites know that `site` has another plan than site 0.
  [[noreturn]] void throw_mismatch(int site) {
    std::string mine;
    for (const auto& [node, value] : plan_.results) {
      mine +=
          (mine.empty() ? "" : ", ") + description(*plan_.nodes[static_cast<std::size_t>(node)]);
    }
    const std::string first = transport_.text_from(0, mine);
    throw PlanMismatch("relatile: site " + std::to_string(site) +
                       " evaluates something else than site 0 (" +
                       transport_.text_from(site, mine) + ", not " + first +
                       "); all ranks must build and evaluate the same "
                       "expressions in the same order");
  }

  // ---- steps ----

  /// Where several kernels follow each other on threads, these stay awake between them.
  void run_steps() {
    for (std::size_t s = 0; s < plan_.steps.size();) {
      const auto kernels = ConsecutiveKernels::from(plan_, s, sites_);
      const std::size_t end = std::max(kernels.end, s + 1);
      const auto run = [&] {
        for (; s < end; ++s) run_step(s);
      };
      if (kernels.on_threads > 1) {
        runtime::Team::run(run);
      } else {
        run();
      }
    }
  }

  void run_step(std::size_t s) {
    const plan::Step& step = step_at(s);
    const MemoryWatch memory;
    const auto begin = Clock::now();
    if (reads_in_place_) {
      for (const auto& reader : timetable_->readers_before(s)) await(reader.site, reader.step);
    }
    for (const std::size_t early : timetable_->begun_before(s)) begin_exchange(early);
    if (!node_of(step).type.elements && step.kind != plan::StepKind::stored) {
      for (auto& local : local_) local.make_blocks(plan_, step, node_of(step));
    }
    StepMeasurement measured;
    const double shared_seconds = seconds_since(begin);
    if (step.kind == plan::StepKind::local) {
      for (auto& local : local_) {
        const auto site_begin = Clock::now();
        run_local(local, step, s);
        measured.seconds.push_back(shared_seconds + seconds_since(site_begin));
      }
    } else if (step.kind == plan::StepKind::exchange) {
      measured.sent = run_exchange(step, s);
    }
    for (auto& local : local_) local.release_dead(plan_, static_cast<int>(s));
    if (reads_in_place_) neighbours()->announce(static_cast<std::int64_t>(s) + 1);
    measured.sent.resize(local_.size());
    measured.seconds.resize(local_.size(), seconds_since(begin));  // an exchange is one for all
    measured.high_water = measurements_.high_water(memory);
    measurements_.add(std::move(measured));
  }

  transport::Neighbours* neighbours() const { return transport_.neighbours(); }
  /// Until a neighbour is through with a step. Messages go on moving: it may be waiting for one.
  void await(int site, std::int64_t step) {
    while (neighbours()->progress_of(site) <= step) {
      progress();
      transport_.poke();
      runtime::yield();
    }
  }
  void progress() {
    for (auto& [s, one] : under_way_) one.exchange->progress();
  }

  /// Runs user code so that an exception marks the site and nothing else.
  template <class Work>
  void guarded(LocalSite& local, std::size_t s, Work&& work) const {
    if (local.failed()) return;
    Failure failure;
    failure.step = static_cast<std::int64_t>(s);
    try {
      work();
      return;
    } catch (const std::exception& error) {
      failure.text = error.what();
      failure.exception = std::current_exception();
    } catch (...) {
      failure.text = "an exception that is no std::exception";
      failure.exception = std::current_exception();
    }
    local.failure = std::move(failure);
  }

  void run_local(LocalSite& local, const plan::Step& step, std::size_t s) {
    const tra::Node& node = node_of(step);
    std::vector<const SiteData*> inputs;
    for (int input : step.inputs) inputs.push_back(&local.value(input));
    SiteData& output = local.value(step.output);
    // No kernel runs here, and what a failed site sends must be found under the new keys.
    if (!node.source.empty()) return run_key_map(node, *inputs[0], output);
    guarded(local, s, [&] {
      const auto between = under_way_.empty() ? std::function<void()>() : [this] { progress(); };
      run_kernels(node, step, local.site, inputs, output, between);
    });
  }

  std::vector<transport::Sent> run_exchange(const plan::Step& step, std::size_t s) {
    const tra::Node& node = node_of(step);
    if (node.type.elements) {
      ArrayExchange& exchange = *under_way_.at(s).exchange;
      exchange.finish();
      for (std::size_t i = 0; i < local_.size(); ++i) {
        guarded(local_[i], s, [&] {
          if (exchange.error(i)) std::rethrow_exception(exchange.error(i));
        });
      }
      std::vector<transport::Sent> sent = exchange.sent();
      under_way_.erase(s);
      return sent;
    }
    std::vector<transport::Sent> sent(local_.size());
    std::vector<BlocksEnd> ends;
    for (auto& local : local_) ends.push_back(blocks_end(local, node, step, s));
    exchange_blocks(step.exchange, node, ends, transport_, sent);
    if (!step.exchange.reduces) return sent;
    for (std::size_t i = 0; i < local_.size(); ++i) {
      guarded(local_[i], s, [&] { combine_blocks(node, ends[i]); });
    }
    return sent;
  }

  void begin_exchange(std::size_t s) {
    const plan::Step& step = step_at(s);
    const int maker = timetable_->maker(step.inputs[0]);
    UnderWay& one = under_way_[s];
    one.rounds = cost::rounds_of(plan_, step);
    std::vector<ArrayEnd> ends;
    for (std::size_t i = 0; i < local_.size(); ++i) {
      ends.push_back(array_end(i, s, one.rounds));
    }
    const int channel = next_channel_;
    next_channel_ += std::max(one.rounds ? one.rounds->count() : 1, 1);
    const Route route = route_of(plan_, step, transport_.message_limit());
    one.exchange.emplace(step.exchange, node_of(step), route, std::move(ends), transport_, channel,
                         [this, maker](int site) { await(site, maker); });
    one.exchange->begin();
  }

  ArrayEnd array_end(std::size_t i, std::size_t s,
                     const std::optional<cost::CombineRounds>& rounds) {
    const plan::Step& step = step_at(s);
    LocalSite& local = local_[i];
    const cost::SiteTransfers transfers = cost::transfers_of(step.exchange, local.site);
    ArrayEnd end;
    end.site = local.site;
    end.input = &local.value(step.inputs[0]);
    end.output = &local.value(step.output);
    end.staging = local.staging(s);
    end.staged = cost::stage_exchange(plan_, step, local.site, transfers, rounds);
    end.in_place = reads_.of(i, s);
    for (const auto* transfer : transfers.outgoing) {
      if (cost::is_in_place(plan_, step, *transfer)) end.shown.push_back(transfer);
    }
    if (rounds) end.order = &rounds->order();
    end.borrows = cost::borrowed(plan_, step, local.site) != nullptr;
    end.begins = step.slice.index == 0;
    return end;
  }

  // ---- after the last step ----

  /// Agrees on failures and gathers what was measured, then throws the same error everywhere or
  /// none.
  void finish() {
    std::vector<std::int64_t> mine;
    for (std::size_t i = 0; i < local_.size(); ++i) {
      mine.push_back(local_[i].failure.step);
      mine.push_back(local_[i].memory.arena_bytes + local_[i].memory.result_bytes);
      measurements_.append_row(i, mine);
    }
    const std::vector<std::int64_t> all = transport_.gather(mine);
    const std::size_t width = 2 + measurements_.width();
    throw_first_failure(all, width);
    for (std::size_t at = 1; at < all.size(); at += width) {
      peak_bytes_ = std::max(peak_bytes_, all[at]);
    }
    measured_ = measurements_.read(all.data() + 2, width, plan_.num_sites);
  }

  void throw_first_failure(const std::vector<std::int64_t>& all, std::size_t width) {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    int origin = -1;
    for (int site = 0; site < plan_.num_sites; ++site) {
      const std::int64_t step = all[static_cast<std::size_t>(site) * width];
      if (step < first) {
        first = step;
        origin = site;
      }
    }
    if (origin < 0) return;
    const LocalSite* here = nullptr;
    for (const auto& local : local_) {
      if (local.site == origin) here = &local;
    }
    const std::string text = transport_.text_from(origin, here ? here->failure.text : "");
    const plan::Step& step = plan_.steps[static_cast<std::size_t>(first)];
    const KernelError error(origin, node_of(step).name, description(node_of(step)), text);
    if (!here) throw error;
    try {
      std::rethrow_exception(here->failure.exception);
    } catch (...) {
      std::throw_with_nested(error);
    }
  }

  std::shared_ptr<const Report> store_results() {
    auto report = std::make_shared<Report>();
    std::vector<std::pair<tra::NodePtr, std::shared_ptr<tra::StoredValue>>> stored;
    for (const auto& [n, v] : plan_.results) {
      const tra::NodePtr& node = plan_.nodes[static_cast<std::size_t>(n)];
      if (node->evaluated()) continue;
      auto value = std::make_shared<tra::StoredValue>();
      const plan::Value& result = plan_.values[static_cast<std::size_t>(v)];
      value->held = result.placement.boxes;
      value->placement = result.placement.text;
      value->memory = cost::memory_of_result(plan_, v);
      value->pieces = cost::pieces_of_result(plan_, v);
      value->local_sites = sites_;
      for (auto& local : local_) value->local.push_back(local.value(v));
      stored.emplace_back(node, std::move(value));
    }
    report->measured = std::move(measured_);
    report->peak_bytes = peak_bytes_;
    plan_.nodes = without_data(plan_.nodes);
    report->plan = std::move(plan_);
    for (auto& [node, value] : stored) {
      value->report = report;
      node->value = std::move(value);
      node->release_inputs();
    }
    return report;
  }

  plan::Plan plan_;
  transport::Transport& transport_;
  std::vector<int> sites_;
  std::vector<LocalSite> local_;
  NeighbourReads reads_;
  bool reads_in_place_ = false;
  std::optional<Timetable> timetable_;
  std::map<std::size_t, UnderWay> under_way_;  ///< by step
  int next_channel_ = 0;
  Measurements measurements_;
  plan::Measured measured_;
  std::int64_t peak_bytes_ = 0;
};

/// Runs a plan: afterwards every result's node holds its value. Collective.
///
///   errors  PlanMismatch, OutOfMemory (before anything was sent), KernelError (after all was)
inline std::shared_ptr<const Report> run(plan::Plan plan, transport::Transport& transport) {
  return Execution(std::move(plan), transport).run();
}

}  // namespace relatile::engine
