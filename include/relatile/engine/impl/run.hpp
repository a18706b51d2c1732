// SPDX-FileCopyrightText: The Relatile authors
// SPDX-License-Identifier: BSL-1.0
#pragma once

#include "relatile/engine/run.hpp"

#include <algorithm>
#include <limits>

#include "relatile/core/error.hpp"
#include "relatile/core/memory.hpp"
#include "relatile/core/site_data.hpp"
#include "relatile/engine/collective_call.hpp"
#include "relatile/engine/consecutive_kernels.hpp"
#include "relatile/engine/exchange_blocks.hpp"
#include "relatile/engine/exchange_objects.hpp"
#include "relatile/engine/local_blocks.hpp"
#include "relatile/engine/place_in_plan.hpp"
#include "relatile/engine/run_kernels.hpp"
#include "relatile/engine/same_program.hpp"
#include "relatile/engine/stored_result.hpp"
#include "relatile/plan/step_facts.hpp"
#include "relatile/runtime/team.hpp"
#include "relatile/schedule/in_place.hpp"
#include "relatile/schedule/staging.hpp"
#include "relatile/transport/patience.hpp"
#include "relatile/transport/together.hpp"

namespace relatile::engine {

RELATILE_INLINE Execution::Execution(PreparedRun& prepared)
    : plan_(prepared.plan),
      transport_(prepared.transport()),
      sites_(prepared.sites),
      local_(prepared.local),
      reads_(prepared.reads),
      measurements_(prepared.measurements),
      weights_(prepared.plan) {}

RELATILE_INLINE std::shared_ptr<const Report> Execution::run() {
  std::vector<std::int64_t> outcomes;
  try {
    meet_neighbours();
    measurements_.begin_steps();
    run_steps();
    measurements_.end_steps();
    gather_stored();
    outcomes = gather_outcomes();
  } catch (...) {
    give_up();
    throw;
  }
  throw_first_failure(outcomes);
  return store_results(outcomes);
}

RELATILE_INLINE void Execution::meet_neighbours() {
  reads_in_place_ = reads_.any();
  if (reads_in_place_) reads_.meet(local_);
  timetable_.emplace(plan_, local_);
}

RELATILE_INLINE void Execution::give_up() const {
  std::string why = "out of memory";
  try {
    why = "can't go on at " + place_in(plan_, step_) + ": " + transport::caught().text;
  } catch (const std::bad_alloc&) {  // then for that text, too
  }
  transport_.give_up(why);
}

RELATILE_INLINE void Execution::run_steps() {
  set_place([this] { return place_in(plan_, step_); });
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

RELATILE_INLINE void Execution::run_step(std::size_t s) {
  const plan::Step& step = plan_.steps[s];
  step_ = s;
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

RELATILE_INLINE void Execution::await(int site, std::int64_t step) {
  transport::Patience patience = transport_.patience();
  while (neighbours()->progress_of(site) <= step) {
    progress();
    transport_.poke();
    if (patience.over()) transport_.give_up_on({site});
  }
}

RELATILE_INLINE void Execution::progress_or_give_up() {
  try {
    progress();
  } catch (...) {
    give_up();
    throw;
  }
}

RELATILE_INLINE void Execution::run_local(LocalSite& local, const plan::Step& step, std::size_t s) {
  const tra::Node& node = node_of(step);
  std::vector<const SiteData*> inputs;
  for (int input : step.inputs) inputs.push_back(&local.value(input));
  SiteData& output = local.value(step.output);
  // No kernel runs here, and what a failed site sends must be found under the new keys.
  if (!node.source.empty()) return run_key_map(node, *inputs[0], output);
  guarded(local, s, [&] {
    const auto between =
        under_way_.empty() ? std::function<void()>() : [this] { progress_or_give_up(); };
    run_kernels(node, step, local.site, inputs, output, between);
  });
}

RELATILE_INLINE std::vector<transport::Sent> Execution::run_exchange(const plan::Step& step,
                                                                     std::size_t s) {
  const transport::Operation::Kernels kernels;  // that combine, and what serialises objects
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
  if (node.type.block.object) {
    const auto errors = ObjectExchange(plan_, plan_.steps[s], ends, transport_).run(sent);
    for (std::size_t i = 0; i < local_.size(); ++i) {
      guarded(local_[i], s, [&] {
        if (errors[i]) std::rethrow_exception(errors[i]);
      });
    }
  } else {
    exchange_blocks(step.exchange, node, ends, transport_, sent);
  }
  if (!step.exchange.reduces) return sent;
  for (std::size_t i = 0; i < local_.size(); ++i) {
    guarded(local_[i], s, [&] { combine_blocks(node, ends[i]); });
  }
  return sent;
}

RELATILE_INLINE void Execution::begin_exchange(std::size_t s) {
  const plan::Step& step = plan_.steps[s];
  const int maker = timetable_->maker(step.inputs[0]);
  UnderWay& one = under_way_[s];
  one.rounds = schedule::rounds_of(plan_, step);
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

RELATILE_INLINE ArrayEnd Execution::array_end(
    std::size_t i, std::size_t s, const std::optional<schedule::CombineRounds>& rounds) {
  const plan::Step& step = plan_.steps[s];
  LocalSite& local = local_[i];
  const schedule::SiteTransfers transfers = schedule::transfers_of(step.exchange, local.site);
  ArrayEnd end;
  end.site = local.site;
  end.input = &local.value(step.inputs[0]);
  end.output = &local.value(step.output);
  end.staging = local.staging(s);
  end.staged = schedule::stage_exchange(plan_, timetable_->first_makers(), step, local.site,
                                        transfers, rounds);
  end.in_place = reads_.of(i, s);
  for (const auto& transfer : transfers.outgoing) {
    if (schedule::is_in_place(plan_, step, transfer)) end.shown.push_back(transfer);
  }
  if (rounds) end.order = &rounds->order();
  end.borrows = schedule::borrowed(plan_, step, local.site).has_value();
  end.begins = step.slice.index == 0;
  return end;
}

RELATILE_INLINE std::vector<std::int64_t> Execution::gather_outcomes() {
  std::vector<std::int64_t> mine;
  for (std::size_t i = 0; i < local_.size(); ++i) {
    mine.push_back(local_[i].failure.step);
    mine.push_back(local_[i].memory.arena_bytes + local_[i].memory.result_bytes);
    measurements_.append_row(i, mine);
    weights_.append_row(local_[i], mine);
  }
  std::vector<std::int64_t> all = transport_.gather(mine);
  report_->peak_bytes = 0;
  for (std::size_t at = 1; at < all.size(); at += outcome_width()) {
    report_->peak_bytes = std::max(report_->peak_bytes, all[at]);
  }
  report_->measured = measurements_.read(all.data() + 2, outcome_width(), plan_.num_sites);
  report_->measured.agreement =
      measurements_.agreement_since_begin(transport_.control_sent(), plan_.num_sites);
  return all;
}

RELATILE_INLINE void Execution::throw_first_failure(const std::vector<std::int64_t>& all) {
  const std::size_t width = outcome_width();
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

RELATILE_INLINE void Execution::gather_stored() {
  report_ = std::make_shared<Report>();
  for (const auto& [n, v] : plan_.results) {
    const tra::NodePtr& node = plan_.nodes[static_cast<std::size_t>(n)];
    if (node->evaluated()) continue;
    auto value = stored_result(plan_, v, sites_, local_, transport_.home());
    value->report = report_;
    stored_.emplace_back(node, std::move(value));
  }
  nodes_without_data_ = without_data(plan_.nodes);
}

RELATILE_INLINE std::shared_ptr<const Report> Execution::store_results(
    const std::vector<std::int64_t>& outcomes) {
  weights_.store(outcomes.data() + 2 + measurements_.width(), outcome_width());
  plan_.nodes = std::move(nodes_without_data_);
  report_->plan = std::move(plan_);
  for (auto& [node, value] : stored_) {
    node->value = std::move(value);
    node->release_inputs();
  }
  return report_;
}

RELATILE_INLINE std::shared_ptr<const Report> run(PreparedRun& prepared,
                                                  const std::vector<tra::NodePtr>& program) {
  prepared.agree(program);
  return Execution(prepared).run();
}

RELATILE_INLINE std::shared_ptr<const Report> run(plan::Plan plan,
                                                  transport::Transport& transport) {
  std::vector<tra::NodePtr> program;
  for (const auto& result : plan.results) {
    program.push_back(plan.nodes[static_cast<std::size_t>(result.first)]);
  }
  PreparedRun prepared(transport);
  prepared.prepare([&] {
    const std::int64_t values = ProgramHash({}, plan.nodes).value();
    return Planned{std::move(plan), values};
  });
  return run(prepared, program);
}

}  // namespace relatile::engine
