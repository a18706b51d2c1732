// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include <array>
#include <exception>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "relatile/cost/peak_memory.hpp"
#include "relatile/engine/exchange_array.hpp"
#include "relatile/engine/exchange_blocks.hpp"
#include "relatile/engine/local_array.hpp"
#include "relatile/engine/local_blocks.hpp"
#include "relatile/engine/measurements.hpp"
#include "relatile/engine/report.hpp"
#include "relatile/plan/fingerprint.hpp"

namespace relatile::engine {

/// Executes one plan for all sites of this process, step by step.
///
/// Memory is allocated first, then all sites agree that they have the same plan and the memory for
/// it. From there on no site skips a message: where a kernel throws, the site goes on with whatever
/// its buffers hold, and one agreement at the end turns the first failure into the same KernelError
/// everywhere.
class Execution {
 public:
  Execution(plan::Plan plan, transport::Transport& transport)
      : plan_(std::move(plan)), transport_(transport), sites_(transport.local_sites()) {}

  std::shared_ptr<const Report> run() {
    start();
    measurements_.begin_steps();
    for (std::size_t s = 0; s < plan_.steps.size(); ++s) run_step(s);
    measurements_.end_steps();
    finish();
    return store_results();
  }

 private:
  struct Failure {
    std::int64_t step = std::numeric_limits<std::int64_t>::max();
    std::string text;
    std::exception_ptr exception;
  };
  struct LocalSite {
    int site = 0;
    cost::MemoryPlan memory;
    Buffer arena;
    std::vector<Buffer> kept;      ///< per value, buffers of results
    std::vector<SiteData> values;  ///< per value
    Failure failure;
    bool failed() const { return failure.exception != nullptr; }
  };

  const tra::Node& node_of(const plan::Step& step) const {
    return *plan_.nodes[static_cast<std::size_t>(step.node)];
  }

  /// Plans memory, allocates it, and agrees on plan and memory with all sites.
  void start() {
    std::int64_t missing = 0;
    measurements_.begin();
    for (int site : sites_) {
      LocalSite local;
      local.site = site;
      local.memory = cost::plan_memory(plan_, site);
      local.values.resize(plan_.values.size());
      local.kept.resize(plan_.values.size());
      try {
        allocate(local);
      } catch (const std::bad_alloc&) {
        missing = std::max(missing, local.memory.arena_bytes + local.memory.result_bytes);
      }
      local_.push_back(std::move(local));
    }
    const auto hash = static_cast<std::int64_t>(plan::fingerprint(plan_));
    std::vector<std::int64_t> mine;
    for (std::size_t i = 0; i < sites_.size(); ++i) mine.insert(mine.end(), {hash, missing});
    const std::vector<std::int64_t> all = transport_.gather(mine);
    for (std::size_t site = 0; site * 2 < all.size(); ++site) {
      if (all[site * 2] != all[0]) throw_mismatch(static_cast<int>(site));
      if (all[site * 2 + 1] != 0) {
        throw OutOfMemory("relatile: site " + std::to_string(site) + " could not allocate " +
                          grouped(all[site * 2 + 1]) + " bytes for this plan; nothing was sent");
      }
    }
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

  void allocate(LocalSite& local) const {
    if (local.memory.arena_bytes > 0) local.arena = allocate_buffer(local.memory.arena_bytes);
    for (std::size_t v = 0; v < plan_.values.size(); ++v) {
      if (local.memory.value_bytes[v] > 0 && local.memory.value_offset[v] < 0) {
        local.kept[v] = allocate_buffer(local.memory.value_bytes[v]);
      }
    }
  }

  void run_step(std::size_t s) {
    const plan::Step& step = plan_.steps[s];
    const MemoryWatch memory;
    const auto begin = Clock::now();
    StepMeasurement measured;
    measured.sent.resize(local_.size());
    for (std::size_t i = 0; i < local_.size(); ++i) make_output(local_[i], step, i);
    const double shared_seconds = seconds_since(begin);
    if (step.kind == plan::StepKind::local) {
      for (auto& local : local_) {
        const auto site_begin = Clock::now();
        run_local(local, step, s);
        measured.seconds.push_back(shared_seconds + seconds_since(site_begin));
      }
    } else if (step.kind == plan::StepKind::exchange) {
      run_exchange(step, s, measured.sent);
    }
    for (auto& local : local_) release_dead(local, static_cast<int>(s));
    measured.seconds.resize(local_.size(), seconds_since(begin));  // an exchange is one for all
    measured.high_water = measurements_.high_water(memory);
    measurements_.add(std::move(measured));
  }

  /// The output's pieces or blocks on a site: in memory of their own, or shared with the input.
  void make_output(LocalSite& local, const plan::Step& step, std::size_t i) const {
    const auto out = static_cast<std::size_t>(step.output);
    if (step.slice.index > 0) return;
    SiteData& data = local.values[out];
    const tra::Node& node = node_of(step);
    const auto& boxes = plan_.values[out].placement.of(local.site);
    if (step.kind == plan::StepKind::stored) {
      data = node.value->local[i];
      return;
    }
    const SiteData* input =
        step.inputs.empty() ? nullptr : &local.values[static_cast<std::size_t>(step.inputs[0])];
    const bool moves = step.kind == plan::StepKind::exchange && !step.exchange.reduces;
    const std::int64_t offset = local.memory.value_offset[out];
    const auto kept = static_cast<std::size_t>(local.memory.owner[out]);
    const Buffer& owner = offset < 0 ? local.kept[kept] : local.arena;
    std::byte* next = owner ? owner.get() + std::max<std::int64_t>(offset, 0) : nullptr;
    if (node.type.elements) {
      const auto& from =
          plan_.values[step.inputs.empty() ? out : static_cast<std::size_t>(step.inputs[0])];
      const bool shares = moves && cost::shares_array(from, plan_.values[out], local.site);
      for (const auto& box : boxes) {
        if (shares) {
          data.pieces.push_back(*input->piece_holding(box));
          continue;
        }
        data.pieces.push_back({box, Buffer(owner, next)});
        next += aligned_size(node.type.bytes_in(box).value);
      }
      return;
    }
    if (step.kind == plan::StepKind::local && !node.source.empty()) return;
    cost::for_each_key(node.type, boxes, [&](std::int64_t key, const Box&) {
      if (moves) {
        const auto held = input->blocks.find(key);
        if (held != input->blocks.end()) {
          data.blocks[key] = held->second;
          return;
        }
      }
      data.blocks[key] = new_block(node.type, key, owner, next);
      if (!node.type.block.object) next += aligned_size(node.type.bytes_of_key(key).value);
    });
  }

  static StoredBlock new_block(const tra::RelationType& type, std::int64_t key, const Buffer& owner,
                               std::byte* memory) {
    if (type.block.object) return {Extents{}, type.block.object->make()};
    return {type.extents_of(key), std::shared_ptr<void>(owner, memory)};
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

  void run_local(LocalSite& local, const plan::Step& step, std::size_t s) const {
    const tra::Node& node = node_of(step);
    std::vector<const SiteData*> inputs;
    for (int input : step.inputs) inputs.push_back(&local.values[static_cast<std::size_t>(input)]);
    SiteData& output = local.values[static_cast<std::size_t>(step.output)];
    const Box iteration = step.iteration.empty()
                              ? Box::nothing(0)
                              : step.iteration[static_cast<std::size_t>(local.site)];
    // No kernel runs here, and what a failed site sends must be found under the new keys.
    if (!node.source.empty()) return run_key_map(node, *inputs[0], output);
    guarded(local, s, [&] {
      switch (node.kind) {
        case tra::Kind::map:
        case tra::Kind::contract:
          return run_array(node, iteration, inputs, output, step.slice.index == 0);
        case tra::Kind::blocks: return run_blocks(node, iteration, *inputs[0], output);
        case tra::Kind::unblocks: return run_unblocks(node, iteration, *inputs[0], output);
        case tra::Kind::join:
        case tra::Kind::aggregate:
        case tra::Kind::transform: {
          const bool adds = step.slice.index > 0 && step.slice.adds;
          return run_block_kernel(node, iteration, inputs, output, adds);
        }
        case tra::Kind::tile: return run_tile(node, iteration, *inputs[0], output);
        case tra::Kind::concat: return run_concat(node, iteration, *inputs[0], output);
        case tra::Kind::rekey:
        case tra::Kind::filter:
        case tra::Kind::input: break;  // handled above, or nothing to do
      }
    });
  }

  void run_exchange(const plan::Step& step, std::size_t s, std::vector<transport::Sent>& sent) {
    const tra::Node& node = node_of(step);
    const auto in = static_cast<std::size_t>(step.inputs[0]);
    const auto out = static_cast<std::size_t>(step.output);
    if (node.type.elements) {
      std::vector<ArrayEnd> ends;
      for (auto& local : local_) {
        std::byte* staging =
            local.arena ? local.arena.get() + local.memory.staging_offset[s] : nullptr;
        ends.push_back({local.site, &local.values[in], &local.values[out], staging,
                        cost::stage_exchange(plan_, step, local.site), step.slice.index == 0});
      }
      exchange_array(step.exchange, node, ends, transport_, sent);
      return;
    }
    std::vector<BlocksEnd> ends;
    for (auto& local : local_) ends.push_back(blocks_end(local, step, s));
    exchange_blocks(step.exchange, node, ends, transport_, sent);
    if (!step.exchange.reduces) return;
    for (std::size_t i = 0; i < local_.size(); ++i) {
      guarded(local_[i], s, [&] { combine_blocks(node, ends[i]); });
    }
  }

  BlocksEnd blocks_end(LocalSite& local, const plan::Step& step, std::size_t s) const {
    const tra::Node& node = node_of(step);
    BlocksEnd end{local.site,
                  &local.values[static_cast<std::size_t>(step.inputs[0])],
                  &local.values[static_cast<std::size_t>(step.output)],
                  local.failed(),
                  {}};
    if (!step.exchange.reduces) return end;
    std::byte* next = local.arena ? local.arena.get() + local.memory.staging_offset[s] : nullptr;
    for (const auto& transfer : step.exchange.transfers) {
      if (transfer.to != local.site) continue;
      cost::for_each_key(node.type, {transfer.region}, [&](std::int64_t key, const Box&) {
        end.arriving[{key, transfer.from}] = new_block(node.type, key, local.arena, next);
        if (!node.type.block.object) next += aligned_size(node.type.bytes_of_key(key).value);
      });
    }
    return end;
  }

  /// Objects and shared buffers go at their last use; arena memory is reused by layout.
  void release_dead(LocalSite& local, int s) const {
    for (std::size_t v = 0; v < local.values.size(); ++v) {
      bool result = false;
      for (const auto& kept : plan_.results) {
        result = result || kept.second == static_cast<int>(v);
      }
      if (!result && local.memory.last_use[v] == s) local.values[v] = SiteData{};
    }
  }

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
      value->local_sites = sites_;
      for (auto& local : local_) value->local.push_back(local.values[static_cast<std::size_t>(v)]);
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
